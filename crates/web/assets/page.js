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

/** What the server has drawn and escaped; nothing else is ever put in as markup. */
const policy = /** @type {any} */ (window).trustedTypes?.createPolicy("hulldown", { createHTML: (/** @type {string} */ text) => text });
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

// --- Parts of the page -----------------------------------------------------------------------------------------------

/** What identifies an element across two versions of the page. @param {Element | null} el */
function nameOf(el) {
  if (!(el instanceof HTMLElement || el instanceof SVGElement) || !el.closest("[data-part]")) return null;
  if (el.id) return "#" + CSS.escape(el.id);
  const spot = el.getAttribute("data-spot");
  if (spot && el.tagName.toLowerCase() === "a") return `a[data-spot="${CSS.escape(spot)}"]`;
  if (el instanceof HTMLButtonElement && el.name) return `button[name="${el.name}"][value="${CSS.escape(el.value)}"]`;
  return null;
}

/**
 * Puts the parts of another version of the page in the place of these. Unfolded details, focus and scrolling stay.
 * @param {string} text
 * @returns {boolean} whether it had any parts
 */
function swap(text) {
  const sent = new DOMParser().parseFromString(ours(text), "text/html");
  const parts = sent.querySelectorAll("[data-part]");
  if (parts.length === 0) return false;
  const focus = document.activeElement;
  const focused = nameOf(focus);
  const lost = focus?.closest("[data-part]")?.id;
  const was = mark();
  const unfolded = [...document.querySelectorAll("[data-part] details[open][id]:not(.menu)")].map((el) => el.id);
  for (const part of parts) {
    const old = document.getElementById(part.id);
    if (!old || old.outerHTML === part.outerHTML) continue;
    const scrolled = old.scrollTop;
    const put = document.importNode(part, true);
    old.replaceWith(put);
    if (part.id !== "prompt") put.scrollTop = scrolled;
  }
  for (const id of unfolded) {
    const el = document.getElementById(id);
    if (el instanceof HTMLDetailsElement) el.open = true;
  }
  if (focus && !focus.isConnected) {
    const again = focused ? document.querySelector(focused) : null;
    const next = again ?? document.getElementById("faces") ?? document.getElementById("ask");
    if (lost && next instanceof HTMLElement) next.focus({ preventScroll: true });
    else if (again instanceof SVGElement) again.focus({ preventScroll: true });
  }
  document.getElementById("faces")?.focus({ preventScroll: true });
  typed = "";
  if (mark() !== was) fresh();
  latest();
  comeNear();
  const bad = document.querySelector("#prompt .notice");
  say(bad?.textContent ?? document.getElementById("log")?.dataset.latest ?? "");
  return true;
}

/** The newest line of the log is the last one, and in view. */
function latest() {
  const log = document.getElementById("log");
  if (log) log.scrollTop = log.scrollHeight;
}
latest();

/** How long a question must have been seen before a key answers it: what is typed sooner was meant for the one before. */
const SEEN = 120;
let seen = 0;
function fresh() {
  root.classList.add("fresh");
  clearTimeout(seen);
  seen = setTimeout(() => root.classList.remove("fresh"), SEEN);
}

/**
 * Fetches a page and swaps its parts in; anything else is shown as the browser would.
 * @param {string} url
 * @param {RequestInit} [init]
 */
async function load(url, init) {
  if (busy) return;
  busy = true;
  stop = new AbortController();
  root.classList.add("busy");
  try {
    const reply = await fetch(url, { ...init, headers: { "X-Part": "1" }, credentials: "same-origin", signal: stop.signal });
    const text = await reply.text();
    if (!swap(text)) {
      const page = new DOMParser().parseFromString(ours(text), "text/html");
      fail(page.querySelector(".notice")?.textContent ?? "That did not work.");
    }
  } catch {
    fail(stop?.signal.aborted ? "Stopped." : "The program does not answer. Is it still running?");
  } finally {
    busy = false;
    root.classList.remove("busy");
    if (behind && behind !== mark()) void refresh();
    behind = "";
  }
}

/** @param {string} why */
function fail(why) {
  const prompt = document.getElementById("prompt");
  const old = prompt?.querySelector(".notice.bad");
  const notice = document.createElement("p");
  notice.className = "notice bad";
  notice.textContent = why;
  if (old) old.replaceWith(notice);
  else prompt?.prepend(notice);
  say(why);
}

