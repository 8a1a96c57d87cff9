"use strict";
(() => {
  // Search, chips and order of the captures; what is chosen is kept in the address.
  const table = document.getElementById("captures-table");
  const body = table.tBodies[0];
  const rows = [...body.rows];
  const texts = rows.map((row) => row.textContent.toLowerCase());
  const controls = document.getElementById("controls");
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

  const label = make("label", "Show captures with ", controls);
  const search = make("input", "", label);
  search.type = "search";
  search.placeholder = "name, rule, profile …";
  const chips = new Map();
  const group = make("fieldset", "", controls);
  group.className = "chips";
  group.setAttribute("aria-label", "Verdict");
  for (const value of new Set(rows.map((row) => row.dataset.outcome))) {
    const chip = button(value, group, () => {
      chip.setAttribute("aria-pressed", chip.getAttribute("aria-pressed") !== "true");
      remember();
    });
    make("small", ` ${rows.filter((row) => row.dataset.outcome === value).length}`, chip);
    chip.setAttribute("aria-pressed", "false");
    chips.set(value, chip);
  }
  const count = make("span", "", controls);
  count.setAttribute("role", "status");

  const pressed = () => [...chips].filter(([, chip]) => chip.getAttribute("aria-pressed") === "true").map(([value]) => value);
  const filter = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const chosen = pressed();
    let shown = 0;
    rows.forEach((row, place) => {
      row.hidden = !(words.every((word) => texts[place].includes(word) || (row.dataset.rules ?? "").includes(word))
        && (chosen.length === 0 || chosen.includes(row.dataset.outcome)));
      if (!row.hidden) shown += 1;
    });
    count.textContent = words.length || chosen.length ? `${shown} of ${rows.length} captures` : "";
  };
  const remember = () => {
    const parts = pressed().map((value) => `verdict=${encodeURIComponent(value)}`);
    if (search.value) parts.unshift(`show=${encodeURIComponent(search.value)}`);
    history.replaceState(null, "", parts.length ? `#${parts.join("&")}` : "#");
    filter();
  };
  search.addEventListener("input", remember);

  const collator = new Intl.Collator(undefined, { numeric: true });
  [...table.tHead.rows[0].cells].forEach((cell, column) => {
    const words = cell.textContent;
    cell.textContent = "";
    const sorting = button(words, cell, () => {
      const isDown = cell.getAttribute("aria-sort") === "ascending";
      for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
      cell.setAttribute("aria-sort", isDown ? "descending" : "ascending");
      const key = (row) => row.cells[column].dataset.key ?? row.cells[column].textContent;
      const keys = new Map(rows.map((row) => [row, key(row)]));
      const isNumber = rows.every((row) => keys.get(row) === "" || !Number.isNaN(Number(keys.get(row))));
      const compare = isNumber ? (one, other) => Number(one || -1) - Number(other || -1) : collator.compare;
      const order = [...rows].sort((one, other) => compare(keys.get(one), keys.get(other)));
      if (isDown) order.reverse();
      body.append(...order);
    });
    sorting.className = "sort";
  });

  const read = (text) => { try { return decodeURIComponent(text); } catch { return ""; } };
  for (const [key, value] of location.hash.slice(1).split("&").map((part) => part.split("="))) {
    if (key === "show") search.value = read(value ?? "");
    if (key === "verdict") chips.get(read(value ?? ""))?.setAttribute("aria-pressed", "true");
  }
  filter();
})();
