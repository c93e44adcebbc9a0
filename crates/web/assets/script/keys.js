// Keys.

/** @type {[string, string][]} */
const KEYS = [
  ["A1, 7, …", "the keys shown on an option choose it, in small letters or capitals"],
  ["Tab, Enter", "walk through the board, then the options; choose"],
  ["↑ ↓", "walk through the options"],
  [".", "the usual answer, and on to the next real decision"],
  [", and a letter", "what the table does. Letters and digits alone are always answers"],
];

/** What the table does: by a letter after a comma, and at once by a key that no option has. @type {{ letter: string, key: string | null, word: string, does: string }[]} */
const COMMANDS = JSON.parse(document.body.dataset.commands ?? "[]");

/** @type {[string, string][]} */
const OTHER_KEYS = [
  [", 0", "the whole board"],
  ["[ ]", "replay: step back, forward"], ["{ }", "replay: part back, forward"], ["+ −", "zoom the board"],
  ["=", "bring what happens into sight, on a map"], ["Esc", "stop a bot that thinks; close what is open, then back to the question"],
  ["?", "these keys"],
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
  const commands = COMMANDS.map(({ letter, key, does }) => [key ? `${key}  or  , ${letter}` : `, ${letter}`, does]);
  for (const [key, what] of [...KEYS, ...commands, ...OTHER_KEYS]) {
    const dt = document.createElement("dt");
    const dd = document.createElement("dd");
    dt.textContent = key ?? "";
    dd.textContent = what ?? "";
    list.append(dt, dd);
  }
  help.append(title, list);
  document.getElementById("tools")?.after(help);
  help.focus();
}

/** Whether a comma was pressed: the next letter says what the table does. */
let leading = false;

/** Shows what can follow a comma, or puts it away. @param {boolean} on */
function lead(on) {
  leading = on;
  document.getElementById("leads")?.remove();
  if (!on) return true;
  const list = document.createElement("p");
  list.id = "leads";
  list.setAttribute("role", "status");
  for (const { letter, word } of COMMANDS) {
    const shown = document.createElement("kbd");
    shown.textContent = letter;
    list.append(shown, ` ${word}  `);
  }
  document.body.append(list);
  return true;
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
  const looksUp = leading || /^[,?[\]]$/.test(event.key) || (event.key !== "Backspace" && COMMANDS.some(({ key }) => key === event.key));
  if (typing && event.key !== "Escape" && !(on?.id === "faces" && looksUp)) return;
  // What can be chosen on the board comes first, wherever a new question has put the focus.
  const spot = event.key === "Tab" && !event.shiftKey && (on === document.body || on?.id === "ask" || on?.id === "board") && document.querySelector("#board a.spot");
  if (spot instanceof SVGElement || spot instanceof HTMLElement) {
    event.preventDefault();
    return spot.focus();
  }
  // Neither does what is pressed before a question was seen.
  const early = root.classList.contains("fresh") && /^(Enter| )$/.test(event.key) && on?.closest("#prompt");
  if (early || act(event.key)) event.preventDefault();
});

/** Types one more of an option's keys; the last of them chooses it. @param {string} key @returns {boolean} whether it was one */
function type(key) {
  if (!/^[a-z0-9]$/i.test(key)) return false;
  const all = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#prompt [data-keys]"));
  const now = typed + key.toUpperCase();
  const among = [...all].filter((el) => el.dataset.keys?.startsWith(now));
  const [first] = among;
  if (!first) {
    if (typed === "") return false;
    // Only the last key was wrong: what came before it stands.
    fail(`No option has the key ${now}. ${typed} is typed so far; Backspace takes it back.`);
    return true;
  }
  if (root.classList.contains("fresh")) return true;
  document.querySelector("#prompt > .failed")?.remove();
  const exact = among.find((el) => el.dataset.keys === now);
  for (let fold = first.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null) fold.open = true;
  // One that others begin with waits for Enter.
  if (exact && among.length === 1) {
    typed = "";
    exact.click();
  } else {
    typed = now;
    // Enter must not be the second key of what is for good.
    const on = exact ?? first;
    (on.matches("[name=sure]") ? /** @type {HTMLElement | null} */ (on.closest("details")?.querySelector("summary")) ?? on : on).focus();
  }
  return true;
}

/** Puts away the tools or the pages that lie over the table. @returns {boolean} whether there were any */
function refold() {
  const over = document.querySelector("[popover]:popover-open");
  if (over instanceof HTMLElement) over.hidePopover();
  return over !== null;
}

