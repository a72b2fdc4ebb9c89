// Shows one page of ours where another cannot be reached.  It keeps that page and its look, and nothing else: what the
// house knows is never on a device.  The pads have a worker of their own.
"use strict";

const KEPT = "offline";
const PAGE = `/offline/?lang=${new URL(location).searchParams.get("lang")}`;

const keep = async () => {
  const kept = await caches.open(KEPT);
  const answer = await fetch(PAGE, { credentials: "omit" });
  const looks = [...(await answer.clone().text()).matchAll(/<link rel="(?:stylesheet|icon)" href="([^"]+)"/g)];
  await kept.put(PAGE, answer);
  await kept.addAll(looks.map((found) => found[1]));
};

addEventListener("install", (event) => event.waitUntil(keep().then(() => skipWaiting())));
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  const instead = async (address) => {
    const kept = await caches.open(KEPT);
    return (await kept.match(address, { ignoreVary: true })) ?? Response.error();
  };
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => instead(PAGE)));
  else if (["style", "image"].includes(request.destination)) event.respondWith(fetch(request).catch(() => instead(request)));
});
