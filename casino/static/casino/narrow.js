// On a phone a row of a table that is too wide is a card: each cell says its column (narrow.css).
"use strict";

(() => {
  const narrow = matchMedia("(max-width: 700px)");
  const nameCells = () => {
    for (const table of document.querySelectorAll(".scroll > table:has(thead):not(.grid-of-rows)")) {
      const around = table.parentElement;
      const room = around.clientWidth - 2 * parseFloat(getComputedStyle(around).paddingLeft);
      if (!narrow.matches || table.offsetWidth <= room + 1) continue;
      const names = [...table.tHead.rows[0].cells].map((head) => head.textContent.trim());
      for (const row of table.querySelectorAll("tbody tr, tfoot tr")) {
        let column = 0;
        for (const cell of row.cells) {
          if (cell.colSpan === 1 && names[column]) cell.dataset.column = names[column];
          cell.classList.toggle("blank", !cell.textContent.trim() && !cell.firstElementChild);
          column += cell.colSpan;
        }
      }
      table.classList.add("named");
    }
  };
  document.body.addEventListener("htmx:afterSwap", nameCells);
  narrow.addEventListener("change", nameCells);
  document.addEventListener("toggle", nameCells, true); // what was folded has no width before
  nameCells();
})();
