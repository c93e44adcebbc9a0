// Parts of the page: what changed is put in the place of what is there, after an answer or when another tab has moved the game.

/** What identifies an element across two versions of the page. @param {Element | null} el */
function nameOf(el) {
  if (!(el instanceof HTMLElement || el instanceof SVGElement) || !el.closest("[data-part]")) return null;
  if (el.id) return "#" + CSS.escape(el.id);
  const spot = el.getAttribute("data-spot");
  if (spot && el.tagName.toLowerCase() === "a") return `a[data-spot="${CSS.escape(spot)}"]`;
  if (el instanceof HTMLButtonElement && el.name) return `button[name="${el.name}"][value="${CSS.escape(el.value)}"]`;
  return null;
}

/** What the server calls that which is shown: it sends what is otherwise. */
let shows = table?.dataset.shows ?? "";

/** What has been shown and may be shown again, by its name. @type {Map<string, Element>} */
const aside = new Map();
/** How much of that is kept; then it begins anew. */
const MOST_ASIDE = 3000;

/** Lays something aside. @param {ChildNode} node */
function drop(node) {
  node.remove();
  if (node instanceof Element) for (const el of [node, ...node.querySelectorAll("[id]")]) if (el.id) aside.set(el.id, el);
}

/** What is never made into something else: who has it under his finger would press that. */
const ALIVE = "a, button, summary, input, select, textarea, details";

/** What the script has set itself, and what a person has unfolded. */
const OWN = ["style", "open", "tabindex", "aria-expanded"];

/**
 * Makes an element what it is to be. What has a name and did not change stays the very same, and so does whatever is equal.
 * @param {Element} old @param {Element} now @param {Map<string, Element>} kept @param {Set<Node>} staying
 */
