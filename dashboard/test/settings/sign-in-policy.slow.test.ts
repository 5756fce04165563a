import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Locator } from "playwright-core";
import { codeAt } from "../../../server/test/kit/worlds/second-factor.ts";
import { checkAccessible } from "../kit/accessible.ts";
import { follow, hasValue, look, prove } from "../kit/browser.ts";
import { settled } from "../kit/lent-pages.ts";
import { openStage } from "../kit/stage.ts";

const { dashboard, browser } = await openStage();
const { page: administrator } = await browser.signIn(dashboard.user("administrator"), { at: "/settings/organization" });
const { page: bookkeeper } = await browser.signIn(dashboard.user("bookkeeper"), { at: "/profile" });

/**
 * An impatient bookkeeper opens one page after another from the menu, also at the moment at which the page learns from a
 * call in the background that the session may no longer do so.
 */
async function openPagesUntil(shown: Locator): Promise<void> {
  await bookkeeper.evaluate(`{
    let clicks = 0;
    setInterval(() => {
      const path = ["transactions", "accounts"][clicks++ % 2];
      document.querySelector('nav a[href="/dashboard/' + path + '"]')?.click();
    }, 100);
  }`);
  await shown.waitFor();
}

describe("the sign-in policy", () => {
  it("requires a second factor for a role", async () => {
    await administrator.getByRole("checkbox", { name: "Bookkeeper" }).check();
    await administrator.getByLabel("Grace period in days").fill("14");
    await checkAccessible(administrator);
    await look(administrator, "settings-sign-in");
    await administrator.getByRole("button", { name: "Save settings" }).click();
    await prove(administrator, dashboard.user("administrator"));
    await administrator.getByText("The settings were saved.").waitFor();
  });

  it("reminds a user during the grace period", async () => {
    await bookkeeper.goto(`${dashboard.url}/dashboard/`);
    await bookkeeper.getByText("Your organization requires a second factor.").waitFor();
    await bookkeeper.getByRole("link", { name: "Recipients" }).first().click();
    await bookkeeper.getByRole("heading", { name: "Recipients", level: 1 }).waitFor();
    await checkAccessible(bookkeeper);
    await look(bookkeeper, "second-factor-reminder");
  });

  it("requires setup before anything else after the grace period", async () => {
    await administrator.getByLabel("Grace period in days").fill("0");
    await administrator.getByRole("button", { name: "Save settings" }).click();
    await administrator.getByText("The settings were saved.").nth(0).waitFor();
    await administrator.reload();
    await hasValue(administrator.getByLabel("Grace period in days"), "0");

    await openPagesUntil(bookkeeper.getByRole("heading", { name: "Set up a second factor" }));
    await bookkeeper.goto(`${dashboard.url}/dashboard/recipients`);
    await bookkeeper.getByRole("heading", { name: "Set up a second factor" }).waitFor();
    await checkAccessible(bookkeeper);
    await look(bookkeeper, "second-factor-needed");
    await bookkeeper.getByRole("button", { name: "Set up an authenticator app" }).click();
    await prove(bookkeeper, dashboard.user("bookkeeper"));
    const enrolment = bookkeeper.getByRole("dialog", { name: "Set up an authenticator app" });
    await enrolment.getByRole("button", { name: "Cancel" }).click();
    await bookkeeper.getByRole("heading", { name: "Set up a second factor" }).waitFor();
    await bookkeeper.getByRole("button", { name: "Set up an authenticator app" }).click();
    const shown = enrolment.getByText(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
    const secret = ((await shown.textContent()) ?? "").replaceAll(" ", "");
    await enrolment.getByLabel("Code from the app").fill(codeAt(secret, new Date()));
    await enrolment.getByRole("button", { name: "Turn on" }).click();
    await bookkeeper.getByRole("button", { name: "I saved the codes" }).click();
    await bookkeeper.getByRole("heading", { name: "Recipients", level: 1 }).waitFor();
    await settled(bookkeeper);
    assert.equal(await bookkeeper.getByText("Your organization requires a second factor.").count(), 0);
  });

  it("ends a user's sessions without locking the user", async () => {
    await follow(administrator, "/settings/people");
    const { email } = dashboard.user("bookkeeper");
    const row = administrator.getByRole("row").filter({ hasText: email });
    await checkAccessible(administrator);
    await row.getByRole("button", { name: /^Actions for / }).click();
    await look(administrator, "people-end-sessions");
    await administrator.getByRole("menuitem", { name: "End sessions" }).click();
    await administrator.getByRole("dialog").getByRole("button", { name: "End sessions", exact: true }).click();
    await administrator.getByText(/ was signed out\.$/).waitFor();
    await row.getByText("Active").waitFor();
    await openPagesUntil(bookkeeper.getByRole("dialog", { name: "Sign in again" }));
  });
});
