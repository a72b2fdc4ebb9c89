// The tournament's clock: computed every 200 ms from what was recorded, never counted down, so it never drifts and
// needs no network to go on. The fold is that of tables/rules/tournaments/clocks.py; a test holds the two together.
"use strict";

window.clockwork = (() => {
  const length = (items, index) => items[index].minutes * 60000;

  // Let time pass until `now`: through as many items as it takes, or none while the clock stands.
  const run = (items, hands, now) => {
    let left = now - hands.at;
    if (!hands.isStarted || left < 0) return hands;
    if (hands.isPaused || hands.isOver) return { ...hands, at: now };
    let { item, remaining } = hands;
    while (left >= remaining && item + 1 < items.length) {
      left -= remaining;
      item += 1;
      remaining = length(items, item);
    }
    const ran = Math.min(left, remaining);
    return { ...hands, at: now, item, remaining: remaining - ran, isOver: ran === remaining };
  };

  const apply = (items, hands, [kind, at, item, milliseconds]) => {
    if (kind === "started") return { ...hands, at, isStarted: true };
    const now = run(items, hands, at);
    if (kind === "moved") return { ...now, item, remaining: milliseconds ?? length(items, item), isOver: false };
    if (kind === "adjusted") return { ...now, remaining: Math.max(0, now.remaining + (milliseconds ?? 0)) };
    return { ...now, isPaused: kind === "paused" };
  };

  // What the clock shows at `now`.
  const at = (items, events, now) => {
    let hands = { at: 0, item: 0, remaining: length(items, 0), isStarted: false, isPaused: false, isOver: false };
    for (const event of events) hands = apply(items, hands, event);
    hands = run(items, hands, now);
    const later = items.map((_item, index) => index).filter((index) => index > hands.item);
    const breakAt = later.find((index) => items[index].number === null) ?? null;
    let breakIn = null;
    if (breakAt !== null) {
      breakIn = hands.remaining;
      for (let index = hands.item + 1; index < breakAt; index += 1) breakIn += length(items, index);
    }
    const nextLevel = later.find((index) => items[index].number !== null) ?? null;
    return { ...hands, nextLevel, breakIn };
  };
  return { at };
})();

(() => {
  const EVERY = 200;
  const LANGUAGE = document.documentElement.lang;
  const CLOCK = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
  let ahead = null;  // server's time minus this screen's, by a clock that nobody can set
  let offlineSince = null;
  const here = () => performance.now();
  const minutes = (milliseconds) => {
    const seconds = Math.ceil(milliseconds / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  };
  const say = (one, text) => {
    if (one.tagName === "INPUT") one.value = text;
    else if (one.textContent !== text) one.textContent = text;
  };

  const show = () => {
    for (const part of document.querySelectorAll("[data-clockwork]")) {
      if (part.clockworkRead === undefined) {
        part.clockworkRead = JSON.parse(part.dataset.clockwork);
        ahead = part.clockworkRead.now - here();
      }
      const { items, events, zone } = part.clockworkRead;
      const now = here() + ahead;
      const view = window.clockwork.at(items, events, now);
      const item = items[view.item];
      const next = view.nextLevel === null ? null : items[view.nextLevel];
      const state = !view.isStarted ? "waiting" : view.isOver ? "over" : view.isPaused ? "paused" : "running";
      const shown = {
        remaining: minutes(view.remaining), number: String(item.number ?? ""), blinds: item.blinds, ante: item.ante,
        bets: item.bets, "next-number": String(next?.number ?? ""), "next-blinds": next?.blinds ?? "",
        "next-ante": next?.ante ?? "", "break-in": view.breakIn === null ? "" : minutes(view.breakIn),
        item: String(view.item), time: new Date(now).toLocaleTimeString(LANGUAGE, { ...CLOCK, timeZone: zone }),
      };
      for (const one of part.querySelectorAll("[data-shows]")) say(one, shown[one.dataset.shows]);
      const holds = new Set([state, item.number === null ? "break" : "level"]);
      if (next) holds.add("more-levels");
      if (view.breakIn !== null) holds.add("more-breaks");
      for (const one of part.querySelectorAll("[data-when]")) one.hidden = !one.dataset.when.split(" ").every((word) => holds.has(word));
      for (const one of part.querySelectorAll("[data-until]")) one.hidden = now > Number(one.dataset.until);
      part.classList.toggle("is-paused", state === "paused");
      part.classList.toggle("is-ending", state === "running" && view.remaining <= 60000);
    }
  };

  // --- the network blinks: the clock goes on, and says quietly since when it has heard nothing ------------------------
  const mark = () => {
    for (const one of document.querySelectorAll("[data-offline]")) {
      one.hidden = offlineSince === null;
      const time = one.querySelector("time");
      if (time && offlineSince !== null) time.textContent = offlineSince.toLocaleTimeString(LANGUAGE, CLOCK);
    }
  };
  document.body.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.successful) {
      offlineSince = null;
      const told = Number(event.detail.xhr?.getResponseHeader("Server-Now"));
      if (told) ahead = told - here();
    } else if (offlineSince === null) {
      offlineSince = new Date();
    }
    mark();
  });
  document.body.addEventListener("htmx:afterSwap", () => { show(); mark(); });
  setInterval(show, EVERY);
  show();
})();
