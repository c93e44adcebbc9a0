// The board: zoom, pan, and fingers that miss.

const port = /** @type {HTMLElement | null} */ (document.querySelector(".viewport"));
const zoomer = /** @type {HTMLElement | null} */ (document.querySelector(".zoomer"));
const view = { scale: 1, x: 0, y: 0 };
let dragged = false;
/** Whether somebody has chosen what he sees of the board: then it stays so, also when the page is loaded anew. */
const left = () => `left ${location.pathname} ${sits}`;
/** Who sits in front, where two people share the screen: each finds the board as he has left it. */
const seat = () => document.getElementById("prompt")?.dataset.seat ?? "";
let sits = seat();
let byHand = sessionStorage.getItem(left()) !== null;
function byOwnHand() {
  if (byHand) return;
  byHand = true;
  if (table?.dataset.stream) sessionStorage.setItem(left(), "1");
}

/** Where what is seen of the board is kept. */
const seenPart = () => `part of ${location.pathname} ${sits}`;

/** Somebody else looks: what he has left is taken up again. */
function takeSeat() {
  if (seat() === sits) return;
  sits = seat();
  byHand = sessionStorage.getItem(left()) !== null;
  const part = sessionStorage.getItem(seenPart());
  wished = part ? partOf(part) : null;
}

/** What one looks through: a drawing with a pane of its own keeps its tools where they are. @returns {HTMLElement | null} */
const pane = () => zoomer?.querySelector(".pane") ?? port;

/** A drawing larger than what is shown of it: one looks at a part, which stays where it was left. @returns {SVGSVGElement | null} */
const roaming = () => zoomer?.querySelector("svg[data-frame]") ?? null;

/** A part of a drawing, as an attribute says it. @param {string | undefined} text */
function partOf(text) {
  const [x = 0, y = 0, width = 1, height = 1] = (text ?? "").split(" ").map(Number);
  return new DOMRect(x, y, width, height);
}

/** What is left of a part within the whole. @param {number} from @param {number} size @param {number} least @param {number} all */
const inside = (from, size, least, all) => Math.min(least + all - size, Math.max(least, from));

/** How much larger what is to be read is drawn, and the sheet that says so: no element has a style of its own. */
let scaled = "";
const sheet = new CSSStyleSheet();
document.adoptedStyleSheets.push(sheet);

/** How high a part is, of its width, where the pane has no height of its own: as high as there is room, else more while the question is put down. */
function shapely() {
  const through = pane()?.getBoundingClientRect();
  const fixed = port && through?.width && getComputedStyle(port).getPropertyValue("--is-fixed");
  // The sheet is counted as high as it may become: what is asked does not move the map.
  const sheet = () => (document.querySelector("#pull:not(:checked)") ? 8.5 * parseFloat(getComputedStyle(root).fontSize) : 0.33 * innerHeight);
  if (fixed) shape = Math.max(0.5, Math.round((innerHeight - sheet() - through.top - 18) / through.width * 50) / 50);
  return shape || (document.querySelector("#pull:not(:checked)") ? 1 : 0.7);
}
let shape = 0;

/** The part that was wished for last: how much more is shown depends on the shape of the pane. @type {DOMRect | null} */
let wished = null;

/** Shows this part of a large drawing, and remembers it. @param {SVGSVGElement} map @param {DOMRect} part */
function look(map, part) {
  const [whole, frame] = [partOf(map.dataset.roam), partOf(map.dataset.frame)];
  wished = part;
  // It has the shape of the pane, as far as there is a map to show, or gives the pane one that is always the same.
  const filled = getComputedStyle(document.getElementById("board") ?? map).display === "flex";
  const shape = filled ? (pane()?.clientHeight || 1) / (pane()?.clientWidth || 1) : shapely();
  const width = Math.min(whole.width, Math.max(part.width, part.height / shape));
  const height = Math.min(whole.height, Math.max(part.height, width * shape));
  const [left, top] = [part.x - (width - part.width) / 2, part.y - (height - part.height) / 2];
  const at = new DOMRect(inside(left, width, whole.x, whole.width), inside(top, height, whole.y, whole.height), width, height);
  const box = [at.x, at.y, at.width, at.height].map((n) => Math.round(n)).join(" ");
  if (map.getAttribute("viewBox") !== box) map.setAttribute("viewBox", box);
  // What was drawn to be read in one frame is as large in another.
  const scale = Math.min(2.5, Math.max(0.4, width / frame.width)).toFixed(2);
  if (scale !== scaled) sheet.replaceSync(`:root { --hd-scale: ${(scaled = scale)}; }`);
  for (const shown of document.querySelectorAll("rect.hd-shown"))
    for (const name of /** @type {const} */ (["x", "y", "width", "height"])) shown.setAttribute(name, String(Math.round(at[name])));
  port?.classList.toggle("zoomed", width < whole.width - 1);
  // A map that is shown whole needs no overview of itself.
  root.classList.toggle("hd-whole", width >= whole.width - 1 && height >= whole.height - 1);
  if (table?.dataset.stream) sessionStorage.setItem(seenPart(), [part.x, part.y, part.width, part.height].map((n) => Math.round(n)).join(" "));
  offer();
  thin(map);
  document.dispatchEvent(new Event("looked"));
}

