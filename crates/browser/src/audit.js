// Own checks of a page, run in it by the tests. Nothing here is served to anybody.
// @ts-check

/** @typedef {{check: string, place: string, what: string}} Finding */

/** A short selector for reports. @param {Element} el */
function place(el) {
  const step = (/** @type {Element} */ e) => {
    if (e.id) return `#${e.id}`;
    const classes = [...e.classList].slice(0, 2).map((c) => `.${c}`).join('');
    return e.localName + classes;
  };
  const steps = [];
  for (let e = el; e && e !== document.documentElement && steps.length < 4; e = /** @type {Element} */ (e.parentElement)) {
    steps.unshift(step(e));
    if (e.id) break;
  }
  return steps.join(' > ');
}

/** @param {Element} el */
const short = (el) => (el.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 50);

/** @param {Element} el */
function shown(el) {
  if (!el.checkVisibility({ visibilityProperty: true, opacityProperty: true, contentVisibilityAuto: true })) return false;
  const box = el.getBoundingClientRect();
  return box.width > 0 && box.height > 0;
}

/** Whether an element is there for screen readers only. @param {Element} el @param {Map<Element, boolean>} [known] @returns {boolean} */
function unseen(el, known = new Map()) {
  const before = known.get(el);
  if (before !== undefined) return before;
  const box = el.getBoundingClientRect();
  const style = getComputedStyle(el);
  const tiny = style.position === 'absolute' && box.width <= 2 && box.height <= 2;
  const away = box.right + scrollX <= 0 || box.bottom + scrollY <= 0;
  const answer = tiny || away || style.clipPath === 'inset(50%)' || (el.parentElement ? unseen(el.parentElement, known) : false);
  known.set(el, answer);
  return answer;
}

/** @param {Element} el @param {boolean} [whole] @returns {string} */
function nameOf(el, whole = true) {
  const by = el.getAttribute('aria-labelledby');
  if (by && whole) {
    const text = by.split(/\s+/).map((id) => document.getElementById(id)).map((e) => (e ? nameOf(e, false) : '')).join(' ');
    if (text.trim()) return text.trim();
  }
  const label = el.getAttribute('aria-label');
  if (label?.trim()) return label.trim();
  if (el instanceof HTMLInputElement || el instanceof HTMLSelectElement || el instanceof HTMLTextAreaElement) {
    const labels = [...(el.labels ?? [])].map((l) => l.textContent ?? '').join(' ').trim();
    if (labels) return labels;
    if (el instanceof HTMLInputElement && ['submit', 'button', 'reset'].includes(el.type)) return el.value;
    return el.title.trim();
  }
  if (el.localName === 'img') return el.getAttribute('alt') ?? el.getAttribute('title') ?? '';
  let text = '';
  for (const node of el.childNodes) {
    if (node instanceof Text) text += node.data;
    else if (node instanceof Element && node.getAttribute('aria-hidden') !== 'true') text += ` ${nameOf(node)}`;
  }
  return text.trim() || (el.getAttribute('title') ?? '').trim();
}

const ROLES = new Set(('alert alertdialog application article banner button cell checkbox columnheader combobox complementary ' +
  'contentinfo definition dialog directory document feed figure form grid gridcell group heading img link list listbox listitem ' +
  'log main marquee math menu menubar menuitem meter navigation none note option presentation progressbar radio radiogroup region ' +
  'row rowgroup rowheader scrollbar search searchbox separator slider spinbutton status switch tab table tablist tabpanel term ' +
  'textbox timer toolbar tooltip tree treegrid treeitem graphics-document graphics-object graphics-symbol').split(' '));

const CONTROLS = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=link], [role=tab]';

