// The director's keyboard. The page works without: every key stands for a link or a button on it.
"use strict";

(() => {
  const list = document.querySelector("[data-keys]");
  let chosen = null;  // the table's id: cards are rebuilt with every change

  const cards = () => [...document.querySelectorAll("[data-table]")];
  const show = () => { for (const card of cards()) card.classList.toggle("chosen", card.dataset.table === chosen); };
  const choose = (card) => {
    chosen = card?.dataset.table ?? null;
    show();
    card?.scrollIntoView({ block: "nearest" });
    card?.querySelector("a")?.focus({ preventScroll: true });
  };
  const press = (what) => document.querySelector(`[data-does="${what}"]`)?.click();
  const keys = {
    p: () => press("pause"),
    b: () => press("balance"),
    "+": () => press("more"),
    "-": () => press("less"),
    "?": () => list.showModal(),
    Escape: () => choose(null),
  };
  for (let number = 1; number <= 9; number += 1) keys[number] = () => choose(cards().find((card) => card.dataset.number === String(number)));

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || list.open || event.target.matches("input, select, textarea")) return;
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  const tell = () => {
    show();
    const button = document.querySelector('[data-does="keys"]');
    if (!button) return;
    button.hidden = false;
    button.addEventListener("click", () => list.showModal());
  };
  document.body.addEventListener("htmx:afterSwap", tell);
  tell();
})();
