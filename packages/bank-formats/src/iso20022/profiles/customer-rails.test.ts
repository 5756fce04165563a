import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type CustomerTransfer, customerTransfers } from "../builders/customer-transfers.ts";
import { writeMessage } from "../documents/write-message.ts";
import { customerFile } from "../golden/golden-messages.testkit.ts";
import { type CustomerRail, customerPaymentTypes, customerTransferProblems } from "./customer-rails.ts";

const rails: readonly CustomerRail[] = ["ach", "sameDayAch", "domesticWire", "internationalWire", "realTime", "check"];

function fileWith(rail: CustomerRail, change: (transfer: CustomerTransfer) => CustomerTransfer) {
  const file = customerFile(rail);
  return customerTransfers({
    ...file,
    batches: file.batches.map((batch) => ({ ...batch, transfers: batch.transfers.map(change) })),
  });
}

const rulesBroken = (rail: CustomerRail, change: (transfer: CustomerTransfer) => CustomerTransfer) =>
  customerTransferProblems(rail, fileWith(rail, change).content).map(({ path, rule }) => {
    const [, inTransfer = ""] = /CdtTrfTxInf\[1\]\/(.*)$/.exec(path) ?? [];
    return `${inTransfer}: ${rule}`;
  });

describe("customers' files per rail", () => {
  for (const rail of rails) {
    test(`${rail}: a usual payment is valid and can be written`, () => {
      const message = fileWith(rail, (transfer) => transfer);
      assert.deepEqual(customerTransferProblems(rail, message.content), []);
      assert.ok(writeMessage(message).includes(`<PmtMtd>${customerPaymentTypes[rail].method}</PmtMtd>`));
    });
  }

  const without =
    <K extends keyof CustomerTransfer>(key: K) =>
    (transfer: CustomerTransfer) => {
      const { [key]: _removed, ...rest } = transfer;
      // The types say that the key is required in some cases; the rules under test have to notice.
      return rest as CustomerTransfer;
    };
  const paying = (Ccy: string, amountMinor: bigint) => (transfer: CustomerTransfer) => ({
    ...transfer,
    amount: { Ccy, amountMinor },
  });

  const cases: readonly (readonly [CustomerRail, (transfer: CustomerTransfer) => CustomerTransfer, string])[] = [
    ["ach", paying("EUR", 1n), "Amt/InstdAmt: must be in USD"],
    ["ach", paying("USD", 0n), "Amt/InstdAmt: must be more than zero"],
    ["sameDayAch", paying("USD", 100_000_001n), "Amt/InstdAmt: may be at most 1000000.00"],
    ["realTime", paying("USD", 1_000_000_001n), "Amt/InstdAmt: may be at most 10000000.00"],
    ["domesticWire", without("uetr"), "PmtId/UETR: is missing"],
    ["internationalWire", without("chargeBearer"), "ChrgBr: is missing: DEBT, SHAR, or CRED"],
    [
      "internationalWire",
      (transfer) => ({ ...transfer, creditorAgent: { routingNumber: "011000138" } }),
      "CdtrAgt/FinInstnId/BICFI: is missing",
    ],
    ["check", (transfer) => ({ ...transfer, creditor: { name: "A" } }), "Cdtr/PstlAdr: is missing"],
    [
      "domesticWire",
      (transfer) => ({ ...transfer, creditorAgent: { bic: "DEUTDEMM" } }),
      "CdtrAgt/FinInstnId/ClrSysMmbId: must be a routing number with the code USABA",
    ],
  ];
  for (const [rail, change, expected] of cases)
    test(`${rail}: ${expected}`, () => assert.deepEqual(rulesBroken(rail, change), [expected]));

  test("a payment of another method is rejected", () => {
    const { content } = fileWith("ach", (transfer) => transfer);
    assert.deepEqual(
      customerTransferProblems("check", content).map(({ path }) => path.split("/").at(-1)),
      ["PmtMtd"],
    );
  });
});
