// The pad against the house: the round of `keyed_round.js`, shown, keyed by taps and booked through the tablet's outbox.
// The server says which bets are legal, and the outcome before booking.  Without this script the form books by itself.
"use strict";

(() => {
  const pad = document.querySelector("[data-pad]");
  if (!pad || !globalThis.indexedDB || !globalThis.crypto?.randomUUID) return;
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
    filled: (draft) => { round.fill(draft); changed(); },
    adopted: (news) => adopt(news),
    booked: (entry, answer, last) => compare(entry, answer, last),
  });
  const { words, say } = queue;
  const round = keyedRound(queue.facts());
  const draftName = `round ${round.facts.table}`;
  let answer = null; // the outcome as the server computes it, and of which round
  let askedAt = 0;
  let bookable = null; // the whole round whose outcome is known or not waited for
  let timer = 0;
  let busy = false;

  // --- the outcome before booking, from the house's own rules
  const found = () => (answer?.query === round.asQuery() ? answer : null);
  const ask = async () => {
    const query = round.asQuery();
    let said = { isDark: true };
    try {
      const told = await fetch(`${round.facts.result}?${query}`, { headers: { "Accept-Language": language }, signal: AbortSignal.timeout(5000) });
      const json = (told.headers.get("Content-Type") ?? "").includes("json") ? await told.json() : null;
      if (json?.fields) said = { refusal: { detail: Object.values(json.fields).flat()[0], box: null } };
      else if (told.ok && json) said = json;
    } catch { /* no network: what becomes of it stays unknown */ }
    if (query !== round.asQuery()) return;
    answer = { ...said, query };
    show();
  };
  const askSoon = () => {
    clearTimeout(timer);
    if (round.missing().length || found()) return;
    askedAt = Date.now();
    timer = setTimeout(ask, 100);
  };
  const mayBook = () => round.missing().length === 0 && bookable === round.asQuery() && !found()?.refusal
    && !queue.isPaper() && !queue.refused() && round.facts.is_open && !busy;

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
    const aim = round.nextPlace();
    const held = round.place(name);
    for (const card of held) line.append(face(card));
    for (let at = held.length; at < round.due(name); at += 1) {
      const isNext = name === aim && at === held.length;
      const slot = made(`playing-card none${isNext ? " next" : ""}`, isNext ? "+" : "");
      if (isNext) slot.title = words.next;
      line.append(slot);
    }
    return line;
  };
  const nameOf = (seat) => round.facts.guests[seat] ?? words.free;
  const textOf = (number) => {
    const { outcome, hand } = round.box(number);
    if (round.hasFolded(number)) return words.folded;
    if (!outcome) return "";
    const held = one(`[data-category="${hand}"]`)?.textContent.trim();
    return held ? `${words[outcome]} · ${held}` : words[outcome];
  };
  const betLines = (number) => {
    const { ante, side, won } = round.box(number);
    const lines = [];
    const { bets = {}, words: names } = round.way(number) ?? {};
    if (Object.keys(bets).length) lines.push(made("more", `${names.join(" ")} ${short(Object.values(bets).reduce((sum, times) => sum + times * ante, 0))}`));
    for (const each of round.facts.sides) {
      if (!side[each.spot]) continue;
      const said = won[each.spot] === undefined ? "" : ` · ${one(`[data-side="${each.spot}"][value="${won[each.spot]}"]`).textContent.trim()}`;
      lines.push(made("more", `${each.name} ${short(side[each.spot])}${said}`));
    }
    return lines;
  };
  const anteText = ({ ante }) => (round.facts.equals.length ? `${short(ante)}+${short(ante)}` : short(ante));
  const dress = (plate) => {
    const number = Number(plate.dataset.box);
    const mine = round.box(number);
    const refused = found()?.refusal?.box === number;
    const result = found()?.boxes?.[number];
    const isPlayed = mine.ante > 0;
    const head = made("box-head");
    const name = nameOf(mine.seat);
    head.append(made("seat-no", String(number)), made(`name${name.length > 9 ? " long" : ""}`, isPlayed || mine.seat !== null ? name : words.free));
    const parts = [head];
    if (!isPlayed && mine.seat !== null) parts.push(made("more", words.no_bet));
    if (isPlayed) {
      const ante = made("ante");
      ante.append(made("chip-dot"), made("", anteText(mine), "b"));
      if (round.facts.is_full && !round.hasFolded(number)) parts.push(cardsOf(String(number)));
      parts.push(ante, ...betLines(number));
      const hand = result?.hand || textOf(number);
      if (hand) parts.push(made("said", hand));
      if (result) parts.push(made(`change ${result.cents > 0 ? "good" : ""}`, signed(result.cents), "b"));
    }
    plate.replaceChildren(...parts);
    plate.classList.toggle("idle", !isPlayed);
    plate.classList.toggle("gone", isPlayed && round.hasFolded(number));
    plate.classList.toggle("wrong", refused);
    plate.classList.toggle("open", isPlayed && round.lacking(number).length > 0);
    plate.setAttribute("aria-pressed", String(number === round.state.picked));
  };
  const press = (buttons, isPressed) => { for (const button of buttons) button.setAttribute("aria-pressed", String(isPressed(button))); };

  const showKeys = () => {
    const { facts, state, choosing } = round;
    const { seat, ante, way: chosen, outcome, hand, won } = round.box();
    const isPlayed = ante > 0;
    press(all("[data-way]"), (key) => Number(key.dataset.way) === chosen);
    for (const key of all("[data-way]")) key.disabled = !isPlayed;
    const mayCompare = isPlayed && (facts.implied !== null || (chosen !== null && !round.hasFolded(state.picked)));
    press(all("[data-outcome]"), (key) => key.dataset.outcome === outcome);
    press(all("[data-category]"), (key) => key.dataset.category === hand);
    for (const key of all("[data-outcome], [data-category]")) key.disabled = !mayCompare;
    press(all("[data-unqualified]"), () => state.unqualified);
    const asked = round.askedSide();
    for (const group of all("[data-side-keys]")) group.hidden = group.dataset.sideKeys !== asked;
    for (const part of all("[data-hand-keys]")) part.hidden = Boolean(asked);
    press(all("[data-side]"), (key) => won[key.dataset.side] === key.value);
    for (const key of all("[data-rest]")) key.disabled = !round.restOf(key.dataset.rest).length;
    const guests = one("[data-guests]");
    guests.replaceChildren(made("seat-no", String(state.picked)), made("", nameOf(seat)));
    guests.setAttribute("aria-label", `${say(words.guest, { box: state.picked })}: ${nameOf(seat)}`);
    guests.setAttribute("aria-expanded", String(choosing));
    one("[data-guest-keys]").hidden = !choosing;
    one("[data-ways]").hidden = choosing;
    if (choosing) showGuests(seat);
  };
  const showGuests = (chosen) => {
    const keys = Object.entries(round.facts.guests).map(([seat, name]) => {
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
    back.setAttribute("aria-label", say(words.guest, { box: round.state.picked }));
    one("[data-guest-keys]").replaceChildren(...keys, back);
  };
  const showPanel = () => {
    const { facts, state, target } = round;
    const { seat, ante, side } = round.box();
    one("[data-picked]").textContent = say(words.picked, { box: state.picked, name: nameOf(seat) });
    one("[data-bounds]").textContent = target === "ante" ? `${short(facts.least)} – ${short(facts.most)}` : say(words.side_most, { most: short(facts.most_side) });
    press(all("[data-target]"), (key) => key.dataset.target === target);
    for (const key of all("[data-target]")) key.disabled = key.dataset.target !== "ante" && !ante;
    const [laid, most] = target === "ante" ? [ante, facts.most] : [side[target] ?? 0, facts.most_side];
    for (const key of all("[data-chip]")) key.disabled = seat === null || laid + Number(key.dataset.chip) > most;
    one("[data-no-bet]").disabled = !laid;
    one("[data-as-before]").disabled = !Object.values(round.lastRound).some((before) => round.sits(before.seat));
    const { tip } = state;
    const said = one("[data-no-tip]");
    said.textContent = tip.cents ? `${say(words.tip_of, { name: nameOf(tip.seat) })}: ${written(tip.cents)} ✕` : words.no_tip;
    for (const key of all("[data-tip]")) key.disabled = tip.seat === null && seat === null;
    said.disabled = !tip.cents;
  };
  const showMissing = () => {
    const lacks = round.missing().map(([name, values]) => say(words[name], { ...values, least: short(round.facts.least) }));
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
    one("[data-undo]").disabled = !round.mayUndo();
  };
  const showCards = () => {
    const aim = round.nextPlace();
    for (const key of all("[data-deal]")) {
      const at = round.owner(key.dataset.deal);
      key.setAttribute("aria-pressed", String(at !== undefined));
      key.disabled = at === undefined && aim === null;
      key.querySelector("small")?.remove();
      if (at !== undefined) key.append(made("", words[at] ?? say(words.box, { box: at }), "small"));
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
    // A round that may be booked stays so when the network comes back: else the key goes dead under the dealer's finger.
    if (!round.missing().length && (found() || !queue.isReached() || Date.now() - askedAt > PATIENCE)) bookable = round.asQuery();
    // What was unknown without a network is asked for again once there is one.
    if (answer?.isDark && queue.isReached() && Date.now() - askedAt > PATIENCE) { answer = null; askSoon(); }
    for (const plate of all("[data-box]")) dress(plate);
    showKeys();
    showPanel();
    showCards();
    showMissing();
  };

  // --- taps
  const keepDraft = () => {
    const { facts, state, lastRound } = round;
    sessionStorage.setItem(draftName, JSON.stringify({ session: facts.session, game: facts.game, state, lastRound }));
  };
  const changed = () => {
    keepDraft();
    askSoon();
    show();
  };
  const TAPS = {
    box: (key) => { round.pick(Number(key.dataset.box)); keepDraft(); show(); },
    place: (key) => { round.aimAt(key.dataset.place); keepDraft(); show(); },
    guests: () => { round.turnGuests(); show(); },
    target: (key) => { round.layOn(key.dataset.target); show(); },
    undo: () => { round.undo(); changed(); },
    book: () => book(),
  };
  // What undo takes back: the round knows by the key's name what becomes of it.
  for (const name of round.changes) TAPS[name] = (key) => { round.change(name, key.dataset[name], key.value); changed(); };
  document.addEventListener("click", (event) => {
    const key = event.target.closest("button");
    const name = key && Object.keys(key.dataset).find((each) => TAPS[each]);
    if (!name) return;
    event.preventDefault();
    if (!key.disabled) TAPS[name](key);
  });
  pad.addEventListener("submit", (event) => { event.preventDefault(); event.stopPropagation(); });

  // --- booking
  const book = async () => {
    if (!mayBook()) return;
    const house = found()?.house_cents ?? null;
    const told = { number: "{number}", staked: written(round.staked()), house: house === null ? words.unknown : signed(house) };
    const entry = { shown_cents: house, told: say(words.last, told), draft: round.state, keyed: round.asBody() };
    const before = round.lastRound;
    begin(round.asLast()); // at once: what is tapped while the tablet writes this round down belongs to the next one
    busy = true;
    show();
    try {
      await queue.keep(entry);
    } catch (error) {
      begin(before, entry.draft);
      throw error;
    } finally {
      busy = false;
      show();
    }
  };
  const begin = (last, keyed) => {
    round.begin(last, keyed);
    answer = null;
    bookable = null;
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
    if (news.game !== round.facts.game) location.reload(); // the keys are those of the game before
    else if (round.adopt(news, queue.number())) show();
    else begin(news.last);
  };

  // The 52 keys: written here, since the page is sent over a casino's radio.
  one("[data-deck]")?.append(...[..."shdc"].flatMap((suit) => [..."AKQJT98765432"].map((rank) => {
    const key = made(`playing-card suit-${suit}`, face(rank + suit).textContent, "button");
    key.type = "button";
    key.dataset.deal = rank + suit;
    return key;
  })));
  const kept = JSON.parse(sessionStorage.getItem(draftName) ?? "null");
  if (kept && kept.session === round.facts.session && kept.game === round.facts.game && kept.state) {
    begin(kept.lastRound, kept.state);
    adopt(round.facts);
  } else begin(round.facts.last);
  queue.begin();
  show();
})();
