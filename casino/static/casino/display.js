// A screen on the wall: the house's time, and rows in pages where they are more than fit.
"use strict";

(() => {
  const SECONDS_A_PAGE = 12;
  const STALE_MS = 60000;
  const WIDE = matchMedia("(min-width: 901px)"); // a telephone scrolls

  const showTime = () => {
    const clock = document.querySelector("[data-wall-clock]");
    if (!clock) return;
    clock.textContent = new Date().toLocaleTimeString(document.documentElement.lang, {
      timeZone: clock.dataset.zone, hour: "2-digit", minute: "2-digit", hourCycle: "h23",
    });
  };

  // A page is what fits above the foot: rows are shown one after the other until one ends below it.  Calls never turn.
  const pagesOf = (container, end) => {
    const pages = [];
    const rows = [...container.querySelectorAll("[data-row]")];
    for (const row of rows) row.hidden = true;
    for (const row of rows) {
      row.hidden = false;
      if (!pages.length) pages.push([]);
      if (pages.at(-1).length && row.getBoundingClientRect().bottom + scrollY > end) {
        for (const shown of pages.at(-1)) shown.hidden = true;
        pages.push([]);
      }
      pages.at(-1).push(row);
    }
    return pages;
  };
  // In the foot one after the other, since what is read in passing is short.
  let turning = [];
  const layOut = () => {
    turning = [];
    if (!WIDE.matches) return;
    const end = innerHeight - document.querySelector("[data-foot]").getBoundingClientRect().height;
    turning = [...document.querySelectorAll("[data-paged]")].map((one) => pagesOf(one, end));
    turning.push([...document.querySelectorAll("[data-turn]")].map((one) => [one]));
  };

  const showPage = () => {
    const step = Math.floor(Date.now() / 1000 / SECONDS_A_PAGE); // all screens show the same one
    for (const pages of turning)
      pages.forEach((page, number) => { for (const row of page) row.hidden = number !== step % pages.length; });
    const [games = []] = turning;
    document.querySelector("[data-dots]")?.replaceChildren(...(games.length < 2 ? [] : games).map((_page, number) => {
      const dot = document.createElement("i");
      dot.classList.toggle("on", number === step % games.length);
      return dot;
    }));
  };

  // --- figures of a minute ago are no figures
  let answered = Date.now();
  document.body.addEventListener("htmx:afterRequest", (event) => { if (event.detail.successful) answered = Date.now(); });
  const showAge = () => document.body.classList.toggle("is-stale", Date.now() - answered > STALE_MS);

  const tick = () => { showTime(); showPage(); showAge(); };
  const show = () => { layOut(); tick(); };
  document.body.addEventListener("htmx:afterSwap", show);
  addEventListener("resize", show);
  setInterval(tick, 1000);
  show();
})();
