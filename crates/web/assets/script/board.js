// The board: zoom, pan, and fingers that miss.

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
  const scale = by === 0 ? 1 : Math.min(8, Math.max(1, view.scale * by));
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
  view.scale = Math.min(8, Math.max(1, through.clientWidth / (Math.max(near.width + (part ? 120 : 0), wide) * unit)));
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
