// The button says how many findings are ticked.
"use strict";

document.addEventListener("change", (event) => {
  const form = event.target.closest(".of-run");
  if (!form || event.target.name !== "findings") return;
  const count = form.querySelectorAll("[name=findings]:checked").length;
  for (const words of form.querySelectorAll("[data-decides]")) words.textContent = words.textContent.replace(/\d+/, String(count));
});
