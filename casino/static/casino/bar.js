// The bar: its menus, its keys, its search, and the sound of alarms. All of it are links and forms that work without.
"use strict";

(() => {
  const AGAIN = 60000;
  const THEN = 1500;
  const menus = () => [...document.querySelectorAll("[data-pop]")];
  const find = document.querySelector("[data-find]");
  const hits = document.getElementById("hits");
  const field = find?.querySelector("[type=search]");

  // --- one menu at a time; it closes when somebody taps beside it ---------------------------------------------------
  const close = () => {
    for (const menu of menus()) menu.open = false;
    if (hits) hits.hidden = true;
  };
  for (const menu of menus()) {
    menu.addEventListener("toggle", () => {
      if (menu.open) for (const other of menus()) if (other !== menu) other.open = false;
    });
  }
  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-pop], [data-find]")) close();
  });

  // --- keys: / searches, G and a letter goes to a group's first place, Esc closes -----------------------------------
  let going = 0;
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") { close(); if (document.activeElement === field) field.blur(); return; }
    if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
    if (event.target.matches("input, select, textarea")) return;
    if (event.key === "/" && field?.checkVisibility()) { event.preventDefault(); field.focus(); return; }
    if (event.key === "g") { going = Date.now(); return; }
    if (Date.now() - going > THEN) return;
    going = 0;
    const first = document.querySelector(`.places [data-group="${CSS.escape(event.key)}"] a`);
    if (first) { event.stopImmediatePropagation(); event.preventDefault(); first.click(); }
  }, true);

  // --- hits appear as somebody types; the arrows walk them -----------------------------------------------------------
  if (find) {
    const show = () => { hits.hidden = field.value.trim() === "" || !hits.children.length; };
    document.body.addEventListener("htmx:afterSwap", (event) => { if (event.detail.target === hits) show(); });
    field.addEventListener("focus", show);
    find.addEventListener("keydown", (event) => {
      const links = [...hits.querySelectorAll("a")];
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (!step || hits.hidden || !links.length) return;
      event.preventDefault();
      const at = links.indexOf(document.activeElement) + step;
      (at < 0 ? field : links[Math.min(at, links.length - 1)]).focus();
    });
  }

  // --- what can be taken back, for eight seconds and as long as somebody is at it -----------------------------------
  const toast = document.querySelector("[data-toast]");
  if (toast) {
    let seconds = 8;
    const count = () => {
      if (toast.matches(":hover, :focus-within")) return;
      toast.querySelector("[data-seconds]").textContent = `${seconds} s`;
      if (seconds === 0) toast.remove();
      seconds -= 1;
    };
    count();
    setInterval(count, 1000);
    document.addEventListener("keydown", (event) => {
      const isKey = event.key.toLowerCase() === "z" && !event.ctrlKey && !event.altKey && !event.metaKey;
      if (!isKey || !toast.isConnected || event.target.matches("input, select, textarea")) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      toast.requestSubmit();
    }, true);
  }

  // --- without a network a page of ours says so, in the reader's language; an insecure address has no workers, and
  // pages with a bar of their own (the pads) have a worker of their own ---------------------------------------------
  const bar = document.querySelector("header.bar[data-worker]");
  if (bar) {
    navigator.serviceWorker?.register(`${bar.dataset.worker}?lang=${document.documentElement.lang}`).catch(() => {});
  }

  // --- a new call sounds once, then every minute until somebody takes it --------------------------------------------
  const note = document.querySelector("[data-sound]");
  if (!note) return;
  let audio = null;
  const isSilent = () => document.querySelector("#rings")?.dataset.silent !== undefined;
  const say = () => {
    if (isSilent()) return;
    note.textContent = audio?.state === "running" ? "" : note.dataset.sound;
  };
  const wake = () => {
    audio ??= new AudioContext();
    audio.resume().then(() => setTimeout(say, THEN)); // not under the finger that is on the bell
  };
  const sound = () => {
    if (isSilent()) return;
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.([200, 100, 200]);
    if (audio?.state !== "running") return;
    for (const [at, pitch] of [[0, 880], [0.18, 660]]) {
      const tone = new OscillatorNode(audio, { frequency: pitch });
      const volume = new GainNode(audio, { gain: 0.15 });
      tone.connect(volume).connect(audio.destination);
      tone.start(audio.currentTime + at);
      tone.stop(audio.currentTime + at + 0.14);
    }
  };
  for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, wake, { once: true, passive: true });

  const heard = () => JSON.parse(sessionStorage.getItem("heard") ?? "{}");
  const listen = () => {
    const calls = [...document.querySelectorAll("#rings [data-calls]")].map((one) => one.dataset.ring);
    const before = heard();
    const now = Date.now();
    const due = calls.filter((one) => now - (before[one] ?? 0) >= AGAIN);
    if (due.length) sound();
    sessionStorage.setItem("heard", JSON.stringify(Object.fromEntries(calls.map((one) => [one, due.includes(one) ? now : before[one]]))));
    showCount();
    say();
  };

  // --- the tab counts what waits: a page's own tasks, or else alarms and decisions ----------------------------------
  const title = document.title.replace(/^\(\d+\) /, "");
  const showCount = () => {
    const own = document.querySelector("[data-tasks]");
    const counts = own ? [own.dataset.tasks] : [...document.querySelectorAll("#to-approve, #rung")].map((one) => one.textContent);
    const sum = counts.reduce((before, one) => before + (Number(one) || 0), 0);
    document.title = sum ? `(${sum}) ${title}` : title;
  };
  document.body.addEventListener("htmx:afterSettle", (event) => { if (event.detail.elt.id === "rings") listen(); });
  document.body.addEventListener("htmx:oobAfterSwap", showCount);
  showCount();
})();