/** Folds the options that are unfolded. @returns {boolean} whether there were any */
function fold() {
  const open = document.querySelector("#option-list details[open]");
  if (!(open instanceof HTMLDetailsElement)) return false;
  open.open = false;
  open.querySelector("summary")?.focus();
  return true;
}

/** Opens the chart in play: of the dice that are asked for, else of the last roll with its row marked, else all charts. @returns {boolean} */
function chart() {
  if (press(".throwing a[href^='/charts/']")) return true;
  const last = document.querySelector("#since .dice[data-load]") ?? [...document.querySelectorAll("#log .dice[data-load]")].pop();
  return rolled(last) || press('.bar a[href^="/charts/"]');
}

/** Opens a roll with its chart beside the table. @param {Element | undefined} roll @returns {boolean} */
function rolled(roll) {
  if (!(roll instanceof HTMLElement)) return false;
  void lookUp(new URL(tellsMore(roll), location.href).href, document.activeElement);
  return true;
}

/** What may come of the option that has the focus; where none has, of the first. @returns {void} */
function odds() {
  const group = document.activeElement?.closest("#options");
  const on = document.activeElement?.closest("#options li.option") ?? (group ? null : document.querySelector("li.option:has(a.more)"));
  if (group && !on) return fail("Choose an option with \u2191 and \u2193, whose exact odds are shown then.");
  const link = on?.querySelector(":scope > .beside a.more");
  if (link instanceof HTMLElement) link.click();
  else fail("No roll comes of this answer at once.");
}

/** @param {string} key @returns {boolean} */
function act(key) {
  if (leading) return lead(false), command(key), true;
  // What comes of the last answer is read first: the question that waits behind it has not been seen.
  if (root.classList.contains("stepping") && /^[a-z0-9.]$/i.test(key)) return fail("Read on first: Enter or Next shows what came of it."), true;
  if (type(key)) return true;
  switch (key) {
    case ",": return lead(true);
    case "Backspace":
      if (typed === "") return press("#undo");
      typed = typed.slice(0, -1);
      return true;
    case "ArrowDown": return walk(1), true;
    case "ArrowUp": return walk(-1), true;
    case "Escape":
      // A bot that thinks for long is not waited for.
      if (busy) return stop?.abort(), true;
      if (refold()) return true;
      typed = "";
      if (closeDrawer()) return true;
      if (closeAnswer() || press("#options > .spotted a")) return true;
      if (press(".past a[data-key=Escape]")) return true;
      document.getElementById("key-help")?.remove();
      document.querySelectorAll("details.menu[open]").forEach((menu) => menu.removeAttribute("open"));
      if (fold()) return true;
      turnTo("board");
      document.getElementById("ask")?.focus();
      return true;
    case "?": return keysHelp(), true;
    case "+": return zoom(1.25), true;
    case "-": return zoom(0.8), true;
    case "=": return showAction(), true;
    case ".":
      if (root.classList.contains("fresh") || press("#on button")) return true;
      if (document.querySelector("#prompt.curtain")) return fail("The screen must be handed over first: whoever takes it presses the key on the button."), true;
      if (document.getElementById("faces")) return fail("Dice are asked for: type them, or let the program roll."), true;
      return fail(document.querySelector("#options") ? "There is no usual answer here: choose." : "The game is over."), true;
  }
  const at_once = COMMANDS.find((one) => one.key === key);
  if (at_once) return command(at_once.letter), true;
  if (press(`[data-key="${CSS.escape(key)}"]`)) return true;
  if (/^[a-z0-9]$/i.test(key) && document.querySelector("#prompt [data-keys]")) fail(`No option has the key ${key.toUpperCase()} now.`);
  return false;
}

/** What the table does, by the letter after a comma. @param {string} key */
function command(key) {
  switch (key.toLowerCase()) {
    case "u": return press("#undo");
    case "h": return press("#advice");
    case "r": return press("#ask a.rule, #prompt a.rule");
    case "c": return chart();
    case "l": return show("log");
    case "t": return show("threats") || fail("Nothing bears on you as far as you can know, or this game cannot tell now.");
    case "o": return odds(), true;
    case "x": return press("#refused > summary");
    case "q": return press(".brand");
    case "0": return zoom(0);
    case "w": {
      const rolls = document.querySelectorAll("#since .dice[data-load]");
      return rolled(rolls[rolls.length - 1] ?? [...document.querySelectorAll("#log .dice[data-load]")].pop());
    }
  }
}
