"use strict";
(() => {
  const make = (name, text, parent) => {
    const element = document.createElement(name);
    element.textContent = text;
    parent.append(element);
    return element;
  };
  const button = (text, parent, action) => {
    const element = make("button", text, parent);
    element.type = "button";
    element.addEventListener("click", action);
    return element;
  };

  // Search and chips: over findings and requests alike, and kept in the address.
  const controls = document.getElementById("findings");
  const findings = [...document.querySelectorAll(".finding, tr.finding-line")];
  const requests = [...document.querySelectorAll(".request")];
  const label = make("label", "Show findings and requests with ", controls);
  const search = make("input", "", label);
  search.type = "search";
  search.placeholder = "rule, event, host, ad …";
  const chips = {};
  for (const key of findings.length > 1 ? ["severity", "family", "host"] : []) {
    const values = [...new Set(findings.flatMap((finding) => (finding.dataset[key] ?? "").split(" ")).filter(Boolean))];
    if (values.length < 2) continue;
    const group = make("fieldset", "", controls);
    group.className = "chips";
    group.setAttribute("aria-label", key);
    chips[key] = new Map();
    for (const value of values.slice(0, 8)) {
      const chip = button(value, group, () => {
        chip.setAttribute("aria-pressed", chip.getAttribute("aria-pressed") !== "true");
        remember();
      });
      chip.setAttribute("aria-pressed", "false");
      chips[key].set(value, chip);
    }
  }
  const count = make("span", "", controls);
  count.setAttribute("role", "status");
  button("Light or dark", controls, () => {
    const dark = getComputedStyle(document.documentElement).getPropertyValue("--paper").trim() === "#14161a";
    document.documentElement.dataset.theme = dark ? "light" : "dark";
  });

  const pressed = (key) => [...(chips[key] ?? [])].filter(([, chip]) => chip.getAttribute("aria-pressed") === "true").map(([value]) => value);
  const filter = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const chosen = Object.keys(chips).map((key) => [key, pressed(key)]).filter(([, values]) => values.length);
    const fits = (element) => {
      const text = element.dataset.text ??= element.textContent.toLowerCase();
      return words.every((word) => text.includes(word));
    };
    let shown = 0;
    for (const finding of findings) {
      const isChosen = chosen.every(([key, values]) => (finding.dataset[key] ?? "").split(" ").some((value) => values.includes(value)));
      finding.hidden = !(isChosen && fits(finding));
      if (!finding.hidden) shown += 1;
    }
    for (const request of requests) request.hidden = !fits(request);
    const isFiltered = words.length > 0 || chosen.length > 0;
    for (const rule of document.querySelectorAll(".rule")) {
      rule.hidden = isFiltered && !rule.querySelector(".finding:not([hidden]), .finding-line:not([hidden])");
    }
    const sent = requests.filter((request) => !request.hidden).length;
    count.textContent = isFiltered ? `${shown} of ${findings.length} findings, ${sent} of ${requests.length} requests` : "";
  };
  const remember = () => {
    const parts = Object.keys(chips).flatMap((key) => pressed(key).map((value) => `${key}=${encodeURIComponent(value)}`));
    if (search.value) parts.unshift(`show=${encodeURIComponent(search.value)}`);
    history.replaceState(null, "", parts.length ? `#${parts.join("&")}` : "#findings");
    filter();
  };
  search.addEventListener("input", remember);

  // A request opens beside what led to it; Escape goes back there.
  let opened = null;
  let origin = null;
  const close = () => {
    if (!opened) return;
    opened.classList.remove("open");
    opened.removeAttribute("role");
    opened = null;
    origin?.focus({ preventScroll: true });
  };
  const open = (request, from) => {
    close();
    origin = from;
    opened = request;
    request.hidden = false;
    request.classList.add("open");
    request.setAttribute("role", "dialog");
    request.setAttribute("aria-label", request.querySelector("h3").textContent);
    request.focus({ preventScroll: true });
  };
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]");
    if (!link) return;
    const target = document.getElementById(decodeURIComponent(link.getAttribute("href").slice(1)));
    if (!target) return;
    if (target.classList.contains("request")) {
      event.preventDefault();
      history.replaceState(null, "", `#${target.id}`);
      open(target, link);
    } else {
      close();
    }
  });
  addEventListener("keydown", (event) => { if (event.key === "Escape") close(); });
  const harEntry = (request) => {
    const code = [...request.querySelectorAll(".copy code")][0].textContent;
    const rows = [...request.querySelectorAll("tbody tr")].map((row) => [...row.cells].slice(0, 2).map((cell) => cell.textContent));
    const [time, rest] = [request.querySelector("h3 a").textContent, request.querySelector("h3").textContent];
    const url = /'([^']*)'$/.exec(code)?.[1] ?? code.split(" ").pop();
    return JSON.stringify({
      comment: `${time} UTC`,
      request: { method: rest.slice(time.length).trim().split(" ")[0], url, queryString: rows.map(([name, value]) => ({ name, value })) },
      response: { status: Number(request.querySelector("h3 .soft").textContent.trim()) || 0 },
    }, null, 1);
  };
  const copy = (text, on) => navigator.clipboard.writeText(text).then(() => { on.textContent = "Copied"; }, () => { on.textContent = "Not allowed here"; });
  for (const request of requests) {
    const closing = button("Close", request, close);
    closing.className = "close";
    request.prepend(closing);
    const box = request.querySelector(".copy");
    for (const pre of box.querySelectorAll("pre")) {
      const name = pre.previousElementSibling.textContent;
      const copying = button(`Copy ${name}`, box, () => copy(pre.textContent, copying));
    }
    const copying = button("Copy HAR entry", box, () => copy(harEntry(request), copying));
  }

  const zoom = (plot) => {
    const svg = plot.querySelector("svg");
    const whole = svg.getAttribute("viewBox").split(" ").map(Number);
    let [x, y, width, height] = whole;
    const show = () => {
      x = Math.min(Math.max(x, 0), whole[2] - width);
      y = Math.min(Math.max(y, 0), whole[3] - height);
      svg.setAttribute("viewBox", [x, y, width, height].map((number) => Math.round(number)).join(" "));
    };
    const scale = (factor, at = 0.5) => {
      const wanted = Math.min(Math.max(width * factor, whole[2] / 16), whole[2]);
      x += (width - wanted) * at;
      y += (height - (height * wanted) / width) / 2;
      height = (whole[3] * wanted) / whole[2];
      width = wanted;
      show();
    };
    const pan = (right, down) => {
      x += (width * right) / 4;
      y += (height * down) / 4;
      show();
    };
    const actions = {
      "+": ["Zoom in", () => scale(0.5)],
      "−": ["Zoom out", () => scale(2)],
      "←": ["Move left", () => pan(-1, 0)],
      "→": ["Move right", () => pan(1, 0)],
      "↑": ["Move up", () => pan(0, -1)],
      "↓": ["Move down", () => pan(0, 1)],
      "0": ["Show all", () => { [x, y, width, height] = whole; show(); }],
    };
    const bar = document.createElement("div");
    bar.className = "zoom";
    bar.setAttribute("role", "group");
    bar.setAttribute("aria-label", "Zoom of the drawing");
    for (const [sign, [words, action]] of Object.entries(actions)) {
      const control = button(sign === "0" ? words : sign, bar, action);
      control.title = words;
      control.setAttribute("aria-label", words);
    }
    plot.before(bar);
    svg.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      const box = svg.getBoundingClientRect();
      scale(event.deltaY > 0 ? 1.25 : 0.8, (event.clientX - box.left) / box.width);
    }, { passive: false });
    addEventListener("beforeprint", actions["0"][1]);
  };
  for (const plot of document.querySelectorAll(".plot")) zoom(plot);
  addEventListener("beforeprint", () => {
    close();
    for (const details of document.querySelectorAll("details")) details.open = true;
  });

  const read = (text) => { try { return decodeURIComponent(text); } catch { return ""; } };
  const wanted = location.hash.slice(1).split("&").map((part) => part.split("=")).filter((part) => part.length === 2);
  for (const [key, value] of wanted) {
    if (key === "show") search.value = read(value);
    else chips[key]?.get(read(value))?.setAttribute("aria-pressed", "true");
  }
  if (wanted.length) filter();
  const linked = document.getElementById(read(location.hash.slice(1)));
  if (linked?.classList.contains("request")) open(linked, null);
})();
