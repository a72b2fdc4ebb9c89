// What waits for approval opens beside the list; without this each line leads to its page, as it does on a phone.
"use strict";

(() => {
  const wide = matchMedia("(min-width: 1001px)");
  const detail = document.getElementById("detail");
  const links = [...document.querySelectorAll("[data-detail]")];
  const show = async (link) => {
    for (const one of links) one.toggleAttribute("aria-current", one === link);
    await htmx.ajax("GET", link.href, { target: "#detail", swap: "innerHTML ignoreTitle:true", select: "main > *" });
    const address = new URL(link.href);
    for (const form of detail.querySelectorAll("form:not([action])")) form.action = address.pathname + address.search;
    detail.hidden = false;
  };
  for (const link of links) {
    link.addEventListener("click", (event) => {
      if (!wide.matches || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      show(link);
    });
  }
})();
