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
  if (fixed) {
    // What stands above the map comes and goes: it is never as high as where there was less room.
    const room = Math.max(0.5, Math.round((innerHeight - sheet() - through.top - 18) / through.width * 50) / 50);
    const screen = `${innerWidth} ${innerHeight} ${document.querySelector("#pull:not(:checked)") !== null}`;
    shape = screen === shapedFor ? Math.min(shape, room) : room;
    shapedFor = screen;
  }
  return shape || (document.querySelector("#pull:not(:checked)") ? 1 : 0.7);
}
let shape = 0;
let shapedFor = "";

/**
 * The part that was wished for last: how much more is shown depends on the shape of the pane. One without a width is about a point, at the
 * scale that is the pane's own until somebody asks for another.
 * @type {DOMRect | null}
 */
let wished = null;

/** The middle of a part, to be shown at the scale of the pane. @param {DOMRect} part */
const about = (part) => new DOMRect(part.x + part.width / 2, part.y + part.height / 2, 0, 0);

/**
 * What a pane shows about a point at its own scale: the whole where that can be read, else so many pixels to a unit, whatever is asked.
 * @param {SVGSVGElement} map @param {DOMRect} at @param {number} shape
 */
function ownPart(map, at, shape) {
  const [whole, across] = [partOf(map.dataset.roam), pane()?.clientWidth || 1];
  const [least = 0, good = 1] = (map.dataset.scale ?? "").split(" ").map(Number);
  if (Math.min(across / whole.width, (across * shape) / whole.height) >= least) return whole;
  const [width, height] = [across / good, (across / good) * shape];
  return new DOMRect(at.x - width / 2, at.y - height / 2, width, height);
}

/** How high the pane is, of its width: as high as it is, or as one that is always the same. @param {SVGSVGElement} map */
function paneShape(map) {
  const filled = getComputedStyle(document.getElementById("board") ?? map).display === "flex";
  return filled ? (pane()?.clientHeight || 1) / (pane()?.clientWidth || 1) : shapely();
}

