// A screen on the wall: the house's time, and rows in pages where they are more than fit.
"use strict";

(() => {
  const SECONDS_A_PAGE = 12;
  const WIDE = matchMedia("(min-width: 901px)"); // a telephone scrolls

  const showTime = () => {
    const clock = document.querySelector("[data-wall-clock]");
    if (!clock) return;
    clock.textContent = new Date().toLocaleTimeString(document.documentElement.lang, {
      timeZone: clock.dataset.zone, hour: "2-digit", minute: "2-digit", hourCycle: "h23",
    });
  };

  // A page is what fits above the foot: rows are shown one after the other until one ends below it.
  let pages = [];
  const layOut = () => {
    const rows = [...document.querySelectorAll("[data-row]")];
    pages = [];
    if (!WIDE.matches) return;
    for (const row of rows) row.hidden = true;
    const foot = document.querySelector("[data-foot]").getBoundingClientRect().height;
    for (const row of rows) {
      row.hidden = false;
      if (!pages.length) pages.push([]);
      if (pages.at(-1).length && row.getBoundingClientRect().bottom + scrollY > innerHeight - foot) {
        for (const shown of pages.at(-1)) shown.hidden = true;
        pages.push([]);
      }
      pages.at(-1).push(row);
    }
  };

  const showPage = () => {
    const now = Math.floor(Date.now() / 1000 / SECONDS_A_PAGE) % (pages.length || 1); // all screens show the same one
    const dots = document.querySelector("[data-dots]");
    dots?.replaceChildren();
    pages.forEach((page, number) => {
      for (const row of page) row.hidden = number !== now;
      if (pages.length < 2) return;
      const dot = document.createElement("i");
      dot.classList.toggle("on", number === now);
      dots?.append(dot);
    });
  };

  const tick = () => { showTime(); showPage(); };
  const show = () => { layOut(); tick(); };
  document.body.addEventListener("htmx:afterSwap", show);
  addEventListener("resize", show);
  setInterval(tick, 1000);
  show();
})();
