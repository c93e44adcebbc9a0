// @ts-check
// Makes the page quicker to use. Everything here is also a form or a link, so the page works without it.

const root = document.documentElement;
root.classList.add("js");

/** @type {HTMLElement | null} */
const table = document.querySelector(".table");
const live = document.getElementById("live");
let busy = false;
/** What has been typed of an option's keys. */
let typed = "";
/** Ends what is being waited for. @type {AbortController | null} */
let stop = null;

/** Tells whoever opens the page as an app when the program does not run. */
const WORKER = "/assets/worker.js";

/** What the server has drawn and escaped; nothing else is ever put in as markup. */
const policy = /** @type {any} */ (window).trustedTypes?.createPolicy("hulldown", {
  createHTML: (/** @type {string} */ text) => text,
  createScriptURL: (/** @type {string} */ url) => (url === WORKER ? url : ""),
});
/** @param {string} text @returns {string} */
const ours = (text) => (policy ? policy.createHTML(text) : text);

/** Nothing to say takes back what was said: behind a curtain it is no longer for the one who looks. @param {string} text */
function say(text) {
  if (live && live.textContent !== text) live.textContent = text;
}

/** The mark of the position that is shown. */
function mark() {
  return document.getElementById("prompt")?.dataset.mark ?? "";
}

if (document.querySelector("link[rel=manifest]"))
  void navigator.serviceWorker?.register(policy ? policy.createScriptURL(WORKER) : WORKER, { scope: "/" }).catch(() => undefined);
