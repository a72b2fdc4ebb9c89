// The floor's keyboard, and finding a card. The page works without: every key stands for a link or a button on it.
"use strict";

(() => {
  const list = document.querySelector("[data-keys]");
  const search = document.querySelector("[data-search]");
  let chosen = null;  // the table's id: a card is rebuilt when it changes

  const cards = () => [...document.querySelectorAll("[data-table]")];
  const show = () => {
    const wanted = (search?.value ?? "").trim().toLowerCase();
    for (const card of cards()) {
      card.hidden = wanted !== "" && !card.textContent.toLowerCase().includes(wanted);
      card.classList.toggle("chosen", card.dataset.table === chosen);
    }
  };
  const choose = (card) => {
    chosen = card?.dataset.table ?? null;
    show();
    card?.querySelector("a").focus();
  };
  // On the board a key is for the chosen table, on a table's page for that table.
  const press = (what) => {
    if (!cards().length) { document.querySelector(`[data-does="${what}"]`)?.click(); return; }
    const card = cards().find((one) => one.dataset.table === chosen);
    if (!card?.dataset.version) return;
    if (what === "push") { location.assign(card.dataset.push); return; }
    const form = document.querySelector("form[data-pause]");
    form.action = card.dataset.switch;
    form.elements.version.value = card.dataset.version;
    form.requestSubmit();
  };
  const byNumber = (key) => choose(cards().find((card) => card.dataset.number === key && !card.hidden));
  const keys = {
    a: () => press("push"),
    p: () => press("pause"),
    l: () => document.querySelector('header.bar [href="/floor/lists/"]')?.click(),
    c: () => document.querySelector('[data-does="call"]')?.click(),
    "/": () => search?.focus(),
    "?": () => list.showModal(),
    Escape: () => { if (search) search.value = ""; choose(null); },
  };
  for (let number = 1; number <= 9; number += 1) keys[number] = () => byNumber(String(number));

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || list.open) return;
    if (event.target.matches("input, select, textarea")) {
      if (event.target === search && event.key === "Escape") { keys.Escape(); search.blur(); }
      // A table that is not on this page is looked for by the server.
      const found = event.target === search && event.key === "Enter" ? cards().find((card) => !card.hidden) : null;
      if (found) { event.preventDefault(); choose(found); }
      return;
    }
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  search?.addEventListener("input", show);

  // The board is answered in pieces: each is known by its id, a card has its place by group and number.
  const place = (piece, old) => {
    const holds = document.querySelector(`[data-holds="${piece.dataset.group}"]`) ?? document.querySelector("[data-holds=all]");
    const number = Number(piece.dataset.number);
    const hadFocus = old?.contains(document.activeElement);
    old?.remove();
    const cardsThere = [...holds.children];
    holds.insertBefore(piece, cardsThere.find((one) => Number(one.dataset.number) > number) ?? null);
    if (hadFocus) piece.querySelector("a").focus({ preventScroll: true });
  };
  const putInPlace = () => {
    const poll = document.getElementById("poll");
    const answer = poll?.querySelector("template");
    if (!answer) return;
    for (const piece of [...answer.content.children]) {
      const old = document.getElementById(piece.id);
      if (piece.dataset.gone !== undefined) old?.remove();
      else if (old?.dataset.mark === piece.dataset.mark) continue;
      else if (piece.dataset.table) place(piece, old);
      else old?.replaceWith(piece);
    }
    answer.remove();
    for (const holds of document.querySelectorAll("[data-holds]")) holds.parentElement.hidden = !holds.children.length;
    document.getElementById("act").elements.key.value = poll.dataset.key;
    // What is on the screen must be what the server has: alarms hang on it.
    const marks = [...document.querySelectorAll("#live [data-mark]")].map((one) => Number(one.dataset.mark));
    const sum = marks.reduce((before, mark) => (before + mark) % 2 ** 32, 0);
    if (sum !== Number(poll.dataset.sum)) {
      htmx.ajax("GET", location.pathname, { source: poll, target: "#live", swap: "outerHTML", values: { v: "" } });
    }
  };
  document.body.addEventListener("htmx:afterSwap", () => {
    putInPlace();
    show();
    if (location.hash) location.replace(location.hash); // the seat whose sheet was open, in the new part
  });
  const button = document.querySelector('[data-does="keys"]');
  if (button) { button.hidden = false; button.addEventListener("click", () => list.showModal()); }
})();