/** Shows this part of a large drawing, and remembers it. @param {SVGSVGElement} map @param {DOMRect} part */
function look(map, part) {
  const [whole, frame] = [partOf(map.dataset.roam), partOf(map.dataset.frame)];
  wished = part;
  // It has the shape of the pane, as far as there is a map to show.
  const shape = paneShape(map);
  if (part.width === 0) part = ownPart(map, part, shape);
  const width = Math.min(whole.width, Math.max(part.width, part.height / shape));
  const height = Math.min(whole.height, Math.max(part.height, width * shape));
  const [left, top] = [part.x - (width - part.width) / 2, part.y - (height - part.height) / 2];
  const at = new DOMRect(inside(left, width, whole.x, whole.width), inside(top, height, whole.y, whole.height), width, height);
  const box = [at.x, at.y, at.width, at.height].map((n) => Math.round(n)).join(" ");
  if (map.getAttribute("viewBox") !== box) map.setAttribute("viewBox", box);
  // What was drawn to be read in a frame 38 letters wide is as large in any other.
  const letters = (38 * parseFloat(getComputedStyle(root).fontSize)) / (pane()?.clientWidth || 1);
  const scale = Math.min(2.5, Math.max(0.2, (width / frame.width) * letters)).toFixed(2);
  if (scale !== scaled) sheet.replaceSync(`:root { --hd-scale: ${(scaled = scale)}; }`);
  for (const shown of document.querySelectorAll("rect.hd-shown"))
    for (const name of /** @type {const} */ (["x", "y", "width", "height"])) shown.setAttribute(name, String(Math.round(at[name])));
  port?.classList.toggle("zoomed", width < whole.width - 1);
  // A map that is shown whole needs no overview of itself.
  root.classList.toggle("hd-whole", width >= whole.width - 1 && height >= whole.height - 1);
  if (table?.dataset.stream) sessionStorage.setItem(seenPart(), [wished.x, wished.y, wished.width, wished.height].map((n) => Math.round(n)).join(" "));
  offer();
  pointOut(map, at);
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

/** What is asked about. @param {SVGSVGElement} map */
const asked = (map) => partOf(map.dataset.near ?? map.dataset.frame);

/** Whether all that happens has room at a scale. @param {SVGSVGElement} map @param {{ width: number, height: number }} size */
function fits(map, size) {
  const all = partOf(map.dataset.frame);
  return all.width <= size.width && all.height <= size.height;
}

/** Where to look at a scale: at all that happens where that has room, else at what is asked about. @param {SVGSVGElement} map @param {{ width: number, height: number }} size */
const happens = (map, size) => about(fits(map, size) ? partOf(map.dataset.frame) : asked(map));

/** Goes where things happen: at the scale of the pane, or if they have no room there, with as much of the map as holds them. */
function showAction() {
  const map = roaming();
  if (!map) return;
  const [now, all] = [map.viewBox.baseVal, partOf(map.dataset.frame)];
  const own = ownPart(map, about(all), paneShape(map));
  const shown = all.x >= now.x && all.y >= now.y && all.right <= now.x + now.width && all.bottom <= now.y + now.height;
  // On a small screen all of it could not be read, and who sees all of it wants to be closer.
  if (fits(map, own) || shown || matchMedia("(max-width: 700px)").matches) look(map, happens(map, own));
  else look(map, all);
}

/** Whether the middle of a part is in sight, so far from a border beyond which the map goes on. @param {SVGSVGElement} map @param {DOMRect} part @param {number} [inset] */
function isSeen(map, part, inset = 0) {
  const [now, whole, at] = [map.viewBox.baseVal, partOf(map.dataset.roam), about(part)];
  const within = (/** @type {number} */ x, /** @type {number} */ from, /** @type {number} */ size, /** @type {number} */ least, /** @type {number} */ all) =>
    x >= from + (from > least + 1 ? inset * size : 0) && x <= from + size - (from + size < least + all - 1 ? inset * size : 0);
  return within(at.x, now.x, now.width, whole.x, whole.width) && within(at.y, now.y, now.height, whole.y, whole.height);
}

/** Where enemies are that cannot be seen. @param {SVGSVGElement} map @param {DOMRectReadOnly | SVGRect} shown */
function beyond(map, shown) {
  const from = map.getScreenCTM()?.inverse();
  const boxes = [...map.querySelectorAll(".hd-foe")].map((foe) => foe.getBoundingClientRect());
  const places = boxes.map((box) => new DOMPoint(box.left + box.width / 2, box.top + box.height / 2).matrixTransform(from));
  return places.filter(({ x, y }) => x < shown.x || x > shown.x + shown.width || y < shown.y || y > shown.y + shown.height);
}

/** Marks at the border where they are, with how many: none lies on another. @param {SVGSVGElement} map @param {DOMRect} shown */
function pointOut(map, shown) {
  map.querySelector(":scope > .hd-beyond")?.remove();
  const unit = 1 / (map.getScreenCTM()?.a || 1);
  const from = map.getScreenCTM()?.inverse();
  // What lies over the map covers no mark.
  const over = [...document.querySelectorAll("#board .hd-over")].map((el) => el.getBoundingClientRect());
  const covers = over.map((box) => ({ from: new DOMPoint(box.left, box.top).matrixTransform(from), to: new DOMPoint(box.right, box.bottom).matrixTransform(from) }));
  /** @type {{ x: number, y: number, turn: number, count: number }[]} */
  const marks = [];
  for (const { x, y } of beyond(map, shown)) {
    const edge = 16 * unit;
    const at = { x: Math.max(shown.x + edge, Math.min(x, shown.right - edge)), y: Math.max(shown.y + edge, Math.min(y, shown.bottom - edge)) };
    const cover = covers.find((box) => at.x > box.from.x - edge && at.x < box.to.x + edge && at.y > box.from.y - edge && at.y < box.to.y);
    if (cover) at.y = cover.from.y - edge;
    const near = marks.find((mark) => Math.hypot(mark.x - at.x, mark.y - at.y) < 48 * unit);
    if (near) near.count += 1;
    else marks.push({ ...at, turn: Math.atan2(y - at.y, x - at.x), count: 1 });
  }
  if (marks.length === 0) return;
  const all = document.createElementNS(map.namespaceURI, "g");
  all.setAttribute("class", "hd-beyond");
  all.setAttribute("aria-hidden", "true");
  for (const { x, y, turn, count } of marks) {
    const [mark, arrow, plate, text] = ["g", "path", "rect", "text"].map((name) => document.createElementNS("http://www.w3.org/2000/svg", name));
    if (!mark || !arrow || !plate || !text) continue;
    mark.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${unit.toFixed(3)})`);
    arrow.setAttribute("d", "M13 0l-17-10v20z");
    arrow.setAttribute("transform", `rotate(${Math.round((turn * 180) / Math.PI)})`);
    // The number stands behind the arrow, on ground of its own: whatever lies under the mark, it can be read.
    text.textContent = String(count);
    const [wide, high] = [8 + 9 * text.textContent.length, 18];
    const [dx, dy] = [Math.round(-Math.cos(turn) * (wide / 2 + 1)), Math.round(-Math.sin(turn) * (high / 2 + 1))];
    for (const [name, value] of Object.entries({ x: dx - wide / 2, y: dy - high / 2, width: wide, height: high, rx: 4 })) plate.setAttribute(name, String(value));
    text.setAttribute("x", String(dx));
    text.setAttribute("y", String(dy + 4));
    mark.append(arrow, ...(count > 1 ? [plate, text] : []));
    all.append(mark);
  }
  map.append(all);
}

/** Offers to go where something is that cannot be seen; nothing moves by itself. */
function offer() {
  const [map, through] = [roaming(), pane()];
  const old = document.getElementById("off");
  if (!map || !through || !table?.dataset.stream) return old?.remove();
  const out = through.getBoundingClientRect();
  let count = 0;
  const toward = (/** @type {number} */ x, /** @type {number} */ y) => ["→", "↘", "↓", "↙", "←", "↖", "↑", "↗"][(Math.round(Math.atan2(y, x) / (Math.PI / 4)) + 8) % 8] ?? "";
  /** How many lie which way, beyond the border. @type {Map<string, number>} */
  const ways = new Map();
  for (const spot of map.querySelectorAll("a.spot")) {
    const box = spot.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    if (x >= out.left && x <= out.right && y >= out.top && y <= out.bottom) continue;
    count += 1;
    const arrow = toward(x - Math.max(out.left, Math.min(x, out.right)), y - Math.max(out.top, Math.min(y, out.bottom)));
    ways.set(arrow, (ways.get(arrow) ?? 0) + 1);
  }
  const there = asked(map);
  const away = !isSeen(map, there);
  // Who has asked to see all of it can have it larger again.
  if (count === 0 && !away && (byHand || !wished?.width)) return old?.remove();
  const [dx, dy] = [there.x + there.width / 2 - map.viewBox.baseVal.x - map.viewBox.baseVal.width / 2, there.y + there.height / 2 - map.viewBox.baseVal.y - map.viewBox.baseVal.height / 2];
  const most = [...ways].sort((one, other) => other[1] - one[1]).slice(0, 3).map(([arrow, n]) => (ways.size > 1 ? `${arrow} ${n}` : arrow));
  const says = count > 0 ? [...most, ...(ways.size > 1 ? [] : [count])].join(" ") : away ? toward(dx, dy) : "Closer";
  // On a telephone the arrow says it.
  const more = count > 0 ? " to choose out of sight: show" : away ? " It happens out of sight: show" : "";
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
  const rest = document.createElement("span");
  rest.textContent = more;
  if (button.textContent !== `= ${says}${more}`) button.replaceChildren(key, ` ${says}`, rest);
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

/** So near the border, of what is seen, things count as out of sight. */
const BORDER = 0.08;

/**
 * After something was put: a large drawing stays where it was left, at its scale. Who has never moved it himself is led on once things happen
 * out of sight. Where a turn is watched, this part is brought into sight.
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
  const size = wished?.width ? wished : ownPart(map, asked(map), paneShape(map));
  const seen = part
    ? part.left >= now.x && part.right <= now.x + now.width && part.top >= now.y && part.bottom <= now.y + now.height
    : isSeen(map, asked(map), BORDER) && !(fits(map, size) && beyond(map, now).length > 0);
  if (wished && (byHand || seen)) return look(map, wished);
  const at = part ? about(part) : happens(map, size);
  look(map, wished?.width ? new DOMRect(at.x - size.width / 2, at.y - size.height / 2, size.width, size.height) : at);
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
// Its width is known once the page around it has been laid out.
if (pane() && roaming()) {
  let across = pane()?.clientWidth;
  new ResizeObserver(() => {
    if (across !== (across = pane()?.clientWidth)) reshape();
  }).observe(/** @type {HTMLElement} */ (pane()));
}

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
