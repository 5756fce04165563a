import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { checkAccessible } from "../kit/accessible.ts";
import { fillSignIn, look } from "../kit/browser.ts";
import { openStage } from "../kit/stage.ts";

const { dashboard, browser } = await openStage();

describe("sign-in", () => {
  it("rejects a wrong password and redirects to the requested page after the right one", async () => {
    const { page } = await browser.visit();
    await page.goto(`${dashboard.url}/dashboard/?from=a-link`);
    await page.getByRole("heading", { name: "Sign in to Bursar" }).waitFor();
    await look(page, "sign-in");
    const user = dashboard.user("administrator");
    await fillSignIn(page, { ...user, password: "not the password" });
    await page.getByText("The email address, password, or code is wrong").waitFor();
    await fillSignIn(page, user);
    await page.getByRole("button", { name: "Your account" }).waitFor();
    assert.match(page.url(), /\/dashboard\/\?from=a-link/);
  });

  it("does not redirect to another site after sign-in", async () => {
    const { page } = await browser.visit();
    await page.goto(`${dashboard.url}/dashboard/sign-in?to=${encodeURIComponent("https://example.com/")}`);
    await fillSignIn(page, dashboard.user("administrator"));
    await page.getByRole("heading", { name: "Home", level: 1 }).waitFor();
    assert.ok(page.url().startsWith(`${dashboard.url}/dashboard/`));
  });

  it("shows no data of a session after signing out", async () => {
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