/** @param {Finding[]} out */
function structure(out) {
  const add = (/** @type {Element} */ el, /** @type {string} */ what) => out.push({ check: 'structure', place: place(el), what });
  const root = document.documentElement;
  if (!root.lang) add(root, 'no language');
  if (!document.title.trim()) add(root, 'no title');
  const viewport = document.querySelector('meta[name=viewport]')?.getAttribute('content') ?? '';
  if (!viewport.includes('width=device-width') || /user-scalable=no|maximum-scale/.test(viewport)) add(root, `viewport: ${viewport}`);
  for (const [selector, least, most] of /** @type {[string, number, number][]} */ ([['main', 1, 1], ['nav', 1, 99], ['body > header', 1, 1], ['h1', 1, 1]])) {
    const count = document.querySelectorAll(selector).length;
    if (count < least || count > most) add(root, `${count} × ${selector}`);
  }
  let level = 0;
  for (const heading of document.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    if (!heading.checkVisibility()) continue;
    const now = Number(heading.localName[1]);
    if (now > level + 1 && level > 0) add(heading, `h${now} after h${level}: ${short(heading)}`);
    if (!nameOf(heading)) add(heading, 'empty heading');
    level = now;
  }
  const navs = [...document.querySelectorAll('nav')].filter((n) => n.checkVisibility());
  if (navs.length > 1) for (const nav of navs) if (!nav.getAttribute('aria-label') && !nav.getAttribute('aria-labelledby')) add(nav, 'one of several navs has no name');
  const ids = new Map();
  for (const el of document.querySelectorAll('[id]')) {
    if (ids.has(el.id)) add(el, `second element with id ${el.id}`);
    ids.set(el.id, el);
    if (!el.id || /\s/.test(el.id)) add(el, `bad id “${el.id}”`);
  }
  for (const name of ['aria-labelledby', 'aria-describedby', 'aria-controls', 'aria-owns', 'aria-activedescendant', 'aria-details', 'for', 'list', 'headers']) {
    for (const el of document.querySelectorAll(`[${name}]`)) {
      for (const id of (el.getAttribute(name) ?? '').split(/\s+/)) if (id && !ids.has(id)) add(el, `${name} names ${id}, which is not there`);
    }
  }
  for (const el of document.querySelectorAll('a[href^="#"]')) {
    const id = decodeURIComponent(el.getAttribute('href')?.slice(1) ?? '');
    if (id && !ids.has(id)) add(el, `leads to #${id}, which is not there`);
  }
  for (const el of document.querySelectorAll('svg use')) {
    const href = el.getAttribute('href') ?? '';
    if (href.startsWith('#') && !ids.has(href.slice(1))) add(el, `uses ${href}, which is not there`);
  }
  for (const el of document.querySelectorAll('[tabindex]')) if (Number(el.getAttribute('tabindex')) > 0) add(el, 'positive tabindex');
  for (const el of document.querySelectorAll('[role]')) {
    for (const role of (el.getAttribute('role') ?? '').split(/\s+/)) if (!ROLES.has(role)) add(el, `unknown role ${role}`);
  }
  for (const el of document.querySelectorAll('ul, ol')) for (const child of el.children) if (!['li', 'script', 'template'].includes(child.localName)) add(child, `${child.localName} in a list`);
  for (const el of document.querySelectorAll('li')) if (!el.parentElement?.matches('ul, ol, menu')) add(el, 'li outside a list');
  for (const el of document.querySelectorAll('dl')) for (const child of el.children) if (!['dt', 'dd', 'div', 'script', 'template'].includes(child.localName)) add(child, `${child.localName} in a dl`);
  for (const el of document.querySelectorAll('th')) if (!nameOf(el)) add(el, 'empty table heading');
  for (const table of document.querySelectorAll('table')) {
    if (table.getAttribute('role') !== 'presentation' && table.rows.length > 1 && !table.querySelector('th')) add(table, 'table without headings');
  }
  for (const el of document.querySelectorAll('a a, a button, button a, button button, button input, summary a[href], summary button, label label')) add(el, 'control inside a control');
  for (const el of document.querySelectorAll('[aria-hidden=true]')) {
    const inner = [el, ...el.querySelectorAll(CONTROLS)].find((e) => e.matches(CONTROLS) && /** @type {HTMLElement} */ (e).tabIndex >= 0 && shown(e));
    if (inner) add(inner, 'can be reached by keyboard but is hidden from readers');
  }
  for (const el of document.querySelectorAll('[style], [onclick], [onload], [onerror]')) add(el, 'inline style or handler');
  for (const el of document.querySelectorAll('main *')) {
    const style = getComputedStyle(el);
    const scrolls = (/auto|scroll/.test(style.overflowX) && el.scrollWidth > el.clientWidth + 1) || (/auto|scroll/.test(style.overflowY) && el.scrollHeight > el.clientHeight + 1);
    if (scrolls && shown(el) && !el.matches('[tabindex], textarea, select, pre') && !el.querySelector(CONTROLS)) add(el, 'scrolls but cannot be reached by keyboard');
  }
}