/** The table as it stands, with what is chosen of the log but without answers to passing questions. */
function refresh() {
  const url = new URL(location.href);
  for (const name of ["spot", "odds", "advice"]) url.searchParams.delete(name);
  return load(url.pathname + url.search);
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !table) return;
  const action = new URL(form.action);
  const fields = new FormData(form, event.submitter);
  if (form.method === "post" && /\/game\/[0-9a-f]{8}\/(choose|throw|undo|auto|on|ease|dice|tips|seat|players)$/.test(action.pathname)) {
    event.preventDefault();
    const here = new URL(location.href).searchParams;
    for (const name of ["voice", "kind"]) if (here.has(name)) fields.set(name, here.get(name) ?? "");
    const body = new URLSearchParams(/** @type {any} */ (fields));
    void load(action.pathname, { method: "POST", body }).then(() => forget());
  } else if (form.method === "get" && "auto" in form.dataset) {
    event.preventDefault();
    const query = new URLSearchParams(/** @type {any} */ (fields)).toString();
    go(`${action.pathname}?${query}`);
  }
});

document.addEventListener("change", (event) => {
  const form = event.target instanceof HTMLElement ? event.target.closest("form[data-auto]") : null;
  if (form instanceof HTMLFormElement) form.requestSubmit();
});

/** Takes passing questions out of the address. */
function forget() {
  const url = new URL(location.href);
  const passing = ["spot", "odds", "advice"].filter((name) => url.searchParams.has(name));
  passing.forEach((name) => url.searchParams.delete(name));
  if (passing.length) history.replaceState(null, "", url.pathname + url.search);
}

/** @param {string} url */
function go(url) {
  const to = new URL(url, location.href);
  void load(to.pathname + to.search).then(() => history.replaceState(null, "", to.pathname + to.search));
}

document.addEventListener("click", (event) => {
  if (!(event.target instanceof Element) || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  const said = event.target.closest("[data-say]")?.getAttribute("data-say");
  const asked = document.querySelector("form#say");
  if (said && asked instanceof HTMLFormElement && table) {
    event.preventDefault();
    if (dragged) return;
    const line = asked.elements.namedItem("key");
    if (line instanceof HTMLInputElement) line.value = said;
    asked.requestSubmit();
    return;
  }
  const link = event.target.closest("a[data-swap], a.spot") ?? (event.target.closest("#board svg") ? nearest(event) : null);
  const href = link?.getAttribute("href");
  if (link && href && table) {
    event.preventDefault();
    if (dragged) return;
    go(href);
    return;
  }
  const look = event.target.closest("a");
  if (look instanceof HTMLAnchorElement && isLookUp(look)) {
    event.preventDefault();
    void lookUp(look.href, look);
    return;
  }
  if (event.target.closest("[data-print]")) window.print();
  if (event.target.closest("#keys")) keysHelp();
  // A menu closes when something else is clicked.
  for (const menu of document.querySelectorAll("details.menu[open]"))
    if (!menu.contains(event.target)) menu.removeAttribute("open");
});

/** The place with options nearest to a finger that missed it. @param {MouseEvent} at @returns {Element | null} */
function nearest(at) {
  let [best, least] = [/** @type {Element | null} */ (null), 24];
  for (const spot of document.querySelectorAll("#board svg a.spot")) {
    const box = spot.getBoundingClientRect();
    const away = Math.hypot(Math.max(box.left - at.clientX, 0, at.clientX - box.right), Math.max(box.top - at.clientY, 0, at.clientY - box.bottom));
    if (away < least) [best, least] = [spot, away];
  }
  return best;
}

// On a small screen the question is a sheet: dragged up it covers more, down again less.
const pull = document.getElementById("pull");
const grip = document.querySelector(".pull");
if (pull instanceof HTMLInputElement && grip instanceof HTMLElement) {
  let from = 0;
  let moved = false;
  grip.addEventListener("pointerdown", (event) => {
    [from, moved] = [event.clientY, false];
    grip.setPointerCapture(event.pointerId);
  });
  grip.addEventListener("pointermove", (event) => {
    if (!grip.hasPointerCapture(event.pointerId) || Math.abs(event.clientY - from) < 20) return;
    pull.checked = event.clientY < from;
    moved = true;
  });
  // What was dragged is not clicked as well.
  grip.addEventListener("click", (event) => moved && event.preventDefault());
}

// --- Looking something up ----------------------------------------------------------------------------------------------

/** Who asked for what lies in the drawer: the focus goes back there. @type {HTMLElement | SVGElement | null} */
let asker = null;

/** Whether a link leads to something that is looked up without leaving the table. @param {HTMLAnchorElement} link */
function isLookUp(link) {
  if (!table?.dataset.stream || link.origin !== location.origin) return false;
  return /^\/(rules|charts)\/|^\/game\/[0-9a-f]{8}\/(report|event\/\d+)$/.test(link.pathname);
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
}

/** @returns {boolean} whether there was one to close */
function closeDrawer() {
  const drawer = document.getElementById("drawer");
  if (!drawer) return false;
  drawer.remove();
  (asker?.isConnected ? asker : document.getElementById("ask"))?.focus();
  return true;
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.method !== "get" || !form.closest("#drawer")) return;
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
  note.textContent = text;
  document.getElementById("rule-text")?.remove();
  document.body.append(note);
  link.setAttribute("aria-describedby", note.id);
  const [at, own] = [link.getBoundingClientRect(), note.getBoundingClientRect()];
  note.style.left = `${Math.max(4, Math.min(at.left, innerWidth - own.width - 4))}px`;
  note.style.top = `${at.bottom + own.height + 4 > innerHeight ? Math.max(4, at.top - own.height - 4) : at.bottom + 4}px`;
}

