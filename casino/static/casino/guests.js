// The picker of guests: rows to tap while somebody types, and before; a card's line, typed fast and ended by Enter, picks
// the guest with exactly that number.  Without it the field takes a number or a name.
"use strict";

for (const picker of document.querySelectorAll("[data-guest-picker]:not([data-ready])")) {
  const PAUSE = 150;
  const input = picker.querySelector("input");
  const list = picker.querySelector("[data-rows]");
  const picked = picker.querySelector("[data-picked]");
  const rows = () => [...list.querySelectorAll("[role=option]")];
  let asked = 0;
  let timer = 0;
  let chosen = input.defaultValue.trim(); // what was typed before this script ran is not chosen

  picker.dataset.ready = "";
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", list.dataset.name);
  // A combobox says from the first whether its list is open, answered or not (WAI-ARIA 1.2, aria-expanded).
  const combobox = { role: "combobox", "aria-autocomplete": "list", "aria-controls": list.id, "aria-expanded": "false" };
  for (const [name, value] of Object.entries(combobox)) input.setAttribute(name, value);

  const mark = (row) => {
    for (const one of rows()) one.setAttribute("aria-selected", String(one === row));
    if (row) input.setAttribute("aria-activedescendant", row.id); else input.removeAttribute("aria-activedescendant");
    row?.scrollIntoView({ block: "nearest" });
  };
  const marked = () => rows().find((row) => row.getAttribute("aria-selected") === "true");
  const show = (html) => {
    list.innerHTML = html;
    list.hidden = rows().length === 0;
    input.setAttribute("aria-expanded", String(!list.hidden));
  };
  // What arrives late is of no use: another letter may have been typed since.
  const ask = async () => {
    const number = ++asked;
    const text = input.value.trim();
    try {
      const answer = await fetch(`${picker.dataset.address}&q=${encodeURIComponent(text)}`, { redirect: "error" });
      if (number === asked && answer.ok) show(await answer.text());
    } catch { /* no network, or signed out: the field itself still works */ }
    return number === asked;
  };
  const choose = (row) => {
    asked += 1;
    input.value = chosen = row.dataset.number;
    picked.textContent = row.dataset.called;
    picked.hidden = false;
    show("");
  };
  const next = () => {
    const fields = [...input.form.querySelectorAll("input:not([type=hidden]), select, textarea, button")];
    fields[fields.indexOf(input) + 1]?.focus();
  };

  input.addEventListener("input", () => {
    chosen = "";
    picked.hidden = true;
    clearTimeout(timer);
    timer = setTimeout(ask, PAUSE);
  });
  input.addEventListener("keydown", async (event) => {
    const all = rows();
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      if (all.length) mark(all[(all.indexOf(marked()) + step + all.length) % all.length]);
    } else if (event.key === "Escape") {
      show("");
    } else if (event.key === "Enter" && input.value.trim() && input.value.trim() !== chosen) {
      event.preventDefault();
      clearTimeout(timer);
      const row = marked();
      if (row || await ask()) {
        const found = row ?? list.querySelector("[data-exact]") ?? (rows().length === 1 ? rows()[0] : null);
        if (found) { choose(found); next(); }
      }
    }
  });
  list.addEventListener("click", (event) => {
    const row = event.target.closest("[role=option]");
    if (row) choose(row);
  });
  if (!chosen || input.value.trim() !== chosen) ask();
}
