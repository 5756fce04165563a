import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { checkFileTemplates, parseCheckFile } from "bursar-bank-formats/checks";
import { readMessage } from "bursar-bank-formats/iso20022";
import { readNachaFile } from "bursar-bank-formats/nacha";
import type { PaymentMethod } from "bursar-banking/identifiers/payment-method";
import { present } from "#kernel/assert.ts";
import type { RecipientId } from "#kernel/values/ids.ts";
import { fillInternationalDetails } from "#money/recipients";
import { verifyLedger } from "#records/ledger/check";
import {
  hasSchema,
  openSchema,
} from "../../../../packages/bank-formats/src/iso20022/documents/official-schemas.testkit.ts";
import { onlyLong } from "../../kit/faults/random.ts";
import { advanceTo } from "../../kit/service/advance-to.ts";
import { inject, openWorldOfFile, operator, payment } from "../../kit/service/full-app.ts";
import { berlin } from "../../kit/worlds/addresses.ts";
import { decide, newUser, paymentRequest } from "../../kit/worlds/approvals.ts";

type Ending = "sent" | "failed" | "reversed" | "blocked" | "pending";

/** What decides the outcome: the recipient's account number, or the amount of a check. */
const US: readonly (readonly [string, Ending])[] = [
  ["1234500001", "sent"],
  ["1234500002", "sent"],
  ["1234500003", "sent"],
  ["9901000003", "failed"],
  ["9902000003", "reversed"],
  ["9903000001", "blocked"],
  ["9904000002", "sent"],
  ["9905000001", "sent"],
  ["9906000002", "reversed"],
  ["9907000001", "pending"],
];
const planned: Readonly<Record<PaymentMethod, readonly (readonly [string, Ending])[]>> = {
  ach: US,
  domesticWire: US,
  realTimePayment: US,
  internationalWire: [
    ["DE89370400440532013000", "sent"],
    ["FR1420041010050500013M02606", "sent"],
    ["GB82WEST12345698765432", "sent"],
    ["GB52BURS99000001000002", "failed"],
    ["GB02BURS99000002000002", "reversed"],
    ["GB76BURS99000003000001", "blocked"],
    ["GB96BURS99000004000002", "sent"],
    ["GB73BURS99000005000001", "sent"],
    ["GB93BURS99000006000002", "reversed"],
    ["GB70BURS99000007000001", "pending"],
  ],
  check: [
    ["101.01", "sent"],
    ["102.02", "sent"],
    ["9902.03", "reversed"],
    ["9901.01", "failed"],
    ["9902.01", "reversed"],
    ["9903.01", "blocked"],
    ["9904.02", "sent"],
    ["9905.01", "sent"],
    ["9906.01", "reversed"],
    ["9907.01", "pending"],
  ],
};
const DEPOSIT = 500_000;

const world = await openWorldOfFile();
const organization = await world.newOrganization();

