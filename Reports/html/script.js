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
  const findings = [...document.querySelectorAll(".finding, .finding-line")];
  const requests = [...document.querySelectorAll(".request")];
  // Severity and family of a finding are said once, by its rule.
  const traits = (element, key) => (element.dataset[key] ?? element.closest(".rule")?.dataset[key] ?? "").split(" ").filter(Boolean);
  const label = make("label", "Show findings and requests with ", controls);
  const search = make("input", "", label);
  search.type = "search";
  search.placeholder = "rule, event, host, ad …";
  // A few values are chips; more are a list.
  const chips = {};
  const lists = {};
  const names = { severity: "severity", family: "family", host: "host", ad: "ad play", status: "status" };
  const words = (key, value) => {
    if (key === "ad") return `ad play ${value}`;
    if (key === "status") return value === "none" ? "no answer" : `status ${value}`;
    return value;
  };
  const numbered = new Intl.Collator(undefined, { numeric: true });
  for (const key of Object.keys(names)) {
    const values = [...new Set([...findings, ...requests].flatMap((element) => traits(element, key)))];
    if (values.length < 2) continue;
    if (key !== "severity") values.sort(numbered.compare);
    if (values.length > 4) {
      const list = make("select", "", controls);
      list.setAttribute("aria-label", names[key]);
      make("option", `any ${names[key]}`, list).value = "";
      for (const value of values) make("option", words(key, value), list).value = value;
      list.addEventListener("change", () => remember());
      lists[key] = list;
      continue;
    }
    const group = make("fieldset", "", controls);
    group.className = "chips";
    group.setAttribute("aria-label", names[key]);
    chips[key] = new Map();
    for (const value of values) {
      const chip = button(words(key, value), group, () => {
        chip.setAttribute("aria-pressed", chip.getAttribute("aria-pressed") !== "true");
        remember();
      });
      if (key === "severity") make("small", ` ${findings.filter((finding) => traits(finding, key).includes(value)).length}`, chip);
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

  const pressed = (key) => lists[key]
    ? [lists[key].value].filter(Boolean)
    : [...(chips[key] ?? [])].filter(([, chip]) => chip.getAttribute("aria-pressed") === "true").map(([value]) => value);
  const texts = new Map();
  const filter = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const chosen = Object.keys(names).map((key) => [key, pressed(key)]).filter(([, values]) => values.length);
    // What a finding says in its rule or in its row is said for it.
    const text = (element) => {
      if (!texts.has(element)) {
        const around = element.closest("tr")?.cells[0].textContent ?? "";
        const rule = element.closest(".rule");
        const head = rule ? [...rule.children].filter((part) => part.matches("h3, p")).map((part) => part.textContent).join(" ") : "";
        texts.set(element, `${element.textContent} ${around} ${head}`.toLowerCase());
      }
      return texts.get(element);
    };
    const fits = (element) => words.every((word) => text(element).includes(word))
      && chosen.every(([key, values]) => traits(element, key).some((value) => values.includes(value)));
    const proofs = new Set();
    let shown = 0;
    for (const finding of findings) {
      finding.hidden = !fits(finding);
      if (finding.hidden) continue;
      shown += 1;
      for (const link of finding.querySelectorAll('td a[href^="#r-"]')) proofs.add(link.hash.slice(1));
    }
    // A request has no severity: it is shown with the findings that it proves.
    const isSevere = pressed("severity").length > 0;
    for (const request of requests) {
      request.hidden = isSevere ? !proofs.has(request.querySelector(".whole").id) : !fits(request);
    }
    for (const row of document.querySelectorAll(".rule tr:has(> td > .finding-line)")) row.hidden = !row.querySelector(".finding-line:not([hidden])");
    const isFiltered = words.length > 0 || chosen.length > 0;
    for (const rule of document.querySelectorAll(".rule")) {
      rule.hidden = isFiltered && !rule.querySelector(".finding:not([hidden]), .finding-line:not([hidden])");
    }
    const sent = requests.filter((request) => !request.hidden).length;
    count.textContent = isFiltered ? `${shown} of ${findings.length} findings, ${sent} of ${requests.length} requests` : "";
  };
  const remember = () => {
    const parts = Object.keys(names).flatMap((key) => pressed(key).map((value) => `${key}=${encodeURIComponent(value)}`));
    if (search.value) parts.unshift(`show=${encodeURIComponent(search.value)}`);
    history.replaceState(null, "", parts.length ? `#${parts.join("&")}` : "#findings");
    filter();
  };
  search.addEventListener("input", remember);

  // A request opens beside what led to it, and its marks are lit; Escape goes back there.
  let opened = null;
  let origin = null;
  const light = (id, isLit) => {
    for (const mark of document.querySelectorAll(`svg a[href="#${id}"]`)) mark.classList.toggle("lit", isLit);
  };
  const close = () => {
    if (!opened) return;
    light(opened.id, false);
    opened.removeAttribute("role");
    opened.parentElement.classList.remove("open");
    opened.parentElement.open = false;
    opened = null;
    origin?.focus({ preventScroll: true });
  };
  const open = (whole, from) => {
    close();
    origin = from;
    opened = whole;
    const request = whole.parentElement;
    request.hidden = false;
    request.classList.add("open");
    request.open = true;
    whole.setAttribute("role", "dialog");
    whole.setAttribute("aria-label", whole.querySelector("h3").textContent);
    light(whole.id, true);
    whole.focus({ preventScroll: true });
  };
  const show = (whole, from) => {
    history.replaceState(null, "", `#${whole.id}`);
    open(whole, from);
  };
  // The next request that is shown, or the one before.
  const step = (by) => {
    const shown = requests.filter((request) => !request.hidden);
    const next = shown[shown.indexOf(opened.parentElement) + by];
    if (next) show(next.querySelector(".whole"), origin);
  };
  document.addEventListener("click", (event) => {
    const summary = event.target.closest(".request > summary");
    if (summary) {
      event.preventDefault();
      return show(summary.nextElementSibling, summary);
    }
    const link = event.target.closest("a[href]");
    if (!link) return;
    const target = document.getElementById(decodeURIComponent(link.getAttribute("href").slice(1)));
    if (!target) return;
    if (target.classList.contains("whole")) {
      event.preventDefault();
      show(target, link);
    } else {
      origin = null;
      close();
    }
  });
  addEventListener("keydown", (event) => {
    if (!opened || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") close();
    if (event.target.closest("input, select")) return;
    if (event.key === "j" || event.key === "k") step(event.key === "j" ? 1 : -1);
  });

  // HAR 1.2, of what the page holds.
  const harEntry = (whole) => {
    const curl = whole.querySelector(".copy code").textContent;
    const quoted = /'((?:[^']|'\\'')*)'$/.exec(curl)?.[1];
    const url = quoted?.replaceAll("'\\''", "'") ?? curl.split(" ").pop();
    const headers = (name) => {
      const title = [...whole.querySelectorAll("details:not(.copy) p")].find((part) => part.textContent === name);
      return (title?.nextElementSibling.textContent.split("\n") ?? []).map((line) => {
        const end = line.indexOf(":", 1);
        return { name: line.slice(0, end), value: line.slice(end + 1).trim() };
      });
    };
    const query = url.includes("?") ? url.slice(url.indexOf("?") + 1).split("#")[0].split("&").filter(Boolean) : [];
    const decode = (text = "") => { try { return decodeURIComponent(text.replaceAll("+", " ")); } catch { return text; } };
    const [wait, time] = [Number(whole.dataset.wait ?? 0), Number(whole.dataset.time ?? 0)];
    const type = headers("Response").find((header) => header.name.toLowerCase() === "content-type")?.value ?? "";
    return JSON.stringify({
      startedDateTime: whole.dataset.started.replace(" UTC", "Z").replace(" ", "T"), time,
      request: {
        method: curl.split(" ")[2], url, httpVersion: "", cookies: [], headers: headers("Request"),
        queryString: query.map((pair) => pair.split(/=(.*)/s)).map(([name, value]) => ({ name: decode(name), value: decode(value) })),
        headersSize: -1, bodySize: -1,
      },
      response: {
        status: Number(whole.parentElement.dataset.status) || 0, statusText: "", httpVersion: "", cookies: [], headers: headers("Response"),
        content: { size: -1, mimeType: type }, redirectURL: "", headersSize: -1, bodySize: -1,
      },
      cache: {}, timings: { send: 0, wait, receive: Math.max(0, time - wait) },
    }, null, 1);
  };
  const copy = (text, on) => navigator.clipboard.writeText(text).then(() => { on.textContent = "Copied"; }, () => { on.textContent = "Not allowed here"; });
  for (const whole of requests.map((request) => request.querySelector(".whole"))) {
    const bar = make("div", "", whole);
    bar.className = "bar";
    button("↑", bar, () => step(-1)).title = "The request before (k)";
    button("↓", bar, () => step(1)).title = "The next request (j)";
    for (const [stepping, words] of [[bar.firstChild, "The request before"], [bar.lastChild, "The next request"]]) stepping.setAttribute("aria-label", words);
    button("Close", bar, close).className = "close";
    whole.prepend(bar);
    const box = whole.querySelector(".copy");
    for (const pre of box.querySelectorAll("pre")) {
      const name = pre.previousElementSibling.textContent;
      const copying = button(`Copy ${name}`, box, () => copy(pre.textContent, copying));
    }
    const copying = button("Copy HAR entry", box, () => copy(harEntry(whole), copying));
  }
  // What a mark says to those who cannot see it, to those who point at it.
  document.addEventListener("mouseover", (event) => {
    const mark = event.target.closest("svg a[aria-label]");
    if (!mark || mark.querySelector("title")) return;
    const title = document.createElementNS("http://www.w3.org/2000/svg", "title");
    title.textContent = mark.getAttribute("aria-label");
    mark.prepend(title);
  });

  // One stretch of time for all drawings: each shows its part of it, or all it has where it has no part. Names and lanes stay
  // where they are, and marks keep their size.
  const [left, right] = [150, 980];
  const numbers = ["x", "x1", "x2", "cx", "width", "d", "transform"];
  const plots = [...document.querySelectorAll(".plot svg")].map((svg) => ({
    svg, from: Number(svg.dataset.from), to: Number(svg.dataset.to), zero: Number(svg.dataset.zero),
    ticks: [...svg.querySelectorAll(".tick, .grid")], fine: [],
    shapes: [...svg.querySelectorAll("rect:not(.lane), line, text, circle, path, use")]
      .filter((shape) => !shape.closest("defs") && !shape.matches(".tick, .grid"))
      .map((shape) => ({ shape, was: Object.fromEntries(numbers.map((name) => [name, shape.getAttribute(name)])) })),
  }));
  // Words stay beside their mark, on the side where there is room.
  const beside = { words: 12, count: 7, viewing: 5, axis: 6 };
  const moved = (text, x, column) => {
    if (x < left) return true;
    const name = Object.keys(beside).find((name) => text.classList.contains(name));
    const sides = { start: beside[name] ?? 0, end: -(beside[name] ?? 0) };
    text.dataset.side ??= text.getAttribute("text-anchor");
    let side = text.dataset.side;
    const at = column(x - sides[side]);
    const length = text.textContent.length * 7;
    if (name === "words" && side === "end" && at + sides.end - length < left) side = "start";
    else if (name === "words" && side === "start" && at + sides.start + length > 1000) side = "end";
    text.setAttribute("text-anchor", side);
    text.setAttribute("x", (at + sides[side]).toFixed(1));
    return at >= left && at <= right;
  };
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
    } else if (shape.matches("text")) {
      isShown = moved(shape, Number(was.x), column);
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
  // The axis of a part: round times, as close as they can be read.
  const axis = (plot, from, to, column) => {
    const isWhole = from <= plot.from && to >= plot.to;
    for (const tick of plot.ticks) tick.style.display = isWhole ? "" : "none";
    for (const tick of plot.fine) tick.remove();
    plot.fine = [];
    if (isWhole) return;
    const rounds = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1800, 3600, 7200, 14400, 43200, 86400];
    const step = rounds.find((round) => (to - from) / (round * 1000000) <= 12) ?? 86400;
    const line = plot.ticks.find((tick) => tick.matches(".grid"));
    const words = plot.ticks.find((tick) => tick.matches(".tick"));
    if (!line || !words) return;
    for (let tick = Math.ceil((from - plot.zero) / (step * 1000000)); plot.zero + tick * step * 1000000 <= to; tick += 1) {
      const [grid, label] = [line.cloneNode(), words.cloneNode()];
      const x = column(plot.zero + tick * step * 1000000);
      if (x < left + 16) continue;
      for (const name of ["x1", "x2"]) grid.setAttribute(name, x.toFixed(1));
      label.setAttribute("x", x.toFixed(1));
      label.textContent = `${Number((tick * step).toFixed(2))} s`;
      for (const part of [grid, label]) part.style.display = "";
      line.before(grid);
      words.after(label);
      plot.fine.push(grid, label);
    }
  };
  if (plots.length) {
    const run = { from: Math.min(...plots.map((plot) => plot.from)), to: Math.max(...plots.map((plot) => plot.to)) };
    let time = { ...run };
    const redraw = () => {
      for (const plot of plots) {
        const part = { from: Math.max(time.from, plot.from), to: Math.min(time.to, plot.to) };
        const { from, to } = part.from < part.to ? part : plot;
        const place = (at) => left + ((at - plot.from) / (plot.to - plot.from)) * (right - left);
        const [first, last] = [place(from), place(to)];
        const column = (x) => left + ((x - first) / (last - first)) * (right - left);
        for (const shape of plot.shapes) draw(shape, column);
        axis(plot, from, to, (at) => column(place(at)));
      }
    };
    const scale = (factor, at = (time.from + time.to) / 2) => {
      const length = Math.min(Math.max((time.to - time.from) * factor, 200000), run.to - run.from);
      const from = at - (at - time.from) * (length / (time.to - time.from));
      time.from = Math.min(Math.max(from, run.from), run.to - length);
      time.to = time.from + length;
      redraw();
    };
    const pan = (right) => {
      const length = time.to - time.from;
      time.from = Math.min(Math.max(time.from + (length * right) / 4, run.from), run.to - length);
      time.to = time.from + length;
      redraw();
    };
    const all = () => { time = { ...run }; redraw(); };
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
    for (const details of document.querySelectorAll("details:not(.request), .request.proof")) details.open = true;
  });
  addEventListener("afterprint", () => {
    for (const request of requests) request.open = false;
  });

  const read = (text) => { try { return decodeURIComponent(text); } catch { return ""; } };
  const wanted = location.hash.slice(1).split("&").map((part) => part.split("=")).filter((part) => part.length === 2);
  for (const [key, value] of wanted) {
    if (key === "show") search.value = read(value);
    else if (lists[key]) lists[key].value = read(value);
    else chips[key]?.get(read(value))?.setAttribute("aria-pressed", "true");
  }
  if (wanted.length) filter();
  const linked = document.getElementById(read(location.hash.slice(1)));
  if (linked?.classList.contains("whole")) open(linked, null);
})();
