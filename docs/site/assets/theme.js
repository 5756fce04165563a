// Before the page is painted: the reader's choice, or what their system prefers.
const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
let chosen = null;
try {
  chosen = localStorage.getItem("bursar-docs-theme");
} catch {
  // Storage can be turned off.
}
document.documentElement.dataset.theme = chosen ?? (isDark ? "dark" : "light");
document.documentElement.classList.add("scripted");
