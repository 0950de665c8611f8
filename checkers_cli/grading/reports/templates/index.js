"use strict";
// Sorting and filtering. Without this script the page shows the same tables, unsorted.
(() => {
  const table = document.getElementById("submissions");
  if (!table) return;
  const bodies = [...document.querySelectorAll("tbody[data-rows]")];
  const rowsOf = new Map(); // the same submission has a row in each table
  for (const body of bodies) {
    for (const row of body.rows) {
      if (!rowsOf.has(row.dataset.n)) rowsOf.set(row.dataset.n, []);
      rowsOf.get(row.dataset.n).push(row);
    }
  }
  const submissions = [...rowsOf.values()];
  const words = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

  const keyOf = (rows, column) => {
    const cell = rows[0].cells[column];
    return "sort" in cell.dataset ? Number(cell.dataset.sort) : cell.textContent.trim();
  };

  const sort = (heads, column) => {
    const falling = heads[column].getAttribute("aria-sort") === "ascending";
    for (const head of heads) head.removeAttribute("aria-sort");
    heads[column].setAttribute("aria-sort", falling ? "descending" : "ascending");
    const sign = falling ? -1 : 1;
    const keyed = submissions.map((rows) => [keyOf(rows, column), rows]);
    keyed.sort(([a], [b]) => sign * (typeof a === "number" ? a - b : words.compare(a, b)));
    bodies.forEach((body, n) => body.append(...keyed.map(([, rows]) => rows[n])));
  };

  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = head.textContent;
    button.addEventListener("click", () => sort(heads, column));
    head.replaceChildren(button);
  });

  const box = document.getElementById("filter");
  const shown = document.getElementById("shown");
  // A search for "muller" also finds "Müller", in any Unicode form.
  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const texts = submissions.map((rows) => plain(rows[0].textContent));
  const filter = () => {
    const wanted = plain(box.value).split(/\s+/).filter(Boolean);
    let count = 0;
    submissions.forEach((rows, n) => {
      const fits = wanted.every((word) => texts[n].includes(word));
      count += fits;
      for (const row of rows) row.hidden = !fits;
    });
    shown.textContent = wanted.length ? `${count} of ${submissions.length}` : "";
  };
  box.addEventListener("input", filter);
  box.closest("p").hidden = false;
  filter(); // a browser may restore the text of the box when it goes back
})();
