// What is seen of the frame where it does not fit the screen.

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
  // What was not shown could not be scrolled.
  if (part === "log") latest();
}
table?.querySelector(".tabs")?.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (link) turnTo(link.hash.slice(1));
});
if (table?.dataset.stream) {
  turnTo("board");
  // What can be chosen on the board comes first; whoever came for something else has it already.
  const board = document.getElementById("board");
  if (board && !location.hash && document.activeElement === document.body) board.focus({ preventScroll: true });
}

// On a small screen the question is a sheet: dragged down it leaves more of the board, up again it shows the answers.
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
    const up = event.clientY < from;
    moved = true;
    if (pull.checked === up) return;
    pull.checked = up;
    pull.dispatchEvent(new Event("change"));
  });
  // What was dragged is not clicked as well.
  grip.addEventListener("click", (event) => moved && event.preventDefault());
  pull.addEventListener("change", reshape);
}
