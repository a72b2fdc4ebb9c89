// Chips by denomination: what each row and all of them are worth, while typing; Enter goes to the next row.
(() => {
  "use strict";
  const written = new Intl.NumberFormat(document.documentElement.lang, { minimumFractionDigits: 2 });
  const worth = (input) => (/^[0-9]+$/.test(input.value.trim()) ? Number(input.value) * Number(input.dataset.cents) : null);
  const shown = (cents) => (cents === null ? "" : written.format(cents / 100));
  for (const grid of document.querySelectorAll("[data-chips]")) {
    const inputs = [...grid.querySelectorAll("input")];
    const sum = grid.querySelector("[data-chips-sum]");
    const add = () => {
      let total = 0;
      for (const input of inputs) {
        const cents = worth(input);
        input.nextElementSibling.textContent = shown(cents);
        total += cents ?? 0;
      }
      sum.querySelector("output").textContent = shown(total);
    };
    sum.hidden = false;
    grid.addEventListener("input", add);
    grid.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      const next = inputs[inputs.indexOf(event.target) + 1];
      if (next) {
        event.preventDefault();
        next.focus();
      }
    });
    add();
  }
})();