function become(old, now, kept, staying) {
  for (const { name, value } of now.attributes) {
    // What is seen of a large drawing stays where it was left.
    if (name === "viewBox" && old.hasAttribute("data-frame")) continue;
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  for (const name of old.getAttributeNames()) if (!now.hasAttribute(name) && !OWN.includes(name)) old.removeAttribute(name);
  let at = old.firstChild;
  const pass = () => void (at = at?.nextSibling ?? null);
  for (const node of [...now.childNodes]) {
    const keep = node instanceof Element ? node.getAttribute("data-keep") : null;
    if (keep !== null) {
      for (const id of keep.split(" ")) {
        const el = /** @type {Element} */ (kept.get(id));
        aside.delete(id);
        while (at && at !== el && !staying.has(at)) {
          const gone = at;
          pass();
          drop(gone);
        }
        if (at === el) pass();
        else old.insertBefore(el, at);
      }
      continue;
    }
    const plain = (/** @type {Node} */ one) => !(one instanceof Element && one.id);
    if (at && at.nodeName === node.nodeName && plain(at) && plain(node)) {
      if (at.isEqualNode(node)) {
        pass();
        continue;
      }
      if (at instanceof Element && node instanceof Element && !at.matches(ALIVE)) {
        become(at, node, kept, staying);
        pass();
        continue;
      }
    }
    const put = document.importNode(node, true);
    old.insertBefore(put, at);
    if (!(put instanceof Element)) continue;
    for (const el of [put, ...put.querySelectorAll("[id]")]) aside.delete(el.id);
    for (const place of put.querySelectorAll("[data-keep]")) {
      const ids = (place.getAttribute("data-keep") ?? "").split(" ");
      const moved = ids.map((id) => /** @type {Element} */ (kept.get(id)));
      ids.forEach((id) => aside.delete(id));
      while (at instanceof Element && moved.includes(at)) pass();
      place.replaceWith(...moved);
    }
  }
  while (at) {
    const gone = at;
    pass();
    drop(gone);
  }
}

/**
 * A copy of an element as it will be: of what was sent, else of what is there.
 * @param {Document} sent @param {string} id @returns {Element | null}
 */
function likeness(sent, id) {
  const found = sent.getElementById(id) ?? document.getElementById(id) ?? aside.get(id);
  if (!found) return null;
  const copy = /** @type {Element} */ (found.cloneNode(true));
  copy.removeAttribute("open");
  for (const place of copy.querySelectorAll("[data-keep]")) {
    const ids = (place.getAttribute("data-keep") ?? "").split(" ");
    place.replaceWith(...ids.flatMap((id) => likeness(sent, id) ?? []));
  }
  return copy;
}

/**
 * Puts what was sent in the place of what is shown: pieces of a page that is called so, else the parts of another.
 * @param {Document} sent @param {string | null} version
 * @returns {boolean} whether there was anything to put
 */
function put(sent, version) {
  const inside = (/** @type {Element} */ el) => (el.localName === "svg" && !el.id ? el.firstElementChild ?? el : el);
  const pieces = version ? [...sent.body.children].map(inside) : [...sent.querySelectorAll("[data-part]")];
  if (!version && pieces.length === 0) return false;
  /** @type {Map<string, Element>} */
  const kept = new Map();
  /** @type {[Element, Element][]} */
  const changes = [];
  let lacking = false;
  for (const place of sent.querySelectorAll("[data-copy]")) {
    const copy = likeness(sent, place.getAttribute("data-copy") ?? "");
    if (!copy) {
      lacking = true;
      continue;
    }
    // Both are there: one name each.
    for (const el of [copy, ...copy.querySelectorAll("[id]")]) if (el.id) el.id = "s" + el.id;
    for (const open of copy.querySelectorAll("[open]")) open.removeAttribute("open");
    // The card has phases of its own.
    for (const phase of copy.querySelectorAll(".part")) phase.remove();
    place.removeAttribute("data-copy");
    if (place.localName === "template") place.replaceWith(copy);
    else place.append(...copy.childNodes);
  }
  // Numbers for what was copied have done their work: the server tells pieces apart by them.
  for (const of of sent.querySelectorAll("[data-of]")) of.removeAttribute("data-of");
  // All are found before any is moved.
  for (const piece of pieces) {
    const old = document.getElementById(piece.id);
    if (old) changes.push([old, piece]);
    else lacking = true;
    for (const place of piece.querySelectorAll("[data-keep]"))
      for (const id of (place.getAttribute("data-keep") ?? "").split(" ")) {
        const el = document.getElementById(id) ?? aside.get(id);
        if (el) kept.set(id, el);
        else lacking = true;
      }
  }
  shows = version ?? "";
  if (version && lacking) {
    // The page is not what the server believes: all of it anew.
    [shows, behind] = ["", "all"];
    return true;
  }
  if (aside.size > MOST_ASIDE) {
    aside.clear();
    shows = "";
  }
  const staying = new Set(kept.values());
  for (const [old, piece] of changes) {
    if (old.localName === piece.localName) {
      become(old, piece, kept, staying);
      continue;
    }
    const other = document.importNode(piece, false);
    old.replaceWith(other);
    drop(old);
    become(other, piece, kept, staying);
    aside.delete(other.id);
  }
  // What was for another is not kept.
  if (document.querySelector("#prompt.curtain")) aside.clear();
  return true;
}

/**
 * Shows what was sent. Unfolded details, focus and scrolling stay.
 * @param {string} text @param {string | null} version
 * @returns {boolean} whether it was anything to be shown here
 */
function swap(text, version) {
  const focus = document.activeElement;
  const focused = nameOf(focus);
  const lost = focus?.closest("[data-part]")?.id;
  const was = mark();
  const unfolded = [...document.querySelectorAll("[data-part] details[open][id]:not(.menu, [name=sure])")].map((el) => el.id);
  document.dispatchEvent(new Event("putting"));
  if (!put(new DOMParser().parseFromString(ours(text), "text/html"), version)) return false;
  document.querySelector("#prompt > .failed")?.remove();
  for (const menu of document.querySelectorAll("[data-part] details.menu[open]")) menu.removeAttribute("open");
  for (const tools of document.querySelectorAll("[popover]:popover-open")) if (tools instanceof HTMLElement) tools.hidePopover();
  for (const id of unfolded) {
    const el = document.getElementById(id);
    if (el instanceof HTMLDetailsElement) el.open = true;
  }
  for (const input of document.querySelectorAll("[data-part] input[name=mark]")) input.setAttribute("value", mark());
  for (const form of document.querySelectorAll("#prompt form")) if (form instanceof HTMLFormElement) form.reset();
  const bad = document.querySelector("#prompt .notice");
  say(bad?.textContent ?? document.getElementById("log")?.dataset.latest ?? "");
  // From here on the page is measured and scrolled: whatever is put comes before.
  if (mark() !== was) anew();
  document.querySelector("#prompt .say ~ .notice")?.scrollIntoView({ block: "nearest" });
  if (focus && !focus.isConnected) {
    const again = focused ? document.querySelector(focused) : null;
    const next = again ?? document.getElementById("faces") ?? document.getElementById("ask");
    if (lost && next instanceof HTMLElement) next.focus({ preventScroll: true });
    else if (again instanceof SVGElement) again.focus({ preventScroll: true });
  }
  document.getElementById("faces")?.focus({ preventScroll: true });
  typed = "";
  latest();
  roomy();
  comeNear();
  return true;
}

/** Another question: nothing is confirmed or scrolled yet. */
function anew() {
  untell();
  document.dispatchEvent(new Event("asked"));
  for (const sure of document.querySelectorAll("details[name=sure][open]")) sure.removeAttribute("open");
  for (const el of document.querySelectorAll("#prompt, .asked, #since")) el.scrollTop = 0;
  fresh();
}

/** The newest line of the log is the last one, and in view. */
function latest() {
  const log = document.getElementById("log");
  if (log) log.scrollTop = log.scrollHeight;
}
latest();

/** Where there is room every option says all it has to say, and of who threatens nobody is cut in two. */
function roomy() {
  if (!matchMedia("(min-width: 1000px)").matches) return;
  root.classList.add("roomy");
  const asked = document.querySelector(".asked");
  if (asked && asked.scrollHeight > asked.clientHeight + 1) root.classList.remove("roomy");
  const [side, threats] = ["side", "threats"].map((id) => document.getElementById(id));
  if (!side || !threats) return;
  const [from, room] = [threats.getBoundingClientRect().top - threats.scrollTop, side.clientHeight / 2];
  const ends = [...threats.querySelectorAll(":scope > :is(h2, p), :scope > ul > li")].map((el) => el.getBoundingClientRect().bottom - from);
  const high = Math.max(...ends.filter((end) => end <= room - 6)) + 6;
  const says = threats.scrollHeight <= room || !Number.isFinite(high) ? "" : `@media (min-width: 1000px) { .table.table #side > #threats { max-height: ${Math.round(high)}px; } }`;
  if (says !== threatened) whole.replaceSync((threatened = says));
}
let threatened = "";
const whole = new CSSStyleSheet();
document.adoptedStyleSheets.push(whole);
roomy();
addEventListener("resize", roomy);
document.addEventListener("toggle", (event) => {
  if (event.target instanceof Element && event.target.closest("#options, #threats")) roomy();
}, true);

/** How long a question must have been seen before a key answers it: what is typed sooner was meant for the one before. */
const SEEN = 120;
let seen = 0;
function fresh() {
  root.classList.add("fresh");
  clearTimeout(seen);
  seen = setTimeout(() => root.classList.remove("fresh"), SEEN);
}

/** What this tab calls itself: what it does itself it need not be told by the stream. */
const TAB = String(Math.floor(Math.random() * 2 ** 48));

/** What stands before everything that is packed. */
const BEFORE = new TextEncoder().encode(PHRASES);

/** The same as the first block of something deflated, one that is not packed: what comes next refers to it. */
const STORED = [0, BEFORE.length, BEFORE.length >> 8, ~BEFORE.length, ~BEFORE.length >> 8];

/** What this browser unpacks. */
const UNPACKS = "DecompressionStream" in window ? "phrases, deflated" : "";

/** What was sent, unpacked: deflated, or, if it says how large it is then, one block of LZ4, both after those phrases. @param {Response} reply */
async function read(reply) {
  if (reply.headers.has("X-Deflated")) {
    const whole = new Blob([Uint8Array.from(STORED), BEFORE, await reply.arrayBuffer()]);
    const text = await new Response(whole.stream().pipeThrough(new DecompressionStream("deflate-raw"))).text();
    return text.slice(PHRASES.length);
  }
  const size = reply.headers.get("X-Size");
  if (!size) return reply.text();
  const [packed, out] = [new Uint8Array(await reply.arrayBuffer()), new Uint8Array(BEFORE.length + Number(size))];
  out.set(BEFORE);
  let [at, to] = [0, BEFORE.length];
  const next = () => packed[at++] ?? 0;
  /** A length that does not fit into half a byte goes on. @param {number} half */
  const length = (half) => {
    if (half === 15) for (let more = 255; more === 255; half += more) more = next();
    return half;
  };
  while (at < packed.length) {
    const both = next();
    const fresh = length(both >> 4);
    out.set(packed.subarray(at, at + fresh), to);
    [at, to] = [at + fresh, to + fresh];
    if (at >= packed.length) break;
    // The rest has been there before, so far back; it may reach into itself.
    const back = next() + 256 * next();
    for (const end = to + 4 + length(both & 15); to < end; to++) out[to] = out[to - back] ?? 0;
  }
  return new TextDecoder().decode(out.subarray(BEFORE.length));
}

/** What is only being looked up: an answer does not wait for it. @type {Promise<void> | null} */
let looking = null;

/**
 * Fetches a page and swaps its parts in; anything else is shown as the browser would. An answer goes before what is only looked up.
 * @param {string} url
 * @param {RequestInit} [init]
 */
async function load(url, init) {
  if (busy && init?.method === "POST" && looking) {
    stop?.abort(SUPERSEDED);
    await looking;
  }
  if (busy) return;
  const loaded = loading(url, init);
  looking = init?.method === "POST" ? null : loaded;
  return loaded;
}
const SUPERSEDED = "superseded";

/** What the server calls the page without the advice or odds that lie over it. */
let without = "";

/** @param {string} url @param {RequestInit} [init] */
async function loading(url, init) {
  busy = true;
  const before = document.querySelector(".asked > .answer") ? without : shows;
  stop = new AbortController();
  const { signal } = stop;
  root.classList.add("busy");
  try {
    const asked = fetch(url, { ...init, headers: { "X-Part": shows || "0", "X-Tab": TAB, "X-Unpacks": UNPACKS }, credentials: "same-origin", signal });
    const reply = await asked.then(async (got) => ({ version: got.headers.get("X-Shows"), text: await read(got) })).catch(() => null);
    if (signal.reason === SUPERSEDED) return;
    if (!reply) {
      // It may have been done all the same: a stream that is opened anew tells what was missed.
      if (init?.method === "POST") listenAnew();
      fail(signal.aborted ? "Stopped." : "The program does not answer. Is it still running?");
    } else if (!swap(reply.text, reply.version)) {
      const page = new DOMParser().parseFromString(ours(reply.text), "text/html");
      fail(page.querySelector(".notice")?.textContent ?? "That did not work.");
    }
    without = document.querySelector(".asked > .answer") ? before : "";
  } finally {
    busy = false;
    looking = null;
    root.classList.remove("busy");
    if (behind && behind !== mark()) void refresh();
    behind = "";
  }
}

/** @param {string} why */
function fail(why) {
  const prompt = document.getElementById("prompt");
  const old = prompt?.querySelector(".failed");
  const notice = document.createElement("p");
  notice.className = "notice bad failed";
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

// What is still being worked out is looked at again.
if (document.querySelector("[data-again]")) {
  const again = setInterval(async () => {
    await load(location.href);
    if (!document.querySelector("[data-again]")) clearInterval(again);
  }, 1000);
}

// Other tabs.

/** @type {EventSource | null} */
let stream = null;
let behind = "";

function listen() {
  const url = table?.dataset.stream;
  if (!url || stream || document.hidden) return;
  stream = new EventSource(`${url}?mark=${mark()}&tab=${TAB}`);
  stream.addEventListener("moved", (event) => {
    const news = /** @type {MessageEvent<string>} */ (event).data;
    if (news === mark()) return;
    if (busy) behind = news;
    else void refresh();
  });
}

function listenAnew() {
  stream?.close();
  stream = null;
  listen();
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
