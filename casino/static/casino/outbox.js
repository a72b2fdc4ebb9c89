// Hands and rounds that were keyed and are not booked yet.  Written down in the tablet first, then sent in their order,
// each under one key for ever: booked → gone; no network, 5xx, 429 → it waits; refused → it stays, and those behind it wait.
"use strict";

globalThis.outbox = (() => {
  const TIMEOUT = 10000;
  const PAUSE = 3000;
  const listeners = [];
  let opened = null;
  let running = false;
  let asked = false; // for another round, while one was running
  let again = 0;

  const store = (mode) => opened.then((base) => base.transaction("hands", mode).objectStore("hands"));
  const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

  const open = () => {
    opened ??= new Promise((resolve, reject) => {
      const request = indexedDB.open("outbox", 1);
      request.onupgradeneeded = () => request.result.createObjectStore("hands", { keyPath: "place", autoIncrement: true });
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    return opened;
  };
  const all = async () => done((await store("readonly")).getAll());
  const put = async (hand) => done((await store("readwrite")).put(hand));
  const remove = async (hand) => done((await store("readwrite")).delete(hand.place));
  // The floor knows of it.  What was sent again meanwhile is refused no longer, and is not put back.
  const reported = async (hand) => {
    const hands = await store("readwrite");
    const kept = await done(hands.get(hand.place));
    if (kept?.refusal) await done(hands.put({ ...kept, reported: true }));
  };
  // The hand with its body, frozen with the first try: the same key must always say the same.  Null: it was taken back.
  const frozen = async ({ place }) => {
    const hands = await store("readwrite");
    const kept = await done(hands.get(place));
    if (!kept || kept.body) return kept;
    const hand = { ...kept, body: api.bodyOf(kept) };
    await done(hands.put(hand));
    tell("changed");
    return hand;
  };
  // Take a hand back; false where it was tried once: it may be booked by now.
  const takeBack = async ({ place }) => {
    const hands = await store("readwrite");
    const kept = await done(hands.get(place));
    const mine = Boolean(kept && !kept.body);
    if (mine) await done(hands.delete(place));
    tell("changed");
    return mine;
  };

  const tell = (kind, detail) => { for (const listener of listeners) listener(kind, detail); };
  const later = (milliseconds) => { clearTimeout(again); again = setTimeout(drain, milliseconds); };

  // What an answer means.  Only the house's own answers count: a stranger's page on the way says nothing about a hand.
  const verdict = async (answer, hand) => {
    const type = answer.headers.get("Content-Type") ?? "";
    if (!type.includes("json")) return { is: "waits" };
    const said = await answer.json();
    if (answer.ok) return said.client_uuid === hand.uuid ? { is: "booked", hand: said } : { is: "waits" };
    const wait = Number(answer.headers.get("Retry-After") ?? 0) * 1000;
    if (said.code === "hand_recorded") return { is: "booked", hand: null };
    if (answer.status === 401 || (answer.status === 403 && said.code === "not_allowed" && !said.facts?.permission)) return { is: "signed_out" };
    if (answer.status >= 500 || answer.status === 429 || said.code === "busy") return { is: "waits", wait };
    return { is: "refused", refusal: { code: said.code, detail: said.detail, facts: said.facts } };
  };

  const send = async (hand) => {
    let answer;
    try {
      answer = await fetch(hand.address, {
        method: "POST",
        headers: { "Content-Type": "application/json", "Idempotency-Key": hand.uuid, "X-CSRFToken": api.token(), "Accept-Language": document.documentElement.lang },
        body: JSON.stringify(hand.body),
        signal: AbortSignal.timeout(TIMEOUT),
      });
      tell("answered", answer);
      return await verdict(answer, hand);
    } catch {
      tell("unreachable");
      return { is: "waits" };
    }
  };

  // One after the other, never two at once, also not from two pages.  What is keyed during a round has the next one.
  const drain = async () => {
    asked = true;
    if (running) return;
    running = true;
    try {
      while (asked) {
        asked = false;
        if (navigator.locks) await navigator.locks.request("outbox", { ifAvailable: true }, (lock) => (lock ? work() : later(PAUSE)));
        else await work();
      }
    } finally {
      running = false;
    }
  };

  const work = async () => {
    for (const listed of await all()) {
      if (listed.refusal) return;
      const hand = await frozen(listed);
      if (!hand) continue;
      const found = await send(hand);
      if (found.is === "booked") {
        await remove(hand);
        tell("booked", { hand, booked: found.hand });
      } else if (found.is === "refused") {
        await put({ ...hand, refusal: found.refusal });
        tell("refused", hand);
        return;
      } else {
        tell(found.is, hand);
        later(found.wait || PAUSE);
        return;
      }
      tell("changed");
    }
  };

  const add = async (hand) => {
    hand.place = await put(hand);
    tell("changed");
    later(0);
    return hand;
  };

  // A refusal has undone everything and freed the key: the hand may say once more where it belongs.
  const retry = async (hand) => {
    const { body, refusal, reported, ...keyed } = hand;
    await put(keyed);
    tell("changed");
    later(0);
  };

  addEventListener("online", () => later(0));
  document.addEventListener("visibilitychange", () => { if (!document.hidden) later(0); });

  const api = {
    open, all, add, reported, retry, takeBack, drain,
    remove: async (hand) => { await remove(hand); tell("changed"); later(0); },
    listen: (listener) => listeners.push(listener),
    token: () => document.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "",
    bodyOf: (hand) => hand.keyed,
  };
  return api;
})();
