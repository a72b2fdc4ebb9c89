// Grids of rows: a row is added below another or removed, and all are numbered again.  Without it rows are emptied to be
// removed, and some empty ones stand at the end.
"use strict";

for (const grid of document.querySelectorAll("[data-rows]")) {
  const body = grid.querySelector("tbody");
  const labels = [...grid.querySelectorAll("thead th")].map((head) => head.textContent.trim());

  const number = () => {
    for (const [place, row] of [...body.rows].entries()) {
      row.querySelector("th").textContent = String(place + 1);
      for (const input of row.querySelectorAll("input")) {
        input.name = `${grid.dataset.rows}-${place}-${input.name.split("-").pop()}`;
        input.setAttribute("aria-label", `${labels[input.closest("td").cellIndex]} ${place + 1}`);
      }
    }
  };

  for (const row of body.rows) row.append(grid.querySelector("template").content.cloneNode(true));
  grid.addEventListener("click", (event) => {
    const row = event.target.closest("tr");
    if (event.target.closest("[data-add]")) {
      const made = row.cloneNode(true);
      for (const input of made.querySelectorAll("input")) { input.value = ""; input.removeAttribute("value"); }
      row.after(made);
      number();
      made.querySelector("input").focus();
    } else if (event.target.closest("[data-remove]")) {
      const near = row.nextElementSibling ?? row.previousElementSibling;
      if (!near) return;
      row.remove();
      number();
      near.querySelector("input").focus();
    }
  });
}
