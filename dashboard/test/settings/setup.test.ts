import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { findSetupCode } from "../../../server/src/administration/setup/setup.ts";
import { systemClock } from "../../../server/src/kernel/clock/clock.ts";
import { checkAccessible } from "../kit/accessible.ts";
import { follow, look } from "../kit/browser.ts";
import { startEmptyDashboard } from "../kit/dashboard.ts";
import { openStageOn } from "../kit/stage.ts";

const { dashboard, browser } = await openStageOn(await startEmptyDashboard());

describe("first setup", () => {
  it("creates the organization and its administrator with the printed code, once", async () => {
    const { page } = await browser.visit();
    await page.getByRole("heading", { name: "Set up Bursar" }).waitFor();
    await checkAccessible(page);
    await look(page, "setup");
    const setup = await findSetupCode({ ...dashboard.service, machineClock: systemClock });
    const fill = async (code: string, password: string) => {
      await page.getByLabel("Setup code").fill(code);
      await page.getByLabel("Legal name of the organization").fill("Acme, Inc.");
      await page.getByLabel("First name").fill("Ada");
      await page.getByLabel("Last name").fill("Lovelace");
      await page.getByLabel("Email address").fill("ada@example.com");
      await page.getByLabel("Password", { exact: true }).fill(password);
      await page.getByRole("button", { name: "Set up and sign in" }).click();
    };
    await fill("AAAAAAA-AAAAAAA-AAAAAAA", "three herons above the weir");
    await page.getByText("The setup code is wrong or expired").waitFor();
    await fill(setup?.code ?? "", "password1234");
    await page.getByText("is too common").waitFor();
    await fill(setup?.code ?? "", "three herons above the weir");
    await page.getByRole("button", { name: "Your account" }).waitFor();
    await page.getByRole("banner").getByText("Acme, Inc.").waitFor();
    await page.getByText("bursar account open").waitFor();
    await look(page, "home-empty");
    await page.getByRole("link", { name: "Accounts", exact: true }).click();
    await page.getByText("bursar account open").waitFor();
    for (const path of ["pay", "transfers/new"]) {
      await follow(page, `/${path}`);
      await page.getByText("No accounts yet").waitFor();
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
