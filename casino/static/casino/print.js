// A paper that has been counted goes to the printer at once; looking at the same address later prints nothing by itself.
(() => {
  "use strict";
  const here = `printed ${location.pathname}`;
  if (sessionStorage.getItem(here)) return;
  sessionStorage.setItem(here, "1");
  addEventListener("load", () => setTimeout(() => print(), 200));
})();