/** Whether something is drawn: in a closed pile lies what is not. @param {Element} el */
const isDrawn = (el) => el.checkVisibility({ visibilityProperty: true });

/**
 * Where chances would lie over each other or on a counter, as on a whole map, the largest are shown: fewer numbers, not smaller ones.
 * @param {SVGSVGElement} map
 */
function thin(map) {
  const all = [...map.querySelectorAll(".hd-scaled")];
  const chance = (/** @type {Element} */ el) => parseFloat(el.textContent ?? "") || 0;
  all.sort((one, other) => chance(other) - chance(one));
  const boxes = all.map((el) => (el.querySelector("rect") ?? el).getBoundingClientRect());
  const counters = [...map.querySelectorAll(".hd-counter")].filter(isDrawn).map((el) => el.getBoundingClientRect());
  // What is aimed at carries its chance itself.
  const along = all.map((el) => el.closest("#bears-chances") !== null);
  /** @type {DOMRect[]} */
  const taken = [];
  const hides = boxes.map((box, n) => {
    const lies = (/** @type {DOMRect} */ other) => box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom;
    const over = taken.some(lies) || (along[n] && counters.some(lies));
    if (!over) taken.push(box);
    return over;
  });
  all.forEach((el, n) => el.classList.toggle("hd-under", hides[n]));
}

/** Where things happen: on a small screen, which holds little, as much of it as a finger can hit. @param {SVGSVGElement} map */
const action = (map) => (matchMedia("(max-width: 700px)").matches ? map.dataset.near ?? map.dataset.frame : map.dataset.frame);

/** Goes where things happen. */
function showAction() {
  const map = roaming();
  if (map) look(map, partOf(action(map)));
}

/** Whether the middle of a part is in sight. @param {SVGSVGElement} map @param {DOMRect} part */
function isSeen(map, part) {
  const [now, x, y] = [map.viewBox.baseVal, part.x + part.width / 2, part.y + part.height / 2];
  return x >= now.x && x <= now.x + now.width && y >= now.y && y <= now.y + now.height;
}

/** Offers to go where something is that cannot be seen; nothing moves by itself. */
function offer() {
  const [map, through] = [roaming(), pane()];
  const old = document.getElementById("off");
  if (!map || !through || !table?.dataset.stream) return old?.remove();
  const out = through.getBoundingClientRect();
  const [mx, my] = [out.left + out.width / 2, out.top + out.height / 2];
  let [count, dx, dy] = [0, 0, 0];
  for (const spot of map.querySelectorAll("a.spot")) {
    const box = spot.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    if (x >= out.left && x <= out.right && y >= out.top && y <= out.bottom) continue;
    count += 1;
    dx += x - mx;
    dy += y - my;
  }
  const there = partOf(action(map));
  const away = !isSeen(map, there);
  if (count === 0 && !away && map.viewBox.baseVal.width < TOO_WIDE * there.width) return old?.remove();
  if (count === 0) [dx, dy] = [there.x + there.width / 2 - map.viewBox.baseVal.x - map.viewBox.baseVal.width / 2, there.y + there.height / 2 - map.viewBox.baseVal.y - map.viewBox.baseVal.height / 2];
  const arrow = ["→", "↘", "↓", "↙", "←", "↖", "↑", "↗"][(Math.round(Math.atan2(dy, dx) / (Math.PI / 4)) + 8) % 8] ?? "";
  const says = count > 0 ? `${arrow} ${count} to choose out of sight: show` : away ? `${arrow} It happens out of sight: show` : "Closer";
  const button = old ?? document.createElement("button");
  if (!old) {
    button.id = "off";
    button.setAttribute("type", "button");
    button.setAttribute("aria-keyshortcuts", "=");
    button.addEventListener("click", showAction);
    port?.append(button);
  }
  const key = document.createElement("kbd");
  key.textContent = "=";
  if (button.textContent !== `= ${says}`) button.replaceChildren(key, ` ${says}`);
}

