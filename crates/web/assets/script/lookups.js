// Looking something up without leaving the table.

/** Who asked for what lies in the drawer: the focus goes back there. @type {HTMLElement | SVGElement | null} */
let asker = null;

/** Whether a link leads to something that is looked up without leaving the table. @param {HTMLAnchorElement} link */
function isLookUp(link) {
  if (!table?.dataset.stream || link.origin !== location.origin) return false;
  return /^\/(rules|charts)\/|^\/game\/[0-9a-f]{8}\/(report|career|story|review|event\/\d+)$/.test(link.pathname);
}

/** Opens a page in a drawer over the right of the table. @param {string} url @param {Element | null} by */
async function lookUp(url, by) {
  const reply = await fetch(url, { credentials: "same-origin" }).catch(() => null);
  const page = reply && new DOMParser().parseFromString(ours(await reply.text()), "text/html").querySelector("main");
  if (!page) return fail("The program does not answer. Is it still running?");
  let drawer = document.getElementById("drawer");
  if (!drawer) {
    drawer = document.createElement("section");
    drawer.id = "drawer";
    drawer.tabIndex = -1;
    drawer.setAttribute("role", "dialog");
    document.querySelector("main")?.append(drawer);
  }
  if (!drawer.contains(by)) asker = by instanceof HTMLElement || by instanceof SVGElement ? by : null;
  const close = document.createElement("button");
  close.type = "button";
  close.className = "small close";
  close.textContent = "Esc Close";
  close.addEventListener("click", closeDrawer);
  drawer.setAttribute("aria-label", page.querySelector("h1")?.textContent ?? "Look-up");
  drawer.replaceChildren(close, ...page.childNodes);
  drawer.scrollTop = 0;
  drawer.focus();
  const part = new URL(url).hash.slice(1);
  if (part) document.getElementById(decodeURIComponent(part))?.scrollIntoView();
  // Of a large chart the cell that was read is brought into sight, else its row.
  else (drawer.querySelector(".cell") ?? drawer.querySelector("tr.read, td.read, .notes .read"))?.scrollIntoView({ block: "nearest", inline: "center" });
  // What is still being worked out is looked at again as long as it lies there.
  const worked = drawer.querySelector("[data-again]");
  if (worked) setTimeout(() => worked.isConnected && void lookUp(url, by), 1000);
}

/** @returns {boolean} whether there was one to close */
function closeDrawer() {
  const drawer = document.getElementById("drawer");
  if (!drawer) return false;
  drawer.remove();
  (asker?.isConnected ? asker : document.getElementById("ask"))?.focus();
  return true;
}

/** Puts away advice or odds; nothing is asked for that, so that the next key answers at once. @returns {boolean} whether there were any */
function closeAnswer() {
  const open = document.querySelector(".asked > .answer");
  if (!open) return false;
  const inside = open.contains(document.activeElement);
  drop(open);
  shows = without;
  forget();
  if (inside) document.getElementById("ask")?.focus({ preventScroll: true });
  return true;
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !form.closest("#drawer")) return;
  // Looking back at one's decisions is begun and stopped where it is shown.
  if (form.method === "post" && /\/review$/.test(new URL(form.action).pathname)) {
    event.preventDefault();
    const body = new URLSearchParams(/** @type {any} */ (new FormData(form, event.submitter)));
    await fetch(form.action, { method: "POST", body, credentials: "same-origin" }).catch(() => null);
    return void lookUp(form.action, form);
  }
  if (form.method !== "get") return;
  event.preventDefault();
  const url = new URL(form.action);
  url.search = new URLSearchParams(/** @type {any} */ (new FormData(form))).toString();
  void lookUp(url.href, form);
});

/** What rules say, as far as it has been asked. @type {Map<string, Promise<string>>} */
const statements = new Map();
let hover = 0;

/** Shows what a rule says beside its number. @param {HTMLAnchorElement} link */
async function tell(link) {
  const found = statements.get(link.href) ?? fetch(link.href, { headers: { "X-Part": "1" } })
    .then(async (reply) => new DOMParser().parseFromString(ours(reply.ok ? await reply.text() : ""), "text/html").querySelector("dd")?.textContent ?? "")
    .catch(() => "");
  statements.set(link.href, found);
  const text = await found;
  if (!text || !link.matches(":hover, :focus-visible")) return;
  const note = document.createElement("p");
  note.id = "rule-text";
  note.setAttribute("role", "tooltip");
  const name = document.createElement("strong");
  name.textContent = link.title.replace(/^Rule /, "");
  note.append(name, " ", text);
  document.getElementById("rule-text")?.remove();
  document.body.append(note);
  link.setAttribute("aria-describedby", note.id);
  const [at, own] = [link.getBoundingClientRect(), note.getBoundingClientRect()];
  note.style.left = `${Math.max(4, Math.min(at.left, innerWidth - own.width - 4))}px`;
  note.style.top = `${at.bottom + own.height + 4 > innerHeight ? Math.max(4, at.top - own.height - 4) : at.bottom + 4}px`;
}

/** Takes what a rule says off the screen: nobody points at its number any more, or the game has gone on. */
function untell() {
  clearTimeout(hover);
  document.getElementById("rule-text")?.remove();
}
document.addEventListener("keydown", untell);

for (const [comes, goes] of [["pointerover", "pointerout"], ["focusin", "focusout"]]) {
  document.addEventListener(/** @type {string} */ (comes), (event) => {
    const link = event.target instanceof Element ? event.target.closest("a.rule") : null;
    if (!(link instanceof HTMLAnchorElement)) return;
    clearTimeout(hover);
    hover = setTimeout(() => void tell(link), 250);
  });
  document.addEventListener(/** @type {string} */ (goes), untell);
}

/** Where more is told of a roll; what comes with an answer does not say it. @param {HTMLElement} roll @returns {string} */
function tellsMore(roll) {
  return roll.dataset.load || `${table?.dataset.table}/event/${roll.id.replace(/\D/g, "")}`;
}

// A roll that is unfolded brings its chart, what is not allowed its reasons.
document.addEventListener("toggle", async (event) => {
  const details = event.target;
  if (!(details instanceof HTMLDetailsElement) || !details.open || details.dataset.load === undefined) return;
  const reply = await fetch(tellsMore(details), { headers: { "X-Part": "1" } }).catch(() => null);
  if (!reply?.ok) return;
  const chart = new DOMParser().parseFromString(ours(await reply.text()), "text/html");
  const summary = details.querySelector("summary");
  if (summary) details.replaceChildren(summary, ...chart.body.childNodes);
}, true);

// Every page of a game leads back to its table by the same key.
document.addEventListener("keydown", (event) => {
  if (table || event.key !== "Escape" || event.defaultPrevented) return;
  const back = document.querySelector(".bar nav a[href^='/game/']");
  if (back instanceof HTMLElement) back.click();
});
