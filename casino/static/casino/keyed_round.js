// A round against the house as it is keyed: what each tap makes of it, what follows from its boxes and what they still
// lack, and how the server reads it.  It knows no page: `round.js` shows it, asks for its outcome and books it.
"use strict";

// `facts`: what the house says of the table and its game, until `adopt` brings other ones.
globalThis.keyedRound = (facts) => {
  const BOARD = 5;
  const HOLE = 2;
  const UNDONE = 200;
  let lastRound; // the guests and bets of the round before, by box
  let state; // all that was keyed: what undo takes back and a draft keeps
  let undone; // what was before each tap of this round
  let choosing; // whose box the picked one is
  let target; // where chips are added

  // --- its boxes
  const emptyBox = (seat) => ({ seat, ante: 0, side: {}, way: null, outcome: null, hand: null, won: {}, cards: [] });
  const sits = (seat) => facts.guests[seat] !== undefined;
  const freshBox = (number) => {
    const before = lastRound[number];
    const seat = Number(before?.seat ?? number);
    const box = emptyBox(sits(seat) ? seat : null);
    if (before && sits(seat)) box.ante = before.bets.ante;
    return box;
  };
  const numbers = () => Array.from({ length: facts.boxes }, (_none, at) => at + 1);
  const fresh = () => ({
    boxes: Object.fromEntries(numbers().map((number) => [number, freshBox(number)])),
    dealer: [], board: [], unqualified: false, tip: { cents: 0, seat: null },
    picked: numbers().find((number) => freshBox(number).ante) ?? 1, place: null, source: null,
  });
  const begin = (last, keyed) => {
    lastRound = last;
    state = keyed ?? fresh();
    undone = [];
    choosing = false;
    target = "ante";
  };
  const box = (number = state.picked) => state.boxes[number];
  const played = () => numbers().filter((number) => box(number).ante > 0);
  const way = (number) => (box(number).way === null ? null : facts.ways[box(number).way]);
  const hasFolded = (number) => Boolean(way(number)?.folded);

  // --- its cards
  const place = (name) => (name === "board" || name === "dealer" ? state[name] : box(Number(name)).cards);
  const due = (name) => (name === "board" ? BOARD : HOLE);
  const isOpen = (name) => place(name).length < due(name);
  // Where the next card goes: where the dealer has aimed, else board, dealer, and each box that shows its cards.
  const nextPlace = () => {
    if (!facts.is_full) return null;
    if (state.place && isOpen(state.place)) return state.place;
    const staying = played().filter((number) => !hasFolded(number)).map(String);
    return ["board", "dealer", ...staying].find(isOpen) ?? null;
  };
  const owner = (card) => ["board", "dealer", ...numbers().map(String)].find((name) => place(name).includes(card));

  // --- what is missing: each as the name of a text of the pad, and of what and how much it speaks
  const openSides = (number) =>
    facts.sides.filter((side) => box(number).side[side.spot] && box(number).won[side.spot] === undefined
      && !(hasFolded(number) && side.lost_by_fold));
  const showsHand = ({ outcome }) => outcome === "wins" || state.unqualified;
  const lacksOutcome = (number) => {
    const { outcome, hand } = box(number);
    if (hasFolded(number)) return null;
    if (!outcome) return "no_outcome";
    return !hand && showsHand(box(number)) ? "no_hand" : null;
  };
  const lacking = (number) => {
    const found = [];
    const lacks = (name, spot) => found.push([name, { box: number, spot }]);
    const { ante, seat, way: chosen, cards } = box(number);
    if (seat === null) lacks("no_guest");
    if (ante < facts.least) lacks("least");
    if (chosen === null) lacks("no_way");
    else if (facts.is_full) {
      if (cards.length < HOLE && !(hasFolded(number) && cards.length === 0)) lacks("no_cards");
    } else {
      if (lacksOutcome(number)) lacks(lacksOutcome(number));
      for (const side of openSides(number)) lacks("no_side", side.name);
    }
    return found;
  };
  const missing = () => {
    if (!played().length) return [["no_box"]];
    const found = played().flatMap(lacking);
    if (facts.is_full && isOpen("board")) found.push(["no_board", { n: state.board.length }]);
    if (facts.is_full && isOpen("dealer")) found.push(["no_dealer", { n: state.dealer.length }]);
    return found;
  };
  // One question at a time: the side bet once the hand is said, or when the dealer aims at it.
  const askedSide = () => {
    const number = state.picked;
    if (target !== "ante" && box().side[target]) return target;
    return box().way !== null && lacksOutcome(number) === null ? openSides(number)[0]?.spot : undefined;
  };

  // --- as the server reads it
  const typed = (cents) => (cents % 100 ? (cents / 100).toFixed(2) : String(cents / 100));
  const asQuery = () => {
    const query = new URLSearchParams();
    for (const number of played()) {
      const { seat, ante, side, outcome, hand, won, cards } = box(number);
      const set = (name, value) => { if (value) query.set(`${name}_${number}`, value); };
      set("seat", seat);
      set("ante", typed(ante));
      for (const [spot, times] of Object.entries(way(number)?.bets ?? {})) set(spot, times);
      for (const [spot, cents] of Object.entries(side)) { set(spot, typed(cents)); set(`${spot}_won`, won[spot]); }
      set("comparison", outcome);
      set("category", hand);
      set("cards", cards.join(" "));
    }
    if (facts.is_full) { query.set("board", state.board.join(" ")); query.set("dealer", state.dealer.join(" ")); }
    if (state.unqualified) query.set("unqualified", "on");
    return query.toString();
  };
  const betsOf = (number) => {
    const { ante, side } = box(number);
    const bets = { ante, ...Object.fromEntries(facts.equals.map((spot) => [spot, ante])), ...side };
    for (const [spot, times] of Object.entries(way(number)?.bets ?? {})) bets[spot] = times * ante;
    return bets;
  };
  const boxBody = (number) => {
    const { seat, outcome, hand, won, cards } = box(number);
    const body = { box: number, seat, bets: betsOf(number) };
    if (facts.is_full) return cards.length ? { ...body, cards: cards.join(" ") } : body;
    const sides = Object.fromEntries(Object.entries(won).filter(([spot, name]) => name && box(number).side[spot]));
    if (outcome) body.comparison = outcome;
    if (hand) body.category = hand;
    if (Object.keys(sides).length) body.side = sides;
    return body;
  };
  const asBody = () => ({
    boxes: played().map(boxBody),
    ...(facts.is_full ? { board: state.board.join(" "), dealer: state.dealer.join(" ") } : { dealer_qualifies: !state.unqualified }),
    tips: state.tip.cents ? [{ seat: state.tip.seat, amount_cents: state.tip.cents }] : [],
  });
  const asLast = () => Object.fromEntries(played().map((number) => [number, { seat: box(number).seat, bets: betsOf(number) }]));
  const staked = () => played().flatMap((number) => Object.values(betsOf(number))).reduce((sum, cents) => sum + cents, 0);

  // --- how its boxes are played
  const pick = (number) => {
    state.picked = number;
    state.place = facts.is_full && box().ante && !hasFolded(number) && isOpen(String(number)) ? String(number) : null;
    choosing = box().seat === null;
    target = "ante";
  };
  // To the next box that still wants something, without a tap.
  const advance = () => {
    const wants = facts.is_full ? (number) => box(number).way === null : (number) => lacking(number).length > 0;
    if (wants(state.picked)) return;
    const order = played();
    const next = [...order.filter((number) => number > state.picked), ...order].find(wants);
    if (next) pick(next);
    state.place = null;
  };
  // What was said of the picked box may be said of the rest, too.
  const said = () => { state.source = state.picked; advance(); };
  const lay = (number, chosen) => {
    const mine = box(number);
    target = "ante";
    mine.way = chosen;
    if (!hasFolded(number)) return;
    Object.assign(mine, { outcome: null, hand: null, cards: [] });
    for (const side of facts.sides) if (side.lost_by_fold) delete mine.won[side.spot];
  };
  const wayOf = (bets) => facts.ways.findIndex((one) => JSON.stringify(one.bets) === JSON.stringify(bets));
  const stayAtLeast = (number) => {
    if (box(number).way === null || hasFolded(number)) lay(number, facts.implied && wayOf(facts.implied));
  };
  // Which of the boxes that lack something a tap for the rest would change.
  const restOf = (kind) => {
    const source = state.source && box(state.source);
    return played().filter((number) => {
      const { way: chosen, outcome } = box(number);
      if (!lacking(number).length) return false;
      if (kind === "fold") return chosen === null && !outcome;
      if (kind === "lost") return !hasFolded(number) && !outcome && (chosen !== null || facts.implied);
      if (!source || source.way === null || number === state.source) return false;
      return chosen === null || (!facts.is_full && !outcome && source.outcome && !hasFolded(number));
    });
  };

  // --- what a tap changes and undo takes back: by the key's name, with what is written on the key
  const CHANGES = {
    guest: (seat) => { box().seat = Number(seat); choosing = false; },
    way: (at) => {
      lay(state.picked, box().way === Number(at) ? null : Number(at));
      said();
    },
    outcome: (outcome) => {
      const mine = box();
      stayAtLeast(state.picked);
      mine.outcome = mine.outcome === outcome ? null : outcome;
      if (!showsHand(mine)) mine.hand = null;
      said();
    },
    category: (hand) => {
      const mine = box();
      stayAtLeast(state.picked);
      if (!mine.outcome || !showsHand(mine)) mine.outcome = "wins";
      mine.hand = hand;
      said();
    },
    side: (spot, hand) => { box().won[spot] = hand; advance(); },
    unqualified: () => {
      state.unqualified = !state.unqualified;
      for (const number of numbers()) if (!showsHand(box(number))) box(number).hand = null;
    },
    rest: (kind) => {
      for (const number of restOf(kind)) {
        const mine = box(number);
        if (kind === "fold") lay(number, facts.ways.findIndex((one) => one.folded));
        else if (kind === "lost") {
          stayAtLeast(number);
          mine.outcome = "loses";
          for (const side of openSides(number)) mine.won[side.spot] = "";
        } else {
          const source = box(state.source);
          if (mine.way === null) lay(number, source.way);
          if (!facts.is_full && !hasFolded(number)) Object.assign(mine, { outcome: source.outcome, hand: source.hand });
        }
      }
      advance();
    },
    chip: (cents) => {
      if (target === "ante") box().ante += Number(cents);
      else box().side[target] = (box().side[target] ?? 0) + Number(cents);
    },
    noBet: () => {
      if (target === "ante") state.boxes[state.picked] = emptyBox(box().seat);
      else { delete box().side[target]; delete box().won[target]; }
    },
    asBefore: () => {
      for (const [number, before] of Object.entries(lastRound)) {
        if (!sits(before.seat) || !state.boxes[number]) continue;
        const mine = box(number);
        Object.assign(mine, { seat: Number(before.seat), ante: before.bets.ante });
        for (const { spot } of facts.sides) if (before.bets[spot]) mine.side[spot] = before.bets[spot];
      }
    },
    deal: (card) => {
      const at = owner(card);
      if (at !== undefined) {
        place(at).splice(place(at).indexOf(card), 1);
        state.place = at;
        return;
      }
      const aim = nextPlace();
      if (!aim) return;
      place(aim).push(card);
      if (!isOpen(aim)) state.place = null;
    },
    tip: (cents) => {
      if (!state.tip.cents) state.tip.seat = box().seat ?? state.tip.seat;
      if (state.tip.seat !== null) state.tip.cents += Number(cents);
    },
    noTip: () => { state.tip = { cents: 0, seat: null }; },
  };
  const change = (name, ...written) => {
    const before = JSON.stringify(state);
    CHANGES[name](...written);
    if (JSON.stringify(state) !== before) undone = [...undone, before].slice(-UNDONE);
  };

  // Who has left has no box and no tip; who sits in front of a box without a bet has it.
  const seatGuests = () => {
    for (const each of numbers()) {
      const mine = box(each);
      if (mine.seat !== null && !sits(mine.seat)) mine.seat = null;
      if (mine.seat === null && !mine.ante && sits(each)) mine.seat = each;
    }
    if (state.tip.seat !== null && !sits(state.tip.seat)) CHANGES.noTip();
  };
  // What the house says meanwhile, where `number` is keyed next.  False: in another session this round does not go on.
  const adopt = (news, number) => {
    const goesOn = news.session === facts.session;
    facts = news;
    if (!goesOn) return false;
    // What waits here the books do not know yet; else theirs is the last round, also where the floor recorded it.
    if (number === facts.dealt + 1 && Object.keys(facts.last).length) lastRound = facts.last;
    seatGuests();
    return true;
  };

  return {
    get facts() { return facts; },
    get lastRound() { return lastRound; },
    get state() { return state; },
    get choosing() { return choosing; },
    get target() { return target; },
    sits, box, way, hasFolded, place, due, nextPlace, owner, lacking, missing, askedSide, asQuery, asBody, asLast, staked,
    begin, adopt, pick, restOf, change,
    changes: Object.keys(CHANGES),
    aimAt: (name) => { state.place = name; },
    layOn: (spot) => { target = spot; },
    turnGuests: () => { choosing = !choosing; },
    fill: (draft) => { begin(lastRound, draft); seatGuests(); },
    undo: () => { state = JSON.parse(undone.pop()); choosing = false; seatGuests(); },
    mayUndo: () => undone.length > 0,
  };
};