/** @param {Finding[]} out */
function names(out) {
  const add = (/** @type {Element} */ el, /** @type {string} */ what) => out.push({ check: 'name', place: place(el), what });
  for (const el of document.querySelectorAll(CONTROLS)) {
    if (!nameOf(el)) add(el, `${el.localName} has no name`);
    else if (el.matches('input, select, textarea')) {
      const placeholder = el.getAttribute('placeholder');
      if (placeholder && nameOf(el) === placeholder) add(el, 'named by its placeholder only');
    }
  }
  for (const el of document.querySelectorAll('img')) if (!el.hasAttribute('alt')) add(el, 'picture without alternative');
  for (const el of document.querySelectorAll('svg')) {
    if (el.closest('[aria-hidden=true], [role=presentation], [role=none]')) continue;
    const title = [...el.children].find((c) => c.localName === 'title');
    if (!el.getAttribute('aria-label') && !el.getAttribute('aria-labelledby') && !title?.textContent?.trim()) add(el, 'drawing without alternative');
    if (!el.hasAttribute('role')) add(el, 'drawing without role');
  }
  for (const el of document.querySelectorAll('fieldset')) if (el.firstElementChild?.localName !== 'legend') add(el, 'group of fields without legend');
  for (const el of document.querySelectorAll('meter, progress, [role=meter], [role=progressbar], [role=img], [role=group], [role=region]')) {
    if (!el.closest('[aria-hidden=true]') && !nameOf(el)) add(el, `${el.getAttribute('role') ?? el.localName} without name`);
  }
  for (const el of document.querySelectorAll('div[aria-label], span[aria-label], p[aria-label], b[aria-label], i[aria-label], strong[aria-label], em[aria-label], td[aria-label]')) {
    if (!el.hasAttribute('role') && el.localName !== 'td') add(el, `name on a ${el.localName} without role`);
  }
  for (const el of document.querySelectorAll('a[href]')) if (/^(here|click|more|link)$/i.test(nameOf(el))) add(el, `a link only called “${nameOf(el)}”`);
}

/** The box that can be hit: a field and its label count as one. @param {Element} el */
function target(el) {
  const boxes = [el.getBoundingClientRect()];
  if (el instanceof HTMLInputElement) for (const label of el.labels ?? []) boxes.push(label.getBoundingClientRect());
  const wide = Math.max(...boxes.map((b) => b.right)) - Math.min(...boxes.map((b) => b.left));
  const high = Math.max(...boxes.map((b) => b.bottom)) - Math.min(...boxes.map((b) => b.top));
  return [wide, high];
}

/** A link in running text need not be large. @param {Element} el */
function running(el) {
  if (el.localName !== 'a' || getComputedStyle(el).display !== 'inline') return false;
  const around = (el.closest('p, li, dd, dt, td, h1, h2, h3, h4, caption, summary, label, figcaption')?.textContent ?? '').trim();
  return around.length > short(el).length + 2;
}

/** @param {Finding[]} out */
function sizes(out) {
  for (const el of document.querySelectorAll(CONTROLS)) {
    if (!shown(el) || unseen(el) || running(el) || el.classList.contains('skip')) continue;
    // What a map can bring nearer is also said by a button of full size.
    if (el.closest('.zoomer svg')) continue;
    const [wide, high] = target(el);
    const main = el.matches('.options button, #undo, .tools > form button, .faces button, main button:not(.small), main a.button:not(.small)');
    const least = main ? 44 : 24;
    if (high < least - 0.6 || wide < Math.min(least, 24) - 0.6) out.push({ check: 'size', place: place(el), what: `${wide.toFixed(0)} × ${high.toFixed(0)} px, least ${least}: ${short(el) || nameOf(el).slice(0, 50)}` });
  }
}