/** A sandbox without any setup pays over every rail, and files alone decide every payment. */
describe("ten payments per method", { skip: onlyLong("it takes half a minute") }, () => {
  const call = async (url: string, body?: unknown) => {
    const answer = await inject(world.app, organization.token, body === undefined ? { url } : { url, body });
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  const advance = (to: string) =>
    advanceTo((body) => inject(world.app, organization.token, { url: "/sandbox/clock/advance", body }), to);
  const files = async (direction: "in" | "out") => (await call(`/bank-files?direction=${direction}&limit=500`)).files;

  /** A payment as the API makes it; an international wire is approved by a person. */
  async function pay(method: PaymentMethod, decider: string, amount: number): Promise<string> {
    if (method === "check") {
      const { url, body } = payment(organization, { paymentMethod: method, amount: Number(decider) });
      return (await call(url, body)).id;
    }
    const recipientId = await organization.newRecipient(
      `${method} ${decider}`,
      decider.replaceAll(/[^0-9]/g, "").slice(0, 17),
    );
    if (method !== "internationalWire") {
      const { url, body } = payment(organization, { paymentMethod: method, recipientId, amount });
      return (await call(url, body)).id;
    }
    const details = { iban: decider, swiftCode: "COBADEFF", bankName: "Bank", bankCountry: "DE", address: berlin };
    await world.service.database.transaction((tx) =>
      fillInternationalDetails(world.service, tx, {
        organizationId: organization.organizationId,
        recipientId: recipientId as RecipientId,
        actor: operator,
        details,
      }),
    );
    const more = { paymentMethod: method, recipientId, amount, purpose: "landlord" };
    const { url, body } = paymentRequest(organization, more);
    const { requestId } = await call(url, body);
    const decided = await decide(world.service, organization, { requestId, userId: await approver });
    return present(decided.transaction_id, "an approved request is paid");
  }
  let approver: ReturnType<typeof newUser>;

  test("leave in files, end as the bank's files say, and the statement agrees with the ledger to the cent", async () => {
    approver = newUser(world.service, organization);
    await call(`/sandbox/accounts/${organization.accountId}/deposit`, { amount: DEPOSIT, name: "Globex" });
    const made: { readonly what: string; readonly id: string; readonly ending: Ending }[] = [];
    for (const [method, deciders] of Object.entries(planned) as [PaymentMethod, (typeof planned)["ach"]][]) {
      assert.equal(deciders.length, 10);
      for (const [index, [decider, ending]] of deciders.entries())
        made.push({ what: `${method} ${decider}`, id: await pay(method, decider, 11 + index), ending });
    }
    // The last check comes back on December 7; the day of this deposit has the first statement after that.
    await advance("2026-12-08T15:00:00.000Z");
    await call(`/sandbox/accounts/${organization.accountId}/deposit`, { amount: 0.01, name: "Globex" });
    await advance("2026-12-10T15:00:00.000Z");

    let open = 0;
    for (const { what, id, ending } of made) {
      const { status, reasonForFailure } = await call(`/transaction/${id}`);
      assert.equal(status, ending, `${what}: ${reasonForFailure ?? ""}`);
      if (ending === "pending") open += 1;
    }
    assert.equal(open, 5, "one silent bank on each rail");
    for (const { name, state, reason } of await files("in"))
      assert.ok(["processed", "repeated"].includes(state), `${name} is ${state}: ${reason ?? ""}`);
    assert.deepEqual((await verifyLedger(world.service.database)).differences, []);
    const reconciled = (await call("/reconciliation")).accounts;
    assert.equal(reconciled.length, 1);
    const [{ statement }] = reconciled;
    assert.deepEqual([statement.difference, statement.opening, statement.missingStatements], [0, 0, 0]);
    assert.equal(statement.closesOn, "2026-12-08");
    const { currentBalance } = await call(`/account/${organization.accountId}`);
    assert.equal(statement.closingBalance, currentBalance, "nothing is on its way any more");
  });

  test("leave nothing open: checks that came back uncashed were never at the bank", async () => {
    const openItems = async () => {
      const [{ statement, ledger, bank }] = (await call("/reconciliation")).accounts;
      return { bank: bank.count, ledger: ledger.count, inTransit: statement.inTransit };
    };
    const before = await openItems();
    assert.deepEqual([before.bank, before.inTransit], [0, 0]);
    assert.ok(before.ledger > 0 && before.ledger % 2 === 0, `${before.ledger} entries: out and back`);
    await advance("2026-12-16T15:00:00.000Z");
    await call(`/sandbox/accounts/${organization.accountId}/deposit`, { amount: 0.01, name: "Globex" });
    await advance("2026-12-18T15:00:00.000Z");
    assert.deepEqual(await openItems(), { bank: 0, ledger: 0, inTransit: 0 });
    const [{ statement }] = (await call("/reconciliation")).accounts;
    assert.deepEqual([statement.difference, statement.timing], [0, 0]);
  });

  test("can be opened: every file is what its format says, and contains the payments of the service", async () => {
    const inFiles = new Map<string, number>();
    for (const { id, name, format, state } of await files("out")) {
      assert.ok(["acknowledged", "sent"].includes(state), `${name} is ${state}`);
      const { text } = await inject(world.app, organization.token, { url: `/bank-files/${id}/content` });
      inFiles.set(format, (inFiles.get(format) ?? 0) + paymentsIn(format, text));
    }
    assert.deepEqual(Object.fromEntries([...inFiles].sort()), {
      // Screening stops one payment of each method before it reaches a file.
      "checks-pdf": 1,
      nacha: 9,
      "pacs.008": 9,
      // The service asks what happened to the payment that is not answered.
      "pacs.028": 0,
      "pain.001": 18,
      "positive-pay": 9,
    });
    const received = new Set((await files("in")).map(({ format }: { format: string }) => format));
    for (const format of ["nacha", "pain.002", "pacs.002", "pacs.004", "camt.053", "positive-pay"])
      assert.ok(received.has(format), `the bank has sent ${format}: ${[...received].join()}`);
  });

  function paymentsIn(format: string, text: string): number {
    switch (format) {
      case "nacha":
        return readNachaFile(text).batches.flatMap(({ entries }) => entries).length;
      case "positive-pay": {
        const template = present(
          checkFileTemplates.find(({ id }) => id === "generic-csv"),
          "the sandbox's layout exists",
        );
        return parseCheckFile(template, text).checks.length;
      }
      case "checks-pdf":
        assert.match(text, /^%PDF-1\.7/);
        assert.match(text.slice(-10), /%%EOF/);
        return 1;
      default: {
        readMessage(text, ["pain.001.001.09", "pacs.008.001.08", "pacs.028.001.03"]);
        const [, schemaName = ""] = /urn:iso:std:iso:20022:tech:xsd:((?:pain|pacs)[0-9a-z.]+)/.exec(text) ?? [];
        if (hasSchema(schemaName)) {
          using schema = openSchema(schemaName);
          assert.equal(schema.problem(text), undefined);
        }
        return text.split("<CdtTrfTxInf>").length - 1;
      }
    }
  }
});
