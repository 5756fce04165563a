import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { findSetupCode } from "../../../server/src/administration/setup/setup.ts";
import { systemClock } from "../../../server/src/kernel/clock/clock.ts";
import { checkAccessible } from "../kit/accessible.ts";
import { look, type TestBrowser } from "../kit/browser.ts";
import { type EmptyDashboard, startEmptyDashboard } from "../kit/dashboard.ts";
import { onStage } from "../kit/stage.ts";

describe("setting a service up", () => {
  let dashboard: EmptyDashboard;
  let browser: TestBrowser;
  const opened = new AsyncDisposableStack();
  before(async () => {
    ({ dashboard, browser } = await onStage(opened, await startEmptyDashboard()));
  });
  after(() => opened.disposeAsync());

  it("whoever comes first is led to it; the printed code makes the organisation and its administrator", async () => {
    const { page } = await browser.visit();
    await page.getByRole("heading", { name: "Set up Bursar" }).waitFor();
    await checkAccessible(page);
    await look(page, "setup");
    const setup = await findSetupCode({ ...dashboard.service, machineClock: systemClock });
    const fill = async (code: string, password: string) => {
      await page.getByLabel("Set-up code").fill(code);
      await page.getByLabel("Legal name of the organisation").fill("Acme, Inc.");
      await page.getByLabel("First name").fill("Ada");
      await page.getByLabel("Last name").fill("Lovelace");
      await page.getByLabel("E-mail address").fill("ada@example.com");
      await page.getByLabel("Password", { exact: true }).fill(password);
      await page.getByRole("button", { name: "Set up and sign in" }).click();
    };
    await fill("AAAAAAA-AAAAAAA-AAAAAAA", "three herons above the weir");
    await page.getByText("The set-up code is wrong or too old").waitFor();
    await fill(setup?.code ?? "", "password1234");
    await page.getByText("is too common").waitFor();
    await fill(setup?.code ?? "", "three herons above the weir");
    await page.getByRole("button", { name: "Your account" }).waitFor();
    await page.getByText("Acme, Inc.").waitFor();
    await page.getByText("bursar account open").waitFor();
    await look(page, "home-empty");
    await page.getByRole("link", { name: "Accounts", exact: true }).click();
    await page.getByText("bursar account open").waitFor();
    for (const path of ["pay", "transfers/new"]) {
      await page.goto(`${dashboard.url}/dashboard/${path}`);
      await page.getByText("There are no accounts yet").waitFor();
      await checkAccessible(page);
    }
    await look(page, "transfer-new-no-accounts");

    const { page: late } = await browser.visit();
    await late.getByRole("heading", { name: "Sign in to Bursar" }).waitFor();
    await late.goto(`${dashboard.url}/dashboard/setup`);
    await late.getByRole("heading", { name: "Sign in to Bursar" }).waitFor();
    assert.match(late.url(), /\/dashboard\/sign-in/);
  });
});