/** @typedef {[number, number, number, number]} Colour */

/** What was read before: a page has thousands of texts and shapes, and few colours. @type {Map<string, Colour>} */
const COLOURS = new Map();

/** @param {string} text @returns {Colour} */
function colour(text) {
  const known = COLOURS.get(text) ?? read(text);
  COLOURS.set(text, known);
  return known;
}

/** @param {string} text @returns {Colour} */
function read(text) {
  const rgb = text.match(/^rgba?\(([^)]*)\)/);
  if (rgb) {
    const [r, g, b, a] = rgb[1].split(/[\s,/]+/).map(Number);
    return [r, g, b, a ?? 1];
  }
  const srgb = text.match(/^color\(srgb ([^)]*)\)/);
  if (srgb) {
    const [r, g, b, a] = srgb[1].split(/[\s/]+/).map(Number);
    return [r * 255, g * 255, b * 255, a ?? 1];
  }
  return text === 'transparent' || text === 'none' || !text ? [0, 0, 0, 0] : probe(text);
}

/** Any other colour, through a canvas. @param {string} text @returns {Colour} */
function probe(text) {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d');
  if (!canvas) return [0, 0, 0, 0];
  canvas.fillStyle = text;
  canvas.fillRect(0, 0, 1, 1);
  const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
  return [r, g, b, a / 255];
}

/** @param {Colour} over @param {Colour} under @returns {Colour} */
function mixed(over, under) {
  const a = over[3] + under[3] * (1 - over[3]);
  if (a === 0) return [0, 0, 0, 0];
  const part = (/** @type {number} */ i) => (over[i] * over[3] + under[i] * under[3] * (1 - over[3])) / a;
  return [part(0), part(1), part(2), a];
}

