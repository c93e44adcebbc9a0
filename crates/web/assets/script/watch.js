// Watching a turn.

/** @type {{ part: string, texts: string[], changes: { id: string, layer: string, before: string | null, after: string | null }[], under: string, over: string }[]} */
const beats = JSON.parse(document.getElementById("beats")?.dataset.beats ?? "[]");
let beat = 0;
/** The moments seen so far. */
let farthest = 0;
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
  for (const [id, drawn] of [["hd-beat-under", now?.under ?? ""], ["hd-beat", now?.over ?? ""]]) {
    const group = document.getElementById(id);
    if (group) group.innerHTML = ours(drawn);
  }
  const over = document.getElementById("hd-beat");
  if (over instanceof SVGGraphicsElement && over.childElementCount > 0) comeNear(over.getBBox());
  const part = document.getElementById("beat-part");
  if (part) part.textContent = now ? `${beat} of ${beats.length}: ${now.part}` : "Before anything happens.";
  const texts = document.getElementById("beat-texts");
  texts?.replaceChildren(...(now?.texts ?? []).map((text) => Object.assign(document.createElement("li"), { textContent: text })));
  document.querySelector(".beats [aria-current]")?.removeAttribute("aria-current");
  // What is still to come is not told; what was seen once stays, to be pointed at.
  farthest = Math.max(farthest, beat);
  document.querySelectorAll(".beats > li").forEach((one, n) => one.classList.toggle("ahead", n >= farthest));
  const listed = document.getElementById(`beat-${beat - 1}`);
  listed?.setAttribute("aria-current", "step");
  // In a column of its own the list keeps up; a page that scrolls as a whole stays where it is.
  const column = listed?.closest("#side");
  if (listed && column && column.scrollHeight > column.clientHeight + 1) listed.scrollIntoView({ block: "nearest" });
  return true;
}

/** To a moment, all steps between at once. @param {number} to */
function goToBeat(to) {
  while (beat !== to && stepBeat(Math.sign(to - beat)));
}

/** Plays on by itself, or stops. @param {boolean} on */
function playBeats(on) {
  clearInterval(playing);
  playing = on ? setInterval(() => stepBeat(1) || playBeats(false), 1200) : 0;
  document.querySelector("[data-beat=play]")?.setAttribute("aria-pressed", String(on));
}

document.addEventListener("click", (event) => {
  const on = event.target instanceof Element ? event.target : null;
  const listed = on?.closest(".beats > li");
  const button = on?.closest("[data-beat]");
  if (listed) {
    playBeats(false);
    return goToBeat(Number(listed.id.slice("beat-".length)) + 1);
  }
  if (!(button instanceof HTMLElement)) return;
  const was = playing !== 0;
  playBeats(false);
  switch (button.dataset.beat) {
    case "first": return goToBeat(0);
    case "last": return goToBeat(beats.length);
    case "play":
      if (was) return;
      if (beat === beats.length) goToBeat(0);
      return playBeats(true);
    default: stepBeat(Number(button.dataset.beat));
  }
});
if (beats.length) stepBeat(1);
