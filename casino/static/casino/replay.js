// A finished hand action by action: keys ← →, the slider, and playing it; without this the links do it, only slower.
"use strict";

(() => {
  const PACE = 900; // milliseconds for an action
  const part = () => document.querySelector("[data-replay]");
  const ended = () => { const slide = part().querySelector("[type=range]"); return slide.value === slide.max; };
  let playing = 0;

  const step = (way) => part().querySelector(`[rel=${way}]`).click();
  const show = () => {
    for (const one of part().querySelectorAll("[data-with-script]")) one.hidden = false;
    for (const one of part().querySelectorAll("[data-without-script]")) one.hidden = true;
    part().querySelector("[data-play]").setAttribute("aria-pressed", String(playing !== 0));
  };
  const stop = () => { clearInterval(playing); playing = 0; show(); };
  const play = () => {
    if (ended()) part().querySelector("a[href='?step=0']").click();
    playing = setInterval(() => (ended() ? stop() : step("next")), PACE);
    show();
  };

  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-play]")) { if (playing) stop(); else play(); }
    else if (playing && event.isTrusted && event.target.closest("[data-replay] a")) stop();
  });
  document.addEventListener("change", (event) => {
    if (!event.target.matches("[data-replay] [type=range]")) return;
    stop();
    event.target.form.requestSubmit();
  });
  document.addEventListener("keydown", (event) => {
    const way = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
    if (!way || event.altKey || event.ctrlKey || event.metaKey || event.target.matches("input, textarea, select")) return;
    event.preventDefault();
    stop();
    step(way);
  });
  document.body.addEventListener("htmx:afterSwap", () => part() && show());
  if (part()) show();
})();
