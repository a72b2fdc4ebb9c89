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
  let ownDealtIn = false;
  let busy = false;
  const draftName = `pad ${facts.table}`;

  // --- amounts: digits, and at most one separator before two more, as the server reads them --------------------------
  const cents = (text) => {
    const found = /^(\d{1,9})(?:[.,](\d{2}))?$/.exec(text.trim());
    return found ? Number(found[1]) * 100 + Number(found[2] ?? 0) : null;
  };
  const typed = (amount) => (amount % 100 ? (amount / 100).toFixed(2) : String(amount / 100));

  // --- what is due ----------------------------------------------------------------------------------------------------
  const keyed = () => ({
    pot_cents: cents(field("pot_cents").value),
    flop_seen: field("flop_seen").checked,
    dealt_in: Number(field("dealt_in").value) || 0,
    chip_cents: facts.chip_cents,
  });
  const owed = () => {
    const hand = keyed();
    return hand.pot_cents === null ? null : rake.due(facts.terms, hand);
  };

  const mayBook = () => {
    const hand = keyed();
    const reason = !ownRake || field("reason").value.trim().length > 2;
    return hand.pot_cents > 0 && reason && !queue.isPaper() && !queue.refused() && facts.is_open && !busy;
  };

  const show = () => {
    const found = owed();
    const rakeField = field("rake_cents");
    if (found && !ownRake) rakeField.value = typed(found.due_cents);
    if (!found && !ownRake) rakeField.value = "";
    ownRake = ownRake && found !== null && cents(rakeField.value) !== found.due_cents;
    if (!ownRake) field("reason").value = "";
    one("[data-due]").textContent = found ? written(found.due_cents) : "–";
    const pot = keyed().pot_cents;
    one("[data-custom]").textContent = pot === null ? "–" : written(rake.customaryTip(pot, facts.chip_cents, facts.tip_bp));
    const fund = one("[data-fund]");
    fund.hidden = !found?.jackpot_cents;
    fund.querySelector("output").textContent = found ? written(found.jackpot_cents) : "";
    one("[data-reasons]").hidden = !ownRake;
    for (const button of all("[data-reason]")) button.setAttribute("aria-pressed", String(field("reason").value === button.value));
    for (const button of all("[data-tip]")) button.setAttribute("aria-pressed", String(field("tip_cents").value === button.value));
    one("[data-flop]").setAttribute("aria-pressed", String(!field("flop_seen").checked));
    one("[data-dealt-in]").textContent = field("dealt_in").value;
    for (const input of all("input.amount")) input.classList.toggle("target", input === target);
    one("[data-book]").disabled = !mayBook();
    keep();
  };

  // --- the draft outlives a locked screen -----------------------------------------------------------------------------
  const NAMES = ["pot_cents", "rake_cents", "tip_cents", "reason", "dealt_in"];
  const keep = () => {
    const values = Object.fromEntries(NAMES.map((name) => [name, field(name).value]));
    const draft = { values, flop: field("flop_seen").checked, winners: winners(), ownRake, ownDealtIn, session: facts.session };
    sessionStorage.setItem(draftName, JSON.stringify(draft));
  };
  const fill = (draft) => {
    for (const name of NAMES) field(name).value = draft.values[name];
    field("flop_seen").checked = draft.flop;
    for (const box of all("[name=winners]")) box.checked = draft.winners.includes(Number(box.value));
    ({ ownRake, ownDealtIn } = draft);
    target = field("pot_cents");
    show();
  };
  const winners = () => all("[name=winners]:checked").map((box) => Number(box.value));
  const clear = () => fill({
    values: { pot_cents: "", rake_cents: "", tip_cents: "", reason: "", dealt_in: String(facts.present) },
    flop: true, winners: [], ownRake: false, ownDealtIn: false,
  });

  // --- booking --------------------------------------------------------------------------------------------------------
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
    if (!ownDealtIn) field("dealt_in").value = String(facts.present);
    const draft = JSON.parse(sessionStorage.getItem(draftName) ?? "null");
    for (const box of all("[name=winners]")) box.checked = draft?.winners.includes(Number(box.value)) ?? false;
    show();
  };

  // --- taps and keys --------------------------------------------------------------------------------------------------
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
  const movePlayers = (by) => {
    ownDealtIn = true;
    field("dealt_in").value = String(Math.min(facts.seated, Math.max(2, Number(field("dealt_in").value) + by)));
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
    players: (button) => movePlayers(Number(button.dataset.players)),
    flop: noFlop,
    misdeal: () => { clear(); one("[data-misdeal-box]").open = false; },
  };
  document.addEventListener("click", (event) => {
    for (const [name, tap] of Object.entries(TAPS)) {
      const button = event.target.closest(`[data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}]`);
      if (button && button.tagName === "BUTTON") { event.preventDefault(); tap(button); return; }
    }
  });
  pad.addEventListener("focusin", (event) => { if (event.target.matches("input.amount")) aim(event.target); });
  pad.addEventListener("input", (event) => { if (event.target === field("rake_cents")) ownRake = true; show(); });
  // Also after pages.js, which would take a second hand within half a second for a double tap.
  pad.addEventListener("submit", (event) => { event.preventDefault(); event.stopPropagation(); book(); });

  document.addEventListener("keydown", (event) => {
    if (event.target.matches("input, textarea, select, summary, a") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^\d$/.test(event.key)) digit(event.key);
    else if (event.key === "Backspace") digit("back");
    else if (event.key === "t") aim(field("tip_cents"));
    else if (event.key === "Enter" && !event.target.matches("button")) book();
    else return;
    event.preventDefault();
  });

  // --- begin ----------------------------------------------------------------------------------------------------------
  for (const input of all("[data-pad] input.amount")) { input.inputMode = "none"; input.autofocus = false; }
  if (document.activeElement?.matches("input")) document.activeElement.blur();
  const draft = JSON.parse(sessionStorage.getItem(draftName) ?? "null");
  if (draft && draft.session === facts.session) fill(draft);
  else clear();
  queue.begin();
})();
