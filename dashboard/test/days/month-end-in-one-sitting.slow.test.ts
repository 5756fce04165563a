import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, it } from "node:test";
import { newYorkDay } from "bursar-banking/calendar/new-york";
import { unzipSync } from "fflate";
import type { Locator } from "playwright-core";
import { present } from "../../../server/src/kernel/assert.ts";
import type { AccountId } from "../../../server/src/kernel/values/ids.ts";
import { readAccountNumbers } from "../../../server/src/modules/2-money/accounts/index.ts";
import { newFolderConnection } from "../../../server/test/kit/banks/bank-connections.ts";
import { checkAccessible } from "../kit/accessible.ts";
import { look, prove } from "../kit/browser.ts";
import type { TestDashboard } from "../kit/dashboard.ts";
import { checkLayout } from "../kit/layout.ts";
import { openStage } from "../kit/stage.ts";
import { checkTapTargets } from "../kit/tap-targets.ts";

/** Transfers of the month: each is a line on the statements of two accounts. */
const TRANSFERS = 17;
/** Money that customers paid, which Bursar does not have yet. */
const DEPOSITS = 6;

interface Sitting {
  readonly device: "desktop" | "phone";
  /** Clicks or taps, and fields that are filled in. On a phone, the navigation is opened first. */
  readonly most: number;
}
const sittings: readonly Sitting[] = [
  { device: "desktop", most: 25 },
  { device: "phone", most: 26 },
];

interface Line {
  /** Below zero for a debit. */
  readonly cents: number;
  readonly text: string;
}

/** A statement in BAI2 of today, whose closing balance follows from its lines. */
function statementOf(
  { service }: TestDashboard,
  numbers: { routingNumber: string; accountNumber: string },
  lines: readonly Line[],
): string {
  const today = newYorkDay(service.clock.now()).slice(2).replaceAll("-", "");
  const opening = 100_000_00;
  const closing = opening + lines.reduce((sum, { cents }) => sum + cents, 0);
  const total = opening + closing + lines.reduce((sum, { cents }) => sum + Math.abs(cents), 0);
  return [
    `01,021000021,ACME,${today},0400,1,,,2/`,
    `02,ACME,${numbers.routingNumber},1,${today},,USD,2/`,
    `03,${numbers.accountNumber},USD,010,${opening},,,015,${closing},,/`,
    ...lines.map(({ cents, text }) => `16,${cents < 0 ? "475" : "195"},${Math.abs(cents)},0,,,${text}`),
    `49,${total},${lines.length + 2}/`,
    `98,${total},1,${lines.length + 4}/`,
    `99,${total},1,${lines.length + 6}/`,
  ].join("\n");
}

