// Six digits by tapping; the sixth opens.
"use strict";

(() => {
  const form = document.querySelector("[data-pin]");
  if (!form) return;
  const field = form.querySelector("input[name=pin]");
  const digits = Number(form.dataset.pin);
  const openWhenFull = () => { if (field.value.length === digits) form.requestSubmit(); };
  const keypad = form.querySelector("[data-keypad]");
  keypad.hidden = false;
  keypad.addEventListener("click", (event) => {
    const digit = event.target.closest("[data-digit]")?.dataset.digit;
    if (digit === undefined) return;
    field.value = digit === "back" ? field.value.slice(0, -1) : (field.value + digit).slice(0, digits);
    openWhenFull();
  });
  field.addEventListener("input", openWhenFull);
})();