for (const [comes, goes] of [["pointerover", "pointerout"], ["focusin", "focusout"]]) {
  document.addEventListener(/** @type {string} */ (comes), (event) => {
    const link = event.target instanceof Element ? event.target.closest("a.rule") : null;
    if (!(link instanceof HTMLAnchorElement)) return;
    clearTimeout(hover);
    hover = setTimeout(() => void tell(link), 250);
  });
  document.addEventListener(/** @type {string} */ (goes), () => {
    clearTimeout(hover);
    document.getElementById("rule-text")?.remove();
  });
}

// A roll that is unfolded brings its chart.
document.addEventListener("toggle", async (event) => {
  const details = event.target;
  if (!(details instanceof HTMLDetailsElement) || !details.open || !details.dataset.load) return;
  const reply = await fetch(details.dataset.load, { headers: { "X-Part": "1" } }).catch(() => null);
  if (!reply?.ok) return;
  const chart = new DOMParser().parseFromString(ours(await reply.text()), "text/html");
  const summary = details.querySelector("summary");
  if (summary) details.replaceChildren(summary, ...chart.body.childNodes);
}, true);

// What is still being worked out is looked at again.
if (document.querySelector("[data-again]")) {
  const again = setInterval(async () => {
    await load(location.href);
    if (!document.querySelector("[data-again]")) clearInterval(again);
  }, 1000);
}

// --- Other tabs ------------------------------------------------------------------------------------------------------

/** @type {EventSource | null} */
let stream = null;
let behind = "";

function listen() {
  const url = table?.dataset.stream;
  if (!url || stream || document.hidden) return;
  stream = new EventSource(`${url}?mark=${mark()}`);
  stream.addEventListener("moved", (event) => {
    const news = /** @type {MessageEvent<string>} */ (event).data;
    if (news === mark()) return;
    if (busy) behind = news;
    else void refresh();
  });
}

// Browsers open few connections at once: a tab that is not seen does without.
document.addEventListener("visibilitychange", () => {
  if (document.hidden) {
    stream?.close();
    stream = null;
  } else listen();
});
addEventListener("pagehide", () => stream?.close());
listen();

// --- Keys ------------------------------------------------------------------------------------------------------------

/** @type {[string, string][]} */
const KEYS = [
  ["A1, 7, …", "the keys shown on an option choose it; small letters do but for commands"],
  ["Tab, Enter", "walk through options and board, choose"],
  ["↑ ↓", "walk through the options"],
  ["u", "undo"], ["h", "advice"], ["o", "odds of the option in focus"], ["x", "what is not allowed, and why"],
  [".", "the usual answer, and on to the next real decision"], ["r", "rule of the question"], ["c", "charts"], ["l", "log"], ["t", "what can hit you"], ["w", "unfold the last roll"],
  ["[ ]", "replay: step back, forward"], ["{ }", "replay: mission back, forward"], ["+ − 0", "zoom the board"], ["Esc", "stop a bot that thinks; close, back to the question"], ["?", "these keys"],
];

