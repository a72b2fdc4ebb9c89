// The floor's keyboard. The page works without: every command stands as a link or a button on it.
"use strict";

(() => {
  const list = document.querySelector("[data-keys]");
  const line = document.getElementById("typed");
  const cards = () => [...document.querySelectorAll("[data-code]")];
  const cardOf = (code) => cards().find((one) => one.dataset.code === code);
  let code = "";
  let letter = "";

  // --- a command is a table's code, a letter and Enter; on a table's own page the code is there already -------------
  const offered = (card) => (card.dataset.version === undefined ? [] : [...line.querySelectorAll("[data-letter]")]);
  const leads = (card, one) => {
    const { leads, resumes } = one.dataset;
    return (card.dataset.paused === undefined ? leads : (resumes ?? leads)).replace("/1/", `/${card.dataset.table}/`);
  };
  const show = () => {
    if (!line) return;
    const card = cardOf(code);
    line.hidden = code === "";
    line.querySelector("output").textContent = `${code} ${letter}`;
    line.querySelector("[data-about]").textContent = card?.dataset.about ?? "";
    const can = card ? offered(card) : [];
    for (const one of line.querySelectorAll("[data-letter]")) {
      one.hidden = !can.includes(one);
      one.classList.toggle("on", one.dataset.letter === letter);
    }
    for (const one of cards()) one.classList.toggle("chosen", code !== "" && one.dataset.code === code);
  };
  const clear = () => { code = ""; letter = ""; show(); };
  const run = () => {
    const card = cardOf(code);
    if (!card) return;
    const chosen = line.querySelector(`[data-letter="${letter}"]`);
    if (letter === "P") {
      const form = document.querySelector("form[data-pause]");
      form.action = leads(card, chosen);
      form.elements.version.value = card.dataset.version;
      form.requestSubmit();
    } else if (chosen) location.assign(leads(card, chosen));
    else card.querySelector("a")?.click();
    clear();
  };
  const type = (key) => {
    const own = document.querySelector("[data-own]");
    if (own && code === "") {
      if (!offered(own).some((one) => one.dataset.letter === key)) return false;
      code = own.dataset.code;
    }
    if (letter === "" && cards().some((one) => one.dataset.code.startsWith(code + key))) { code += key; return true; }
    const card = cardOf(code);
    if (!card || !offered(card).some((one) => one.dataset.letter === key)) return code !== "";
    letter = key;
    return true;
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
    if (event.target.matches("input, select, textarea")) return;
    if (event.key === "?") { list?.showModal(); return; }
    if (!line) return;
    if (event.key === "Escape") { clear(); return; }
    if (event.key === "Backspace" && code) {
      if (letter) letter = ""; else code = code.slice(0, -1);
    } else if (event.key === "Enter" && code) {
      run();
    } else if (event.key.length !== 1 || !type(event.key.toUpperCase())) return;
    event.preventDefault();
    show();
  });

  // The board is answered in pieces: each is known by its id, a card has its place by group and number.
  const place = (piece, old) => {
    const holds = document.querySelector(`[data-holds="${piece.dataset.group}"]`) ?? document.querySelector("[data-holds=all]");
    const number = Number(piece.dataset.number);
    const hadFocus = old?.contains(document.activeElement);
    old?.remove();
    const cardsThere = [...holds.children];
    holds.insertBefore(piece, cardsThere.find((one) => Number(one.dataset.number) > number) ?? null);
    if (hadFocus) piece.querySelector("a").focus({ preventScroll: true });
  };
  // A task is known by its mark; `#more` says which there are.
  const orderTasks = (sent) => {
    const [pressing, folded] = document.querySelectorAll("#live .tasks ul");
    const most = Number(pressing.dataset.most);
    const marks = document.getElementById("more").dataset.order.split(" ");
    const found = new Map([...sent, ...pressing.children, ...folded.children].map((one) => [one.dataset.mark, one]));
    const there = marks.map((mark) => found.get(mark)).filter(Boolean);
    for (const [mark, one] of found) if (!marks.includes(mark)) one.remove();
    there.forEach((one, at) => {
      const [list, index] = at < most ? [pressing, at] : [folded, at - most];
      if (list.children[index] !== one) list.insertBefore(one, list.children[index] ?? null);
    });
  };
  const putInPlace = () => {
    const poll = document.getElementById("poll");
    const answer = poll?.querySelector("template");
    if (!answer) return;
    const tasks = [];
    for (const piece of [...answer.content.children]) {
      const old = document.getElementById(piece.id);
      if (piece.localName === "li") tasks.push(piece);
      else if (piece.dataset.gone !== undefined) old?.remove();
      else if (old?.dataset.mark === piece.dataset.mark) continue;
      else if (piece.dataset.table) place(piece, old);
      else old?.replaceWith(piece);
    }
    orderTasks(tasks);
    answer.remove();
    document.getElementById("act").elements.key.value = poll.dataset.key;
    // What is on the screen must be what the server has: alarms hang on it.
    const marks = [...document.querySelectorAll("#live [data-mark]")].map((one) => parseInt(one.dataset.mark, 36));
    const sum = marks.reduce((before, mark) => (before + mark) % 36 ** 5, 0);
    if (sum.toString(36) !== poll.dataset.sum) {
      htmx.ajax("GET", location.pathname, { source: poll, target: "#live", swap: "outerHTML", values: { v: "" } });
    }
  };
  document.body.addEventListener("htmx:afterSwap", () => {
    putInPlace();
    show();
    if (location.hash) location.replace(location.hash); // the seat whose sheet was open, in the new part
  });
  const button = document.querySelector('[data-does="keys"]');
  if (button) { button.hidden = false; button.addEventListener("click", () => list.showModal()); }
})();
