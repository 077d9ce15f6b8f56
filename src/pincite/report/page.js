"use strict";
(() => {
  const root = document.documentElement;
  const byId = (id) => document.getElementById(id);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const claims = all(".claim");
  const sources = byId("sources");
  const phone = matchMedia("(max-width: 820px)");
  const filters = new Set();
  const documents = all("article").length;
  let active = null;
  let places = [];
  let place = 0;
  let title = "";
  let settling = null;

  root.classList.add("js");
  requestAnimationFrame(() => requestAnimationFrame(() => root.classList.add("ready")));

  const ranges = (text) =>
    (text || "").split(" ").filter(Boolean).map((pair) => pair.split("-").map(Number));

  const boxes = new Map();
  for (const box of all(".box")) {
    const number = Number(box.dataset.s);
    boxes.set(number, [...(boxes.get(number) || []), box]);
  }
  const elements = (number) =>
    [byId(`s${number}`), ...(boxes.get(number) || [])].filter(Boolean);

  function clearHits() {
    for (const hit of all(".hit")) hit.classList.remove("hit", "here");
    for (const chip of all(".chip.on")) chip.classList.remove("on");
    places = [];
    byId("steps").hidden = true;
  }

  function mark(pairs) {
    const found = [];
    for (const [first, last] of pairs) {
      let head = 0;
      for (let number = first; number <= last; number += 1) {
        const marked = elements(number);
        for (const element of marked) element.classList.add("hit");
        head = head || (marked.length && number);
      }
      if (head) found.push({ head, first, last });
    }
    return found;
  }

  const visible = (number) => elements(number).find((element) => element.getClientRects().length);

  function mode(name) {
    if (!sources.querySelector(".switch")) return;
    sources.dataset.mode = name;
    for (const button of all("[data-mode]", sources)) {
      button.setAttribute("aria-pressed", String(button.dataset.mode === name));
    }
  }

  function go(index) {
    place = (index + places.length) % places.length;
    const { head, first, last } = places[place];
    for (const hit of all(".here")) hit.classList.remove("here");
    for (let number = first; number <= last; number += 1) {
      for (const element of elements(number)) element.classList.add("here");
    }
    byId("place").textContent = `${place + 1} of ${places.length}`;
    const source = elements(head)[0].closest("article").getAttribute("aria-label");
    byId("where").textContent = documents > 1 ? `${title} · ${source}` : title;
    if (!visible(head)) mode("text");
    const target = visible(head);
    if (!target) return;
    target.scrollIntoView({ block: "center", behavior: "instant" });
    settle(target, performance.now() + 400);
  }

  // Chunks out of sight have estimated heights: what is laid out on the way moves the target.
  function settle(target, until) {
    settling = target;
    const step = () => {
      if (settling !== target) return;
      const box = target.getBoundingClientRect();
      const pane = sources.getBoundingClientRect();
      sources.scrollTop += box.top - pane.top - Math.min(pane.height * 0.32, 220);
      if (performance.now() < until) requestAnimationFrame(step);
      else settling = null;
    };
    step();
  }

  function turn(name) {
    mode(name);
    if (places.length) go(place);
  }

  function show(pairs, words) {
    clearHits();
    places = mark(pairs);
    const count = new Set(all(".hit").map((hit) => hit.dataset.s || hit.id.slice(1))).size;
    title = `${words}: ${count ? `${count} ${count === 1 ? "sentence" : "sentences"}` : "no sentence to show"}`;
    byId("where").textContent = title;
    byId("steps").hidden = places.length < 2;
    if (places.length) go(0);
  }

  function sheet(open) {
    sources.classList.toggle("up", open);
    root.classList.toggle("sheet", open && phone.matches);
  }

  function fold(claim) {
    claim.classList.remove("active");
    claim.removeAttribute("aria-current");
    claim.querySelector(".verdict").setAttribute("aria-expanded", "false");
    byId(`d${claim.dataset.claim}`).classList.remove("shown");
  }

  function choose(claim, { focus = false } = {}) {
    if (active && active !== claim) fold(active);
    active = claim;
    claim.classList.add("active");
    claim.setAttribute("aria-current", "true");
    claim.querySelector(".verdict").setAttribute("aria-expanded", "true");
    byId(`d${claim.dataset.claim}`).classList.add("shown");
    const pairs = ranges(claim.dataset.show);
    sheet(pairs.length > 0);
    show(pairs, `Evidence of claim ${claim.dataset.claim}`);
    if (focus) claim.querySelector(".verdict").focus({ preventScroll: true });
    if (!phone.matches) {
      byId(`d${claim.dataset.claim}`).scrollIntoView({ block: "nearest", behavior: "instant" });
    }
    claim.scrollIntoView({ block: phone.matches ? "start" : "nearest", behavior: "instant" });
    history.replaceState(null, "", `#c${claim.dataset.claim}`);
  }

  function clear() {
    if (active) fold(active);
    active = null;
    clearHits();
    sheet(false);
    byId("where").textContent = "Choose a claim to see its evidence.";
    history.replaceState(null, "", "#");
  }

  function move(step) {
    const open = claims.filter((claim) => !claim.classList.contains("faded"));
    if (!open.length) return;
    const at = open.indexOf(active);
    const next = at < 0 ? (step > 0 ? 0 : open.length - 1) : at + step;
    if (open[next]) choose(open[next], { focus: true });
  }

  function filter(status) {
    if (filters.has(status)) filters.delete(status);
    else filters.add(status);
    for (const button of all("[data-filter]")) {
      button.setAttribute("aria-pressed", String(filters.has(button.dataset.filter)));
    }
    let count = 0;
    for (const claim of claims) {
      const fits = !filters.size || filters.has(claim.dataset.status);
      claim.classList.toggle("faded", !fits);
      count += fits ? 1 : 0;
    }
    byId("filtered").textContent = filters.size ? `${count} of ${claims.length} claims` : "";
  }

  function follow(hash) {
    const claim = /^#c\d+$/.test(hash) && byId(hash.slice(1));
    if (claim) return choose(claim, { focus: true });
    const number = /^#s(\d+)$/.exec(hash);
    if (number && byId(hash.slice(1))) {
      sheet(true);
      show([[Number(number[1]), Number(number[1])]], `Sentence s${number[1]}`);
    }
    return undefined;
  }

  document.addEventListener("click", (event) => {
    const target = event.target;
    const chip = target.closest("a.chip");
    if (chip) {
      const pairs = ranges(chip.dataset.show);
      if (!pairs.length && chip.getAttribute("href") === "#broken") {
        const claim = chip.closest(".claim");
        if (!claim) return;
        event.preventDefault();
        choose(claim);
        return;
      }
      event.preventDefault();
      const claim = chip.closest(".claim");
      if (claim && claim !== active) choose(claim);
      sheet(true);
      show(pairs, chip.textContent.replace(/^Show /, ""));
      chip.classList.add("on");
      return;
    }
    const link = target.closest("a[href^='#c']");
    if (link) {
      event.preventDefault();
      follow(link.getAttribute("href"));
      return;
    }
    const view = target.closest("[data-mode]");
    if (view && view !== sources) {
      turn(view.dataset.mode);
      return;
    }
    const box = target.closest(".box");
    if (box) {
      follow(`#s${box.dataset.s}`);
      return;
    }
    const status = target.closest("[data-filter]");
    if (status) {
      filter(status.dataset.filter);
      return;
    }
    const claim = target.closest(".claim");
    if (!claim || String(getSelection())) return;
    if (claim === active && target.closest(".verdict")) clear();
    else choose(claim);
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || byId("help").open) return;
    const arrows = !event.target.closest("#sources");
    if (event.key === "j" || (event.key === "ArrowDown" && arrows)) move(1);
    else if (event.key === "k" || (event.key === "ArrowUp" && arrows)) move(-1);
    else if (event.key === "n" && places.length) go(place + 1);
    else if (event.key === "p") turn(sources.dataset.mode === "page" ? "text" : "page");
    else if (event.key === "Escape") clear();
    else if (event.key === "?") byId("help").showModal();
    else return;
    event.preventDefault();
  });

  byId("theme").addEventListener("click", () => {
    const dark = root.dataset.theme
      ? root.dataset.theme === "dark"
      : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
  });
  byId("keys").addEventListener("click", () => byId("help").showModal());
  byId("before").addEventListener("click", () => go(place - 1));
  byId("after").addEventListener("click", () => go(place + 1));
  byId("close").addEventListener("click", () => sheet(false));
  byId("open").addEventListener("click", () => sheet(true));
  for (const gesture of ["wheel", "touchmove", "keydown"]) {
    sources.addEventListener(gesture, () => { settling = null; }, { passive: true });
  }
  addEventListener("hashchange", () => follow(location.hash));
  follow(location.hash);
})();
