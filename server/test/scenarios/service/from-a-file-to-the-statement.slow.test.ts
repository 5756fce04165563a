import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { extractText } from "unpdf";
import type { AccountId } from "#kernel/values/ids.ts";
import { verifyLedger } from "#records/ledger/check";
import { pdf } from "../../kit/files/sample-files.ts";
import { customerBody, debitBody, invoiceContent } from "../../kit/invoicing/invoices.ts";
import { advanceTo } from "../../kit/service/advance-to.ts";
import { openWorldOfFile, type TestOrganization } from "../../kit/service/full-app.ts";
import { download, listen, upload } from "../../kit/service/upload.ts";
import { newPerson, PASSWORD, type TestPerson } from "../../kit/worlds/people.ts";

interface Line {
  readonly amount: number;
  readonly description: string;
}

const cents = (dollars: number): number => Math.round(dollars * 100);
const totalOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + cents(amount), 0);

const world = await openWorldOfFile();

/** What a new organization does in its first weeks, from its own browser and programs: every step is an HTTP call. */
describe("a new organization pays, invests, and is paid", () => {
  let base: string;
  let organization: TestOrganization;
  let treasuryId: AccountId;
  let cookie: string;
  before(async () => {
    base = await listen(world);
    organization = await world.newOrganization();
    treasuryId = await organization.newAccount("Treasury", "treasury");
    cookie = await signIn(await newPerson(world, organization.organizationId));
    const account = `/sandbox/accounts/${organization.accountId}/deposit`;
    await byToken(account, { amount: 500_000, name: "A shareholder" });
  });

  const send = (path: string, headers: Readonly<Record<string, string>>, body?: object) =>
    fetch(`${base}${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  /** The JSON of a successful response, of which each test reads what it needs. */
  const read = async (response: Response) => {
    const text = await response.text();
    assert.ok(response.ok, `${response.url}: ${response.status} ${text}`);
    return text === "" ? undefined : JSON.parse(text);
  };
  const token = () => ({ authorization: `Bearer ${organization.token}` });
  const ownPage = { "sec-fetch-site": "same-origin" };
  const byToken = async (path: string, body?: object) => read(await send(path, token(), body));
  const inBrowser = async (path: string, body: object) => read(await send(path, { ...ownPage, cookie }, body));
  const signIn = async ({ email, organizationId }: TestPerson): Promise<string> => {
    const answer = await send("/session", ownPage, { email, password: PASSWORD, organizationId });
    const own = answer.headers.getSetCookie().find((setCookie) => setCookie.includes("bursar_session="));
    return own?.split(";")[0] ?? "";
  };
  const advance = (to: string) =>
    advanceTo(async (body) => {
      const answer = await send("/sandbox/clock/advance", token(), body);
      return { status: answer.status, body: await answer.json() };
    }, to);

  const bill = pdf("Invoice 43 of Globex");
  let paymentId: string;
  let invoice: { readonly id: string; readonly slug: string; readonly invoiceNumber: string };

  test("the file of a request is the file of its payment", async () => {
    const request = await byToken(`/account/${organization.accountId}/request-send-money`, {
      recipientId: organization.recipientId,
      amount: 1_250.75,
      paymentMethod: "ach",
      externalMemo: "Inv 43",
    });
    const path = `request-send-money/${request.requestId}/attachments`;
    const attached = await upload(base, { path, token: organization.token, content: bill, name: "invoice-43.pdf" });
    assert.equal(attached.status, 200, JSON.stringify(attached.body));
    const approved = await inBrowser(`/request-send-money/${request.requestId}/approve`, { version: request.version });
    assert.equal(approved.status, "approved");
    paymentId = (await byToken(`/request-send-money/${request.requestId}`)).transactionId;
    const [file, ...others] = (await byToken(`/transaction/${paymentId}`)).attachments;
    assert.deepEqual([file.fileName, others], ["invoice-43.pdf", []]);
    assert.ok((await download(base, file.url)).content.equals(bill));
  });

  test("cash moves to treasury, and a customer authorizes a debit on the pay page", async () => {
    await inBrowser("/session/step-up", { password: PASSWORD });
    const sweep = { version: 0, sweep: true, targetCash: 20_000, minimumSweep: 500 };
    await inBrowser(`/treasury/${treasuryId}/sweep`, sweep);
    const transfer = { sourceAccountId: organization.accountId, destinationAccountId: treasuryId, amount: 200_000 };
    await byToken("/transfer", transfer);
    const { id: customerId } = await byToken("/ar/customers", customerBody);
    invoice = await byToken("/ar/invoices", {
      ...invoiceContent,
      customerId,
      destinationAccountId: organization.accountId,
      sendEmailOption: "SendNow",
    });
    const page = await read(await send(`/payable-invoices/${invoice.slug}`, {}));
    assert.deepEqual([page.status, page.debit.isOffered], ["Unpaid", true]);
    const paid = await read(await send(`/payable-invoices/${invoice.slug}/debit`, ownPage, debitBody));
    assert.equal(paid.status, "Processing");
  });

  test("the month's statement has the payment and the customer's money, and agrees with the ledger", async () => {
    await advance("2026-12-08T15:00:00.000Z");
    const { status } = await byToken(`/ar/invoices/${invoice.id}`);
    assert.equal(status, "Paid");
    const [statement, ...others] = (await byToken(`/account/${organization.accountId}/statement`)).statements;
    assert.deepEqual([statement.startDate.slice(0, 10), others], ["2026-11-01", []]);
    const file = await byToken(`/statements/${statement.id}/json`);
    const lines: readonly Line[] = file.lines;
    assert.deepEqual(
      lines.map(({ amount }) => amount).sort((a, b) => a - b),
      [-200_000, -1_250.75, 100, 500_000],
    );
    assert.equal(cents(file.endingBalance), cents(file.startingBalance) + totalOf(lines.map(({ amount }) => amount)));
    // The balance of today is that of the statement and what happened since.
    const { currentBalance } = await byToken(`/account/${organization.accountId}`);
    const { transactions } = await byToken(`/account/${organization.accountId}/transactions?limit=500`);
    const since = (transactions as readonly { amount: number; postedAt: string }[]).filter(
      ({ postedAt }) => postedAt >= "2026-12-01T05:00:00",
    );
    assert.equal(cents(currentBalance), cents(file.endingBalance) + totalOf(since.map(({ amount }) => amount)));
    assert.deepEqual((await verifyLedger(world.service.database)).differences, []);

    const download = await send(`/statements/${statement.id}/pdf`, token());
    assert.equal(download.headers.get("content-type"), "application/pdf");
    const { text } = await extractText(new Uint8Array(await download.arrayBuffer()), { mergePages: true });
    const shown = ["Globex", "Inv 43", "$1,250.75", "$200,000.00", "$100.00", "$298,849.25"];
    for (const part of shown) assert.ok(text.includes(part), `${part} in ${text}`);
    assert.equal(statement.endingBalance, 298_849.25);
    assert.ok(JSON.stringify(statement.transactions).includes(paymentId));
  });

  test("treasury was invested and has paid a dividend", async () => {
    const { transactions } = await byToken(`/treasury/${treasuryId}/transactions?order=asc`);
    const posted = (transactions as readonly { type: string; amount: number; balance: number }[]).map(
      ({ type }) => type,
    );
    for (const type of ["depositComplete", "sweepInPosted", "dividendPosted"]) assert.ok(posted.includes(type), type);
    const [account] = (await byToken("/treasury")).accounts;
    assert.equal(account.currentBalance, transactions.at(-1).balance);
    assert.ok(account.currentBalance > 200_000, "it earned more than its fee");
  });
});
