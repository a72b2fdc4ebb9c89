// Stacks being counted: what they are together, and what is missing or over; Enter goes to the next one.
(() => {
  "use strict";
  const written = new Intl.NumberFormat(document.documentElement.lang);
  for (const sheet of document.querySelectorAll("[data-stacks]")) {
    const inputs = [...sheet.querySelectorAll("input")];
    const sum = sheet.querySelector("[data-stacks-sum]");
    const issued = Number(sheet.dataset.issued);
    const add = () => {
      const total = inputs.reduce((before, input) => before + (Number(input.value.trim()) || 0), 0);
      const over = total - issued;
      sum.querySelector("output").textContent = written.format(total) + (over ? ` (${over > 0 ? "+" : "−"}${written.format(Math.abs(over))})` : " ✓");
      sum.classList.toggle("bad", over !== 0);
    };
    sum.hidden = false;
    sheet.addEventListener("input", add);
    sheet.addEventListener("keydown", (event) => {
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
