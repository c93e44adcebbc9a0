// What came of an answer: one by one for whoever likes that, and marked on the board. Forms that ask only what applies. Small screens.

{
  /** How long a line is read, in milliseconds. @param {string} text */
  const reading = (text) => 700 + 40 * text.length;
  let pacing = 0;
  let shownCard = "";
  const wide = matchMedia("(min-width: 1000px)");
  /** Whether results come one after the other. */
  const stepwise = () => wide.matches && (document.documentElement.dataset.cards ?? "instant") !== "instant" && !document.querySelector(".table.past");

  /** What has not been shown of the card yet, in the order in which it happened. @returns {HTMLElement[]} */
  const later = () => [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#result .later"))].sort((one, other) => Number(one.dataset.n ?? Infinity) - Number(other.dataset.n ?? Infinity) || 0);

  /** Shows one more line of the card. @returns {boolean} whether there was one */
  function nextCard() {
    const [next] = later();
    if (!next) return false;
    next.classList.remove("later");
    // A phase is no news by itself.
    if (next.classList.contains("part")) nextCard();
    next.scrollIntoView({ block: "nearest" });
    if (later().length === 0) allRead();
    return true;
  }

  /** The board as it was before what is told step by step: until all is read, nothing tells the end of it. @type {Element | null} */
  let was = null;
  document.addEventListener("putting", () => {
    if (!stepwise() || later().length > 0) return;
    was = /** @type {Element | null} */ (document.querySelector("#board > .panel")?.cloneNode(true) ?? null);
    for (const el of was ? [was, ...was.querySelectorAll("[id]")] : []) el.removeAttribute("id");
    was?.classList.add("was");
    for (const name of ["inert", "aria-hidden"]) was?.setAttribute(name, "true");
  });

  /** Everything is told: the board and the question come. */
  function allRead() {
    document.getElementById("next-card")?.remove();
    document.documentElement.classList.remove("stepping");
    was?.remove();
    was = null;
    const card = document.getElementById("result");
    if (!card) return;
    mark_board(card);
    unfold();
  }

  /** One's own shots show their dice where there is room. */
  function unfold() {
    const since = document.getElementById("since");
    if (!since || !wide.matches) return;
    for (const rolls of /** @type {NodeListOf<HTMLDetailsElement>} */ (since.querySelectorAll(".grave:is(.verdict, .kill) > .rolls"))) {
      rolls.open = true;
      if (since.scrollHeight > since.clientHeight + 1) rolls.open = false;
    }
  }

  /** Deals a card that has just come, at the speed somebody likes. */
  function deal() {
    const card = document.getElementById("result");
    clearTimeout(pacing);
    document.querySelector("#board svg .hd-told")?.remove();
    if (!card) return;
    // In the strip of a telephone there is no room for one after another, and what one has seen already is shown at once.
    const lines = /** @type {NodeListOf<HTMLElement>} */ (card.querySelectorAll(".grave, #came > li"));
    if (!stepwise() || !was || lines.length < 2) return allRead();
    const speed = document.documentElement.dataset.cards;
    document.getElementById("next-card")?.remove();
    document.documentElement.classList.add("stepping");
    document.getElementById("board")?.append(was);
    lines.forEach((line) => line.classList.add("later"));
    const next = document.createElement("button");
    next.type = "button";
    next.id = "next-card";
    next.className = "small";
    next.textContent = "Next";
    next.addEventListener("click", () => nextCard());
    card.querySelector("h2")?.append(" ", next);
    nextCard();
    if (speed !== "pace") return;
    const on = () => {
      const [line] = later();
      if (nextCard()) pacing = setTimeout(on, reading(line?.textContent ?? ""));
    };
    pacing = setTimeout(on, reading(lines[0]?.textContent ?? ""));
  }

  // Enter shows the next where it would do nothing else.
  document.addEventListener("keydown", (event) => {
    const on = event.target instanceof HTMLElement ? event.target : null;
    if (event.key !== "Enter" || event.defaultPrevented || on?.matches("a, button, input, select, summary, textarea")) return;
    if (nextCard()) event.preventDefault();
  });

  /** Where a mark stands about its place: above, else to a side or below, in its own widths and heights. @type {[number, number][]} */
  const AROUND = [[0, 0], [1, 1], [-1, 1], [0, 3], [0, -1], [1, 0], [-1, 0], [1, 2], [-1, 2], [0, 4], [1, 3], [-1, 3], [0, -2], [1, -1], [-1, -1], [0, 5], [0, -3]];

  /** Writes what came of it over the place where it happened. @param {HTMLElement} card */
  function mark_board(card) {
    const svg = document.querySelector("#board svg.hd-board");
    /** @type {{ at: string[], says: string, own: boolean }[]} */
    const marks = JSON.parse(card.dataset.marks ?? "[]");
    /** @type {[string, string][]} */
    const ways = JSON.parse(card.dataset.ways ?? "[]");
    if (!(svg instanceof SVGSVGElement) || marks.length + ways.length === 0) return;
    const scale = svg.getScreenCTM()?.a || 1;
    const port_high = svg.getBoundingClientRect().height;
    // A little smaller than what is read beside it, however large that is.
    const letters = 0.8 * parseFloat(getComputedStyle(document.documentElement).fontSize);
    const [size, all] = [letters / scale, svg.viewBox.baseVal];
    // All is measured before anything is put, and all put before it is measured: each would have the page laid out anew.
    const places = marks.map((one) => place_of(svg, one.at));
    const went = ways.map((way) => way.map((name) => place_of(svg, [name], 0.5)));
    /** Where a mark points that happened out of sight. @param {{ x: number, y: number }} at */
    const beyond = (at) => (at.x < all.x ? "← " : at.x > all.x + all.width ? "→ " : at.y + 20 < all.y ? "↑ " : at.y > all.y + all.height ? "↓ " : "");
    const group = document.createElementNS(svg.namespaceURI, "g");
    group.setAttribute("class", "hd-told");
    group.setAttribute("aria-hidden", "true");
    for (const [from, to] of went) if (from && to) group.append(arrow(svg, from, to, size));
    /** @type {{ at: { x: number, y: number }, own: boolean, box: Element, text: SVGTextElement }[]} */
    const put = [];
    marks.forEach((one, n) => {
      const at = places[n];
      if (!at) return;
      const text = document.createElementNS("http://www.w3.org/2000/svg", "text");
      const box = document.createElementNS("http://www.w3.org/2000/svg", "rect");
      text.textContent = beyond(at) + one.says;
      text.setAttribute("font-size", String(size));
      const held = document.createElementNS("http://www.w3.org/2000/svg", "g");
      held.setAttribute("class", one.own ? "hd-came hd-came-own" : "hd-came");
      held.append(box, text);
      group.append(held);
      put.push({ at, own: one.own, box, text });
    });
    svg.append(group);
    const widths = put.map(({ text }) => text.getBBox().width + size);
    const high = 1.6 * size;
    // No mark lies on another, on a counter or on what is written: it stands above its place, else around it, the nearest first.
    const origin = svg.getScreenCTM()?.inverse();
    const boxes = [...svg.querySelectorAll(".hd-counter, .hd-unit, .hd-own-hull, text")].filter((one) => !group.contains(one) && isDrawn(one)).map((one) => one.getBoundingClientRect());
    // A column of numbers is one text, and the ground.
    const taken = boxes.filter(({ height }) => height > 0 && height < port_high / 4).map(({ left, top, width, height }) => {
      const corner = new DOMPoint(left, top).matrixTransform(origin);
      return new DOMRect(corner.x, corner.y, width / scale, height / scale);
    });
    put.forEach(({ at, own, box, text }, n) => {
      const wide = widths[n] ?? 0;
      const above = Math.max(all.y, Math.min(at.y, all.y + all.height) - 1.7 * size);
      // All of it stays on the board.
      const within = (/** @type {number} */ x) => Math.max(all.x, Math.min(x, all.x + all.width - wide));
      const below = (/** @type {number} */ y) => Math.max(all.y, Math.min(y, all.y + all.height - high));
      const places = AROUND.map(([dx, dy]) => ({ x: within(at.x - wide / 2 + dx * (wide / 2 + 1.7 * size)), y: below(above + dy * 1.7 * size) }));
      const frees = places.filter(({ x, y }) => !taken.some((other) => x < other.right && other.left < x + wide && y < other.bottom && other.top < y + high));
      /** How often the line to it would go through something else. @param {{ x: number, y: number }} place */
      const crossed = ({ x, y }) => {
        const to = { x: Math.max(x, Math.min(at.x, x + wide)), y: Math.max(y, Math.min(at.y, y + high)) };
        const on = [0.3, 0.5, 0.7, 0.9].map((part) => ({ x: at.x + part * (to.x - at.x), y: at.y + part * (to.y - at.y) }));
        return on.filter((point) => taken.some((other) => point.x > other.left && point.x < other.right && point.y > other.top && point.y < other.bottom)).length;
      };
      const free = frees.find((place) => crossed(place) === 0) ?? frees[0];
      // Where there is no room the card alone tells it, but for one's own losses: fewer words, not smaller ones.
      const place = free ?? (own ? places[0] : null);
      if (!place) return void text.parentElement?.remove();
      const { x, y } = place;
      taken.push(new DOMRect(x, y, wide, high));
      // Further away a line leads to whose it is.
      const [dx, dy] = [at.x - Math.max(x, Math.min(at.x, x + wide)), at.y - Math.max(y, Math.min(at.y, y + high))];
      if (Math.hypot(dx, dy) > 1.2 * size && beyond(at) === "") {
        const line = document.createElementNS(svg.namespaceURI, "line");
        for (const [name, value] of Object.entries({ x1: at.x, y1: at.y, x2: at.x - dx, y2: at.y - dy })) line.setAttribute(name, String(value));
        box.before(line);
      }
      for (const [name, value] of Object.entries({ x, y, width: wide, height: high, rx: size / 3 })) box.setAttribute(name, String(value));
      text.setAttribute("x", String(x + size / 2));
      text.setAttribute("y", String(y + 1.15 * size));
    });
  }

  /** The way somebody went. @param {SVGSVGElement} svg @param {{ x: number, y: number }} from @param {{ x: number, y: number }} to @param {number} size */
  function arrow(svg, from, to, size) {
    const path = document.createElementNS(svg.namespaceURI, "path");
    const long = Math.hypot(to.x - from.x, to.y - from.y) || 1;
    const [along, across] = [((to.x - from.x) / long) * size, ((to.y - from.y) / long) * size];
    // It ends before the middle, so that the head does not lie under who came there.
    const [x, y] = [from.x + 0.7 * (to.x - from.x), from.y + 0.7 * (to.y - from.y)];
    path.setAttribute("class", "hd-went");
    path.setAttribute("d", `M${from.x} ${from.y}L${x} ${y}M${x - along - across} ${y - across + along}L${x} ${y}L${x - along + across} ${y - across - along}`);
    return path;
  }

  /** Where something happened, in the drawing's own units: the top of an element, or so much of its height below, or a point. @param {SVGSVGElement} svg @param {string[]} names @param {number} [below] */
  function place_of(svg, names, below = 0) {
    for (const name of names) {
      if (/^-?\d+ -?\d+$/.test(name)) {
        const [x = 0, y = 0] = name.split(" ").map(Number);
        return { x, y: y - 20 };
      }
      const thing = document.getElementById(name);
      const [own, whole] = thing instanceof SVGGraphicsElement && svg.contains(thing) ? [thing.getScreenCTM(), svg.getScreenCTM()] : [null, null];
      if (!(thing instanceof SVGGraphicsElement) || !own || !whole) continue;
      const box = thing.getBBox();
      return new DOMPoint(box.x + box.width / 2, box.y + below * box.height).matrixTransform(whole.inverse().multiply(own));
    }
    return null;
  }

  /** What tells one card from the next. */
  const which = () => {
    const [asked, card] = [document.getElementById("prompt"), document.getElementById("result")];
    return `${asked?.dataset.mark ?? ""} ${card?.dataset.marks ?? ""} ${card?.dataset.ways ?? ""} ${document.getElementById("since") !== null}`;
  };
  // A card that is another than the one before is dealt, whatever put it there.
  const look = () => {
    if (which() === shownCard) {
      // Something else was looked up meanwhile.
      if (was && !was.isConnected && later().length > 0) document.getElementById("board")?.append(was);
      return;
    }
    shownCard = which();
    deal();
  };
  const laid = document.querySelector(".table:is([data-stream], .past)");
  if (laid) {
    document.addEventListener("looked", () => {
      const card = document.getElementById("result");
      document.querySelector("#board svg .hd-told")?.remove();
      if (card && later().length === 0) mark_board(card);
    });
    new MutationObserver(look).observe(laid, { childList: true, subtree: true, attributes: true, attributeFilter: ["data-mark", "data-marks"] });
    look();
  }
}

// What does not apply is not asked.
for (const form of document.querySelectorAll("form.setup")) {
  const apply = () => {
    for (const field of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-only]"))) {
      const [name, values] = (field.dataset.only ?? "").split("=");
      const given = form.querySelector(`[name="setup-${name}"], [name="${name}"]`);
      if (!(given instanceof HTMLSelectElement)) continue;
      field.hidden = !(values ?? "").split(",").includes(given.value);
      // What cannot be had any more is not kept either.
      const list = field.closest("select");
      if (field instanceof HTMLOptionElement && list && field.hidden && field.selected) list.value = [...list.options].find((other) => !other.hidden)?.value ?? "";
    }
  };
  form.addEventListener("change", apply);
  apply();
}

