"use strict";
(() => {
  const controls = document.getElementById("findings");
  const findings = [...document.querySelectorAll(".finding, tr.finding-line")];
  const make = (name, text, parent) => {
    const element = document.createElement(name);
    element.textContent = text;
    parent.append(element);
    return element;
  };
  const label = make("label", "Show findings with ", controls);
  const search = make("input", "", label);
  search.type = "search";
  search.placeholder = "rule, event, host, ad …";
  const count = make("span", "", controls);
  count.setAttribute("role", "status");
  const theme = make("button", "Light or dark", controls);
  theme.type = "button";

  const filter = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const finding of findings) {
      const text = finding.dataset.text ??= finding.textContent.toLowerCase();
      finding.hidden = !words.every((word) => text.includes(word));
      if (!finding.hidden) shown += 1;
    }
    for (const rule of document.querySelectorAll(".rule")) {
      rule.hidden = words.length > 0 && !rule.querySelector(".finding:not([hidden]), .finding-line:not([hidden])");
    }
    count.textContent = words.length ? `${shown} of ${findings.length}` : "";
  };
  search.addEventListener("input", () => {
    history.replaceState(null, "", search.value ? `#show=${encodeURIComponent(search.value)}` : "#findings");
    filter();
  });
  theme.addEventListener("click", () => {
    const dark = getComputedStyle(document.documentElement).getPropertyValue("--paper").trim() === "#14161a";
    document.documentElement.dataset.theme = dark ? "light" : "dark";
  });
  const zoom = (plot) => {
    const svg = plot.querySelector("svg");
    const whole = svg.getAttribute("viewBox").split(" ").map(Number);
    let [x, y, width, height] = whole;
    const show = () => {
      x = Math.min(Math.max(x, 0), whole[2] - width);
      y = Math.min(Math.max(y, 0), whole[3] - height);
      svg.setAttribute("viewBox", [x, y, width, height].map((number) => Math.round(number)).join(" "));
    };
    const scale = (factor) => {
      const wanted = Math.min(Math.max(width * factor, whole[2] / 16), whole[2]);
      x += (width - wanted) / 2;
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
      const button = make("button", sign === "0" ? words : sign, bar);
      button.type = "button";
      button.title = words;
      button.setAttribute("aria-label", words);
      button.addEventListener("click", action);
    }
    plot.before(bar);
    const reset = actions["0"][1];
    addEventListener("beforeprint", reset);
  };
  for (const plot of document.querySelectorAll(".plot")) zoom(plot);
  addEventListener("beforeprint", () => {
    for (const details of document.querySelectorAll("details")) details.open = true;
  });
  const wanted = /^#show=(.*)$/.exec(location.hash);
  if (wanted) {
    try {
      search.value = decodeURIComponent(wanted[1]);
    } catch {
      search.value = "";
    }
    filter();
  }
})();
