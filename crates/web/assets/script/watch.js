// Watching a turn.

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
