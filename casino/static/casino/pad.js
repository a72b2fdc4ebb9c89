// The pad: what is due while it is typed, one tap to book, and an outbox that outlives the network.  Without this
// script the form books by itself.
"use strict";

(() => {
  const pad = document.querySelector("[data-pad]");
  if (!pad || !globalThis.indexedDB || !globalThis.crypto?.randomUUID) return;
  const one = (selector) => document.querySelector(selector);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const field = (name) => document.getElementById(`id_${name}`);
  const shown = new Intl.NumberFormat(document.documentElement.lang, { minimumFractionDigits: 2 });
  const written = (cents) => shown.format(cents / 100);

  const queue = padQueue(pad, {
    summary: (entry) => summary(entry),
    show: () => show(),
    filled: (draft) => fill(draft),
    adopted: (found) => adopt(found),
    booked: (entry, answer, last) => compare(entry, answer, last),
  });
  const { words, say } = queue;
  let facts = queue.facts();
  let target = field("pot_cents");
  let ownRake = false; // somebody moved the rake
  let won = []; // the seats that win
  let out = {}; // by seat, whether the guest sits out this hand where the dealer says so; else who is away does
  let splits = false; // several win
  let ownBombPot = false; // somebody said it
  let bombPotOf = 0; // else: the hand that it was set for
  let busy = false;
  const draftName = `pad ${facts.table}`;

  // --- amounts: digits, and at most one separator before two more, as the server reads them
  const cents = (text) => {
    const found = /^(\d{1,9})(?:[.,](\d{2}))?$/.exec(text.trim());
    return found ? Number(found[1]) * 100 + Number(found[2] ?? 0) : null;
  };
  const typed = (amount) => (amount % 100 ? (amount / 100).toFixed(2) : String(amount / 100));

  // --- the seats: a tap wins, the next one sits out
  const boxes = () => all("[name=winners]");
  const plate = (box) => box.closest(".plate");
  const sitsOut = (box) => out[box.value] ?? plate(box).dataset.away !== undefined;
  const winners = () => boxes().map((box) => Number(box.value)).filter((seat) => won.includes(seat));
  const turn = (box) => {
    const seat = Number(box.value);
    if (won.includes(seat)) { won = won.filter((one) => one !== seat); out[seat] = true; }
    else if (sitsOut(box)) out[seat] = false;
    else won = splits ? [...won, seat] : [seat];
  };
  const split = () => {
    splits = !splits;
    if (!splits) won = won.slice(0, 1);
    show();
  };

  // --- what is due
  const keyed = () => ({
    pot_cents: cents(field("pot_cents").value),
    flop_seen: field("flop_seen").checked,
    dealt_in: boxes().filter((box) => !sitsOut(box)).length,
    chip_cents: facts.chip_cents,
    bomb_pot: Boolean(facts.has_bomb_pots) && field("bomb_pot").checked,
  });
  const isBombPotDue = (number) => {
    if (number === facts.dealt + 1) return facts.bomb_pot_is_next;
    return facts.has_bomb_pots && number % facts.bomb_pot_every === 0; // NaN without such a number
  };
  const sayBombPot = (isOne) => {
    field("bomb_pot").checked = isOne;
    if (isOne) field("flop_seen").checked = true;
  };
  const presetBombPot = () => {
    const number = queue.number();
    if (ownBombPot || (number === bombPotOf && field("pot_cents").value)) return;
    sayBombPot(isBombPotDue(number));
    bombPotOf = number;
  };
  const owed = () => {
    const hand = keyed();
    return hand.pot_cents === null ? null : rake.due(facts.terms, hand);
  };

  const taken = (found) => (ownRake ? cents(field("rake_cents").value) ?? 0 : found.due_cents);

  const missing = () => {
    if (queue.refused()) return words.undecided;
    if (queue.isPaper()) return words.paper;
    if (!facts.is_open) return words.closed;
    const hand = keyed();
    const lacks = [];
    if (!(hand.pot_cents > 0)) lacks.push(words.pot);
    if (hand.dealt_in < 2) lacks.push(words.guests);
    if (ownRake && field("reason").value.trim().length < 3) lacks.push(words.why);
    return lacks.length ? say(words.missing, { what: lacks.join(", ") }) : "";
  };
  const mayBook = () => !busy && !missing();

  // --- in words
  const who = (box) => `${box.value} ${plate(box).dataset.surname}`;
  const winnings = (found) => written(keyed().pot_cents - taken(found) - found.jackpot_cents);
  const wins = (found) => {
    const names = boxes().filter((box) => won.includes(Number(box.value))).map(who);
    if (!names.length) return "";
    return say(names.length > 1 ? words.split : words.wins, { who: names.join(", "), amount: winnings(found) });
  };
  const booking = (found) => {
    const tip = cents(field("tip_cents").value);
    const parts = [keyed().bomb_pot ? words.bomb_pot : "", wins(found), say(words.rake, { amount: written(taken(found)) })];
    if (tip) parts.push(say(words.tip, { amount: written(tip) }));
    return parts.filter(Boolean).join(" · ");
  };
  // How the rake comes about, where it is a share.
  const share = (found) => {
    const { kind, rate_bp: rate } = facts.terms;
    if (kind !== "percent" || !found.due_cents) return "";
    const exact = (keyed().pot_cents * rate) / 10000;
    const text = say(words.share, { rate: new Intl.NumberFormat(document.documentElement.lang).format(rate / 100), amount: written(exact) });
    if (found.due_cents >= exact) return text;
    return say(found.due_cents > exact - found.chip_cents ? words.down : words.capped, { share: text });
  };

  const showSeats = (found) => {
    const seats = winners();
    for (const box of boxes()) {
      const isOut = sitsOut(box);
      box.checked = seats.includes(Number(box.value));
      plate(box).classList.toggle("away", isOut);
      plate(box).querySelector(".wins output").textContent = found && seats.length === 1 ? winnings(found) : "";
      plate(box).querySelector("[data-out]").hidden = !isOut || plate(box).dataset.away !== undefined;
    }
    one("[data-split]").setAttribute("aria-pressed", String(splits));
    one("[data-dealt-in]").textContent = String(keyed().dealt_in);
  };
  const showBook = (found) => {
    const lacks = missing();
    const number = queue.number();
    const isKeyed = found !== null && !lacks;
    one("[data-hand]").textContent = say(words.hand, { number });
    one("[data-won]").textContent = (found && wins(found)) || words.begin;
    one("[data-share]").textContent = found ? share(found) : "";
    one("[data-book-title]").textContent = say(words.book, { number });
    one("[data-said-pot]").textContent = isKeyed ? `${say(words.pot_is, { amount: written(keyed().pot_cents) })} · ` : "";
    one("[data-said]").textContent = isKeyed ? booking(found) : lacks;
    one("[data-book]").disabled = !mayBook();
  };

  const show = () => {
    presetBombPot();
    const found = owed();
    const rakeField = field("rake_cents");
    if (found && !ownRake) rakeField.value = typed(found.due_cents);
    if (!found && !ownRake) rakeField.value = "";
    ownRake = ownRake && found !== null && cents(rakeField.value) !== found.due_cents;
    if (!ownRake) field("reason").value = "";
    one("[data-due]").textContent = found ? written(found.due_cents) : "–";
    one("[data-own-rake]").hidden = !ownRake;
    for (const output of all("[data-shown]")) {
      const text = field(output.dataset.shown).value;
      output.textContent = cents(text) === null ? text || "–" : written(cents(text));
    }
    const pot = keyed().pot_cents;
    one("[data-custom]").textContent = pot === null ? "–" : written(rake.customaryTip(pot, facts.chip_cents, facts.tip_bp));
    const fund = one("[data-fund]");
    fund.hidden = !found?.jackpot_cents;
    fund.querySelector("output").textContent = found ? written(found.jackpot_cents) : "";
    one("[data-reasons]").hidden = !ownRake;
    for (const button of all("[data-reason]")) button.setAttribute("aria-pressed", String(field("reason").value === button.value));
    for (const button of all("[data-tip]")) button.setAttribute("aria-pressed", String(field("tip_cents").value === button.value));
    const isBombPot = keyed().bomb_pot;
    one("[data-bomb]").hidden = !facts.has_bomb_pots;
    one("[data-bomb]").setAttribute("aria-pressed", String(isBombPot));
    one("[data-flop]").setAttribute("aria-pressed", String(!field("flop_seen").checked));
    one("[data-flop]").disabled = isBombPot; // which always has one
    for (const input of all("input.amount")) input.classList.toggle("target", input === target);
    showSeats(found);
    showBook(found);
    keep();
  };

  // --- the draft outlives a locked screen
  const NAMES = ["pot_cents", "rake_cents", "tip_cents", "reason"];
  const keep = () => {
    const values = Object.fromEntries(NAMES.map((name) => [name, field(name).value]));
    const draft = { values, flop: field("flop_seen").checked, bombPot: field("bomb_pot").checked, ownBombPot, bombPotOf, winners: won, out, splits, ownRake, session: facts.session };
    sessionStorage.setItem(draftName, JSON.stringify(draft));
  };
  const fill = (draft) => {
    for (const name of NAMES) field(name).value = draft.values[name];
    field("flop_seen").checked = draft.flop;
    field("bomb_pot").checked = draft.bombPot ?? false;
    ({ winners: won, out = {}, splits = false, ownRake, ownBombPot = false, bombPotOf = 0 } = draft);
    target = field("pot_cents");
    show();
  };
  const clear = () => fill({
    values: { pot_cents: "", rake_cents: "", tip_cents: "", reason: "" }, flop: true, winners: [], ownRake: false,
  });

  // --- booking
  const book = async () => {
    if (!mayBook()) return;
    const hand = keyed();
    const found = owed();
    const entry = {
      shown_cents: ownRake ? cents(field("rake_cents").value) : found.due_cents,
      draft: JSON.parse(sessionStorage.getItem(draftName)),
      keyed: {
        pot_cents: hand.pot_cents, flop_seen: hand.flop_seen, dealt_in: hand.dealt_in,
        tip_cents: cents(field("tip_cents").value) ?? 0, winners: winners(),
        rake_cents: ownRake ? cents(field("rake_cents").value) : null, reason: field("reason").value,
        ...(hand.bomb_pot && { bomb_pot: true }),
      },
    };
    entry.told = told({ ...entry, number: "{number}" }); // for a pad of rounds, should the tablet change its table
    clear(); // at once: what is keyed while the tablet writes this hand down belongs to the next one
    busy = true;
    show();
    try {
      await queue.keep(entry);
    } catch (error) {
      fill(entry.draft);
      throw error;
    } finally {
      busy = false;
      show();
    }
  };

  const told = ({ keyed: hand, number, shown_cents: shownCents }) =>
    say(words.last, { number, pot: written(hand.pot_cents), rake: written(shownCents), tip: written(hand.tip_cents) });
  const summary = (entry) => (entry.keyed.pot_cents === undefined ? null : told(entry));

  const compare = (hand, booked, last) => {
    const taken = booked.rake?.taken_cents;
    if (taken === undefined) return;
    if (taken !== hand.shown_cents) {
      queue.notice(say(words.differs, { taken: written(taken), shown: written(hand.shown_cents) }), "error");
    }
    if (last) last.shown_cents = taken;
  };

  const adopt = (found) => {
    facts = found;
    show();
  };

  // --- taps and keys
  const digit = (key) => {
    const value = target.value;
    target.value = key === "back" ? value.slice(0, -1) : (value + key).replace(/^0+(?=\d)/, "").slice(0, 12);
    if (target === field("rake_cents")) ownRake = true;
    show();
  };
  const aim = (input) => { target = input; show(); };
  const moveRake = (by) => {
    const found = owed();
    if (!found) return;
    const at = (cents(field("rake_cents").value) ?? found.due_cents) + by * facts.chip_cents;
    field("rake_cents").value = typed(Math.max(0, at));
    ownRake = true;
    show();
  };
  const bombPot = () => {
    ownBombPot = true;
    sayBombPot(!field("bomb_pot").checked);
    show();
  };
  const noFlop = () => {
    const flop = field("flop_seen");
    flop.checked = !flop.checked;
    const pot = field("pot_cents");
    // All folded to the big blind: the usual hand without a flop, and the only pot that is known beforehand.
    if (!flop.checked && !pot.value && facts.walk_cents) pot.value = typed(facts.walk_cents);
    show();
  };

  const TAPS = {
    digit: (button) => digit(button.dataset.digit),
    tip: (button) => { field("tip_cents").value = button.value; target = field("pot_cents"); show(); },
    aimTip: () => { field("tip_cents").value = ""; aim(field("tip_cents")); },
    reason: (button) => { field("reason").value = button.value; show(); },
    rake: (button) => moveRake(Number(button.dataset.rake)),
    flop: noFlop,
    bomb: bombPot,
    split,
    misdeal: () => { clear(); one("[data-misdeal-box]").open = false; },
  };
  document.addEventListener("click", (event) => {
    for (const [name, tap] of Object.entries(TAPS)) {
      const button = event.target.closest(`[data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}]`);
      if (button && button.tagName === "BUTTON") { event.preventDefault(); tap(button); return; }
    }
  });
  pad.addEventListener("focusin", (event) => { if (event.target.matches("input.amount")) aim(event.target); });
  pad.addEventListener("input", (event) => {
    if (event.target.name === "winners") turn(event.target);
    if (event.target === field("rake_cents")) ownRake = true;
    show();
  });
  // Also after pages.js, which would take a second hand within half a second for a double tap.
  pad.addEventListener("submit", (event) => { event.preventDefault(); event.stopPropagation(); book(); });

  document.addEventListener("keydown", (event) => {
    const isTyped = event.target.matches("input:not([type=checkbox]), textarea, select, summary, a");
    if (isTyped || event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^\d$/.test(event.key)) digit(event.key);
    else if (event.key === "Backspace") digit("back");
    else if (event.key === "t") aim(field("tip_cents"));
    else if (event.key === "Enter" && !event.target.matches("button")) book();
    else return;
    event.preventDefault();
  });

  // --- begin
  for (const input of all("[data-pad] input.amount")) { input.inputMode = "none"; input.autofocus = false; }
  if (document.activeElement?.matches("input")) document.activeElement.blur();
  const draft = JSON.parse(sessionStorage.getItem(draftName) ?? "null");
  if (draft && draft.session === facts.session) fill(draft);
  else clear();
  queue.begin();
})();
