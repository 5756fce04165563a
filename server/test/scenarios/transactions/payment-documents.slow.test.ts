/**
 * Payments have documents to print and send. Only what the bank confirmed is called a confirmation, no
 * recipient is promised money that does not come, and nobody sees a whole account number or the internal note.
 */
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { extractText } from "unpdf";
import { setLegalAddress } from "#records/identity";
import { pdf } from "../../kit/files/sample-files.ts";
import { inject, openWorldOfFile, operator, payment } from "../../kit/service/full-app.ts";
import { formOf } from "../../kit/service/upload.ts";
import { decide, newUser, paymentRequest } from "../../kit/worlds/approvals.ts";
import { newPerson, signedIn } from "../../kit/worlds/people.ts";

const address = { address1: "9 Wall St", city: "New York", region: "NY", postalCode: "10005", country: "US" };
const ACCOUNT_NUMBER = "5566778899001234";
const NOTE = "Do not tell anyone: disputed";
/** Markup and right-to-left marks are text. */
const HOSTILE = `Inv <b>&"'77</b> (x)`;

const world = await openWorldOfFile();
const organization = await world.newOrganization();

describe("documents of a payment", () => {
  before(async () => {
    const { service } = world;
    const { organizationId, accountId } = organization;
    await service.database.transaction((tx) =>
      setLegalAddress(service, tx, { organizationId, address, actor: operator }),
    );
    await organization.deposit(accountId, 1_000_000_00n);
  });

  const call = (url: string, body?: unknown) =>
    inject(world.app, organization.token, { url, ...(body ? { body } : {}) });
  type Document = "confirmation" | "remittance-advice";
  const answerOf = (id: string, document: Document) =>
    world.app.api.inject({
      url: `/transaction/${id}/${document}`,
      headers: { authorization: `Bearer ${organization.token}` },
    });
  const bytesOf = async (id: string, document: Document): Promise<Buffer> => {
    const answer = await answerOf(id, document);
    assert.equal(answer.statusCode, 200, answer.payload);
    return answer.rawPayload;
  };
  const textOf = async (id: string, document: Document): Promise<string> =>
    (await extractText(new Uint8Array(await bytesOf(id, document)), { mergePages: true })).text.replaceAll(/\s+/g, " ");
  const pay = async (amount: number, more: object = {}): Promise<string> => {
    const made = await inject(world.app, organization.token, payment(organization, { amount, note: NOTE, ...more }));
    assert.equal(made.status, 200, made.text);
    return made.body.id;
  };
  const outcome = async (id: string, what: string, body: object = {}) => {
    const answer = await call(`/sandbox/transactions/${id}/${what}`, body);
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };

  test("a sent payment has a confirmation: what, to whom, how, when, with which references", async () => {
    const recipientId = await organization.newRecipient("Tern Packaging Co.", ACCOUNT_NUMBER);
    const id = await pay(4_210.5, { recipientId, externalMemo: HOSTILE });
    const { trackingNumber } = await outcome(id, "settle");
    const text = await textOf(id, "confirmation");
    for (const part of [
      "Payment confirmation",
      "Amount paid",
      "$4,210.50",
      "Tern Packaging Co.",
      "Account ••••1234",
      "9 Wall St",
      HOSTILE,
      "ACH",
      trackingNumber,
      id,
      "Payment accepted",
      "Confirmed by the bank",
      "Sandbox: not a real payment",
    ])
      assert.ok(text.includes(part), `${part} in ${text}`);
    assert.ok(!text.includes(ACCOUNT_NUMBER) && !text.includes(ACCOUNT_NUMBER.slice(0, 10)), "the number is masked");
    assert.ok(!text.includes("disputed"), "the note is internal");
    assert.ok(!/not a confirmation/.test(text));
  });

  test("the same state gives the same bytes, to users and tokens; they are saved, not shown", async () => {
    const id = await pay(11);
    await outcome(id, "settle");
    const first = await answerOf(id, "confirmation");
    assert.match(
      String(first.headers["content-disposition"]),
      /^attachment; filename="Payment confirmation 2026-\d\d-\d\d Globex\.pdf"/,
    );
    assert.equal(first.headers["content-type"], "application/pdf");
    assert.equal(first.headers["content-security-policy"], "default-src 'none'; sandbox");
    await inject(world.app, organization.token, {
      method: "PATCH",
      url: `/transaction/${id}`,
      body: { note: "Other" },
    });
    const cookie = await signedIn(world.app, await newPerson(world, organization.organizationId, { role: "viewer" }));
    const { rawPayload: again } = await world.app.api.inject({
      url: `/transaction/${id}/confirmation`,
      headers: { cookie, "sec-fetch-site": "same-origin" },
    });
    assert.ok(first.rawPayload.equals(again));
    assert.ok((await bytesOf(id, "remittance-advice")).equals(await bytesOf(id, "remittance-advice")));
  });

  test("a payment that failed, was stopped, or came back says so first, and has nothing to advise", async () => {
    const [failed, blocked, returned, cancelled] = [await pay(21), await pay(22), await pay(23), await pay(24)];
    await outcome(failed, "fail", { code: "R03" });
    await outcome(blocked, "block");
    await outcome(returned, "settle");
    await outcome(returned, "return", { code: "R02" });
    assert.equal((await call(`/transaction/${cancelled}/cancel`, {})).status, 200);
    for (const [id, says, advice] of [
      [
        failed,
        /This payment failed.*No money was paid\. Reason: R03.*not a confirmation of payment.*Amount, not paid/s,
        "failed",
      ],
      [blocked, /This payment was blocked.*not a confirmation of payment.*Amount, not paid/s, "was blocked"],
      [
        returned,
        /This payment was returned.*does not have the money.*Amount, returned.*Confirmed by the bank.*Returned/s,
        "was returned",
      ],
      [cancelled, /This payment was canceled.*Canceled before it was sent to the bank/s, "was canceled"],
    ] as const) {
      const text = await textOf(id, "confirmation");
      assert.match(text, says);
      assert.match(text, /Payment record/);
      assert.doesNotMatch(text, /Payment confirmation|Amount paid/);
      const refused = await call(`/transaction/${id}/remittance-advice`);
      assert.deepEqual([refused.body.errors.errorCode, refused.body.errors.outcome], ["paymentNotMade", advice]);
    }
  });

  test("a payment that the bank has not confirmed is no confirmation either, but can be advised", async () => {
    const id = await pay(31);
    assert.match(await textOf(id, "confirmation"), /Payment record.*Not confirmed yet.*not a confirmation of payment/s);
    assert.match(await textOf(id, "remittance-advice"), /is paying you \$31\.00.*has not confirmed the payment yet/s);
  });

  test("a remittance advice names the payer, the memo, the dates, and the attached files", async () => {
    const made = await inject(
      world.app,
      organization.token,
      paymentRequest(organization, { amount: 77, externalMemo: "Invoice 2041" }),
    );
    const { requestId } = made.body;
    await attach(`/request-send-money/${requestId}/attachments`, "invoice-2041.pdf");
    await decide(world.service, organization, { requestId, userId: await newUser(world.service, organization) });
    const { transactionId: id } = (await call(`/request-send-money/${requestId}`)).body;
    await attach(`/transaction/${id}/attachments`, "delivery note 2041.pdf");
    await outcome(id, "settle");
    const text = await textOf(id, "remittance-advice");
    for (const part of [
      "Remittance advice",
      "Globex",
      "9 Wall St",
      "$77.00",
      "Invoice 2041",
      "Expected arrival",
      "invoice-2041.pdf",
      "delivery note 2041.pdf",
      "••••6789",
    ])
      assert.ok(text.includes(part), `${part} in ${text}`);
    assert.ok(!text.includes("123456789"), "the number is masked");
  });

  test("a check has its number and where it was mailed", async () => {
    const id = await pay(41, { paymentMethod: "check" });
    const { checkNumber } = await outcome(id, "settle");
    const text = await textOf(id, "confirmation");
    assert.match(text, /Check number/);
    for (const part of [
      checkNumber,
      "1 Main St",
      "Check printed and mailed",
      "does not show whether the check was deposited",
    ])
      assert.ok(text.includes(part), `${part} in ${text}`);
    assert.match(
      await textOf(id, "remittance-advice"),
      /Globex 1 Main St New York, NY 10001.*mailed you a check for \$41\.00/s,
    );
  });

  test("only payments have documents", async () => {
    const deposit = await organization.deposit(organization.accountId, 500n);
    for (const document of ["confirmation", "remittance-advice"])
      assert.equal((await call(`/transaction/${deposit}/${document}`)).body.errors.errorCode, "noPaymentDocument");
  });

  async function attach(path: string, name: string): Promise<void> {
    const answer = await inject(world.app, organization.token, { url: path, ...formOf(pdf(name), name) });
    assert.equal(answer.status, 200, answer.text);
  }
});
