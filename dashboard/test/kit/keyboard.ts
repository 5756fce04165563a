import assert from "node:assert/strict";
import type { Page } from "playwright-core";

const PRESSES_MAX = 150;

/** Moves the focus with Tab, or backwards with Shift+Tab, to what has the name. */
export async function tabTo(page: Page, name: RegExp, { back = false } = {}): Promise<void> {
  for (let presses = 0; presses < PRESSES_MAX; presses += 1) {
    const focused = await page.evaluate<string>(
      "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent ?? ''",
    );
    if (name.test(focused)) return;
    await page.keyboard.press(back ? "Shift+Tab" : "Tab");
  }
  assert.fail(`Tab does not reach ${name}`);
}
