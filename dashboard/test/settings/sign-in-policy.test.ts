import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Page } from "playwright-core";
import { codeAt } from "../../../server/test/kit/worlds/second-factor.ts";
import { checkAccessible } from "../kit/accessible.ts";
import { look, prove, type TestBrowser } from "../kit/browser.ts";
import type { TestDashboard } from "../kit/dashboard.ts";
import { openStage } from "../kit/stage.ts";

describe("the sign-in policy", () => {
  let dashboard: TestDashboard;
  let browser: TestBrowser;
  let administrator: Page;
  let bookkeeper: Page;
  const opened = new AsyncDisposableStack();
  before(async () => {
    ({ dashboard, browser } = await openStage(opened));
    ({ page: administrator } = await browser.signIn(dashboard.user("administrator"), { at: "/settings/organization" }));
  });
  after(() => opened.disposeAsync());

  it("an administrator requires a second factor of bookkeepers", async () => {
    await administrator.getByRole("checkbox", { name: "Bookkeeper" }).check();
    await administrator.getByLabel("Grace period in days").fill("14");
    await checkAccessible(administrator);
    await look(administrator, "settings-sign-in");
    await administrator.getByRole("button", { name: "Save settings" }).click();
    await prove(administrator, dashboard.user("administrator"));
    await administrator.getByText("The settings were saved.").waitFor();
  });

  it("a bookkeeper is reminded while the grace period lasts", async () => {
    ({ page: bookkeeper } = await browser.signIn(dashboard.user("bookkeeper")));
    await bookkeeper.getByText("Your organization requires a second factor.").waitFor();
    await bookkeeper.getByRole("link", { name: "Recipients" }).first().click();
    await bookkeeper.getByRole("heading", { name: "Recipients", level: 1 }).waitFor();
    await checkAccessible(bookkeeper);
    await look(bookkeeper, "second-factor-reminder");
  });

  it("after it, they set one up before they do anything else", async () => {
    await administrator.getByLabel("Grace period in days").fill("0");
    await administrator.getByRole("button", { name: "Save settings" }).click();
    await administrator.getByText("The settings were saved.").nth(0).waitFor();
    await administrator.reload();
    assert.equal(await administrator.getByLabel("Grace period in days").inputValue(), "0");

    await bookkeeper.getByRole("link", { name: "Transactions" }).first().click();
    await bookkeeper.getByRole("heading", { name: "Set up a second factor" }).waitFor();
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
    await enrolment.getByLabel("Code the app shows").fill(codeAt(secret, new Date()));
    await enrolment.getByRole("button", { name: "Turn on" }).click();
    await bookkeeper.getByRole("button", { name: "I have kept them" }).click();
    await bookkeeper.getByRole("heading", { name: "Recipients", level: 1 }).waitFor();
    assert.equal(await bookkeeper.getByText("Your organization requires a second factor.").count(), 0);
  });

  it("an administrator ends somebody's sessions: they sign in again, and are not locked", async () => {
    await administrator.goto(`${dashboard.url}/dashboard/settings/people`);
    const { email } = dashboard.user("bookkeeper");
    const row = administrator.getByRole("row").filter({ hasText: email });
    await row.getByRole("button", { name: /^End sessions of / }).waitFor();
    await checkAccessible(administrator);
    await look(administrator, "people-end-sessions");
    await row.getByRole("button", { name: /^End sessions of / }).click();
    await administrator.getByRole("dialog").getByRole("button", { name: "End sessions", exact: true }).click();
    await administrator.getByText(/ is signed out\.$/).waitFor();
    await row.getByText("Active").waitFor();
    // Other pages of theirs know within a second.
    await bookkeeper.waitForTimeout(1_000);
    await bookkeeper.getByRole("link", { name: "Accounts" }).first().click();
    await bookkeeper.getByRole("dialog", { name: "Sign in again" }).waitFor();
  });
});
