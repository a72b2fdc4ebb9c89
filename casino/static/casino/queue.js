// What the pads share: hands or rounds that were keyed and are not booked yet, shown and kept until the house answers;
// what is refused goes before the floor; paper after half an hour; a reload without a network.  `outbox.js` sends them.
"use strict";

// `page` knows one kind of pad: summary(entry), null for the other kind; adopted(facts); filled(draft); show();
// booked(entry, answer, the last one keyed here if this is it).
globalThis.padQueue = (pad, page) => {
  const PAPER_AFTER = 30 * 60 * 1000;
  const PAPER_HANDS = 40;
  const TAKE_BACK = 30 * 1000;
  const one = (selector) => document.querySelector(selector);
  const given = (id) => JSON.parse(document.getElementById(id).textContent);
  const words = given("pad-words");
  const all = (selector) => [...document.querySelectorAll(selector)];
  const say = (text, values) => text.replace(/\{(\w+)\}/g, (_all, name) => values[name]);

  let facts = given("pad-facts");
  // Hands of the session that this tablet knows of; also after a reload that found only the page of an hour ago.
  const heardOf = () => Number(localStorage.getItem(`dealt ${facts.session}`) ?? 0);
  let dealt = Math.max(facts.dealt, heardOf());
  const learn = (number) => {
    dealt = Math.max(dealt, number);
    localStorage.setItem(`dealt ${facts.session}`, String(dealt));
  };
  let skew = 0; // the server's clock less ours
  let queue = [];
  let last = null; // the one keyed last on this page
  let reached = navigator.onLine;

  // --- what waits
  const refused = () => queue.find((hand) => hand.refusal);
  const age = (hand) => Date.now() + skew - Date.parse(hand.at);
  const isPaper = () => queue.length >= PAPER_HANDS || (queue.length > 0 && age(queue[0]) > PAPER_AFTER);
  const now = () => new Date(Date.now() + skew).toISOString();
  // What was dealt meanwhile lies beside the tablet on paper, also after a reload, until the next hand is keyed.
  const paperName = () => `paper ${facts.session}`;
  const owesPaper = () => {
    if (isPaper()) sessionStorage.setItem(paperName(), "yes");
    return queue.length === 0 && sessionStorage.getItem(paperName()) !== null;
  };
  // A tablet that changed its table may still keep what was keyed at the other one: it says itself what it is.
  const summary = (entry) => page.summary(entry) ?? say(entry.told ?? "#{number}", entry);

  // Where it belongs is said when it is first sent: hands behind one that was dropped move up.
  outbox.bodyOf = (hand) => ({
    ...hand.keyed,
    session: hand.session,
    number: hand.session === facts.session ? dealt + 1 : hand.number,
    client_uuid: hand.uuid,
    dealt_at: hand.at,
  });

  const keep = async (entry) => {
    sessionStorage.removeItem(paperName());
    const kept = await outbox.add({
      uuid: crypto.randomUUID(),
      table: facts.table, address: facts.record, refusedAddress: facts.refused,
      session: facts.session, number: dealt + queue.length + 1,
      at: now(),
      ...entry,
    });
    last = { hand: kept, state: "waiting" };
  };

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
    paper.hidden = !(owesPaper() || isPaper());
    paper.textContent = isPaper() ? words.paper : words.back;
    if (stuck) {
      box.toggleAttribute("data-brought", Boolean(stuck.reported));
      box.querySelector("[data-refused-hand]").textContent = summary(stuck);
      box.querySelector("[data-refused-why]").textContent = stuck.refusal.detail;
    }
    showLast();
    page.show();
  };

  const showLast = () => {
    const line = one("[data-last]");
    line.hidden = !last;
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
      const isLast = last?.hand.uuid === hand.uuid;
      if (isLast) last.state = "booked";
      if (booked && isLast) last.hand = { ...last.hand, number: booked.number };
      if (booked) page.booked(hand, booked, isLast ? last.hand : null);
      htmx.trigger("#pad-state", "refresh");
    }
    if (kind === "refused" && last?.hand.uuid === detail.uuid) last.state = "refused";
    if (kind === "refused") setTimeout(bring, 0);
    showQueue();
  });

  // --- what is refused goes before the floor, and stays here until the floor has decided
  const post = (address, values) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(values)) body.append(name, value);
    body.append("csrfmiddlewaretoken", outbox.token());
    return fetch(address, { method: "POST", body, headers: { "Accept-Language": document.documentElement.lang } });
  };

  let brings = false; // one question at a time, however slow the network is
  const bring = async () => {
    const stuck = refused();
    if (!stuck || brings) return;
    brings = true;
    try {
      if (!stuck.reported) {
        const told = { ...stuck.keyed, number: stuck.number, dealt_at: stuck.at, code: stuck.refusal.code, detail: stuck.refusal.detail };
        delete told.winners;
        const answer = await post(stuck.refusedAddress, { key: crypto.randomUUID(), hand_uuid: stuck.uuid, facts: JSON.stringify(told) });
        if (answer.ok) await outbox.reported(stuck);
        return showQueue();
      }
      const answer = await fetch(facts.decided.replace(/[0-9a-f-]{36}/, stuck.uuid));
      const said = answer.ok ? (await answer.json()).answer : null;
      if (said !== null && refused()?.uuid === stuck.uuid) {
        await outbox.remove(stuck);
        notice(say(words.decided, { answer: said }), "success");
      }
    } catch { /* no network: later */ } finally { brings = false; }
  };

  // --- what the server says of the table meanwhile
  const adopt = () => {
    const before = facts;
    if (last?.state === "booked") last = null; // the line of the books says it now
    facts = given("pad-facts");
    if (facts.session !== before.session) dealt = Math.max(facts.dealt, heardOf());
    // While hands are on their way, what they make of the number is for their answers to say.
    if (queue.length === 0) learn(facts.dealt);
    page.adopted(facts);
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

  // --- taps
  const again = async () => {
    const stuck = refused();
    if (!stuck) return;
    const next = stuck.refusal.facts?.number; // the server's word on the number, whatever this tablet had heard
    if (next && stuck.session === facts.session) { dealt = next - 1; learn(dealt); }
    await outbox.retry(stuck);
  };
  const takeBack = async () => {
    const mine = queue.find((hand) => hand.uuid === last?.hand.uuid);
    if (!mine || !await outbox.takeBack(mine)) return;
    last = null;
    page.filled(mine.draft);
  };
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-again]")) again();
    if (event.target.closest("[data-take-back]")) takeBack();
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

  // --- a reload without a network shows the pad all the same
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

  const begin = () => {
    pad.classList.add("scripted");
    for (const part of all("[data-with-script]")) part.hidden = false;
    for (const part of all("[data-without-script]")) part.hidden = true;
    outbox.open().then(async () => { await showQueue(); outbox.drain(); });
    setInterval(() => { showQueue(); bring(); }, 3000);
    keepShell();
  };

  return {
    words, say, keep, begin, notice, refused, isPaper,
    facts: () => facts,
    number: () => dealt + queue.length + 1,
    isReached: () => reached,
  };
};
