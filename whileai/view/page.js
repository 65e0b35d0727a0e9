"use strict";
(() => {
  const form = document.querySelector("form.filter[data-here]");
  const rows = [...document.querySelectorAll("details.row")];
  const shown = document.getElementById("shown");
  const open = () => {
    const row = document.getElementById(location.hash.slice(1));
    if (row instanceof HTMLDetailsElement) {
      row.hidden = false;
      row.open = true;
      row.scrollIntoView();
    }
  };
  addEventListener("hashchange", open);
  open();
  if (!form) return;
  const texts = new Map();
  const holds = (row, sought) => {
    if (!sought) return true;
    if (!texts.has(row)) texts.set(row, row.textContent.toLowerCase());
    return texts.get(row).includes(sought);
  };
  const filter = () => {
    const show = form.elements.show.value;
    const sought = form.elements.find.value.trim().toLowerCase();
    let count = 0;
    for (const row of rows) {
      const fits = show === "all" || row.dataset.is.split(" ").includes(show);
      row.hidden = !(fits && holds(row, sought));
      count += !row.hidden;
    }
    shown.textContent = `${count} of ${rows.length} on this page`;
  };
  form.hidden = false;
  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    filter();
  });
  filter();
})();
