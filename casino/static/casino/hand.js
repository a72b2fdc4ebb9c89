// A hand with every action: digits, shares of the pot, chips and cards by one tap each; no amount that the rules refuse.
"use strict";

(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];

  // --- amounts: as the rules count, money in cents, chips of a tournament as they are ---------------------------------
  const counted = (text, form) => {
    const found = /^(\d{1,9})(?:[.,](\d{2}))?$/.exec(text.trim());
    if (!found) return null;
    if (form.dataset.unit === "chips") return found[2] === undefined ? Number(found[1]) : null;
    return Number(found[1]) * 100 + Number(found[2] ?? 0);
  };
  const written = (amount, form) => {
    if (form.dataset.unit === "chips") return String(amount);
    return amount % 100 ? `${Math.floor(amount / 100)},${String(amount % 100).padStart(2, "0")}` : String(amount / 100);
  };
  const targets = new WeakMap(); // which amount of a form the keypad writes to
  const amounts = (form) => all("input.amount", form);
  const target = (form) => targets.get(form) ?? amounts(form)[0];
  // With several winners the chips are for the one whose field was tapped last.
  const tipField = (form) => (targets.get(form)?.closest("[data-tips]") ? targets.get(form) : form.querySelector("[data-tips] input"));
  const press = (buttons, isPressed) => {
    for (const button of buttons) button.setAttribute("aria-pressed", String(isPressed(button)));
  };

  const judge = (form) => {
    const legal = form.querySelector("[data-legal]");
    const amount = counted(target(form).value, form);
    if (legal) {
      legal.disabled = amount === null || amount < Number(form.dataset.least) || amount > Number(form.dataset.most);
      legal.classList.toggle("primary", !legal.disabled);
    }
    press(all("[data-preset]", form), (button) => Number(button.dataset.preset) === amount);
    const other = form.querySelector("[data-other-rake]");
    if (other) {
      const reason = other.querySelector("input");
      other.hidden = counted(form.querySelector("#id_rake_cents").value, form) === Number(form.dataset.due) && !reason.value;
      press(all("[data-reason]", other), (button) => button.value === reason.value);
    }
    const tip = tipField(form);
    if (tip) press(all("[data-tip]", form), (button) => counted(button.value, form) === counted(tip.value || "0", form));
    const isOpen = form.dataset.amounts !== "asked" || targets.has(form);
    form.querySelector("[data-keypad]").hidden = !isOpen;
    form.classList.toggle("keyed", isOpen && targets.get(form) === form.querySelector("#id_rake_cents"));
    for (const input of amounts(form)) input.classList.toggle("target", amounts(form).length > 1 && input === targets.get(form));
  };
  const fill = (form, field, text) => {
    field.value = text;
    delete field.dataset.own; // the first digit begins again
    judge(form);
  };
  const aim = (form, field) => {
    targets.set(form, field);
    delete field.dataset.own;
    judge(form);
  };
  const key = (form, digit) => {
    const field = target(form);
    const before = field.dataset.own || digit === "back" ? field.value : "";
    field.dataset.own = "yes";
    field.value = digit === "back" ? before.slice(0, -1) : (before + digit).replace(/^0+(?=\d)/, "").slice(0, 12);
    judge(form);
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    const form = button?.closest("[data-amounts]");
    if (!form) return;
    if (button.dataset.digit !== undefined) key(form, button.dataset.digit);
    else if (button.dataset.preset !== undefined) fill(form, target(form), written(Number(button.dataset.preset), form));
    else if (button.dataset.tip !== undefined) fill(form, tipField(form), button.value);
    else if (button.dataset.aimTip !== undefined) aim(form, tipField(form));
    else if (button.dataset.chips !== undefined) {
      const rake = form.querySelector("#id_rake_cents");
      const chips = (counted(rake.value, form) ?? 0) + Number(button.dataset.chips) * Number(form.dataset.chip);
      fill(form, rake, written(Math.max(0, chips), form));
    } else if (button.dataset.reason !== undefined) fill(form, form.querySelector("[data-other-rake] input"), button.value);
  });
  document.addEventListener("focusin", (event) => {
    const form = event.target.closest("[data-amounts]");
    if (form && event.target.matches("input.amount")) aim(form, event.target);
  });
  document.addEventListener("input", (event) => {
    const form = event.target.closest("[data-amounts]");
    if (!form) return;
    event.target.dataset.own = "yes";
    judge(form);
  });

  // --- cards: one tap each; a second tap takes a card back; when all that are due lie there, they are sent -------------
  let aimed = null;
  const held = (field) => field.value.match(/\S\S/g) ?? [];
  const open = () => {
    const fields = all("input[data-cards]");
    return aimed?.isConnected ? aimed : fields.find((field) => held(field).length < Number(field.dataset.cards)) ?? fields[0];
  };
  const showCards = () => {
    const fields = all("input[data-cards]");
    const lying = new Set(fields.flatMap(held));
    press(all("[data-deal]"), (button) => lying.has(button.dataset.deal));
    for (const field of fields) field.classList.toggle("target", fields.length > 1 && field === open());
  };
  document.addEventListener("focusin", (event) => {
    if (!event.target.matches("input[data-cards]")) return;
    aimed = event.target;
    showCards();
  });
  document.addEventListener("input", showCards);
  document.addEventListener("click", (event) => {
    const card = event.target.closest("[data-deal]")?.dataset.deal;
    if (card === undefined) return;
    const holder = all("input[data-cards]").find((field) => held(field).includes(card));
    const field = holder ?? open();
    const cards = holder ? held(field).filter((one) => one !== card) : [...held(field), card];
    field.value = cards.join(" ");
    showCards();
    if (!holder && cards.length === Number(field.dataset.cards)) field.form.requestSubmit(field.form.querySelector("[data-now]"));
  });

  const dress = () => {
    for (const part of all("[data-with-script]")) part.hidden = false;
    for (const part of all("[data-without-script]")) part.hidden = true;
    for (const form of all("[data-amounts]")) {
      for (const input of amounts(form)) input.inputMode = "none"; // the keypad on the page is the keyboard
      const only = form.dataset.only === form.dataset.most ? Number(form.dataset.only) : 0; // a limit game has one raise
      if (only && !target(form).value) target(form).value = written(only, form);
      judge(form);
    }
    for (const input of all("input[data-cards]")) input.inputMode = "none";
    for (const list of all(".told")) list.scrollTop = list.scrollHeight;
    showCards();
  };
  document.body.addEventListener("htmx:afterSwap", dress);
  dress();
})();
