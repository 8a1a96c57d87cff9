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

  // One stretch of time for all drawings: each shows its part of it, or all it has where it has no part. Names and lanes stay
  // where they are, and marks keep their size.
  const [left, right] = [150, 980];
  const numbers = ["x", "x1", "x2", "cx", "width", "d", "transform"];
  const plots = [...document.querySelectorAll(".plot svg")].map((svg) => ({
    svg, from: Number(svg.dataset.from), to: Number(svg.dataset.to),
    shapes: [...svg.querySelectorAll("rect:not(.lane), line, text, circle, path, use")].filter((shape) => !shape.closest("defs"))
      .map((shape) => ({ shape, was: Object.fromEntries(numbers.map((name) => [name, shape.getAttribute(name)])) })),
  }));
  const draw = ({ shape, was }, column) => {
    const isIn = (x) => x >= left && x <= right;
    const clip = (x) => Math.min(Math.max(x, left), right);
    const set = (name, value) => shape.setAttribute(name, Math.round(value * 10) / 10);
    let isShown = true;
    if (was.d) {
      const parts = was.d.split("M").slice(1).map((part) => /^(-?[\d.]+) (-?[\d.]+)(.*)$/s.exec(part)).flatMap(([, x, y, rest]) => {
        const width = shape.classList.contains("span") ? Number(/^h(\d+)/.exec(rest)[1]) : null;
        const at = column(Number(x));
        if (width === null) return isIn(at) ? `M${at.toFixed(1)} ${y}${rest}` : [];
        const [from, to] = [clip(at), clip(column(Number(x) + width))];
        return from < to ? `M${from.toFixed(1)} ${y}${rest.replace(/h(-?)\d+/g, (_, sign) => `h${sign}${(to - from).toFixed(1)}`)}` : [];
      });
      shape.setAttribute("d", parts.join(""));
    } else if (was.transform) {
      const at = column(Number(/translate\(([\d.]+)/.exec(was.transform)[1]));
      isShown = isIn(at);
      shape.setAttribute("transform", was.transform.replace(/translate\([\d.]+/, `translate(${at.toFixed(1)}`));
    } else if (was.width !== null) {
      const [x, width] = [Number(was.x), Number(was.width)];
      if (x < left) return;
      const [from, to] = [clip(column(x)), clip(column(x + width))];
      isShown = from < to;
      set("x", from);
      set("width", to - from);
    } else {
      for (const name of ["x", "x1", "x2", "cx"]) {
        if (was[name] === null || Number(was[name]) < left) continue;
        const at = column(Number(was[name]));
        isShown = isIn(at);
        set(name, at);
      }
    }
    shape.style.display = isShown ? "" : "none";
  };
  if (plots.length) {
    const run = { from: Math.min(...plots.map((plot) => plot.from)), to: Math.max(...plots.map((plot) => plot.to)) };
    let time = { ...run };
    const show = () => {
      for (const plot of plots) {
        const part = { from: Math.max(time.from, plot.from), to: Math.min(time.to, plot.to) };
        const { from, to } = part.from < part.to ? part : plot;
        const place = (at) => left + ((at - plot.from) / (plot.to - plot.from)) * (right - left);
        const [first, last] = [place(from), place(to)];
        const column = (x) => left + ((x - first) / (last - first)) * (right - left);
        for (const shape of plot.shapes) draw(shape, column);
      }
    };
    const scale = (factor, at = (time.from + time.to) / 2) => {
      const length = Math.min(Math.max((time.to - time.from) * factor, 200000), run.to - run.from);
      const from = at - (at - time.from) * (length / (time.to - time.from));
      time.from = Math.min(Math.max(from, run.from), run.to - length);
      time.to = time.from + length;
      show();
    };
    const pan = (right) => {
      const length = time.to - time.from;
      time.from = Math.min(Math.max(time.from + (length * right) / 4, run.from), run.to - length);
      time.to = time.from + length;
      show();
    };
    const all = () => { time = { ...run }; show(); };
    const actions = {
      "+": ["Zoom in", () => scale(0.5)],
      "−": ["Zoom out", () => scale(2)],
      "←": ["Move left", () => pan(-1)],
      "→": ["Move right", () => pan(1)],
      "0": ["Show all", all],
    };
    const bar = document.createElement("div");
    bar.className = "zoom";
    bar.setAttribute("role", "group");
    bar.setAttribute("aria-label", "Zoom of all drawings");
    for (const [sign, [words, action]] of Object.entries(actions)) {
      const control = button(sign === "0" ? words : sign, bar, action);
      control.title = words;
      control.setAttribute("aria-label", words);
    }
    plots[0].svg.closest(".panel").before(bar);
    const keys = { "+": "+", "=": "+", "-": "−", ArrowLeft: "←", ArrowRight: "→", 0: "0" };
    bar.addEventListener("keydown", (event) => {
      const action = keys[event.key] && actions[keys[event.key]];
      if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      action[1]();
    });
    for (const { svg, from: begin, to: end } of plots) {
      svg.addEventListener("wheel", (event) => {
        if (!event.ctrlKey) return;
        event.preventDefault();
        const box = svg.getBoundingClientRect();
        const x = ((event.clientX - box.left) / box.width) * svg.viewBox.baseVal.width;
        const [from, to] = [Math.max(time.from, begin), Math.min(time.to, end)];
        scale(event.deltaY > 0 ? 1.25 : 0.8, from + ((x - left) / (right - left)) * (to - from));
      }, { passive: false });
    }
    addEventListener("beforeprint", all);
  }
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
