import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { newYorkDay } from "bursar-banking/calendar/new-york";
import { present } from "../../../server/src/kernel/assert.ts";
import type { AccountId } from "../../../server/src/kernel/values/ids.ts";
import { readAccountNumbers } from "../../../server/src/modules/2-money/accounts/index.ts";
import { newFolderConnection } from "../../../server/test/kit/banks/bank-connections.ts";
import { checkAccessible } from "../kit/accessible.ts";
import { look, prove } from "../kit/browser.ts";
import { openStage } from "../kit/stage.ts";

const { dashboard, browser } = await openStage();
const administrator = dashboard.user("administrator");
const { page } = await browser.signIn(administrator, { at: "/reconciliation" });

describe("bank statements", () => {
  const organizationId = dashboard.demo.organizationId as Parameters<typeof newFolderConnection>[1]["organizationId"];
  const account = present(dashboard.demo.accounts[0], "the demo has accounts");
  const accountId = account.id as AccountId;

  it("are imported, and show what differs", async () => {
    await page.getByText("No statements yet").waitFor();
    await look(page, "reconciliation-empty");
    await newFolderConnection(dashboard.service, { organizationId, accountId });
    const { service } = dashboard;
    const numbers = await readAccountNumbers(service, service.database, { organizationId, accountId });
    const { routingNumber, accountNumber } = present(numbers, "it has numbers");
    const today = newYorkDay(dashboard.service.clock.now()).slice(2).replaceAll("-", "");
    const statement = [
      `01,021000021,ACME,${today},0400,1,,,2/`,
      `02,ACME,${routingNumber},1,${today},,USD,2/`,
      `03,${accountNumber},USD,010,10000000,,,015,10068050,,/`,
      "16,195,75000,0,20261119MMQFMP2K000123,,ORIG:NORTH PIER CO",
      "16,698,5000,Z,,,MONTHLY FEE",
      "16,698,1950,Z,,,WIRE FEE",
      "49,20150000,5/",
      "98,20150000,1,7/",
      "99,20150000,1,9/",
    ].join("\n");
    await page.getByRole("button", { name: "Import statement" }).click();
    const dialog = page.getByRole("dialog", { name: "Import statement" });
    const importFile = async (content: string) => {
      await dialog.locator("input[type=file]").setInputFiles({
        name: "statement.bai",
        mimeType: "text/plain",
        buffer: Buffer.from(content),
      });
      await dialog.getByRole("button", { name: "Import", exact: true }).click();
    };
    await importFile("%PDF-1.7");
    await dialog.getByText(/This file cannot be imported/).waitFor();
    await importFile(statement);
    await dialog.getByText("3 movements were compared with your transactions.").waitFor();
    await checkAccessible(page);
    await look(page, "reconciliation-import");
    await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
    const bank = page.getByRole("region", { name: "To match", exact: true });
    await bank.getByText("NORTH PIER CO").waitFor();
    await page.getByText("The bank and Bursar have different balances.").waitFor();
    await page
      .getByText(/^Off by \$[\d,.]+, \d+ to match$/)
      .first()
      .waitFor();
    await checkAccessible(page, { inDark: true });
    await look(page, "reconciliation");
  });

  it("are matched by hand only if both sides agree, and credits can be booked", async () => {
    const bank = page.getByRole("region", { name: "To match", exact: true });
    await bank.getByRole("checkbox", { name: /Select −\$50.00/ }).check();
    const match = page.getByRole("region", { name: "Match", exact: true });
    await match.getByText("Selected at the bank: −$50.00. Selected in Bursar: $0.00.").waitFor();
    assert.ok(await match.getByRole("button", { name: "Match" }).isDisabled());
    await bank.getByRole("checkbox", { name: /Select −\$50.00/ }).uncheck();
    await bank
      .getByRole("row", { name: /NORTH PIER CO/ })
      .getByRole("button", { name: "Record a deposit", exact: true })
      .click();
    const dialog = page.getByRole("dialog", { name: "Record $750.00 as incoming money" });
    await look(page, "reconciliation-book");
    await dialog.getByRole("button", { name: "Record", exact: true }).click();
    await prove(page, administrator);
    await page.getByText(/The movement was recorded|Saved as a proposal/).waitFor();
  });

  it("and so can debits that nobody ordered, such as fees", async () => {
    const bank = page.getByRole("region", { name: "To match", exact: true });
    await bank
      .getByRole("row", { name: /MONTHLY FEE/ })
      .getByRole("button", { name: "Record a debit", exact: true })
      .click();
    const dialog = page.getByRole("dialog", { name: "Record $50.00 that the bank debited" });
    await dialog.getByText(/MONTHLY FEE: the balance falls by this amount/).waitFor();
    await checkAccessible(page);
    await dialog.getByRole("button", { name: "Record", exact: true }).click();
    await page
      .getByText(/The movement was recorded|Saved as a proposal/)
      .last()
      .waitFor();
  });
});
