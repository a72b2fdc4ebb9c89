// A button that prints the page; without this file the browser's own menu does.
"use strict";

(() => {
  for (const button of document.querySelectorAll("[data-print]")) {
    button.hidden = false;
    button.addEventListener("click", () => print());
  }
})();