/** @param {Colour} c */
function light(c) {
  const part = (/** @type {number} */ v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * part(c[0]) + 0.7152 * part(c[1]) + 0.0722 * part(c[2]);
}

/** @param {Colour} a @param {Colour} b */
function ratio(a, b) {
  const [high, low] = [light(a), light(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

/** @param {Element | null} el @returns {Colour} */
function behind(el) {
  /** @type {Colour} */
  let seen = [0, 0, 0, 0];
  for (let e = el; e && seen[3] < 0.999; e = e.parentElement) seen = mixed(seen, colour(getComputedStyle(e).backgroundColor));
  return seen[3] > 0.999 ? seen : mixed(seen, canvasColour());
}

/** The colour of a page that has none. @returns {Colour} */
function canvasColour() {
  const box = document.createElement('i');
  box.className = 'hulldown-probe';
  document.body.append(box);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('.hulldown-probe { color: Canvas }');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  const seen = colour(getComputedStyle(box).color);
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((s) => s !== sheet);
  box.remove();
  return seen;
}

/** How much of an element is left by what it and all around it let shine through. @param {Element | null} el @param {Map<Element, number>} known @returns {number} */
function opacityOf(el, known) {
  if (!el) return 1;
  const before = known.get(el);
  if (before !== undefined) return before;
  const opacity = Number(getComputedStyle(el).opacity) * opacityOf(el.parentElement, known);
  known.set(el, opacity);
  return opacity;
}

/** @typedef {{el: SVGGraphicsElement, shape: SVGGeometryElement, back: DOMMatrix, box: DOMRect, ink: Colour}} Filled */

/** How high a strip of the screen is in which what is drawn is looked up, in pixels. */
const STRIP = 32;

/** @param {number} y */
const strip = (y) => Math.floor(y / STRIP);

/** What is filled in a drawing, strip by strip of the screen: a map has thousands of shapes, and few lie behind a text.
    @param {SVGSVGElement} svg @returns {Map<number, Filled[]>} */
function strips(svg) {
  const all = new Map();
  for (const one of filled(svg)) {
    for (let n = strip(one.box.top); n <= strip(one.box.bottom); n += 1) {
      if (!all.has(n)) all.set(n, []);
      all.get(n).push(one);
    }
  }
  return all;
}

/** All that is filled in a drawing, in its order, with what a `use` repeats. @param {SVGSVGElement} svg @returns {Filled[]} */
function filled(svg) {
  /** @type {Filled[]} */
  const out = [];
  const faded = new Map([[/** @type {Element} */ (svg), 1]]);
  for (const el of svg.querySelectorAll('rect, circle, ellipse, path, polygon, use')) {
    if (!(el instanceof SVGGraphicsElement) || el.closest('defs, clipPath, mask, pattern, symbol') || !shown(el)) continue;
    const screen = el.getScreenCTM();
    if (!screen) continue;
    const here = DOMMatrix.fromMatrix(screen);
    const opacity = opacityOf(el, faded);
    const root = el instanceof SVGUseElement ? document.getElementById((el.getAttribute('href') ?? '').slice(1)) : el;
    if (!root) continue;
    const moved = el instanceof SVGUseElement ? here.translate(el.x.baseVal.value, el.y.baseVal.value) : here;
    for (const shape of [root, ...root.querySelectorAll('rect, circle, ellipse, path, polygon')]) {
      if (!(shape instanceof SVGGeometryElement)) continue;
      const fill = fillOf(shape, el);
      if (fill[3] === 0) continue;
      const back = (shape === el ? here : moved.multiply(within(shape, root))).inverse();
      out.push({ el, shape, back, box: el.getBoundingClientRect(), ink: [fill[0], fill[1], fill[2], fill[3] * opacity] });
    }
  }
  return out;
}

/** How a shape is moved by itself. @param {Element} shape */
function own(shape) {
  return shape instanceof SVGGraphicsElement ? DOMMatrix.fromMatrix(shape.transform.baseVal.consolidate()?.matrix) : new DOMMatrix();
}

/** How a shape is moved by itself and all around it up to what is repeated. @param {Element} shape @param {Element} root */
function within(shape, root) {
  let matrix = own(shape);
  for (let e = shape; e !== root && e.parentElement; ) {
    e = e.parentElement;
    matrix = own(e).multiply(matrix);
  }
  return matrix;
}

/** The fill of a shape; what it does not say itself, it has from who repeats it. @param {Element} shape @param {Element} by @returns {Colour} */
function fillOf(shape, by) {
  const style = getComputedStyle(shape);
  const from = getComputedStyle(by);
  const said = shape.closest('[fill]')?.getAttribute('fill');
  let fill = style.fill;
  let opacity = style.fillOpacity;
  if (shape !== by) {
    if (said === 'currentColor') fill = from.color;
    else if (fill === 'rgb(0, 0, 0)') [fill, opacity] = [from.fill, from.fillOpacity];
  }
  const seen = fill.startsWith('url') ? patternFill(fill) : colour(fill);
  return [seen[0], seen[1], seen[2], seen[3] * Number(opacity)];
}

/** What lies under a point of a drawing. @param {SVGElement} text @param {DOMPoint} at @param {Filled[]} shapes @returns {Colour} */
function drawnBehind(text, at, shapes) {
  /** @type {Colour} */
  let seen = [0, 0, 0, 0];
  for (let n = shapes.length - 1; n >= 0; n -= 1) {
    const { el, shape, back, box, ink } = shapes[n];
    if (at.x < box.left || at.x > box.right || at.y < box.top || at.y > box.bottom) continue;
    if (!(text.compareDocumentPosition(el) & Node.DOCUMENT_POSITION_PRECEDING)) continue;
    if (!shape.isPointInFill(at.matrixTransform(back))) continue;
    seen = mixed(seen, ink);
    if (seen[3] > 0.999) return seen;
  }
  return mixed(seen, behind(text.ownerSVGElement));
}

/** The ground of a pattern or the middle of a gradient. @param {string} url @returns {Colour} */
function patternFill(url) {
  const id = url.match(/#([^")]+)/)?.[1];
  const el = id ? document.getElementById(id) : null;
  if (!el) return [0, 0, 0, 0];
  const stop = el.querySelector('stop');
  if (stop) return colour(getComputedStyle(stop).stopColor);
  const ground = el.querySelector('rect');
  return ground ? colour(getComputedStyle(ground).fill) : [0, 0, 0, 0];
}

/** @param {Finding[]} out */
function contrast(out) {
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const done = new Set();
  const hidden = new Map();
  const faded = new Map();
  /** @type {Map<SVGSVGElement, Map<number, Filled[]>>} */
  const drawings = new Map();
  /** How often a text of this kind has been looked at: long lists are all alike. @type {Map<string, number>} */
  const alike = new Map();
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const el = node.parentElement;
    if (!el || !node.textContent?.trim() || el.closest('script, style, title, desc, option, noscript')) continue;
    const kind = el instanceof SVGElement ? '' : `${el.parentElement?.className} ${el.localName} ${el.className}`;
    const times = (alike.get(kind) ?? 0) + 1;
    if (kind) alike.set(kind, times);
    if (times > 60) continue;
    if (!shown(el) || unseen(el, hidden) || el.closest(':disabled, [aria-disabled=true], .skip')) continue;
    const style = getComputedStyle(el);
    const drawn = el instanceof SVGElement;
    let ink = colour(drawn ? style.fill : style.color);
    const opacity = (drawn ? Number(style.fillOpacity) : 1) * opacityOf(el, faded);
    let size = parseFloat(style.fontSize);
    /** @type {Colour[]} */
    let grounds = [];
    if (drawn) {
      const box = /** @type {SVGGraphicsElement} */ (el).getBBox();
      const matrix = /** @type {SVGGraphicsElement} */ (el).getScreenCTM();
      if (!matrix) continue;
      size *= Math.sqrt(Math.abs(matrix.a * matrix.d - matrix.b * matrix.c));
      // Of a map seen from far away nobody reads this, and the browser no longer knows exactly where it stands.
      if (size < 5) continue;
      const halo = parseFloat(style.strokeWidth) >= 2 && style.paintOrder.startsWith('stroke') ? colour(style.stroke) : null;
      if (halo && halo[3] > 0.9) grounds = [halo];
      else {
        const svg = /** @type {SVGSVGElement} */ (el.ownerSVGElement);
        if (!drawings.has(svg)) drawings.set(svg, strips(svg));
        for (const part of [0.2, 0.5, 0.8]) {
          const at = new DOMPoint(box.x + box.width * part, box.y + box.height / 2).matrixTransform(matrix);
          grounds.push(drawnBehind(el, at, drawings.get(svg)?.get(strip(at.y)) ?? []));
        }
      }
    } else {
      grounds = [behind(el)];
    }
    ink = [ink[0], ink[1], ink[2], ink[3] * opacity];
    const bold = Number(style.fontWeight) >= 700;
    const least = size >= 24 || (bold && size >= 18.66) ? 3 : 4.5;
    for (const ground of grounds) {
      const found = ratio(mixed(ink, ground), ground);
      const key = `${place(el)} ${found.toFixed(1)}`;
      if (found < least - 0.01 && !done.has(key)) {
        done.add(key);
        const rgb = (/** @type {Colour} */ c) => `rgb(${c.slice(0, 3).map(Math.round).join(' ')})`;
        out.push({ check: 'contrast', place: place(el), what: `${found.toFixed(2)}:1, least ${least}, ${rgb(ink)} on ${rgb(ground)}: ${short(el)}` });
        break;
      }
    }
  }
}

/** @param {Finding[]} out */
function scroll(out) {
  const page = /** @type {Element} */ (document.scrollingElement);
  const wide = document.documentElement.clientWidth;
  if (page.scrollWidth <= wide + 1) return;
  const guilty = [...document.querySelectorAll('body *')].filter((el) => {
    if (!shown(el) || el.getBoundingClientRect().right <= wide + 1 || el instanceof SVGElement) return false;
    for (let e = el.parentElement; e && e !== document.body; e = e.parentElement) if (getComputedStyle(e).overflowX !== 'visible') return false;
    return true;
  });
  for (const el of guilty.slice(0, 4)) out.push({ check: 'scroll', place: place(el), what: `reaches to ${el.getBoundingClientRect().right.toFixed(0)} of ${wide} px` });
  if (!guilty.length) out.push({ check: 'scroll', place: 'html', what: `${page.scrollWidth} of ${wide} px` });
}

/** Text that does not fit its box. @param {Finding[]} out */
function clipped(out) {
  for (const el of document.querySelectorAll('button, a.button, summary, th, td, h1, h2, h3, label')) {
    const style = getComputedStyle(el);
    if (!shown(el) || unseen(el) || style.overflowX === 'visible') continue;
    if (el.scrollWidth > el.clientWidth + 2 || el.scrollHeight > el.clientHeight + 4) out.push({ check: 'clipped', place: place(el), what: short(el) });
  }
}

/** @param {Finding[]} out */
function motion(out) {
  const seconds = (/** @type {string} */ text) => Math.max(0, ...text.split(',').map((t) => parseFloat(t) * (t.trim().endsWith('ms') ? 0.001 : 1)));
  for (const el of document.querySelectorAll('*')) {
    const style = getComputedStyle(el);
    const moves = style.animationName !== 'none' && seconds(style.animationDuration) > 0.02;
    if (moves || seconds(style.transitionDuration) > 0.02) out.push({ check: 'motion', place: place(el), what: `${style.animationName} ${style.animationDuration} ${style.transitionDuration}` });
    if (style.scrollBehavior === 'smooth') out.push({ check: 'motion', place: place(el), what: 'scrolls smoothly' });
    if (['animate', 'animateTransform', 'animateMotion', 'marquee'].includes(el.localName)) out.push({ check: 'motion', place: place(el), what: el.localName });
  }
}

/** @param {string[]} checks @returns {Finding[]} */
function audit(checks) {
  /** @type {Finding[]} */
  const out = [];
  const all = { structure, names, sizes, contrast, scroll, clipped, motion };
  for (const check of checks) all[/** @type {keyof typeof all} */ (check)](out);
  return out;
}

/** How an element looks where a focus would change it. @param {Element} el */
function looks(el) {
  const of = (/** @type {Element} */ e) => {
    const s = getComputedStyle(e);
    return [s.outlineStyle !== 'none' ? s.outlineWidth + s.outlineColor : '', s.boxShadow, s.borderColor, s.backgroundColor, s.stroke, s.strokeWidth].join('|');
  };
  return [el, ...[...el.querySelectorAll('.hd-ring'), ...el.querySelectorAll('rect, circle, path, use')].slice(0, 8)].map(of).join('\n');
}

/** How everything looks that can have the focus, while nothing has it. */
function plainLooks() {
  /** @type {HTMLElement | null} */ (document.activeElement)?.blur();
  return new Map([...document.querySelectorAll(`${CONTROLS}, [tabindex]`)].map((el) => [el, looks(el)]));
}

/** Whether one sees what has the focus. @param {Map<Element, string>} plain @returns {Finding[]} */
function focusSeen(plain) {
  const el = document.activeElement;
  if (!el || el === document.body || el === document.documentElement) return [];
  const add = (/** @type {string} */ what) => [{ check: 'focus', place: place(el), what }];
  const style = getComputedStyle(el);
  const ring = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1;
  if (!ring && plain.get(el) === looks(el)) return add('nothing shows that it has the focus');
  const box = el.getBoundingClientRect();
  if (box.bottom < 0 || box.top > innerHeight || box.right < 0 || box.left > innerWidth) return add('has the focus but is out of sight');
  const over = document.elementFromPoint(Math.min(Math.max(box.left + box.width / 2, 1), innerWidth - 1), Math.min(Math.max(box.top + Math.min(box.height / 2, 20), 1), innerHeight - 1));
  if (over && !el.contains(over) && !over.contains(el) && !(over instanceof SVGElement)) return add(`has the focus but lies under ${place(over)}`);
  return [];
}
