// Chips in front of guests, seat after seat by taps: what is counted, what is left for how many seats, and the rest
// offered to the last one.  Without this script each seat has its fields, one below the other.
"use strict";

(() => {
  const sheet = document.querySelector("[data-counting]");
  if (!sheet) return;
  const HELD_AFTER = 450;
  const HELD = 5;
  const one = (selector) => sheet.querySelector(selector);
  const all = (selector, within = sheet) => [...within.querySelectorAll(selector)];
  const words = JSON.parse(document.getElementById("counting-words").textContent);
  const say = (text, values) => text.replace(/\{(\w+)\}/g, (_all, name) => values[name]);
  const money = new Intl.NumberFormat(document.documentElement.lang, { minimumFractionDigits: 2 });
  const written = (cents) => money.format(cents / 100);
  const pool = sheet.dataset.pool === "" ? null : Number(sheet.dataset.pool);

  // --- the seats, in the order in which they are counted ----------------------------------------------------------------
  const seats = all("[data-seat]").map((part) => ({
    part,
    number: part.dataset.seat,
    name: `${part.dataset.seat} ${part.dataset.surname}`,
    known: part.dataset.known ? Number(part.dataset.known) : null, // the books know it, also where it is not counted
    isAway: part.dataset.away !== undefined,
    sum: part.querySelector("input.amount"),
    pieces: all("[data-chips] input", part),
    plate: sheet.querySelector(`.plate[href="#${part.id}"]`),
    isLeft: part.dataset.away !== undefined,
    isTyped: part.querySelector("input.amount").value !== "",
  }));
  let at = seats.find((seat) => !seat.isLeft) ?? seats[0];

  const typed = (text) => {
    const found = /^(\d{1,9})(?:[.,](\d{2}))?$/.exec(text.trim());
    return found ? Number(found[1]) * 100 + Number(found[2] ?? 0) : null;
  };
  const counted = (seat) => {
    const chips = seat.pieces.filter((input) => /^\d+$/.test(input.value.trim()));
    if (!chips.length) return typed(seat.sum.value);
    return chips.reduce((sum, input) => sum + Number(input.value) * Number(input.dataset.cents), 0);
  };
  const open = () => seats.filter((seat) => counted(seat) === null);
  const total = () => seats.reduce((sum, seat) => sum + (counted(seat) ?? 0), 0);
  const next = () => {
    const waiting = open().filter((seat) => !seat.isLeft && seat !== at);
    return waiting.find((seat) => seats.indexOf(seat) > seats.indexOf(at)) ?? waiting[0] ?? null;
  };
  // What the last one has, where the stacks of all others are known.
  const rest = () => {
    if (pool === null || counted(at) !== null || next()) return null;
    const others = open().filter((seat) => seat !== at);
    if (others.some((seat) => seat.known === null)) return null;
    const left = pool - total() - others.reduce((sum, seat) => sum + seat.known, 0);
    return left < 0 ? null : left;
  };

  // --- what is shown --------------------------------------------------------------------------------------------------
  const showSeat = (seat) => {
    const found = counted(seat);
    seat.part.hidden = seat !== at;
    seat.part.classList.toggle("typed", seat.isTyped);
    for (const input of seat.pieces) {
      const worth = Number(input.value) * Number(input.dataset.cents);
      input.nextElementSibling.textContent = worth ? written(worth) : "";
    }
    seat.part.querySelector("[data-sum]").textContent = found === null ? "–" : written(found);
    seat.plate.classList.toggle("turn", seat === at);
    seat.plate.querySelector("[data-counted]").textContent =
      found !== null ? written(found) : seat === at ? words.counting : seat.isLeft ? words.left : "–";
  };
  const showMiddle = () => {
    const waiting = open();
    const sum = total();
    one("[data-of]").textContent = say(words.of, { n: seats.length - waiting.length, all: seats.length });
    one("[data-total]").textContent = written(sum);
    const line = one("[data-rest]");
    const left = pool === null ? 0 : pool - sum;
    line.classList.toggle("warn", pool !== null && (left < 0 || (!waiting.length && left > 0)));
    if (pool === null) line.textContent = "";
    else if (left < 0) line.textContent = say(words.over, { amount: written(-left) });
    else if (!waiting.length) line.textContent = left ? say(words.short, { amount: written(left) }) : words.agrees;
    else line.textContent = say(waiting.length > 1 ? words.left_for : words.left_for_one, { n: waiting.length, amount: written(left) });
  };
  const showBook = () => {
    const [title, small] = [one("[data-book-title]"), one("[data-said]")];
    const found = counted(at);
    const following = next();
    const offered = rest();
    const button = one("[data-book]");
    small.textContent = found === null ? say(words.not_counted, { who: at.name }) : `${at.name} ${written(found)}`;
    if (following) title.textContent = say(words.next, { who: following.name });
    else if (offered !== null) {
      title.textContent = say(words.rest, { amount: written(offered) });
      small.textContent = say(words.compare, { who: at.name });
    } else {
      title.textContent = words.record;
      small.textContent = say(words.all, { n: seats.length - open().length, amount: written(total()) });
    }
    button.disabled = !following && offered === null && open().length === seats.length;
    if (button.disabled) small.textContent = words.missing;
  };
  const show = () => { seats.forEach(showSeat); showMiddle(); showBook(); };

  // --- taps -----------------------------------------------------------------------------------------------------------
  const go = (seat) => { at = seat; show(); };
  const clear = (seat) => { for (const input of [seat.sum, ...seat.pieces]) input.value = ""; };
  const add = (input, by) => {
    const seat = seats.find((found) => found.pieces.includes(input));
    seat.sum.value = "";
    seat.isLeft = false;
    input.value = String(Math.max(0, (Number(input.value) || 0) + by));
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const key = (input, by, name) => {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: by > 0 ? "+" : "−" });
    button.setAttribute("aria-label", say(by > 0 ? words.more : words.less, { chip: name }));
    let timer = 0;
    let isHeld = false;
    const release = () => clearTimeout(timer);
    button.addEventListener("pointerdown", () => {
      isHeld = false;
      timer = setTimeout(() => { isHeld = true; add(input, by * HELD); }, HELD_AFTER);
    });
    for (const kind of ["pointerup", "pointercancel", "pointerleave"]) button.addEventListener(kind, release);
    button.addEventListener("contextmenu", (event) => event.preventDefault());
    button.addEventListener("click", () => { if (!isHeld) add(input, by); isHeld = false; });
    return button;
  };
  for (const seat of seats) {
    for (const input of seat.pieces) {
      const label = input.closest("label");
      const face = label.querySelector(".number");
      const name = face.textContent.trim();
      face.textContent = name.replace(/[.,]00$/, "");
      face.className = `face v${input.dataset.cents}`;
      const row = Object.assign(document.createElement("div"), { className: "chip-row" });
      label.replaceWith(row);
      row.append(key(input, -1, name), label, key(input, 1, name));
    }
    const line = Object.assign(document.createElement("b"), { className: "counted" });
    line.dataset.counted = "";
    seat.plate.append(line);
    seat.plate.addEventListener("click", (event) => { event.preventDefault(); go(seat); });
  }
  sheet.addEventListener("input", (event) => {
    const seat = seats.find((found) => found.sum === event.target);
    if (seat) { for (const input of seat.pieces) input.value = ""; seat.isLeft = false; }
    show();
  });
  sheet.addEventListener("click", (event) => {
    if (event.target.closest("[data-leave-out]")) { clear(at); at.isLeft = true; go(next() ?? at); }
    if (event.target.closest("[data-type]")) {
      at.isTyped = !at.isTyped || !at.pieces.length;
      show();
      if (at.isTyped) at.sum.focus();
    }
  });
  sheet.addEventListener("submit", (event) => {
    const following = next();
    const offered = rest();
    if (!following && offered === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (following) { at.isLeft = counted(at) === null; go(following); return; }
    at.isTyped = true;
    at.sum.value = (offered / 100).toFixed(2).replace(/\.00$/, "");
    show();
  }, true);

  sheet.classList.add("scripted");
  for (const part of all("[data-with-script]")) part.hidden = false;
  for (const part of all("[data-without-script]")) part.hidden = true;
  show();
})();