// Numbers too small to be read are not shown, and a tap on a small map is asked about once.
{
  /** The smallest that can be read, in pixels. */
  const LEAST = 9;
  const port = document.querySelector(".viewport");
  const fine = () => {
    const map = document.querySelector(".viewport svg[data-fine]");
    if (!(map instanceof SVGSVGElement)) return;
    const high = Number(map.dataset.fine) * (map.getScreenCTM()?.a ?? 1);
    port?.classList.toggle("coarse", high < LEAST);
    // Every fifth is twice as large.
    port?.classList.toggle("coarsest", 2 * high < LEAST);
  };
  if (port) {
    new MutationObserver(fine).observe(port, { childList: true, subtree: true, attributes: true, attributeFilter: ["style", "viewBox"] });
    new ResizeObserver(fine).observe(port);
    fine();
  }

  /** Whether a finger points at targets that are smaller than it is. */
  const small = () => matchMedia("(max-width: 700px), (max-width: 999px) and (pointer: coarse)").matches;
  /** @type {Element | null} */
  let picked = null;
  let sure = false;

  function drop() {
    picked?.classList.remove("picked");
    document.getElementById("pick")?.remove();
    picked = null;
  }

  /** The legal place nearest to a tap, within a finger's breadth. @param {MouseEvent} at */
  function snapped(at) {
    let [best, least] = [/** @type {Element | null} */ (null), 32];
    for (const spot of document.querySelectorAll("#board svg :is(a.spot, [data-say])")) {
      if (!spot.checkVisibility()) continue;
      const box = spot.getBoundingClientRect();
      const away = Math.hypot(box.left + box.width / 2 - at.clientX, box.top + box.height / 2 - at.clientY);
      const edge = Math.hypot(Math.max(box.left - at.clientX, 0, at.clientX - box.right), Math.max(box.top - at.clientY, 0, at.clientY - box.bottom));
      const far = box.width > 64 || box.height > 64 ? edge : Math.min(edge + away / 8, away);
      if (far < least) [best, least] = [spot, far];
    }
    return best;
  }

  /** Says what a tap means, and asks. @param {Element} spot */
  function pick(spot) {
    drop();
    picked = spot;
    spot.classList.add("picked");
    const bar = document.createElement("div");
    bar.id = "pick";
    bar.setAttribute("role", "status");
    const label = document.createElement("span");
    label.textContent = (spot.getAttribute("aria-label") ?? spot.getAttribute("data-say") ?? "").replace(/\. \d+ options?$/, "");
    const yes = document.createElement("button");
    yes.type = "button";
    yes.className = "strong";
    yes.textContent = "Confirm";
    yes.addEventListener("click", send);
    const no = document.createElement("button");
    no.type = "button";
    no.textContent = "No";
    no.addEventListener("click", drop);
    bar.append(label, yes, no);
    // In the sheet, within a thumb's reach: over the board it might lie on the very place it asks about.
    document.querySelector(".sheet-up > #prompt")?.before(bar);
  }

  /** What can be answered in a place. @param {Element | null} spot */
  function waysAt(spot) {
    const there = spot?.getAttribute("data-spot");
    return there ? document.querySelectorAll(`#options li.option[data-spot="${CSS.escape(there)}"] button[name=key]`) : [];
  }

  function send() {
    const spot = picked;
    drop();
    // What can be done there in one way only is done; else it is shown what can be.
    const ways = waysAt(spot);
    if (ways.length === 1 && ways[0] instanceof HTMLElement) return ways[0].click();
    sure = true;
    spot?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    sure = false;
  }

  // Whoever does something else has thought better of it, and another question is about something else.
  document.addEventListener("asked", drop);
  document.getElementById("prompt")?.addEventListener("click", drop);

  addEventListener("click", (event) => {
    const on = event.target;
    if (sure || !(on instanceof Element) || !on.closest("#board svg.hd-board") || !small() || event.detail === 0) return;
    // A large target is hit when it is meant: it is asked about only where the tap would be an answer.
    const spot = on.closest("a.spot, [data-say]") ?? snapped(event);
    if (!spot) return drop();
    const box = spot.getBoundingClientRect();
    if (Math.min(box.width, box.height) >= 40 && waysAt(spot).length !== 1) return drop();
    event.preventDefault();
    event.stopPropagation();
    if (spot === picked) send();
    else pick(spot);
  }, true);
}
