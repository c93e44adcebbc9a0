// @ts-check
// Tells who opens the app that the program does not run. It keeps what that needs and nothing else: no game, no page, no key.

const SHELL = "hulldown";
const FILES = ["/assets/away", "/assets/page.css", "/assets/icon.svg"];
const worker = /** @type {any} */ (self);

worker.addEventListener("install", (/** @type {any} */ event) => {
  const fresh = FILES.map((file) => new Request(file, { cache: "reload" }));
  event.waitUntil(caches.open(SHELL).then((shell) => shell.addAll(fresh)));
  worker.skipWaiting();
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(worker.registration.navigationPreload?.enable());
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request, preloadResponse } = event;
  const kept = (/** @type {string} */ file) => () => caches.match(file).then((found) => found ?? Response.error());
  const file = new URL(request.url).pathname;
  if (request.mode === "navigate" && request.method === "GET") {
    // The browser asks by itself, and says who leads here as it always does; this only waits whether there is an answer.
    event.respondWith(Promise.resolve(preloadResponse).then((answer) => answer ?? fetch(request)).catch(kept("/assets/away")));
  } else if (FILES.includes(file)) {
    event.respondWith(fetch(request).catch(kept(file)));
  }
});