for (const { device, most } of sittings) {
  const isPhone = device === "phone";
  const { dashboard, browser } = await openStage();
  const administrator = dashboard.user("administrator");
  const { page, context } = await browser.signIn(administrator, { at: "/", phone: isPhone });
  let interactions = 0;

  /** Clicks or taps. */
  const press = async (target: Locator) => {
    interactions += 1;
    if (isPhone) await checkTapTargets(page);
    await target.click();
  };
  const goTo = async (name: string) => {
    if (isPhone) await press(page.getByRole("button", { name: "Open navigation" }));
    await press(page.getByRole("link", { name, exact: true }));
  };

  describe(`month end in one sitting on a ${device}`, () => {
    const organizationId = dashboard.demo.organizationId as Parameters<typeof newFolderConnection>[1]["organizationId"];

    it("begins with the bank's statements of three accounts", async () => {
      const { accounts: all } = (await dashboard.call("GET", "/accounts")) as {
        accounts: readonly { id: AccountId; kind: string; name: string }[];
      };
      const accounts = all.filter(({ kind }) => kind !== "treasury").slice(0, 3);
      assert.equal(accounts.length, 3, "the demo has three accounts at the bank");
      const lines = new Map(accounts.map(({ id }): [string, Line[]] => [id, []]));
      for (let index = 0; index < TRANSFERS; index += 1) {
        const [from, to] = [accounts[index % 3], accounts[(index + 1) % 3]].map((account) =>
          present(account, "of three"),
        );
        const cents = 10_101 + 1_111 * index;
        const body = {
          sourceAccountId: from?.id,
          destinationAccountId: to?.id,
          amount: cents / 100,
          idempotencyKey: `month-end-${index}`,
        };
        await dashboard.call("POST", "/transfer", body);
        lines.get(from?.id ?? "")?.push({ cents: -cents, text: `TRANSFER ${index}` });
        lines.get(to?.id ?? "")?.push({ cents, text: `TRANSFER ${index}` });
      }
      const [first] = accounts;
      for (let index = 0; index < DEPOSITS; index += 1)
        lines.get(first?.id ?? "")?.push({ cents: 500_000 + index, text: `ORIG:CUSTOMER ${index}` });
      assert.equal([...lines.values()].flat().length, 40);
      const { service } = dashboard;
      for (const { id: accountId } of accounts) {
        await newFolderConnection(service, { organizationId, accountId });
        const numbers = present(
          await readAccountNumbers(service, service.database, { organizationId, accountId }),
          "it has",
        );
        const buffer = Buffer.from(statementOf(dashboard, numbers, lines.get(accountId) ?? []));
        const answer = await context.request.post(`${dashboard.url}/api/v1/reconciliation/statements`, {
          headers: { origin: dashboard.url },
          multipart: { file: { name: `${accountId}.bai`, mimeType: "text/plain", buffer } },
        });
        assert.ok(answer.ok(), await answer.text());
      }
    });

    it("accepts the exact matches of each account together", async () => {
      await goTo("Reconciliation");
      const accounts = page.getByRole("table", { name: "Accounts" });
      await accounts
        .getByText(/\d+ to match/)
        .nth(2)
        .waitFor();
      await checkAccessible(page, { inDark: true });
      await checkLayout(page, `reconciliation (${device})`);
      await look(page, `month-end-reconciliation-on-a-${device}`);
      // A transfer that arrived names the account that it came from.
      await page
        .getByRole("table", { name: "To match" })
        .getByRole("row", { name: "TRANSFER 2" })
        .getByText("Reserve Savings")
        .waitFor();
      let accepted = 0;
      // The account with the most to match is chosen.
      for (const name of ["Operating Checking", "Payroll Checking", "Reserve Savings"]) {
        if (accepted > 0) await press(accounts.getByRole("row", { name }));
        await page.getByRole("heading", { name: new RegExp(`^${name} on `) }).waitFor();
        const button = page.getByRole("button", { name: /^Accept all \d+ exact matches$/ });
        await button.waitFor();
        accepted += Number(/\d+/.exec(await button.innerText())?.[0]);
        await press(button);
        await accounts
          .getByRole("row", { name })
          .getByText(/^Balanced|, (nothing|6) to match$/)
          .waitFor();
      }
      assert.equal(accepted, 2 * TRANSFERS, "each line of a transfer has its transaction");
    });

    it("offers to record what nothing matches, and only that", async () => {
      const accounts = page.getByRole("table", { name: "Accounts" });
      await press(accounts.getByRole("row", { name: "Operating Checking" }));
      const record = page.getByRole("button", { name: "Record a deposit" });
      await record.nth(DEPOSITS - 1).waitFor();
      assert.equal(await record.count(), DEPOSITS);
      assert.equal(await page.getByRole("button", { name: /^Match / }).count(), 0);
      for (let left = DEPOSITS; left > 0; left -= 1) {
        await press(record.first());
        const dialog = page.getByRole("dialog", { name: /^Record \$5,000\.0\d as incoming money$/ });
        await press(dialog.getByRole("button", { name: "Record", exact: true }));
        if (left === DEPOSITS) {
          interactions += 2;
          await prove(page, administrator);
        }
        await record.nth(left - 1).waitFor({ state: "detached" });
      }
      await page.getByText("Every line of the bank has its transaction").waitFor();
    });

    it("files the month's statements as one archive", async (t) => {
      await goTo("Statements");
      await press(page.getByRole("button", { name: /^Download ZIP, / }).first());
      await checkLayout(page, `statements (${device})`);
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        press(page.getByRole("menuitem", { name: "PDF", exact: true })),
      ]);
      const names = Object.keys(unzipSync(await readFile(await download.path())));
      assert.ok(names.length >= 3, `${names}`);
      t.diagnostic(`${interactions} on a ${device}`);
      assert.ok(interactions <= most, `${interactions} interactions`);
    });
  });
}
