// The floor's keyboard, and finding a card. The page works without: every key stands for a link or a button on it.
"use strict";

(() => {
  const list = document.querySelector("[data-keys]");
  const search = document.querySelector("[data-search]");
  let chosen = null;  // the table's id: cards are made anew with every change

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
      if (event.target === search && event.key === "Enter") { event.preventDefault(); choose(cards().find((card) => !card.hidden)); }
      return;
    }
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  search?.addEventListener("input", show);
  document.body.addEventListener("htmx:afterSwap", () => {
    show();
    if (location.hash) location.replace(location.hash); // the seat whose sheet was open, in the new part
  });
  const button = document.querySelector('[data-does="keys"]');
  if (button) { button.hidden = false; button.addEventListener("click", () => list.showModal()); }
})();
