// The search: an index made with the site, loaded when it is first opened. No other server is asked.
import MiniSearch from "./minisearch.js";

const dialog = document.querySelector("dialog.search");
const input = dialog.querySelector("input");
const results = dialog.querySelector(".search-results");
const state = dialog.querySelector(".search-state");
const SHOWN_MAX = 12;

let index;
let selected = -1;

async function load() {
  if (index !== undefined) return;
  state.textContent = "Loading …";
  const answer = await fetch("/docs/search-index.json");
  index = MiniSearch.loadJSON(await answer.text(), {
    fields: ["title", "heading", "text"],
    storeFields: ["title", "heading", "area", "excerpt"],
  });
  state.textContent = "";
  find();
}

export function open() {
  if (!dialog.open) dialog.showModal();
  input.select();
  load().catch(() => {
    state.textContent = "The index could not be loaded. Reload the page.";
  });
}

function find() {
  if (index === undefined) return;
  const query = input.value.trim();
  const found =
    query === ""
      ? []
      : index.search(query, {
          prefix: true,
          fuzzy: (term) => (term.length > 4 ? 0.2 : false),
          combineWith: "AND",
          boost: { title: 6, heading: 4 },
          boostDocument: (_id, _term, { area }) => ({ guides: 1.6, api: 1.2, operate: 1, develop: 0.5 })[area] ?? 1,
        });
  selected = found.length > 0 ? 0 : -1;
  results.replaceChildren(...found.slice(0, SHOWN_MAX).map(resultOf));
  input.setAttribute("aria-expanded", String(found.length > 0));
  state.textContent = query === "" || found.length > 0 ? "" : `Nothing found for “${query}”.`;
  mark();
}

const AREAS = { guides: "Guides", api: "API", operate: "Operate", develop: "Contribute" };

function resultOf({ id, title, heading, area, excerpt }, position) {
  const link = document.createElement("a");
  link.href = id;
  link.id = `result-${position}`;
  link.setAttribute("role", "option");
  link.tabIndex = -1;
  link.append(line("result-area", AREAS[area] ?? area));
  link.append(line("result-title", heading === "" ? title : `${title} › ${heading}`));
  link.append(line("result-text", excerpt));
  return link;
}

function line(className, text) {
  const element = document.createElement("span");
  element.className = className;
  element.textContent = text;
  return element;
}

function mark() {
  const options = [...results.children];
  for (const [position, option] of options.entries())
    option.setAttribute("aria-selected", String(position === selected));
  if (selected >= 0) input.setAttribute("aria-activedescendant", `result-${selected}`);
  else input.removeAttribute("aria-activedescendant");
  options[selected]?.scrollIntoView({ block: "nearest" });
}

input.addEventListener("input", find);
input.addEventListener("keydown", (event) => {
  const count = results.children.length;
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step !== undefined && count > 0) {
    selected = (selected + step + count) % count;
    mark();
    event.preventDefault();
  }
  if (event.key === "Enter") results.children[selected]?.click();
});
// A result on this page only scrolls.
results.addEventListener("click", () => dialog.close());
dialog.querySelector(".search-close").addEventListener("click", () => dialog.close());
dialog.addEventListener("click", ({ target }) => {
  if (target === dialog) dialog.close();
});