function keysHelp() {
  const there = document.getElementById("key-help");
  document.getElementById("keys")?.setAttribute("aria-expanded", String(!there));
  if (there) return there.remove();
  const help = document.createElement("section");
  help.id = "key-help";
  help.className = "panel";
  help.tabIndex = -1;
  const title = document.createElement("h2");
  title.textContent = "Keys";
  const list = document.createElement("dl");
  for (const [key, what] of KEYS) {
    const dt = document.createElement("dt");
    const dd = document.createElement("dd");
    dt.textContent = key;
    dd.textContent = what;
    list.append(dt, dd);
  }
  help.append(title, list);
  document.getElementById("tools")?.after(help);
  help.focus();
}

/** @param {string} selector */
function press(selector) {
  const el = document.querySelector(selector);
  if (!(el instanceof HTMLElement)) return false;
  el.click();
  return true;
}

/** @param {number} by */
function walk(by) {
  const every = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#options summary, #options button[name=key]"));
  const all = [...every].filter((el) => el.checkVisibility());
  const at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  all[at < 0 ? (by > 0 ? 0 : all.length - 1) : Math.max(0, Math.min(all.length - 1, at + by))]?.focus();
}

document.addEventListener("keydown", (event) => {
  if (!table || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
  const on = event.target instanceof HTMLElement ? event.target : null;
  const typing = on?.matches("input:not([type=radio],[type=checkbox],[type=range]), select, textarea");
  if (typing && event.key !== "Escape" && !(on?.id === "faces" && /^[a-z?[\]]$/.test(event.key))) return;
  if (act(event.key)) event.preventDefault();
});

/** The small letters that are commands wherever they are not the second of two keys. */
const COMMANDS = "chloqrtuwx";

/** Types one more of an option's keys; the last of them chooses it. @param {string} key @returns {boolean} whether it was one */
function type(key) {
  if (!/^[a-z0-9]$/i.test(key) || (typed === "" && COMMANDS.includes(key))) return false;
  const all = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#prompt [data-keys]"));
  const now = typed + key.toUpperCase();
  const among = [...all].filter((el) => el.dataset.keys?.startsWith(now));
  const [first] = among;
  if (!first) {
    if (typed === "") return false;
    typed = "";
    return type(key);
  }
  if (root.classList.contains("fresh")) return true;
  const exact = among.find((el) => el.dataset.keys === now);
  for (let fold = first.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null) fold.open = true;
  // One that others begin with waits for Enter.
  if (exact && among.length === 1) {
    typed = "";
    exact.click();
  } else {
    typed = now;
    (exact ?? first).focus();
  }
  return true;
}

/** @param {string} key @returns {boolean} */
function act(key) {
  const id = CSS.escape(key);
  if (type(key)) return true;
  switch (key) {
    case "ArrowDown": return walk(1), true;
    case "ArrowUp": return walk(-1), true;
    case "Escape":
      // A bot that thinks for long is not waited for.
      if (busy) return stop?.abort(), true;
      typed = "";
      if (closeDrawer()) return true;
      if (press(".past a[data-key=Escape]")) return true;
      document.getElementById("key-help")?.remove();
      document.querySelectorAll("details.menu[open]").forEach((menu) => menu.removeAttribute("open"));
      document.getElementById("ask")?.focus();
      return true;
    case "?": return keysHelp(), true;
    case "+": return zoom(1.25), true;
    case "-": return zoom(0.8), true;
    case "0": return zoom(0), true;
    case "r": return press("#ask a.rule, #prompt a.rule");
    case "c": return press('.bar a[href^="/charts/"]');
    case "l": return show("log");
    case "t": return show("threats");
    case "o": return press("li.option:focus-within a.more, li.option a.more");
    case "x": return press("#refused > summary");
    case "w": {
      const rolls = document.querySelectorAll("#since .dice > summary, #log .event.roll summary");
      const last = rolls[rolls.length - 1];
      return last instanceof HTMLElement && (last.click(), true);
    }
    case ".":
      if (root.classList.contains("fresh") || press("#on button")) return true;
      document.getElementById("menu-auto")?.setAttribute("open", "");
      return true;
  }
  return press(`[data-key="${id}"]`);
}

/** @param {string} part */
function show(part) {
  const el = document.getElementById(part);
  if (!el) return false;
  turnTo(el.closest("#side") ? "side" : part);
  el.tabIndex = -1;
  el.focus();
  el.scrollIntoView({ block: "start" });
  return true;
}

/** On a narrow screen one panel is shown at a time. @param {string} part */
function turnTo(part) {
  table?.setAttribute("data-tab", part);
  for (const tab of table?.querySelectorAll(".tabs a") ?? []) {
    if (tab.getAttribute("href") === `#${part}`) tab.setAttribute("aria-current", "true");
    else tab.removeAttribute("aria-current");
  }
}
table?.querySelector(".tabs")?.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (link) turnTo(link.hash.slice(1));
});
if (table?.dataset.stream) turnTo("board");

