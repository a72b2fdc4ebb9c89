// A hand with every action: digits by tapping, and no amount that the rules would refuse.
"use strict";

(() => {
  // As the rules count: money in cents, chips of a tournament as they are.
  const counted = (text, form) => {
    const found = /^(\d{1,9})(?:[.,](\d{2}))?$/.exec(text.trim());
    if (!found) return null;
    if (form.dataset.unit === "chips") return found[2] === undefined ? Number(found[1]) : null;
    return Number(found[1]) * 100 + Number(found[2] ?? 0);
  };
  const targets = new WeakMap(); // which amount of a form the keypad writes to
  const amounts = (form) => [...form.querySelectorAll("input.amount")];
  const target = (form) => targets.get(form) ?? amounts(form)[0];

  const judge = (form) => {
    const legal = form.querySelector("[data-legal]");
    const amount = counted(target(form).value, form);
    if (legal) legal.disabled = amount === null || amount < Number(form.dataset.least) || amount > Number(form.dataset.most);
    const reason = form.querySelector("[data-other-rake]");
    if (reason) reason.hidden = counted(form.querySelector("#id_rake_cents").value, form) === Number(form.dataset.due) && !reason.querySelector("input").value;
    for (const input of amounts(form)) input.classList.toggle("target", amounts(form).length > 1 && input === target(form));
  };

  const dress = () => {
    for (const form of document.querySelectorAll("[data-amounts]")) {
      form.querySelector("[data-keypad]").hidden = false;
      for (const input of amounts(form)) input.inputMode = "none"; // the keypad on the page is the keyboard
      judge(form);
    }
    for (const input of document.querySelectorAll("[data-cards]")) input.inputMode = "none";
    for (const list of document.querySelectorAll(".told")) list.scrollTop = list.scrollHeight;
  };

  document.addEventListener("click", (event) => {
    const digit = event.target.closest("[data-digit]")?.dataset.digit;
    const form = event.target.closest("[data-amounts]");
    if (digit === undefined || !form) return;
    const field = target(form);
    // What stands there was proposed: the first digit begins anew.
    const before = field.dataset.own || digit === "back" ? field.value : "";
    field.dataset.own = "yes";
    field.value = digit === "back" ? before.slice(0, -1) : (before + digit).replace(/^0+(?=\d)/, "").slice(0, 12);
    judge(form);
  });
  document.addEventListener("focusin", (event) => {
    const form = event.target.closest("[data-amounts]");
    if (!form || !event.target.matches("input.amount")) return;
    targets.set(form, event.target);
    judge(form);
  });
  document.addEventListener("input", (event) => {
    const form = event.target.closest("[data-amounts]");
    if (!form) return;
    event.target.dataset.own = "yes";
    judge(form);
  });
  document.body.addEventListener("htmx:afterSwap", dress);
  dress();
})();
