import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import {
  changeBatchHeader,
  changeNoticeOf,
  type EntryInBatch,
  nachaText,
  returnBatchHeader,
  returnOf,
} from "bursar-bank-formats/nacha";
import { newYorkDay } from "bursar-banking/calendar/new-york";
import type { Locator, Page } from "playwright-core";
import type { AccountId, OrganizationId } from "../../../server/src/kernel/values/ids.ts";
import { openAccount } from "../../../server/src/modules/2-money/accounts/index.ts";
import { newExchangeFolder, newLiveConnection } from "../../../server/test/kit/banks/bank-connections.ts";
import { eventually } from "../../../server/test/kit/service/eventually.ts";
import { checkAccessible } from "../kit/accessible.ts";
import { follow, look, openAnew } from "../kit/browser.ts";
import { accountAndRecipient } from "../kit/requests.ts";
import { openStage } from "../kit/stage.ts";

/** The person's part of a bad week (server/test/scenarios/service/a-bad-week.test.ts): what files ask of a treasurer. */
describe("a treasurer's bad week", async () => {
  const { dashboard, browser } = await openStage();
  const organizationId = dashboard.demo.organizationId as OrganizationId;
  const actor = { type: "operator", id: "test" } as const;
  const folder = newExchangeFolder();
  let clicks = 0;
  const click = async (target: Locator) => {
    clicks += 1;
    await target.click();
  };

  interface Listed {
    readonly id: string;
    readonly name: string;
    readonly state: string;
    readonly openItems: number;
  }
  const fileNamed = async (name: string): Promise<Listed | undefined> => {
    const { files } = (await dashboard.call("GET", "/bank-files?direction=in&limit=100")) as {
      files: readonly Listed[];
    };
    return files.find((file) => file.name === name);
  };
  /** The bank delivers a file. Its open items are on its page, to which an email to administrators links. */
  async function deliver(name: string, content: string, openItems: number): Promise<string> {
    writeFileSync(join(folder, "inbox", name), content, "latin1");
    let found: Listed | undefined;
    await eventually(`${name} is processed`, async () => {
      found = await fileNamed(name);
      return found !== undefined && found.state !== "received";
    });
    assert.deepEqual([found?.state, found?.openItems], ["processed", openItems], name);
    return `/bank-files/${found?.id}`;
  }
  async function ignore(page: Page, path: string, note: string, { all = false } = {}): Promise<void> {
    await openAnew(page, path);
    const items = page.getByRole("list", { name: "Items of the file" });
    await items.waitFor();
    for (const item of await items.getByRole("listitem").all())
      assert.match(await item.innerText(), /ignore it|Ask the bank|Call the recipient|Check/, "it says what to do");
    await click(
      all ? page.getByRole("button", { name: "Ignore all" }) : items.getByRole("button", { name: /^Ignore/ }),
    );
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Note").fill(note);
    await look(page, `ignore-${all ? "all" : "one"}`);
    await checkAccessible(page);
    await click(dialog.getByRole("button", { name: "Ignore", exact: true }));
    if (all && clicks === 2) {
      // The first decision of a session asks for the password, which Enter submits.
      const proof = page.getByRole("dialog", { name: "Confirm your identity" });
      await proof.getByLabel("Password", { exact: true }).fill(dashboard.user("administrator").password);
      await page.keyboard.press("Enter");
    }
    await page.getByRole("region", { name: "Items that were decided" }).waitFor();
  }

  it("takes fewer than ten clicks", async () => {
    const accountId: AccountId = await dashboard.service.database.transaction((tx) =>
      openAccount(dashboard.service, tx, {
        organizationId,
        name: "Vendor payments",
        kind: "checking",
        routingNumber: "021000021",
        accountNumber: "400123456",
        actor,
      }),
    );
    await newLiveConnection(
      dashboard.service,
      { organizationId, accountId },
      { settings: { channel: { folder, pollSeconds: 5 } } },
    );
    const wire = await accountAndRecipient(dashboard);
    const { recipients } = (await dashboard.call("GET", "/recipients?limit=100")) as {
      readonly recipients: readonly { readonly id: string; readonly payableBy: readonly string[] }[];
    };
    const recipientId = recipients.find(({ payableBy }) => payableBy.includes("domesticWire"))?.id;
    const body = { recipientId, amount: 2_500, paymentMethod: "domesticWire", idempotencyKey: "wrong-company" };
    const { id } = (await dashboard.call("POST", `/account/${wire.accountId}/transactions`, body)) as {
      readonly id: string;
    };
    await dashboard.call("POST", `/sandbox/transactions/${id}/settle`);

    const { page } = await browser.signIn(dashboard.user("administrator"));
    const day = newYorkDay(dashboard.service.clock.now());
    await ignore(page, await deliver("report.txt", reportOf(day), 2), "Accounts of our sister company.", { all: true });
    await deliver("report-2.txt", reportOf(day).replace(/,1,80/, ",2,80"), 0);
    await ignore(page, await deliver("returns.ach", returnsOf(day), 2), "The bank says: of our sister company.", {
      all: true,
    });
    await ignore(
      page,
      await deliver("changes.ach", changeOf(day), 1),
      "The recipient confirmed their account by phone.",
    );

    await follow(page, `/transactions/${id}`);
    await click(page.getByRole("button", { name: "Recall payment" }));
    const dialog = page.getByRole("dialog", { name: "Recall payment" });
    await click(dialog.getByRole("radio", { name: "Wrong recipient or account" }));
    await look(page, "recall-payment");
    await checkAccessible(page);
    await click(dialog.getByRole("button", { name: "Recall payment" }));
    await page.getByText("Waiting for approval").waitFor();
    await page.getByText("Recall requested, because it went to the wrong recipient or account").waitFor();
    await look(page, "recall-in-the-timeline");

    await follow(page, "/bank-files");
    await page.getByRole("heading", { name: "Bank files", level: 1 }).waitFor();
    assert.equal(await page.getByText(/open item/).count(), 0, "nothing is left");
    assert.equal(clicks, 9, "a treasurer gives up at ten");
  });
});

