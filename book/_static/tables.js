// Makes every table.searchable searchable, sortable and filterable. Without scripts the plain table stays.
// DataTables (datatables.js, copied out of the package itables) is fetched only by pages that have such a table.
"use strict";

const STATIC = document.currentScript.src.replace(/tables\.js.*$/, "");
const FEW = 12; // a column with at most so many different values gets a list to choose from
const SHORT = 24; // ... unless they are longer than so many characters
const PAGE = 25; // rows shown at a time
const MANY = 8; // a table with fewer rows needs no tools

function loadScript(url) {
  return new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement("script"), { src: url, onload: resolve, onerror: reject });
    document.head.append(script);
  });
}

function cellText(row, column) {
  return row.cells[column] ? row.cells[column].textContent.trim() : "";
}

// The columns that get a list: few different values, and not numbers.
function filterColumns(table) {
  const rows = [...table.tBodies[0].rows];
  return [...table.tHead.rows[0].cells].flatMap((head, index) => {
    const values = [...new Set(rows.map((row) => cellText(row, index)))].filter(Boolean).sort();
    const short = values.every((value) => value.length <= SHORT) && !head.classList.contains("number");
    const useful = short && values.length > 1 && values.length <= FEW;
    return useful ? [{ index, name: head.textContent.trim(), values }] : [];
  });
}

let controls = 0;

function labelled(text, control) {
  control.id = `table-tool-${(controls += 1)}`;
  const label = Object.assign(document.createElement("label"), { htmlFor: control.id, textContent: text });
  const field = Object.assign(document.createElement("div"), { className: "field" });
  field.append(label, control);
  return field;
}

function listFor(api, column) {
  const select = document.createElement("select");
  select.append(new Option("all", ""), ...column.values.map((value) => new Option(value, value)));
  select.dataset.column = column.name.toLowerCase();
  select.addEventListener("change", () => {
    const value = select.value;
    api.column(column.index).search(value ? (text) => text.trim() === value : "").draw();
  });
  return labelled(column.name, select);
}

function searchBox(api) {
  const input = Object.assign(document.createElement("input"), { type: "search" });
  input.dataset.column = "search";
  input.addEventListener("input", () => api.search(input.value).draw());
  return labelled("Search all columns", input);
}

function clearButton(tools) {
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: "Clear" });
  button.addEventListener("click", () => {
    for (const control of tools.querySelectorAll("[data-column]")) {
      control.value = "";
      control.dispatchEvent(new Event(control.tagName === "INPUT" ? "input" : "change"));
    }
  });
  return button;
}

// An address such as ledger.html?verdict=differs&part=style opens the table filtered.
function applyAddress(tools) {
  for (const [name, value] of new URLSearchParams(location.search)) {
    const control = [...tools.querySelectorAll("[data-column]")].find((known) => known.dataset.column === name.toLowerCase());
    if (!control) continue;
    control.value = value;
    control.dispatchEvent(new Event(control.tagName === "INPUT" ? "input" : "change"));
  }
}

// DataTables wraps the table where it stands, inside the frame that scrolls; its controls belong outside that frame.
function liftControls(table, frame) {
  const container = table.closest(".dt-container");
  const cell = table.parentElement;
  frame.before(container);
  cell.append(frame);
  frame.append(table);
}

function enhance(table) {
  const frame = table.closest(".table-wrap");
  if (table.tBodies[0].rows.length < MANY || !frame) return;
  const columns = filterColumns(table);
  const long = table.tBodies[0].rows.length > PAGE;
  const api = new window.DataTable(table, {
    autoWidth: false,
    order: [],
    paging: long,
    lengthMenu: [PAGE, 100, { label: "all", value: -1 }],
    pageLength: PAGE,
    layout: { topStart: null, topEnd: null, bottomStart: long ? ["info", "pageLength"] : "info", bottomEnd: long ? "paging" : null },
    language: { lengthMenu: "_MENU_ rows at a time", info: "_START_ to _END_ of _TOTAL_", infoFiltered: "(of _MAX_ in all)" },
  });
  liftControls(table, frame);
  const name = frame.getAttribute("aria-label") || "Table";
  const pages = () => table.closest(".dt-container").querySelector("nav")?.setAttribute("aria-label", `Pages of: ${name}`);
  api.on("draw", pages);
  pages();
  const tools = document.createElement("div");
  tools.className = "table-tools";
  tools.setAttribute("role", "search");
  tools.setAttribute("aria-label", `Search in: ${name}`);
  tools.append(searchBox(api), ...columns.map((column) => listFor(api, column)));
  tools.append(clearButton(tools));
  table.closest(".dt-container").prepend(tools);
  applyAddress(tools);
}

// What scrolls sideways must be reachable by keyboard.
function focusable(frame) {
  if (frame.scrollWidth <= frame.clientWidth || frame.hasAttribute("tabindex")) return;
  frame.tabIndex = 0;
  frame.setAttribute("role", "group");
  frame.setAttribute("aria-label", "Scrolls sideways");
}

async function start() {
  document.querySelectorAll(".exhibit-body").forEach(focusable);
  const formulas = window.MathJax && window.MathJax.startup && window.MathJax.startup.promise;
  if (formulas) formulas.then(() => document.querySelectorAll("mjx-container[display='true']").forEach(focusable));
  const tables = document.querySelectorAll("table.searchable");
  if (!tables.length) return;
  await loadScript(`${STATIC}datatables.js`);
  tables.forEach(enhance);
}

start();
