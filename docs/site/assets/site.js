// What every page does: menu, theme, tabs of languages, copying, the outline, search, and the console.
const { documentElement, body } = document;

const remember = (name, value) => {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Storage can be turned off; the choice then ends with the page.
  }
};
const remembered = (name) => {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
};

const menu = document.querySelector(".menu-button");
const setMenu = (isOpen) => {
  menu.setAttribute("aria-expanded", String(isOpen));
  body.classList.toggle("menu-open", isOpen);
  if (isOpen) document.querySelector("#sidebar").scrollTop = 0;
};
menu.addEventListener("click", () => setMenu(menu.getAttribute("aria-expanded") !== "true"));
document.querySelector('.sidebar [aria-current="page"]')?.scrollIntoView({ block: "nearest" });

document.querySelector(".theme-button").addEventListener("click", () => {
  const theme = documentElement.dataset.theme === "dark" ? "light" : "dark";
  documentElement.dataset.theme = theme;
  remember("bursar-docs-theme", theme);
});

// Examples in several languages: blocks with a label that follow each other become tabs.
const LANGUAGE = "bursar-docs-language";
const tabLists = [];
function makeTabs(group) {
  const panels = [...group.querySelectorAll(":scope > .code[data-label]")];
  if (panels.length === 0) return;
  const list = document.createElement("div");
  list.className = "tabs";
  list.setAttribute("role", "tablist");
  list.setAttribute("aria-label", "Language");
  const tabs = panels.map((panel, index) => {
    const tab = document.createElement("button");
    tab.type = "button";
    tab.textContent = panel.dataset.label;
    tab.id = `tab-${tabLists.length}-${index}`;
    panel.id = `panel-${tabLists.length}-${index}`;
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-controls", panel.id);
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", tab.id);
    return tab;
  });
  const select = (label) => {
    const chosen = tabs.some((tab) => tab.textContent === label) ? label : tabs[0].textContent;
    for (const [index, tab] of tabs.entries()) {
      const isChosen = tab.textContent === chosen;
      tab.setAttribute("aria-selected", String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
      panels[index].hidden = !isChosen;
    }
  };
  list.addEventListener("click", ({ target }) => {
    if (target.role === "tab" || target.getAttribute("role") === "tab") choose(target.textContent);
  });
  list.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const next = tabs[(tabs.indexOf(document.activeElement) + step + tabs.length) % tabs.length];
    choose(next.textContent);
    next.focus();
    event.preventDefault();
  });
  list.append(...tabs);
  group.prepend(list);
  tabLists.push(select);
  select(remembered(LANGUAGE));
}
function choose(label) {
  remember(LANGUAGE, label);
  for (const select of tabLists) select(label);
}
for (const group of document.querySelectorAll(".languages")) makeTabs(group);

for (const block of document.querySelectorAll(".code")) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(block.querySelector("code").textContent);
    button.textContent = "Copied";
    setTimeout(() => {
      button.textContent = "Copy";
    }, 1_500);
  });
  // The clipboard needs https or this machine.
  if (navigator.clipboard) block.append(button);
}

const outline = new Map(
  [...document.querySelectorAll(".contents a")].map((link) => [decodeURIComponent(link.hash.slice(1)), link]),
);
if (outline.size > 0) {
  const headings = [...document.querySelectorAll("main h2[id], main h3[id]")].filter(({ id }) => outline.has(id));
  const mark = () => {
    const current = headings.findLast((heading) => heading.getBoundingClientRect().top < 140) ?? headings[0];
    for (const [id, link] of outline) link.toggleAttribute("data-current", id === current?.id);
  };
  addEventListener("scroll", mark, { passive: true });
  mark();
}

async function openSearch() {
  setMenu(false);
  const { open } = await import(body.dataset.search);
  open();
}
document.querySelector(".search-button").addEventListener("click", openSearch);
addEventListener("keydown", (event) => {
  const isTyping = event.target.closest?.("input, textarea, select, [contenteditable]");
  const isShortcut = (event.key === "/" && !isTyping) || (event.key === "k" && (event.ctrlKey || event.metaKey));
  if (!isShortcut) return;
  event.preventDefault();
  openSearch();
});

const console_ = document.querySelector(".console");
if (console_ !== null) {
  // Only a sandbox has the console; a copy of this site elsewhere has no installation at all.
  const answer = await fetch("/docs/installation.json").catch(() => undefined);
  const mode = answer?.ok ? (await answer.json()).mode : undefined;
  if (mode === "sandbox") {
    const { show } = await import(body.dataset.console);
    show(console_);
  }
}
