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
      rule.hidden = words.length > 0 && !rule.querySelector(".finding:not([hidden])");
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
