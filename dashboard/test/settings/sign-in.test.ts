import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { checkAccessible } from "../kit/accessible.ts";
import { fillSignIn, look, type TestBrowser } from "../kit/browser.ts";
import type { TestDashboard } from "../kit/dashboard.ts";
import { openStage } from "../kit/stage.ts";

describe("signing in to the dashboard", () => {
  let dashboard: TestDashboard;
  let browser: TestBrowser;
  const opened = new AsyncDisposableStack();
  before(async () => {
    ({ dashboard, browser } = await openStage(opened));
  });
  after(() => opened.disposeAsync());

  it("a wrong password is refused in a sentence; the right one lands where the person was going", async () => {
    const { page } = await browser.visit();
    await page.goto(`${dashboard.url}/dashboard/?from=a-link`);
    await page.getByRole("heading", { name: "Sign in to Bursar" }).waitFor();
    await checkAccessible(page);
    await look(page, "sign-in");
    const user = dashboard.user("administrator");
    await fillSignIn(page, { ...user, password: "not the password" });
    await page.getByText("The e-mail address, password or code is wrong").waitFor();
    await fillSignIn(page, user);
    await page.getByRole("button", { name: "Your account" }).waitFor();
    assert.match(page.url(), /\/dashboard\/\?from=a-link/);
  });

  it("a link cannot send whoever signs in to another site", async () => {
    const { page } = await browser.visit();
    await page.goto(`${dashboard.url}/dashboard/sign-in?to=${encodeURIComponent("https://example.com/")}`);
    await fillSignIn(page, dashboard.user("administrator"));
    await page.getByRole("heading", { name: "Home", level: 1 }).waitFor();
    assert.ok(page.url().startsWith(`${dashboard.url}/dashboard/`));
  });

  it("signing out ends the session: nothing of it is shown any more", async () => {
    const { page } = await browser.signIn(dashboard.user("approver"));
    await checkAccessible(page);
    await look(page, "home");
    await page.getByRole("button", { name: "Your account" }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in to Bursar" }).waitFor();
    await page.goBack();
    await page.getByRole("heading", { name: "Sign in to Bursar" }).waitFor();
  });
});
