import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Page } from "playwright-core";
import { follow } from "./kit/browser.ts";
import { settled } from "./kit/lent-pages.ts";
import { openMockStage } from "./kit/stage.ts";

/** Law 19: markup in any text that a page receives is shown as text. */
const MARK = "hostile-mark";
const hostile = (field: string): string =>
  `${field} <img src=x class=${MARK} onerror="document.title='owned'">"'&amp;{{7*7}}`;

const { dashboard, browser } = await openMockStage({ text: hostile });
const ID = crypto.randomUUID();

/** Every kind of page that shows what users or API clients have written. */
const PATHS = [
  "/",
  "/approvals",
  `/approvals/${ID}`,
  `/approvals/batches/${ID}`,
  "/transactions",
  `/transactions/${ID}`,
  "/recipients",
  `/recipients/${ID}`,
  `/accounts/${ID}`,
  "/recipients/invites",
  "/settings/people",
  "/settings/rules",
  "/sandbox",
];

describe("markup in text fields", () => {
  const checkShown = async (page: Page, path: string) => {
    const shown = page.getByText(`class=${MARK}`).first();
    await shown.waitFor().catch(() => assert.fail(`${path} does not show it`));
    await settled(page);
    assert.equal(await page.locator(`.${MARK}`).count(), 0, path);
    assert.notEqual(await page.title(), "owned", path);
  };

  it("is shown as text on every page", async () => {
    const { page } = await browser.signIn({ email: "ada@example.com", password: "secret" }, { at: "/accounts" });
    page.on("dialog", (dialog) => assert.fail(`a dialog appeared: ${dialog.message()}`));
    for (const path of PATHS) {
      await follow(page, path);
      await checkShown(page, path);
    }
    for (const path of [`/invite/${ID}`, `/pay/${ID}`]) {
      await page.goto(`${dashboard.url}${path}`);
      await checkShown(page, path);
    }
  });
});
