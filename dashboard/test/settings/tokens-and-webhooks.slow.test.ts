import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, describe, it } from "node:test";
import { passTime } from "../../../server/test/kit/service/eventually.ts";
import { checkAccessible } from "../kit/accessible.ts";
import { follow, look, prove } from "../kit/browser.ts";
import { settled } from "../kit/lent-pages.ts";
import { openStage } from "../kit/stage.ts";

const { dashboard, browser } = await openStage();
const { page } = await browser.signIn(dashboard.user("administrator"), { at: "/accounts" });
const received: string[] = [];
const receiver = createServer((request, response) => {
  received.push(String(request.headers["webhook-id"]));
  response.end();
}).listen(0, "127.0.0.1");
after(() => void receiver.close());

describe("tokens and webhooks", () => {
  const open = async (path: string, heading: string) => {
    await follow(page, path);
    await page.getByRole("heading", { name: heading, level: 1 }).waitFor();
  };

  it("creates a token after confirming identity and rejects it once revoked", async () => {
    await open("/settings", "Settings");
    await look(page, "settings");
    await page.getByRole("link", { name: /API tokens/ }).click();
    await page.getByRole("button", { name: "Create token" }).click();
    const dialog = page.getByRole("dialog", { name: "Create API token" });
    await dialog.getByLabel("Name").fill("Month-end report");
    await dialog.getByRole("checkbox", { name: "Read transactions" }).check();
    await dialog.getByLabel("Limit per day (optional)").fill("2500");
    await checkAccessible(page);
    await look(page, "token-new");
    await dialog.getByRole("button", { name: "Create token" }).click();
    await prove(page, dashboard.user("administrator"));
    const shown = page.getByRole("dialog", { name: "Month-end report is ready" });
    const token = await shown.locator("code").first().innerText();
    await checkAccessible(page);
    assert.match(token, /^secret-token:bursar_/);
    assert.ok(await dashboard.call("GET", "/transactions?limit=1", undefined, token));
    await shown.getByRole("button", { name: "I copied it" }).click();
    await page.getByRole("cell", { name: /^Month-end report/ }).waitFor();
    await checkAccessible(page, { inDark: true });
    await look(page, "tokens");
    await page.getByRole("link", { name: /^Month-end report/ }).click();
    await page.getByRole("heading", { name: /^Month-end report/, level: 1 }).waitFor();
    await page.getByRole("region", { name: "Limits" }).getByText("$2,500.00, $2,500.00 left").waitFor();
    await page
      .getByRole("region", { name: "Timeline" })
      .getByText(/created the API token Month-end report/)
      .waitFor();
    assert.deepEqual(
      await page
        .getByRole("region", { name: "Access" })
        .locator("dt", { hasText: /^Transactions$/ })
        .count(),
      1,
      "access is listed by resource",
    );
    await checkAccessible(page, { inDark: true });
    await look(page, "token");
    await page.getByRole("navigation", { name: "Breadcrumbs" }).getByRole("link", { name: "API tokens" }).click();
    await page.getByRole("button", { name: "Actions for Month-end report" }).click();
    await page.getByRole("menuitem", { name: "Revoke" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke token" }).click();
    await page.getByText("Month-end report was revoked.").waitFor();
    passTime(600);
    await assert.rejects(
      () => dashboard.call("GET", "/transactions?limit=1", undefined, token) as Promise<unknown>,
      /401/,
    );
  });

  it("creates a webhook, lists its deliveries, and resends one", async () => {
    await open("/settings/webhooks", "Webhooks");
    await page.getByRole("button", { name: "Create webhook" }).click();
    const dialog = page.getByRole("dialog", { name: "Create webhook" });
    await dialog.getByLabel("URL").fill("ftp://nowhere");
    await dialog.getByRole("button", { name: "Create webhook" }).click();
    await dialog.getByText(/must/i).first().waitFor();
    const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/bursar`;
    await dialog.getByLabel("URL").fill(address);
    await dialog.getByRole("button", { name: "Create webhook" }).click();
    const shown = page.getByRole("dialog", { name: "The webhook was created" });
    assert.match(await shown.locator("code").first().innerText(), /^whsec_/);
    await shown.getByRole("button", { name: "I copied it" }).click();
    await page.getByRole("link", { name: address }).waitFor();
    await checkAccessible(page);
    await look(page, "webhooks");
    await page.getByRole("link", { name: address }).click();
    await page.getByText("No deliveries yet").waitFor();
    const accounts = (await dashboard.call("GET", "/accounts")) as { accounts: { id: string }[] };
    await dashboard.call("POST", `/sandbox/accounts/${accounts.accounts[0]?.id}/deposit`, { amount: 12 });
    await page.getByRole("cell", { name: "Delivered" }).first().waitFor();
    await page.getByText(/in the last 14 days: \d+ delivered, 0 waiting, 0 failed\.$/).waitFor();
    await checkAccessible(page);
    await look(page, "webhook");
    await page.getByRole("button", { name: "Send test event" }).click();
    await page.getByText("The test event was delivered.").waitFor();
    await page
      .getByRole("button", { name: /, show event / })
      .first()
      .click();
    await page.getByRole("dialog", { name: "Event" }).getByText('"resourceType"').waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
    const edit = page.getByRole("dialog", { name: "Edit webhook" });
    await edit.getByLabel("URL").fill("");
    await edit.getByRole("button", { name: "Save" }).click();
    await edit.getByText("This field is required.").waitFor();
    await checkAccessible(page);
    await edit.getByLabel("URL").fill(address);
    await edit.getByRole("checkbox", { name: "Checking balance updated" }).check();
    await edit.getByRole("button", { name: "Save" }).click();
    await page.getByText(/Transaction updated, Checking balance updated/).waitFor();
    const before = received.length;
    await page
      .getByRole("button", { name: /^Resend event / })
      .first()
      .click();
    await page.getByText("resent").first().waitFor();
    while (received.length === before) await new Promise((resolve) => setTimeout(resolve, 50));
    assert.ok(received.slice(0, before).includes(received.at(-1) ?? ""), "the event keeps its ID");
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Pause webhook" }).click();
    const heading = page.getByRole("heading", { level: 1 });
    await heading.getByText("Paused").waitFor();
    await page.getByRole("region", { name: "Timeline" }).getByText("Paused", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Activate" }).click();
    await heading.getByText("Active").waitFor();
  });

  it("rejects users who cannot manage tokens", async () => {
    const { page: bookkeeperPage } = await browser.signIn(dashboard.user("bookkeeper"), { at: "/settings" });
    await bookkeeperPage.getByRole("heading", { name: "Settings", level: 1 }).waitFor();
    await settled(bookkeeperPage);
    assert.equal(await bookkeeperPage.getByRole("link", { name: /API tokens/ }).count(), 0);
    await follow(bookkeeperPage, "/settings/tokens");
    await bookkeeperPage.getByText("You do not have permission to see this").waitFor();
  });
});