/** BAI2: our account, another one, and one in euros. */
function reportOf(day: string): string {
  const date = day.slice(2).replaceAll("-", "");
  const account = (number: string, currency: string, minor: number) => [
    `03,${number},${currency},010,${minor},,,015,${minor},,/`,
    `49,${2 * minor},2/`,
  ];
  const records = [
    account("400123456", "USD", 0),
    account("700000009", "USD", 5_000),
    account("700000123", "EUR", 700),
  ].flat();
  return [
    `01,021000021,ACME,${date},1900,1,80,,2/`,
    `02,ACME,021000021,1,${date},2359,USD,2/`,
    ...records,
    `98,11400,3,${records.length + 2}/`,
    `99,11400,1,${records.length + 4}/`,
    "",
  ].join("\n");
}

const header = (day: string) => ({
  immediateDestination: "091000019",
  immediateOrigin: "091000019",
  fileCreationDate: day,
  fileCreationTime: "09:30",
  fileIdModifier: "R",
  immediateDestinationName: "ACME, INC.",
  immediateOriginName: "FIRST EXAMPLE BANK",
});

/** An entry that this service has not sent. */
const entryOf = (day: string, company: string, traceNumber: string): EntryInBatch => ({
  header: {
    batchNumber: 1,
    serviceClassCode: "220",
    companyName: "ACME, INC.",
    companyIdentification: company,
    standardEntryClassCode: "PPD",
    companyEntryDescription: "PAYMENT",
    effectiveEntryDate: day,
    originatorStatusCode: "1",
    odfiIdentification: "02100002",
  },
  entry: {
    transactionCode: "22",
    receivingDfiIdentification: "12100024",
    checkDigit: "8",
    dfiAccountNumber: "5550099",
    amountMinor: 12_500n,
    identificationNumber: "INV-7",
    receiverName: "TERN PACKAGING",
    traceNumber,
    addendaRecordIndicator: "0",
    addenda: [],
  },
});

/** As some banks write files: no blanks at the ends of lines, no block of nines. */
const trimmed = (text: string): string =>
  `${text
    .split(/\r?\n/)
    .filter((line) => !/^9{94}$/.test(line))
    .map((line) => line.trimEnd())
    .join("\n")}\n`;

const returnsOf = (day: string): string =>
  trimmed(
    nachaText({
      header: header(day),
      batches: [entryOf(day, "1999999999", "021000020000777"), entryOf(day, "1123456789", "021000020009991")].map(
        (original, index) => ({
          header: returnBatchHeader(original.header, "12100024"),
          entries: [returnOf(original, { returnReasonCode: "R02", traceNumber: `12100024000000${index + 1}` })],
        }),
      ),
    }),
  );

/** A notification of change whose columns are shifted by one. */
function changeOf(day: string): string {
  const original = entryOf(day, "1123456789", "021000020000888");
  const corrections = { dfiAccountNumber: "5550100", transactionCode: "32" } as const;
  const notice = changeNoticeOf(original, { changeCode: "C06", corrections, traceNumber: "121000240000003" });
  const text = nachaText({
    header: header(day),
    batches: [{ header: changeBatchHeader(original.header, "12100024"), entries: [notice] }],
  });
  return trimmed(
    text.replace(/(C06\d{15} {6}\d{8})(.{29})/, (_, start, data: string) => `${start} ${data.slice(0, 28)}`),
  );
}
