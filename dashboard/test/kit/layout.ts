import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { PATIENCE_MS } from "./lent-pages.ts";

/**
 * Runs in the page: what is wider than the window, what scrolls sideways within it, and texts that are cut off without
 * an ellipsis, or whose rest is nowhere: rows of money tables show it under the pointer (cell-titles.ts), others in a title.
 * A wide table may scroll in a region that the keyboard reaches.
 */
const FIND = `(() => {
  const found = [];
  const name = (element) => element.tagName.toLowerCase() + " " + JSON.stringify((element.innerText ?? "").trim().slice(0, 60));
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) found.push("the page is " + root.scrollWidth + " pixels wide");
  for (const element of document.querySelectorAll("main *, header *, [role=dialog] *")) {
    const over = element.scrollWidth - element.clientWidth;
    if (over <= 1 || element.clientWidth <= 1 || !element.innerText?.trim()) continue;
    const style = getComputedStyle(element);
    const isForScreenReaders = style.clipPath !== "none" || style.clip !== "auto";
    if (isForScreenReaders || style.overflowX === "visible" || style.display === "inline") continue;
    const isRegion = element.matches("[tabindex='0'][aria-label]");
    const hasTitle = element.closest("[title], tr:has([data-row-link])") ?? element.querySelector("[title]");
    if (style.overflowX === "auto" || style.overflowX === "scroll") {
      if (!isRegion) found.push(name(element) + " scrolls sideways");
    } else if (style.textOverflow !== "ellipsis") found.push(name(element) + " is cut off");
    else if (!hasTitle) found.push(name(element) + " is cut off, and has no title");
  }
  return found;
})()`;

const LOOK_EVERY_MS = 50;

/** Fails when a text is cut off or something scrolls sideways. A page needs a moment to lay itself out at another width. */
export async function checkLayout(page: Page, name: string): Promise<void> {
  const endsAt = performance.now() + PATIENCE_MS;
  for (;;) {
    const found = await page.evaluate<readonly string[]>(FIND);
    if (found.length === 0) return;
    assert.ok(performance.now() < endsAt, `${name}:\n${found.join("\n")}`);
    await page.waitForTimeout(LOOK_EVERY_MS);
  }
}
