// Forms and links of the table, which need no other page.

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !table) return;
  const action = new URL(form.action);
  const fields = new FormData(form, event.submitter);
  // From a moment that is looked back at, one goes to the table.
  if (form.method === "post" && table.dataset.stream && /\/game\/[0-9a-f]{8}\/(choose|throw|undo|auto|on|ease|dice|tips|seat|players)$/.test(action.pathname)) {
    event.preventDefault();
    const here = new URL(location.href).searchParams;
    for (const name of ["voice", "kind"]) if (here.has(name)) fields.set(name, here.get(name) ?? "");
    const body = new URLSearchParams(/** @type {any} */ (fields));
    void load(action.pathname, { method: "POST", body }).then(() => {
      forget();
      // What was said is said: keys mean options again.
      if (form.id === "say" && document.activeElement?.closest("#say")) document.getElementById("ask")?.focus({ preventScroll: true });
    });
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

/** The line that says one of the cells, one below the other, of a place that was pointed at. @param {MouseEvent} event */
function celled(event) {
  const place = event.target instanceof Element && event.detail > 0 ? event.target.closest("[data-cells]") : null;
  const [front, count] = place?.getAttribute("data-cells")?.split(" ") ?? [];
  if (!place || !front) return null;
  const box = place.getBoundingClientRect();
  const nth = Math.floor(((event.clientY - box.top) / box.height) * Number(count)) + 1;
  return nth >= 1 && nth <= Number(count) ? front + String(nth).padStart(2, "0") : null;
}

document.addEventListener("click", (event) => {
  if (!(event.target instanceof Element) || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  const said = event.target.closest("[data-say]")?.getAttribute("data-say") ?? celled(event);
  const asked = document.querySelector("form#say");
  if (said && asked instanceof HTMLFormElement && table) {
    event.preventDefault();
    if (dragged) return;
    const line = asked.elements.namedItem("key");
    if (line instanceof HTMLInputElement) line.value = said;
    asked.requestSubmit();
    return;
  }
  if (event.target.closest(".asked > .answer > .close") && table) {
    event.preventDefault();
    closeAnswer();
    return;
  }
  const shown = event.target.closest("a[data-look]")?.getAttribute("data-look");
  if (shown && roaming()) {
    event.preventDefault();
    if (shown === "whole") zoom(0);
    else showAction();
    return;
  }
  const link = event.target.closest("a[data-swap], a.spot") ?? (event.target.closest("#board svg") ? nearest(event) : null);
  const href = link?.getAttribute("href");
  if (link && href && table) {
    event.preventDefault();
    if (dragged) return;
    // Pointed at once more, the only thing that can be done there is done.
    // A card or a chip is pointed at for the only thing that can be done with it.
    const ones = link instanceof HTMLElement && link.matches("a.spot") ? document.querySelectorAll(`#options li.option[data-spot="${CSS.escape(link.getAttribute("data-spot") ?? "")}"]`) : [];
    const one = ones.length === 1 ? ones[0]?.querySelector(":scope > button[name=key]") : null;
    if (one instanceof HTMLElement) return one.click();
    const ways = document.querySelector("#options .spotted") && new URL(location.href).searchParams.get("spot") === link.getAttribute("data-spot") ? document.querySelectorAll("#options button[name=key]") : [];
    if (ways.length === 1 && ways[0] instanceof HTMLElement) return ways[0].click();
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
