// What a pot owes, computed on the tablet from the terms in the page: the same steps in the same order as
// `accounting/policy/rake.py`, and a test holds the two against each other.  The server's answer wins.
"use strict";

globalThis.rake = (() => {
  const BASIS_POINTS = 10000;
  const whole = (number, by) => (number - (number % by)) / by; // exact, where a division would round

  const rounded = (numerator, denominator, rounding) => {
    if (rounding === "up") return whole(numerator + denominator - 1, denominator);
    if (rounding === "nearest") return whole(2 * numerator + denominator, 2 * denominator);
    return whole(numerator, denominator);
  };
  const toUnit = (cents, unit, rounding) => unit * rounded(cents, unit, rounding);
  const share = (cents, rate, unit, rounding) => unit * rounded(cents * rate, BASIS_POINTS * unit, rounding);

  const common = (a, b) => (b === 0 ? a : common(b, a % b));
  // The unit in which it can be paid: the schedule's chip, in whole chips of the table.
  const payable = (terms, chip) => {
    const own = terms.chip_cents ?? 1;
    return own % chip === 0 ? own : (own / common(own, chip)) * chip;
  };

  const stepsAt = (steps, base) => {
    let due = 0;
    for (const step of steps) {
      if (base >= step.from_cents) due = step.add_cents !== undefined ? due + step.add_cents : step.total_cents;
    }
    return due;
  };

  const charged = (terms, base, chip, rounding) => {
    let due = 0;
    if (terms.kind === "percent") due = Math.max(share(base, terms.rate_bp, chip, rounding), terms.least_cents ?? 0);
    if (terms.kind === "steps") due = stepsAt(terms.steps, base);
    if (terms.kind === "increment") due = (terms.first_cents ?? 0) + terms.amount_cents * whole(base, terms.per_cents);
    if (terms.kind === "fixed") due = terms.amount_cents;
    return toUnit(due, chip, rounding);
  };

  const limited = (due, terms, facts, inChips) => {
    const limits = [inChips(facts.pot_cents)];
    if (terms.cap_cents !== undefined) limits.push(inChips(terms.cap_cents));
    if (terms.caps) {
      const fitting = terms.caps.filter((cap) => facts.dealt_in >= cap.players);
      limits.push(inChips((fitting.length ? fitting[fitting.length - 1] : terms.caps[0]).cap_cents));
    }
    return Math.min(due, ...limits);
  };

  const fund = (jackpot, facts, base, due, inChips) => {
    if (!jackpot || facts.dealt_in < jackpot.min_players || (jackpot.flop_required && !facts.flop_seen)) return 0;
    return inChips(Math.min(stepsAt(jackpot.steps, base), facts.pot_cents - due));
  };

  // facts: pot_cents, flop_seen, dealt_in, uncalled_cents, chip_cents, bomb_pot
  const due = (terms, facts) => {
    const chip = payable(terms, facts.chip_cents);
    const inChips = (cents) => toUnit(cents, chip, "down");
    const base = facts.pot_cents + (terms.base_includes_uncalled ? facts.uncalled_cents ?? 0 : 0);
    const free = terms.bomb_pots_free && facts.bomb_pot;
    const owed = !free && terms.kind !== "time" && (facts.flop_seen || !terms.no_flop_no_drop) && base >= (terms.min_pot_cents ?? 0);
    const amount = owed ? limited(charged(terms, base, chip, terms.rounding ?? "down"), terms, facts, inChips) : 0;
    return { due_cents: amount, jackpot_cents: free ? 0 : fund(terms.jackpot, facts, base, amount, inChips), chip_cents: chip };
  };

  // As `accounting/policy/tronc.py` suggests it: whole chips, nearest, exact halves up.
  const customaryTip = (pot, chip, rate) => share(pot, rate, chip, "nearest");

  return { due, customaryTip };
})();
