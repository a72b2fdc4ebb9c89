// The pad against the house: a box, its bets, its cards or its outcome by taps; booked through the tablet's outbox.  The
// server says which bets are legal, and the outcome before booking.  Without this script the form books by itself.
"use strict";

(() => {
  const pad = document.querySelector("[data-pad]");
  if (!pad || !globalThis.indexedDB || !globalThis.crypto?.randomUUID) return;
  const BOARD = 5;
  const HOLE = 2;
  const UNDONE = 200;
  const PATIENCE = 2000; // a slow network does not hold up the table
  const one = (selector) => document.querySelector(selector);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const language = document.documentElement.lang;
  const money = (minimumFractionDigits, signDisplay) => {
    const format = new Intl.NumberFormat(language, { minimumFractionDigits, signDisplay });
    return (cents) => format.format(cents / 100);
  };
  const written = money(2);
  const whole = money(0);
  const short = (cents) => (cents % 100 ? written : whole)(cents);
  const withSign = money(2, "exceptZero");
  const signed = (cents) => withSign(cents).replace("-", "−");

  const queue = padQueue(pad, {
    summary: () => null,
    show: () => show(),
    filled: (draft) => { state = draft; undone = []; change(() => {}); },
    adopted: (news) => adopt(news),
    booked: (entry, answer, last) => compare(entry, answer, last),
  });
  const { words, say } = queue;
  let facts = queue.facts();
  const draftName = `round ${facts.table}`;
  let lastRound = facts.last;
  let state = null;
  let undone = []; // what was before each tap of this round
  let answer = null; // the outcome as the server computes it, and of which round
  let askedAt = 0;
  let bookable = null; // the whole round whose outcome is known or not waited for
  let timer = 0;
  let choosing = false; // whose box the picked one is
  let target = "ante"; // where chips are added
  let busy = false;

  // --- the round as it is keyed
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
  const box = (number = state.picked) => state.boxes[number];
  const played = () => numbers().filter((number) => box(number).ante > 0);
  const way = (number) => (box(number).way === null ? null : facts.ways[box(number).way]);
  const hasFolded = (number) => Boolean(way(number)?.folded);
  const foldingWay = () => facts.ways.findIndex((one) => one.folded);
  const wayOf = (bets) => facts.ways.findIndex((one) => JSON.stringify(one.bets) === JSON.stringify(bets));
  const impliedWay = () => (facts.implied ? wayOf(facts.implied) : null);
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
  const called = (name) => words[name] ?? say(words.box, { box: name });

  // --- what is missing
  const openSides = (number) =>
    facts.sides.filter((side) => box(number).side[side.spot] && box(number).won[side.spot] === undefined
      && !(hasFolded(number) && side.lost_by_fold));
  const lacksOutcome = (number) => {
    const { outcome, hand } = box(number);
    if (hasFolded(number)) return null;
    if (!outcome) return "no_outcome";
    return !hand && (outcome === "wins" || state.unqualified) ? "no_hand" : null;
  };
  const lacking = (number) => {
    const found = [];
    const { ante, seat, cards } = box(number);
    if (seat === null) found.push(say(words.no_guest, { box: number }));
    if (ante < facts.least) found.push(say(words.least, { box: number, least: short(facts.least) }));
    if (box(number).way === null) return [...found, say(words.no_way, { box: number })];
    if (facts.is_full) {
      if (cards.length < HOLE && !(hasFolded(number) && cards.length === 0)) found.push(say(words.no_cards, { box: number }));
      return found;
    }
    const lacks = lacksOutcome(number);
    if (lacks) found.push(say(words[lacks], { box: number }));
    return [...found, ...openSides(number).map((side) => say(words.no_side, { box: number, spot: side.name }))];
  };
  const missing = () => {
    if (!played().length) return [words.no_box];
    const found = played().flatMap(lacking);
    if (facts.is_full && isOpen("board")) found.push(say(words.no_board, { n: state.board.length }));
    if (facts.is_full && isOpen("dealer")) found.push(say(words.no_dealer, { n: state.dealer.length }));
    return found;
  };

  // --- the round as the server reads it
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
  const staked = () => played().flatMap((number) => Object.values(betsOf(number))).reduce((sum, cents) => sum + cents, 0);

  // --- the outcome before booking, from the house's own rules
  const found = () => (answer?.query === asQuery() ? answer : null);
  const ask = async () => {
    const query = asQuery();
    let said = { isDark: true };
    try {
      const told = await fetch(`${facts.result}?${query}`, { headers: { "Accept-Language": language }, signal: AbortSignal.timeout(5000) });
      const json = (told.headers.get("Content-Type") ?? "").includes("json") ? await told.json() : null;
      if (json?.fields) said = { refusal: { detail: Object.values(json.fields).flat()[0], box: null } };
      else if (told.ok && json) said = json;
    } catch { /* no network: what becomes of it stays unknown */ }
    if (query !== asQuery()) return;
    answer = { ...said, query };
    show();
  };
  const askSoon = () => {
    clearTimeout(timer);
    if (missing().length || found()) return;
    askedAt = Date.now();
    timer = setTimeout(ask, 100);
  };
  const mayBook = () => missing().length === 0 && bookable === asQuery() && !found()?.refusal
    && !queue.isPaper() && !queue.refused() && facts.is_open && !busy;

  // --- showing
  const made = (kind, text = "", name = "span") => {
    const node = document.createElement(name);
    node.className = kind;
    node.textContent = text;
    return node;
  };
  const face = (card) => made(`playing-card suit-${card[1]}`, `${card[0]}${{ s: "♠", h: "♥", d: "♦", c: "♣" }[card[1]]}`);
  const cardsOf = (name) => {
    const line = made("held");
    const aim = nextPlace();
    for (const card of place(name)) line.append(face(card));
    for (let at = place(name).length; at < due(name); at += 1) {
      const isNext = name === aim && at === place(name).length;
      const slot = made(`playing-card none${isNext ? " next" : ""}`, isNext ? "+" : "");
      if (isNext) slot.title = words.next;
      line.append(slot);
    }
    return line;
  };
  const nameOf = (seat) => facts.guests[seat] ?? words.free;
  const textOf = (number) => {
    const { outcome, hand } = box(number);
    if (hasFolded(number)) return words.folded;
    if (!outcome) return "";
    const held = one(`[data-category="${hand}"]`)?.textContent.trim();
    return held ? `${words[outcome]} · ${held}` : words[outcome];
  };
  const betLines = (number) => {
    const { ante, side, won } = box(number);
    const lines = [];
    const bets = way(number)?.bets ?? {};
    if (Object.keys(bets).length) lines.push(made("more", `${facts.ways[box(number).way].words.join(" ")} ${short(Object.values(bets).reduce((sum, times) => sum + times * ante, 0))}`));
    for (const each of facts.sides) {
      if (!side[each.spot]) continue;
      const said = won[each.spot] === undefined ? "" : ` · ${one(`[data-side="${each.spot}"][value="${won[each.spot]}"]`).textContent.trim()}`;
      lines.push(made("more", `${each.name} ${short(side[each.spot])}${said}`));
    }
    return lines;
  };
  const anteText = ({ ante }) => (facts.equals.length ? `${short(ante)}+${short(ante)}` : short(ante));
  const dress = (plate) => {
    const number = Number(plate.dataset.box);
    const one = box(number);
    const refused = found()?.refusal?.box === number;
    const result = found()?.boxes?.[number];
    const isPlayed = one.ante > 0;
    const head = made("box-head");
    const name = nameOf(one.seat);
    head.append(made("seat-no", String(number)), made(`name${name.length > 9 ? " long" : ""}`, isPlayed || one.seat !== null ? name : words.free));
    const parts = [head];
    if (!isPlayed && one.seat !== null) parts.push(made("more", words.no_bet));
    if (isPlayed) {
      const ante = made("ante");
      ante.append(made("chip-dot"), made("", anteText(one), "b"));
      if (facts.is_full && !hasFolded(number)) parts.push(cardsOf(String(number)));
      parts.push(ante, ...betLines(number));
      const hand = result?.hand || textOf(number);
      if (hand) parts.push(made("said", hand));
      if (result) parts.push(made(`change ${result.cents > 0 ? "good" : ""}`, signed(result.cents), "b"));
    }
    plate.replaceChildren(...parts);
    plate.classList.toggle("idle", !isPlayed);
    plate.classList.toggle("gone", isPlayed && hasFolded(number));
    plate.classList.toggle("wrong", refused);
    plate.classList.toggle("open", isPlayed && lacking(number).length > 0);
    plate.setAttribute("aria-pressed", String(number === state.picked));
  };
  const press = (buttons, isPressed) => { for (const button of buttons) button.setAttribute("aria-pressed", String(isPressed(button))); };

  // One question at a time: the side bet once the hand is said, or when the dealer aims at it.
  const askedSide = () => {
    const number = state.picked;
    if (target !== "ante" && box().side[target]) return target;
    return box().way !== null && lacksOutcome(number) === null ? openSides(number)[0]?.spot : undefined;
  };
  const showKeys = () => {
    const { seat, ante, way: chosen, outcome, hand, won } = box();
    const number = state.picked;
    const isPlayed = ante > 0;
    const open = played().filter((each) => lacking(each).length);
    press(all("[data-way]"), (key) => Number(key.dataset.way) === chosen);
    for (const key of all("[data-way]")) key.disabled = !isPlayed;
    const mayCompare = isPlayed && (facts.implied !== null || (chosen !== null && !hasFolded(number)));
    press(all("[data-outcome]"), (key) => key.dataset.outcome === outcome);
    press(all("[data-category]"), (key) => key.dataset.category === hand);
    for (const key of all("[data-outcome], [data-category]")) key.disabled = !mayCompare;
    press(all("[data-unqualified]"), () => state.unqualified);
    const asked = askedSide();
    for (const group of all("[data-side-keys]")) group.hidden = group.dataset.sideKeys !== asked;
    for (const part of all("[data-hand-keys]")) part.hidden = Boolean(asked);
    press(all("[data-side]"), (key) => won[key.dataset.side] === key.value);
    for (const key of all("[data-rest]")) key.disabled = !restOf(key.dataset.rest, open).length;
    const guests = one("[data-guests]");
    guests.replaceChildren(made("seat-no", String(number)), made("", nameOf(seat)));
    guests.setAttribute("aria-label", `${say(words.guest, { box: number })}: ${nameOf(seat)}`);
    guests.setAttribute("aria-expanded", String(choosing));
    one("[data-guest-keys]").hidden = !choosing;
    one("[data-ways]").hidden = choosing;
    if (choosing) showGuests(seat);
  };
  const showGuests = (chosen) => {
    const keys = Object.entries(facts.guests).map(([seat, name]) => {
      const key = made("", "", "button");
      key.type = "button";
      key.dataset.guest = seat;
      key.setAttribute("aria-pressed", String(Number(seat) === chosen));
      key.append(made("seat-no", seat), made("", name));
      return key;
    });
    const back = made("", "✕", "button");
    back.type = "button";
    back.dataset.guests = "";
    back.setAttribute("aria-label", say(words.guest, { box: state.picked }));
    one("[data-guest-keys]").replaceChildren(...keys, back);
  };
  const showPanel = () => {
    const { seat, ante, side } = box();
    one("[data-picked]").textContent = say(words.picked, { box: state.picked, name: nameOf(seat) });
    one("[data-bounds]").textContent = target === "ante" ? `${short(facts.least)} – ${short(facts.most)}` : say(words.side_most, { most: short(facts.most_side) });
    press(all("[data-target]"), (key) => key.dataset.target === target);
    for (const key of all("[data-target]")) key.disabled = key.dataset.target !== "ante" && !ante;
    const [laid, most] = target === "ante" ? [ante, facts.most] : [side[target] ?? 0, facts.most_side];
    for (const key of all("[data-chip]")) key.disabled = seat === null || laid + Number(key.dataset.chip) > most;
    one("[data-no-bet]").disabled = !laid;
    one("[data-as-before]").disabled = !Object.values(lastRound).some((before) => sits(before.seat));
    const { tip } = state;
    const said = one("[data-no-tip]");
    said.textContent = tip.cents ? `${say(words.tip_of, { name: nameOf(tip.seat) })}: ${written(tip.cents)} ✕` : words.no_tip;
    for (const key of all("[data-tip]")) key.disabled = tip.seat === null && seat === null;
    said.disabled = !tip.cents;
  };
  const showMissing = () => {
    const lacks = missing();
    const result = found();
    const line = one("[data-missing]");
    const more = lacks.length > 3 ? [say(words.more, { n: lacks.length - 3 })] : [];
    line.classList.toggle("bad", Boolean(result?.refusal));
    if (lacks.length) line.textContent = `${words.missing}: ${[...lacks.slice(0, 3), ...more].join(" · ")}`;
    else if (result?.refusal) line.textContent = result.refusal.detail;
    else if (result?.isDark || !queue.isReached()) line.textContent = words.dark;
    else line.textContent = result ? words.ready : words.asking;
    const bank = one("[data-bank]");
    bank.hidden = result?.house_cents === undefined;
    bank.querySelector("b").textContent = bank.hidden ? "" : signed(result.house_cents);
    one("[data-book]").disabled = !mayBook();
    one("[data-undo]").disabled = !undone.length;
  };
  const showCards = () => {
    const aim = nextPlace();
    for (const key of all("[data-deal]")) {
      const at = owner(key.dataset.deal);
      key.setAttribute("aria-pressed", String(at !== undefined));
      key.disabled = at === undefined && aim === null;
      key.querySelector("small")?.remove();
      if (at !== undefined) key.append(made("", called(at), "small"));
    }
    for (const key of all("[data-place]")) {
      const name = key.dataset.place;
      const hand = name === "dealer" ? found()?.dealer : "";
      key.replaceChildren(made("muted", words[name]), cardsOf(name));
      if (hand) key.append(made("said", hand, "b"));
      key.setAttribute("aria-pressed", String(name === aim));
    }
  };
  const show = () => {
    if (!state) return;
    // A round that may be booked stays so when the network comes back: else the key goes dead under the dealer's finger.
    if (!missing().length && (found() || !queue.isReached() || Date.now() - askedAt > PATIENCE)) bookable = asQuery();
    // What was unknown without a network is asked for again once there is one.
    if (answer?.isDark && queue.isReached() && Date.now() - askedAt > PATIENCE) { answer = null; askSoon(); }
    for (const plate of all("[data-box]")) dress(plate);
    showKeys();
    showPanel();
    showCards();
    showMissing();
  };

  // --- taps
  const keepDraft = () => sessionStorage.setItem(draftName, JSON.stringify({ session: facts.session, state, lastRound }));
  const change = (tap) => {
    const before = JSON.stringify(state);
    tap();
    if (JSON.stringify(state) !== before) undone = [...undone, before].slice(-UNDONE);
    keepDraft();
    askSoon();
    show();
  };
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
    if (next) { state.picked = next; target = "ante"; choosing = box().seat === null; }
    state.place = null;
  };
  const lay = (number, chosen) => {
    const mine = box(number);
    target = "ante";
    mine.way = chosen;
    if (hasFolded(number)) Object.assign(mine, { outcome: null, hand: null, cards: [] });
  };
  const stayAtLeast = (number) => {
    if (box(number).way === null || hasFolded(number)) lay(number, impliedWay());
  };
  const chooseWay = (chosen) => {
    lay(state.picked, box().way === chosen ? null : chosen);
    state.source = state.picked;
    advance();
  };
  const compareBox = (outcome) => {
    const mine = box();
    stayAtLeast(state.picked);
    mine.outcome = mine.outcome === outcome ? null : outcome;
    if (mine.outcome !== "wins" && !state.unqualified) mine.hand = null;
    state.source = state.picked;
    advance();
  };
  const holds = (name) => {
    const mine = box();
    stayAtLeast(state.picked);
    if (!mine.outcome || (mine.outcome !== "wins" && !state.unqualified)) mine.outcome = "wins";
    mine.hand = name;
    state.source = state.picked;
    advance();
  };
  // Which of the open boxes a tap for the rest would change.
  const restOf = (kind, open) => {
    if (kind === "fold") return open.filter((number) => box(number).way === null && !box(number).outcome);
    if (kind === "lost") return open.filter((number) => !hasFolded(number) && !box(number).outcome && (box(number).way !== null || facts.implied));
    const source = state.source && box(state.source);
    if (!source || source.way === null) return [];
    return open.filter((number) => number !== state.source && (box(number).way === null || (!facts.is_full && !box(number).outcome)));
  };
  const settleRest = (kind) => {
    for (const number of restOf(kind, played().filter((each) => lacking(each).length))) {
      const mine = box(number);
      if (kind === "fold") { lay(number, foldingWay()); continue; }
      if (kind === "lost") {
        stayAtLeast(number);
        mine.outcome = "loses";
        for (const side of openSides(number)) mine.won[side.spot] = "";
        continue;
      }
      const source = box(state.source);
      if (mine.way === null) lay(number, source.way);
      if (!facts.is_full && !hasFolded(number)) Object.assign(mine, { outcome: source.outcome, hand: source.hand });
    }
    advance();
  };
  const addChip = (cents) => {
    if (target === "ante") box().ante += cents;
    else box().side[target] = (box().side[target] ?? 0) + cents;
  };
  const takeBet = () => {
    const { seat } = box();
    if (target === "ante") state.boxes[state.picked] = emptyBox(seat);
    else { delete box().side[target]; delete box().won[target]; }
  };
  const asBefore = () => {
    for (const [number, before] of Object.entries(lastRound)) {
      if (!sits(before.seat) || !state.boxes[number]) continue;
      const mine = box(number);
      Object.assign(mine, { seat: Number(before.seat), ante: before.bets.ante });
      for (const { spot } of facts.sides) if (before.bets[spot]) mine.side[spot] = before.bets[spot];
    }
  };
  const deal = (card) => {
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
  };
  const tip = (cents) => {
    if (!state.tip.cents) state.tip.seat = box().seat ?? state.tip.seat;
    if (state.tip.seat !== null) state.tip.cents += cents;
  };

  const TAPS = {
    box: (key) => { pick(Number(key.dataset.box)); keepDraft(); show(); },
    place: (key) => { state.place = key.dataset.place; show(); },
    guests: () => { choosing = !choosing; show(); },
    target: (key) => { target = key.dataset.target; show(); },
    guest: (key) => change(() => { box().seat = Number(key.dataset.guest); choosing = false; }),
    way: (key) => change(() => chooseWay(Number(key.dataset.way))),
    outcome: (key) => change(() => compareBox(key.dataset.outcome)),
    category: (key) => change(() => holds(key.dataset.category)),
    side: (key) => change(() => { box().won[key.dataset.side] = key.value; advance(); }),
    unqualified: () => change(() => { state.unqualified = !state.unqualified; }),
    rest: (key) => change(() => settleRest(key.dataset.rest)),
    chip: (key) => change(() => addChip(Number(key.dataset.chip))),
    noBet: () => change(takeBet),
    asBefore: () => change(asBefore),
    deal: (key) => change(() => deal(key.dataset.deal)),
    tip: (key) => change(() => tip(Number(key.dataset.tip))),
    noTip: () => change(() => { state.tip = { cents: 0, seat: null }; }),
    undo: () => { state = JSON.parse(undone.pop()); choosing = false; change(() => {}); },
    book: () => book(),
  };
  document.addEventListener("click", (event) => {
    for (const [name, tap] of Object.entries(TAPS)) {
      const key = event.target.closest(`button[data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}]`);
      if (key) { event.preventDefault(); if (!key.disabled) tap(key); return; }
    }
  });
  pad.addEventListener("submit", (event) => { event.preventDefault(); event.stopPropagation(); });

  // --- booking
  const book = async () => {
    if (!mayBook()) return;
    const house = found()?.house_cents ?? null;
    const told = { number: "{number}", staked: written(staked()), house: house === null ? words.unknown : signed(house) };
    const entry = { shown_cents: house, told: say(words.last, told), draft: state, keyed: asBody() };
    const before = lastRound;
    lastRound = Object.fromEntries(played().map((number) => [number, { seat: box(number).seat, bets: betsOf(number) }]));
    begin(fresh()); // at once: what is tapped while the tablet writes this round down belongs to the next one
    busy = true;
    show();
    try {
      await queue.keep(entry);
    } catch (error) {
      lastRound = before;
      begin(entry.draft);
      throw error;
    } finally {
      busy = false;
      show();
    }
  };
  const begin = (with_) => {
    state = with_;
    undone = [];
    answer = null;
    bookable = null;
    choosing = false;
    target = "ante";
    keepDraft();
    askSoon();
  };
  const compare = (entry, booked, last) => {
    if (booked.house_cents === undefined) return;
    if (entry.shown_cents !== null && entry.shown_cents !== undefined && entry.shown_cents !== booked.house_cents) {
      queue.notice(say(words.differs, { booked: signed(booked.house_cents), shown: signed(entry.shown_cents) }), "error");
    }
    if (last) last.told = say(words.last, { number: "{number}", staked: written(booked.staked_cents), house: signed(booked.house_cents) });
  };
  const adopt = (news) => {
    const isOther = news.session !== facts.session;
    facts = news;
    if (isOther) { lastRound = facts.last; begin(fresh()); return; }
    // What waits here the books do not know yet; else theirs is the last round, also where the floor recorded it.
    if (queue.number() === facts.dealt + 1 && Object.keys(facts.last).length) lastRound = facts.last;
    for (const number of numbers()) {
      const mine = box(number);
      if (mine.seat !== null && !sits(mine.seat)) mine.seat = null;
      if (mine.seat === null && !mine.ante && sits(number)) mine.seat = number;
    }
    if (state.tip.seat !== null && !sits(state.tip.seat)) state.tip = { cents: 0, seat: null };
    show();
  };

  // The 52 keys: written here, since the page is sent over a casino's radio.
  one("[data-deck]")?.append(...[..."shdc"].flatMap((suit) => [..."AKQJT98765432"].map((rank) => {
    const key = made(`playing-card suit-${suit}`, face(rank + suit).textContent, "button");
    key.type = "button";
    key.dataset.deal = rank + suit;
    return key;
  })));
  const kept = JSON.parse(sessionStorage.getItem(draftName) ?? "null");
  if (kept && kept.session === facts.session && kept.state) {
    lastRound = kept.lastRound;
    begin(kept.state);
    adopt(facts);
  } else begin(fresh());
  queue.begin();
  show();
})();
