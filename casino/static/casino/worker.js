// Keeps the shell of the pads (page, CSS, JS), so that a reload without a network still shows one.  Never the API,
// never another page: what is booked is only ever what the server says.
"use strict";

const SHELL = "pad";
const PAGE = /^\/dealer\/tables\/\d+\/(record|round)\/$/;
const FILE = /^\/static\//;

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

// The network first: a page from yesterday has yesterday's terms.
const fresh = async (request) => {
  const shell = await caches.open(SHELL);
  try {
    const answer = await fetch(request);
    if (answer.ok && !answer.redirected && answer.type === "basic") await shell.put(request, answer.clone());
    return answer;
  } catch (error) {
    const kept = await shell.match(request, { ignoreVary: true });
    if (kept) return kept;
    throw error;
  }
};

addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  const page = request.mode === "navigate" && PAGE.test(address.pathname) && address.search === "";
  if (page || FILE.test(address.pathname)) event.respondWith(fresh(request));
});