// --- Zoom and pan ----------------------------------------------------------------------------------------------------

const port = /** @type {HTMLElement | null} */ (document.querySelector(".viewport"));
const zoomer = /** @type {HTMLElement | null} */ (document.querySelector(".zoomer"));
const view = { scale: 1, x: 0, y: 0 };
let dragged = false;
/** Whether somebody has chosen what he sees of the board: then it stays so. */
let byHand = false;

/** What one looks through: a drawing with a pane of its own keeps its tools where they are. @returns {HTMLElement | null} */
const pane = () => zoomer?.querySelector(".pane") ?? port;

function place() {
  const through = pane();
  const moved = through === port ? zoomer : through?.firstElementChild;
  if (!through || !(moved instanceof HTMLElement || moved instanceof SVGElement)) return;
  const over = (/** @type {number} */ inner, /** @type {number} */ outer) => Math.max(0, inner * view.scale - outer);
  const most = { x: over(moved.clientWidth, through.clientWidth), y: over(moved.clientHeight, through.clientHeight) };
  view.x = Math.min(0, Math.max(-most.x, view.x));
  view.y = Math.min(0, Math.max(-most.y, view.y));
  moved.style.transform = view.scale === 1 ? "" : `translate(${view.x}px, ${view.y}px) scale(${view.scale})`;
  port?.classList.toggle("zoomed", view.scale !== 1);
}

/** Zooms about a point of the screen, else the middle; by nothing, back to the whole. @param {number} by @param {{ x: number, y: number }} [at] */
function zoom(by, at) {
  const box = pane()?.getBoundingClientRect() ?? new DOMRect();
  const [x, y] = at ? [at.x - box.left, at.y - box.top] : [box.width / 2, box.height / 2];
  byHand = true;
  const scale = by === 0 ? 1 : Math.min(6, Math.max(1, view.scale * by));
  view.x = x - (x - view.x) * (scale / view.scale);
  view.y = y - (y - view.y) * (scale / view.scale);
  view.scale = scale;
  place();
}

/** On a small screen, brings a part of a large drawing near: this one, else the one it names itself. @param {DOMRect | null} [part] */
function comeNear(part = null) {
  if (!byHand) Object.assign(view, { scale: 1, x: 0, y: 0 });
  place();
  const [through, map] = [pane(), zoomer?.querySelector("svg[data-near]")];
  if (byHand || !through || !(map instanceof SVGSVGElement) || !matchMedia("(max-width: 700px)").matches) return;
  const [left, top, wide, high] = (map.dataset.near ?? "").split(" ").map(Number);
  const near = part ?? new DOMRect(left, top, wide, high);
  const middle = { x: near.x + near.width / 2, y: near.y + near.height / 2 };
  const [box, out, all] = [map.getBoundingClientRect(), through.getBoundingClientRect(), map.viewBox.baseVal];
  const unit = Math.min(box.width / all.width, box.height / all.height);
  const edge = { x: (box.width - all.width * unit) / 2, y: (box.height - all.height * unit) / 2 };
  view.scale = Math.min(6, Math.max(1, through.clientWidth / (Math.max(near.width + (part ? 120 : 0), wide) * unit)));
  view.x = through.clientWidth / 2 - (box.left - out.left + edge.x + (middle.x - all.x) * unit) * view.scale;
  view.y = through.clientHeight / 2 - (box.top - out.top + edge.y + (middle.y - all.y) * unit) * view.scale;
  place();
}
comeNear();