function place() {
  const through = pane();
  const moved = through === port ? zoomer : through?.firstElementChild;
  if (!through || !(moved instanceof HTMLElement || moved instanceof SVGElement) || roaming()) return;
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
  byOwnHand();
  const map = roaming();
  if (map) {
    const [part, whole] = [map.viewBox.baseVal, partOf(map.dataset.roam)];
    if (by === 0) return look(map, whole);
    const about = new DOMPoint(at?.x ?? box.left + box.width / 2, at?.y ?? box.top + box.height / 2).matrixTransform(map.getScreenCTM()?.inverse());
    const to = Math.max(CLOSEST, part.width / by) / part.width;
    return look(map, new DOMRect(about.x - (about.x - part.x) * to, about.y - (about.y - part.y) * to, part.width * to, part.height * to));
  }
  const [x, y] = at ? [at.x - box.left, at.y - box.top] : [box.width / 2, box.height / 2];
  const scale = by === 0 ? 1 : Math.min(8, Math.max(1, view.scale * by));
  view.x = x - (x - view.x) * (scale / view.scale);
  view.y = y - (y - view.y) * (scale / view.scale);
  view.scale = scale;
  place();
}

/** The smallest part that is looked at, in units of the drawing. */
const CLOSEST = 240;

/** As much wider than where things happen as nobody wants it, unless he has chosen it himself. */
const TOO_WIDE = 2;

/**
 * After something was put: a large drawing stays where it was left. Who has never moved it himself is led on once things happen out of sight,
 * or in a small part of what he sees. Where a turn is watched, this part is brought into sight.
 * @param {DOMRect | null} [part]
 */
function comeNear(part = null) {
  takeSeat();
  if (!byHand) Object.assign(view, { scale: 1, x: 0, y: 0 });
  const map = roaming();
  if (!map) {
    const board = zoomer?.querySelector("svg.hd-board");
    if (board instanceof SVGSVGElement) thin(board);
    return place();
  }
  const now = map.viewBox.baseVal;
  const whole = partOf(action(map));
  if (!part) {
    const wide = Math.min(now.width, partOf(map.dataset.roam).width) > TOO_WIDE * whole.width;
    if (byHand || (wished && !wide && isSeen(map, whole))) return look(map, wished ?? new DOMRect(now.x, now.y, now.width, now.height));
    // Led on, he sees as much as before where that is enough: the map keeps its scale.
    if (!wished || wide || wished.width < whole.width || wished.height < whole.height) return showAction();
    return look(map, new DOMRect(whole.x + (whole.width - wished.width) / 2, whole.y + (whole.height - wished.height) / 2, wished.width, wished.height));
  }
  const seen = part.left >= now.x && part.right <= now.x + now.width && part.top >= now.y && part.bottom <= now.y + now.height;
  if (byHand || seen) return look(map, wished ?? new DOMRect(now.x, now.y, now.width, now.height));
  const wide = Math.max(whole.width, part.width + 120);
  look(map, new DOMRect(part.x + (part.width - wide) / 2, part.y + (part.height - wide) / 2, wide, wide));
}

// Where it was left, if the page was loaded anew.
{
  const map = roaming();
  const seen = table?.dataset.stream ? sessionStorage.getItem(seenPart()) : null;
  if (map && seen) look(map, partOf(seen));
  else comeNear();
}

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
    if (port.classList.contains("zoomed") && event.button === 0) held.set(event.pointerId, { x: event.clientX, y: event.clientY });
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
      dragged = true;
      byOwnHand();
      drag(to.x - from.x, to.y - from.y);
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

/** Moves what is seen of the board by so many pixels. @param {number} x @param {number} y */
function drag(x, y) {
  const map = roaming();
  if (map) {
    const [part, scale] = [map.viewBox.baseVal, map.getScreenCTM()?.a || 1];
    return look(map, new DOMRect(part.x - x / scale, part.y - y / scale, part.width, part.height));
  }
  view.x += x;
  view.y += y;
  place();
}

/** Shows the same part in a pane that has another shape now. */
function reshape() {
  const map = roaming();
  if (map && wished) look(map, wished);
}
addEventListener("resize", reshape);

// Whoever points at an option sees where on the board it is.
for (const [comes, on] of /** @type {[string, boolean][]} */ ([["pointerover", true], ["focusin", true], ["pointerout", false], ["focusout", false]])) {
  document.addEventListener(comes, (event) => {
    const spot = event.target instanceof Element ? event.target.closest("#options li.option[data-spot]")?.getAttribute("data-spot") : null;
    if (spot) for (const there of document.querySelectorAll(`#board a[data-spot="${CSS.escape(spot)}"]`)) there.classList.toggle("pointed", on);
  });
}

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
