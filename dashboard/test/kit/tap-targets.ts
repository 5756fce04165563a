import assert from "node:assert/strict";
import type { Page } from "playwright-core";

/** Runs in the page: what is visible, can be tapped, and is less than 40 pixels high, with the label or cell that is tapped for it. */
const FIND = `(() => {
  const found = [];
  const heightOf = (element) => Math.round(element?.getBoundingClientRect().height ?? 0);
  for (const element of document.querySelectorAll("main :is(a, button, input, select, textarea), header :is(a, button), [role=dialog] :is(a, button, input, select, textarea)")) {
    const { width, height } = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    const isHidden = width <= 1 || height <= 1 || style.visibility === "hidden" || style.opacity === "0";
    // A row's link fills the row; a checkbox is tapped anywhere on its cell or its label, and a field anywhere within its border.
    const area = element.matches("[data-row-link]") ? element.closest("tr") : element.closest("[data-select]");
    const field = element.matches("input") ? element.closest(".mantine-Input-input, .mantine-PasswordInput-input") : null;
    // What is drawn around a small button to be tapped (touch.css).
    const around = parseFloat(getComputedStyle(element, "::after").height) || 0;
    const highest = Math.max(heightOf(element), heightOf(area), heightOf(field), around, heightOf(element.labels?.[0]));
    if (!isHidden && highest < 40) found.push((element.getAttribute("aria-label") ?? (element.innerText || element.outerHTML)).slice(0, 140) + ": " + highest);
  }
  return found;
})()`;

/** Fails when something that a finger taps is less than 40 pixels high. Call it when the page has settled. */
export async function checkTapTargets(page: Page): Promise<void> {
  const found = await page.evaluate<readonly string[]>(FIND);
  assert.deepEqual(found, [], "less than 40 pixels high");
}