if (port && zoomer) {
  const bar = document.createElement("div");
  bar.className = "zoom";
  for (const [text, label, by] of /** @type {[string, string, number][]} */ ([["+", "Zoom in", 1.25], ["−", "Zoom out", 0.8], ["1:1", "Whole board", 0]])) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = text;
    button.setAttribute("aria-label", label);
    button.addEventListener("click", () => zoom(by));
    bar.append(button);
  }
  port.before(bar);
  port.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    zoom(Math.exp(-event.deltaY / 400), { x: event.clientX, y: event.clientY });
  }, { passive: false });
  /** Where the board is held: by one finger or the mouse to move it, by two to bring it nearer. @type {Map<number, { x: number, y: number }>} */
  const held = new Map();
  port.addEventListener("pointerdown", (event) => {
    if (held.size === 0) dragged = false;
    if (view.scale > 1 && event.button === 0) held.set(event.pointerId, { x: event.clientX, y: event.clientY });
  });
  addEventListener("pointermove", (event) => {
    const from = held.get(event.pointerId);
    if (!from) return;
    const to = { x: event.clientX, y: event.clientY };
    const other = [...held].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const apart = (/** @type {{ x: number, y: number }} */ at) => Math.max(20, Math.hypot(at.x - other.x, at.y - other.y));
      zoom(apart(to) / apart(from), { x: (to.x + other.x) / 2, y: (to.y + other.y) / 2 });
      dragged = true;
    } else if (dragged || Math.hypot(to.x - from.x, to.y - from.y) > 3) {
      dragged = byHand = true;
      view.x += to.x - from.x;
      view.y += to.y - from.y;
      place();
    } else return;
    held.set(event.pointerId, to);
  });
  for (const done of ["pointerup", "pointercancel"]) {
    addEventListener(done, (event) => {
      held.delete(/** @type {PointerEvent} */ (event).pointerId);
      setTimeout(() => (dragged = held.size > 0), 0);
    });
  }
}

// --- Watching a turn -------------------------------------------------------------------------------------------------

/** @type {{ part: string, texts: string[], changes: { id: string, layer: string, before: string | null, after: string | null }[], under: string, over: string }[]} */
const beats = JSON.parse(document.getElementById("beats")?.dataset.beats ?? "[]");
let beat = 0;
let playing = 0;

/** Puts drawn elements into a group, or in the place of one. @param {string} id @param {string} layer @param {string | null} drawn */
function redraw(id, layer, drawn) {
  const old = document.getElementById(id);
  if (drawn === null) return old?.remove();
  const held = document.createElementNS("http://www.w3.org/2000/svg", "g");
  held.innerHTML = ours(drawn);
  if (old) old.replaceWith(...held.childNodes);
  else document.getElementById(layer)?.append(...held.childNodes);
}

/** One moment on or back. @param {number} by @returns {boolean} whether there was one */
function stepBeat(by) {
  const going = beats[by > 0 ? beat : beat - 1];
  if (!going) return false;
  if (by > 0) for (const change of going.changes) redraw(change.id, change.layer, change.after);
  else for (const change of [...going.changes].reverse()) redraw(change.id, change.layer, change.before);
  beat += by;
  const now = beats[beat - 1];
  for (const [id, drawn] of [["tk-beat-under", now?.under ?? ""], ["tk-beat", now?.over ?? ""]]) {
    const group = document.getElementById(id);
    if (group) group.innerHTML = ours(drawn);
  }
  const over = document.getElementById("tk-beat");
  if (over instanceof SVGGraphicsElement && over.childElementCount > 0) comeNear(over.getBBox());
  const part = document.getElementById("beat-part");
  if (part) part.textContent = now ? `${beat} of ${beats.length}: ${now.part}` : "Before anything happens.";
  const texts = document.getElementById("beat-texts");
  texts?.replaceChildren(...(now?.texts ?? []).map((text) => Object.assign(document.createElement("li"), { textContent: text })));
  document.querySelector(".beats [aria-current]")?.removeAttribute("aria-current");
  document.getElementById(`beat-${beat - 1}`)?.setAttribute("aria-current", "step");
  return true;
}

document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("[data-beat]") : null;
  if (!(button instanceof HTMLElement)) return;
  clearInterval(playing);
  if (button.dataset.beat !== "play") return void stepBeat(Number(button.dataset.beat));
  while (beat > 0 && beat === beats.length) while (stepBeat(-1));
  playing = setInterval(() => stepBeat(1) || clearInterval(playing), 1200);
});
if (beats.length) stepBeat(1);
