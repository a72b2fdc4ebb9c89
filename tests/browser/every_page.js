// Put into a page under test: what can only be asked in the browser itself.
window.SMALLEST_PX = 13;
window.everyPage = {
  // A box or a circle is as large as the label that is tapped in its place; what cannot be seen cannot be missed.
  measure([least, leastKey, everyLink]) {
    const complaints = [];
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth) {
      const isOutside = (one) =>
        one.checkVisibility() && one.getBoundingClientRect().right > root.clientWidth + 1 && !one.closest(".scroll");
      const wide = [...document.querySelectorAll("body *")].filter(isOutside).slice(-2);
      complaints.push(`scrolls sideways, ${root.scrollWidth} px: ${wide.map(everyPage.shown).join(" | ")}`);
    }
    for (const table of document.querySelectorAll(".sheet table")) {
      const sheet = table.closest(".sheet").getBoundingClientRect();
      if (table.checkVisibility() && !table.closest(".scroll") && table.getBoundingClientRect().right > sheet.right)
        complaints.push(`is wider than its sheet: ${everyPage.shown(table)}`);
    }
    complaints.push(...everyPage.written());
    for (const one of document.querySelectorAll("a[href], button, input:not([type=hidden]), select, textarea, summary")) {
      if (one.matches("a:not(.button, nav *)") && !everyLink) continue;
      const label = one.matches("[type=checkbox], [type=radio]") ? one.closest("label") : null;
      const box = (label ?? one).getBoundingClientRect();
      if (!one.checkVisibility({ visibilityProperty: true }) || box.width < 2) continue;
      const wanted = one.matches(".pad button, [data-keypad] button") ? leastKey : least;
      if (Math.min(box.width, box.height) < wanted - 0.5)
        complaints.push(`${Math.round(box.width)}×${Math.round(box.height)} px: ${everyPage.shown(one)}`);
    }
    return complaints;
  },

  // No text is small, cut or outside the window.  Paper is as large as paper, and lies in a sheet that scrolls.
  written() {
    const complaints = new Set();
    const complain = (what, one) => complaints.add(`${what}: ${everyPage.shown(one)}`);
    for (const one of document.querySelectorAll("body:not(.paper) *:not(svg, svg *, option, script, .page *)")) {
      const box = one.getBoundingClientRect();
      if (box.width < 2 || box.height < 2 || !one.checkVisibility({ visibilityProperty: true })) continue;
      const style = getComputedStyle(one);
      const isText = [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
      const size = parseFloat(style.fontSize);
      if (isText && size < SMALLEST_PX) complain(`text of ${size} px`, one);
      if (isText && !one.closest(".scroll") && (box.right > innerWidth + 1 || box.left < -1)) complain("outside", one);
      const scrolls = /auto|scroll/.test(style.overflowX) || one.matches("input, select, textarea");
      const cuts = isText || /hidden|clip/.test(style.overflowX);
      if (cuts && style.display !== "inline" && one.clientWidth && !scrolls && one.scrollWidth > one.clientWidth + 1)
        complain(`${one.scrollWidth} px in ${one.clientWidth}`, one);
    }
    return complaints;
  },

  shown: (one) => one.outerHTML.replace(/\s+/g, " ").slice(0, 90),

  // Uncompressed bytes of the page with its style and code, asked for once more: what the browser says of its own
  // loading is not always there yet.
  async weigh() {
    const named = [...document.querySelectorAll("link[rel=stylesheet], script[src]")].map((one) => one.href || one.src);
    const loaded = performance.getEntriesByType("resource").map((one) => one.name);
    const files = [...named, ...loaded].filter((name) => /\.(css|js)$/.test(new URL(name).pathname));
    const bytes = async (name) => (await (await fetch(name)).arrayBuffer()).byteLength;
    const sizes = await Promise.all([...new Set([location.href, ...files])].map(bytes));
    return sizes.reduce((sum, one) => sum + one, 0);
  },

  // The page's language, and all it says in it.
  words() {
    const said = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const isForeign = walker.currentNode.parentElement.closest("script, [translate=no], [lang]:not(html)");
      if (!isForeign) said.push(walker.currentNode.data.replace(/\s+/g, " ").trim());
    }
    for (const one of document.querySelectorAll("[aria-label], [title]"))
      if (!one.closest("[lang]:not(html)")) said.push(one.getAttribute("aria-label") ?? one.title);
    return [document.documentElement.lang, said.filter(Boolean)];
  },

  async judge(runOnly) {
    // Large text would do with 3 : 1; ours is read from a distance, in bad light.
    const contrastRatio = { normal: { expected: 4.5 }, large: { expected: 4.5 } };
    axe.configure({ checks: [{ id: "color-contrast", options: { contrastRatio } }] });
    const { violations } = await axe.run(document, { resultTypes: ["violations"], runOnly });
    const where = (node) => `${node.html.slice(0, 100)} ${node.any[0]?.message ?? ""}`;
    return violations.map((one) => [one.impact, one.id, one.nodes.slice(0, 2).map(where).join(" | ")]);
  },
};
