// What the pages do beyond links and forms; everything works without it, only slower.
"use strict";

(() => {
  const LATE = 6000;
  const LOST = 15000;
  const body = document.body;
  let answered = Date.now();

  // --- how fresh is what you see
  const showFreshness = () => {
    const age = Date.now() - answered;
    const live = document.querySelector("[data-live]") !== null;
    body.classList.toggle("late", live && age > LATE && age <= LOST);
    body.classList.toggle("lost", live && age > LOST);
  };

  const showAges = () => {
    for (const mark of document.querySelectorAll("[data-since]")) {
      const minutes = Math.max(0, Math.floor((Date.now() - Date.parse(mark.dateTime)) / 60000));
      const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
      mark.textContent = !hours ? `${minutes} min` : rest ? `${hours} h ${rest} min` : `${hours} h`;
      mark.toggleAttribute("data-long", hours > 0 && rest > 0);  // on a narrow card it has a line of its own
    }
  };

  // A deadline comes as seconds left, and runs by this page's own clock from the moment it was shown.
  // A page that is answered in pieces says the server's time instead (`data-now`), and a deadline its instant.
  const ends = new WeakMap();
  let ahead = 0;
  let told = "";
  const showLeft = () => {
    const now = document.querySelector("[data-now]")?.dataset.now ?? "";
    if (now !== told) { told = now; ahead = Date.parse(now) - performance.now(); }
    for (const mark of document.querySelectorAll("[data-left], [data-until]")) {
      if (mark.dataset.until !== undefined) ends.set(mark, Date.parse(mark.dateTime) - ahead);
      else if (!ends.has(mark)) ends.set(mark, performance.now() + Number(mark.dataset.left) * 1000);
      const seconds = Math.max(0, Math.ceil((ends.get(mark) - performance.now()) / 1000));
      mark.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
      mark.classList.toggle("bad", seconds === 0);
    }
  };

  body.addEventListener("htmx:afterRequest", (event) => {
    if (!event.detail.successful || !event.detail.elt.matches("[data-live]")) return;
    answered = Date.now();
    const clock = document.querySelector("[data-clock-time]");
    if (clock) clock.textContent = new Date().toLocaleTimeString(document.documentElement.lang, { hourCycle: "h23" });
    showFreshness();
    showAges();
    showLeft();
  });
  setInterval(showFreshness, 1000);
  setInterval(showLeft, 500);
  setInterval(showAges, 20000);
  showAges();
  showLeft();

  // --- the screen locks when nobody touches it; who touches it without sending anything says so once a minute
  const idle = Number(body.dataset.idle || 0) * 1000;
  if (idle) {
    let saidAt = Date.now();
    // The session is one for all windows of this browser: work in one of them keeps the others open.
    const touchedAt = () => Number(localStorage.getItem("touched"));
    const touch = () => localStorage.setItem("touched", Date.now());
    const leave = document.querySelector("[data-leave]");
    const token = leave?.querySelector("[name=csrfmiddlewaretoken]")?.value;
    const touchedNow = () => {
      touch();
      if (Date.now() - saidAt < 60000) return;
      saidAt = Date.now();
      fetch("/awake/", { method: "POST", headers: { "X-CSRFToken": token } }).catch(() => {});
    };
    for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, touchedNow, { passive: true });
    touch();
    // A page that is being left hears nothing more: a poll that is told to sign in again would take it back.
    let leaving = false;
    addEventListener("submit", (event) => { if (event.target === leave) leaving = !event.defaultPrevented; });
    setInterval(() => {
      if (leaving || !leave || Date.now() - touchedAt() <= idle || !navigator.onLine) return;
      const why = Object.assign(document.createElement("input"), { type: "hidden", name: "why", value: "idle" });
      leave.append(why);
      leave.requestSubmit();
    }, 5000);
    body.addEventListener("htmx:beforeOnLoad", (event) => { if (leaving) event.preventDefault(); });
  }

  // --- one tap is one command: the second tap of a double tap finds the button asleep, also on the page that comes next
  const DOUBLE_TAP = 400;
  let touched = false;
  document.addEventListener("pointerdown", (event) => { touched = event.pointerType === "touch"; });
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.method !== "post") return;
    const again = touched && Date.now() - Number(sessionStorage.getItem("tapped")) < DOUBLE_TAP;
    if (form.dataset.sent || again) { event.preventDefault(); return; }
    sessionStorage.setItem("tapped", Date.now());
    form.dataset.sent = "yes";
    setTimeout(() => delete form.dataset.sent, 3000);
  });

  // --- cards by two taps: rank, then suit
  let cards = null;
  const showPickers = () => { for (const picker of document.querySelectorAll("[data-picker]")) picker.hidden = false; };
  document.addEventListener("focusin", (event) => { if (event.target.matches("[data-cards]")) cards = event.target; });
  document.addEventListener("click", (event) => {
    const card = event.target.closest("[data-card]")?.dataset.card;
    const field = cards?.isConnected ? cards : document.querySelector("[data-cards]");
    if (card === undefined || !field) return;
    if (card === "back") field.value = field.value.trimEnd().replace(/\S{1,2}$/, "");
    else field.value = field.value.replace(/[^\s]$/, (last) => ("cdhs".includes(card) || "cdhs".includes(last) ? last : "")) + card + ("cdhs".includes(card) ? " " : "");
  });
  body.addEventListener("htmx:afterSwap", showPickers);
  showPickers();
})();
