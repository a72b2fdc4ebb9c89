// The pad: what is due while it is typed, one tap to book, and an outbox that outlives the network.  Without this
// script the form books by itself.
"use strict";

(() => {
  const pad = document.querySelector("[data-pad]");
  if (!pad || !globalThis.indexedDB || !globalThis.crypto?.randomUUID) return;
  const PAPER_AFTER = 30 * 60 * 1000;
  const PAPER_HANDS = 40;
  const TAKE_BACK = 30 * 1000;
  const words = JSON.parse(pad.dataset.words);
  const one = (selector) => document.querySelector(selector);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const field = (name) => document.getElementById(`id_${name}`);
  const say = (text, values) => text.replace(/\{(\w+)\}/g, (_all, name) => values[name]);
  const shown = new Intl.NumberFormat(document.documentElement.lang, { minimumFractionDigits: 2 });
  const written = (cents) => shown.format(cents / 100);

  let facts = JSON.parse(one("[data-facts]").dataset.facts);
  // Hands of the session that this tablet knows of; also after a reload that found only the page of an hour ago.
  const heardOf = () => Number(localStorage.getItem(`dealt ${facts.session}`) ?? 0);
  let dealt = Math.max(facts.dealt, heardOf());
  const learn = (number) => {
    dealt = Math.max(dealt, number);
    localStorage.setItem(`dealt ${facts.session}`, String(dealt));
  };
  let skew = 0; // the server's clock less ours
  let target = field("pot_cents");
  let ownRake = false; // somebody moved the rake
  let ownDealtIn = false;
  let queue = [];
  let last = null; // the hand keyed last on this page
  let reached = navigator.onLine;
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
    return hand.pot_cents > 0 && reason && !isPaper() && !refused() && facts.is_open && !busy;
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

  // --- the outbox -----------------------------------------------------------------------------------------------------
  const refused = () => queue.find((hand) => hand.refusal);
  const age = (hand) => Date.now() + skew - Date.parse(hand.at);
  const isPaper = () => queue.length >= PAPER_HANDS || (queue.length > 0 && age(queue[0]) > PAPER_AFTER);
  const now = () => new Date(Date.now() + skew).toISOString();
  // What was dealt meanwhile lies beside the tablet on paper, also after a reload, until the next hand is keyed.
  const paperName = `paper ${facts.session}`;
  const owesPaper = () => {
    if (isPaper()) sessionStorage.setItem(paperName, "yes");
    return queue.length === 0 && sessionStorage.getItem(paperName) !== null;
  };

  // Where it belongs is said when it is first sent: hands behind one that was dropped move up.
  outbox.bodyOf = (hand) => ({
    ...hand.keyed,
    session: hand.session,
    number: hand.session === facts.session ? dealt + 1 : hand.number,
    client_uuid: hand.uuid,
    dealt_at: hand.at,
  });

  const book = async () => {
    if (!mayBook()) return;
    busy = true;
    sessionStorage.removeItem(paperName);
    show();
    const hand = keyed();
    const found = owed();
    const entry = {
      uuid: crypto.randomUUID(),
      table: facts.table, address: facts.record, refusedAddress: facts.refused,
      session: facts.session, number: dealt + queue.length + 1,
      at: now(), shown_cents: ownRake ? cents(field("rake_cents").value) : found.due_cents,
      draft: JSON.parse(sessionStorage.getItem(draftName)),
      keyed: {
        pot_cents: hand.pot_cents, flop_seen: hand.flop_seen, dealt_in: hand.dealt_in,
        tip_cents: cents(field("tip_cents").value) ?? 0, winners: winners(),
        rake_cents: ownRake ? cents(field("rake_cents").value) : null, reason: field("reason").value,
      },
    };
    try {
      last = { hand: await outbox.add(entry), state: "waiting" };
      clear();
    } finally {
      busy = false;
      show();
    }
  };

  const summary = ({ keyed: hand, number, shown_cents: shownCents }) =>
    say(words.last, { number, pot: written(hand.pot_cents), rake: written(shownCents), tip: written(hand.tip_cents) });

  const showQueue = async () => {
    queue = await outbox.all();
    const stuck = refused();
    const line = one("[data-link]");
    line.textContent = reached ? words.online : words.offline;
    line.classList.toggle("good", reached);
    line.classList.toggle("bad", !reached);
    const count = one("[data-queue]");
    count.hidden = queue.length === 0;
    count.textContent = say(words.queued, { n: queue.length });
    const box = one("[data-refused]");
    box.hidden = !stuck;
    const paper = one("[data-paper]");
    paper.hidden = Boolean(stuck) || !(owesPaper() || isPaper());
    paper.textContent = isPaper() ? words.paper : words.back;
    if (stuck) {
      box.toggleAttribute("data-brought", Boolean(stuck.reported));
      box.querySelector("[data-refused-hand]").textContent = summary(stuck);
      box.querySelector("[data-refused-why]").textContent = stuck.refusal.detail;
    }
    showLast();
    show();
  };

  const showLast = () => {
    const line = one("[data-last]");
    const taken = Boolean(refused() || owesPaper() || isPaper());
    line.hidden = !last || taken;
    one("#pad-last").hidden = Boolean(last) || taken;
    if (!last) return;
    const back = one("[data-take-back]");
    line.querySelector("[data-last-hand]").textContent = summary(last.hand);
    const pill = line.querySelector("[data-last-state]");
    pill.textContent = words[last.state];
    pill.className = `pill ${{ booked: "good", waiting: "warn", refused: "bad" }[last.state]}`;
    // What nobody has been sent yet is only a slip of the finger; what is booked the floor takes back.
    const mine = queue.find((hand) => hand.uuid === last.hand.uuid);
    back.hidden = !(mine && !mine.body && age(mine) < TAKE_BACK);
  };

  const notice = (text, kind) => {
    const line = document.createElement("p");
    line.className = `notice ${kind}`;
    line.textContent = text;
    if (kind === "error") line.setAttribute("role", "alert");
    one("#notices").replaceChildren(line);
    if (kind !== "error") setTimeout(() => line.remove(), 6000);
  };

  const heard = (answer) => {
    reached = true;
    const date = Date.parse(answer.headers.get("Date") ?? "");
    if (date) skew = Math.abs(date - Date.now()) > 1500 ? date - Date.now() : 0;
  };

  outbox.listen((kind, detail) => {
    if (kind === "answered") heard(detail);
    if (kind === "unreachable") reached = false;
    if (kind === "signed_out") { notice(words.door, "error"); if (reached) location.reload(); }
    if (kind === "booked") {
      const { hand, booked } = detail;
      if (hand.session === facts.session) learn(booked?.number ?? dealt + 1);
      if (last?.hand.uuid === hand.uuid) last.state = "booked";
      if (booked && last?.hand.uuid === hand.uuid) last.hand = { ...last.hand, number: booked.number };
      const taken = booked?.rake?.taken_cents;
      if (taken !== undefined && taken !== hand.shown_cents) {
        notice(say(words.differs, { taken: written(taken), shown: written(hand.shown_cents) }), "error");
      }
      if (last?.hand.uuid === hand.uuid && taken !== undefined) last.hand.shown_cents = taken;
      htmx.trigger("#pad-state", "refresh");
    }
    if (kind === "refused" && last?.hand.uuid === detail.uuid) last.state = "refused";
    if (kind === "refused") setTimeout(bring, 0);
    showQueue();
  });

  // --- a refused hand goes before the floor, and stays here until the floor has decided -------------------------------
  const post = (address, values) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(values)) body.append(name, value);
    body.append("csrfmiddlewaretoken", outbox.token());
    return fetch(address, { method: "POST", body, headers: { "Accept-Language": document.documentElement.lang } });
  };

  const bring = async () => {
    const stuck = refused();
    if (!stuck) return;
    try {
      if (!stuck.reported) {
        const told = { ...stuck.keyed, number: stuck.number, dealt_at: stuck.at, code: stuck.refusal.code, detail: stuck.refusal.detail };
        delete told.winners;
        const answer = await post(stuck.refusedAddress, { key: crypto.randomUUID(), hand_uuid: stuck.uuid, facts: JSON.stringify(told) });
        if (answer.ok) await outbox.put({ ...stuck, reported: true });
        return showQueue();
      }
      const answer = await fetch(facts.decided.replace(/[0-9a-f-]{36}/, stuck.uuid));
      const said = answer.ok ? (await answer.json()).answer : null;
      if (said !== null && refused()?.uuid === stuck.uuid) {
        await outbox.remove(stuck);
        notice(say(words.decided, { answer: said }), "success");
      }
    } catch { /* no network: later */ }
  };

  // --- what the server says of the table meanwhile --------------------------------------------------------------------
  const adopt = () => {
    const before = facts;
    if (last?.state === "booked") last = null; // the line of the books says it now
    facts = JSON.parse(one("[data-facts]").dataset.facts);
    if (facts.session !== before.session) dealt = Math.max(facts.dealt, heardOf());
    // While hands are on their way, what they make of the number is for their answers to say.
    if (queue.length === 0) learn(facts.dealt);
    if (!ownDealtIn) field("dealt_in").value = String(facts.present);
    const draft = JSON.parse(sessionStorage.getItem(draftName) ?? "null");
    for (const box of all("[name=winners]")) box.checked = draft?.winners.includes(Number(box.value)) ?? false;
    show();
    showQueue();
  };
  document.body.addEventListener("htmx:afterSwap", adopt);
  document.body.addEventListener("htmx:afterRequest", (event) => {
    const wasReached = reached;
    reached = event.detail.xhr.status > 0;
    if (reached !== wasReached) { showQueue(); if (reached) outbox.drain(); }
  });
  addEventListener("offline", () => { reached = false; showQueue(); });
  addEventListener("online", () => { reached = true; showQueue(); });

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
    again: async () => {
      const stuck = refused();
      if (!stuck) return;
      const next = stuck.refusal.facts?.number; // the server's word on the number, whatever this tablet had heard
      if (next && stuck.session === facts.session) { dealt = next - 1; learn(dealt); }
      await outbox.retry(stuck);
    },
    takeBack: async () => {
      const mine = queue.find((hand) => hand.uuid === last?.hand.uuid);
      if (!mine || mine.body) return;
      await outbox.remove(mine);
      last = null;
      fill(mine.draft);
    },
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

  // The floor is called without leaving the pad.
  document.addEventListener("submit", async (event) => {
    const form = event.target.closest("[data-call]");
    if (!form) return;
    event.preventDefault();
    form.closest("details")?.removeAttribute("open");
    try {
      const answer = await post(form.action, Object.fromEntries(new FormData(form, event.submitter)));
      notice(answer.ok ? words.called : words.no_call, answer.ok ? "success" : "error");
    } catch {
      notice(words.no_call, "error");
    }
  }, true);

  // --- a reload without a network shows the pad all the same ----------------------------------------------------------
  const keepShell = async () => {
    if (!navigator.serviceWorker || !globalThis.caches || !navigator.onLine) return;
    try {
      await navigator.serviceWorker.register(pad.dataset.worker);
      const shell = await caches.open("pad");
      const files = all("link[rel=stylesheet][href], script[src], link[rel=icon]").map((node) => node.href || node.src);
      for (const old of await shell.keys()) if (old.url.includes("/static/") && !files.includes(old.url)) await shell.delete(old);
      await shell.addAll([location.pathname, ...files]);
    } catch { /* an insecure address, or none at all: the pad works, only a reload does not */ }
  };
  // A locked tablet keeps no names; without a network it stays open, since nobody could open it again.
  document.addEventListener("submit", (event) => {
    if (!event.target.matches("[data-leave]")) return;
    if (reached) globalThis.caches?.delete("pad");
    else { event.preventDefault(); notice(words.offline, "error"); }
  });

  // --- begin ----------------------------------------------------------------------------------------------------------
  pad.classList.add("scripted");
  for (const part of all("[data-with-script]")) part.hidden = false;
  for (const part of all("[data-without-script]")) part.hidden = true;
  for (const input of all("[data-pad] input.amount")) { input.inputMode = "none"; input.autofocus = false; }
  if (document.activeElement?.matches("input")) document.activeElement.blur();
  const draft = JSON.parse(sessionStorage.getItem(draftName) ?? "null");
  if (draft && draft.session === facts.session) fill(draft);
  else clear();
  outbox.open().then(async () => { await showQueue(); outbox.drain(); });
  setInterval(() => { showQueue(); bring(); }, 3000);
  keepShell();
})();
