import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { describe, test } from "node:test";
import type { MessageName } from "bursar-bank-formats/iso20022";
import type { BankFileId, ConnectionId } from "#bank/exchange";
import type { AccountId, TransactionId } from "#kernel/values/ids.ts";
import {
  hasSchema,
  openSchema,
  whyNoSchemas,
} from "../../../../../../packages/bank-formats/src/iso20022/documents/official-schemas.testkit.ts";
import type { OrderContent } from "../orders/order.ts";
import type { Debtor, TransferConnection } from "./transfer-connection.ts";
import { transferFactsOf } from "./transfer-facts.ts";
import { messageIdOf, paymentIdentifications, requestIdOf } from "./transfer-identifications.ts";
import { type MessagePayment, statusRequestMessage, transferMessage } from "./transfer-message.ts";

/** `BURSAR_WRITE_GOLDEN=1` writes the files again; review the difference before committing it. */
const isWriting = process.env["BURSAR_WRITE_GOLDEN"] === "1";

// The IDs of a test, in the form of those that the service makes.
const fileId = "01975c2e-8f7a-7c60-b1f2-000000000001" as BankFileId;
const connectionId = "01975c2e-8f7a-7c60-b1f2-000000000002" as ConnectionId;
const [operating, payroll] = ["01975c2e-8f7a-7c60-b1f2-000000000003", "01975c2e-8f7a-7c60-b1f2-000000000004"] as [
  AccountId,
  AccountId,
];
const payment = (index: number) => `01975c2e-8f7a-7c60-b1f2-00000000001${index}` as TransactionId;
const createdAt = new Date("2026-11-23T15:02:00.250Z");

const address = {
  townName: "Springfield",
  country: "US",
  streetName: "Elm St",
  buildingNumber: "7",
  postCode: "62701",
};
const debtorOf = (other: string): Debtor => ({
  party: { name: "Northwind Traders", address: { ...address, countrySubDivision: "IL" } },
  account: { number: { other }, type: "CACC", currency: "USD" },
});
const debtors = new Map([
  [operating, debtorOf("400000001")],
  [payroll, debtorOf("400000002")],
]);

type Facts = Pick<TransferConnection, "connectionId" | "rail" | "settings">;
const wires: Facts = {
  connectionId,
  rail: "wire",
  settings: {
    message: { name: "pain.001.001.09" },
    initiatingParty: { name: "Northwind Traders", bankAssignedId: "NWT001" },
    debtorAgent: { routingNumber: "121042882" },
    chargeBearer: "SHAR",
    cutOff: "17:00",
    limitMinor: undefined,
    queryAfterMs: undefined,
    fileName: "pain001-{date}-{number}.xml",
    answerWithinMs: undefined,
  },
};
const abroad: Facts = {
  ...wires,
  rail: "internationalWire",
  settings: { ...wires.settings, debtorAgent: { bic: "FIRSUS33" } },
};
const instant = (network: "rtp" | "fednow"): Facts => ({
  ...wires,
  rail: "realTime",
  settings: { ...wires.settings, message: { name: "pacs.008.001.08", network } },
});

const domestic: OrderContent = {
  amountMinor: 1_234_56n,
  recipientName: "Ada Lovelace & Söhne",
  routing: {
    method: "domesticWire",
    accountNumber: "123456789",
    routingNumber: "021000021",
    bankName: "First Example Bank",
    address: {
      address1: "123 Main St",
      address2: "Suite 400",
      city: "New York",
      region: "NY",
      postalCode: "10001",
      country: "US",
    },
  },
  externalMemo: "Invoice 2026-117",
  purpose: null,
  chargeBearer: null,
};
const foreign: OrderContent = {
  ...domestic,
  routing: {
    method: "internationalWire",
    accountNumber: "DE89370400440532013000",
    swiftCode: "DEUTDEFF",
    bankName: "Deutsche Bank",
    bankCountry: "DE",
  },
  purpose: "vendor: machine parts",
  chargeBearer: "DEBT",
};

/** To a country without IBANs, through a correspondent bank. */
const toSydney: OrderContent = {
  ...foreign,
  routing: {
    method: "internationalWire",
    accountNumber: "12345678",
    swiftCode: "CTBAAU2S",
    bankCountry: "AU",
    bankName: "Commonwealth Bank",
    nationalBankCode: "062000",
    correspondentSwiftCode: "CHASUS33",
    address: {
      address1: "1 George St",
      address2: "Level 3",
      city: "Sydney",
      region: "NSW",
      postalCode: "2000",
      country: "AU",
    },
  },
};

function paymentsOf(
  { rail }: Facts,
  contents: readonly (readonly [AccountId, OrderContent])[],
): readonly MessagePayment[] {
  return contents.map(([accountId, content], index) => {
    const facts = transferFactsOf(rail, { transactionId: payment(index), content });
    assert.ok(!("code" in facts), "the message can carry it");
    return { accountId, facts };
  });
}

function messageOf(connection: Facts, contents: readonly (readonly [AccountId, OrderContent])[]): string {
  const messageId = messageIdOf(connection, { fileId, number: 42, createdAt });
  const payments = paymentsOf(connection, contents);
  return transferMessage(connection, { fileId, messageId, createdAt, executionOn: "2026-11-23", payments, debtors });
}

const two: readonly (readonly [AccountId, OrderContent])[] = [
  [operating, domestic],
  [payroll, { ...domestic, externalMemo: null, amountMinor: 1n }],
];
const version03: Facts = { ...wires, settings: { ...wires.settings, message: { name: "pain.001.001.03" } } };
const messages: Readonly<Record<string, readonly [MessageName, () => string]>> = {
  "wires-of-two-accounts": ["pain.001.001.09", () => messageOf(wires, two)],
  "wires-version-03": ["pain.001.001.03", () => messageOf(version03, two)],
  "international-wires": [
    "pain.001.001.09",
    () =>
      messageOf(abroad, [
        [operating, foreign],
        [operating, { ...foreign, purpose: "Rent of the office in Lyon", chargeBearer: null }],
      ]),
  ],
  "international-wires-without-iban": ["pain.001.001.09", () => messageOf(abroad, [[operating, toSydney]])],
  "international-wires-without-iban-version-03": [
    "pain.001.001.03",
    () =>
      messageOf({ ...abroad, settings: { ...abroad.settings, message: version03.settings.message } }, [
        [operating, toSydney],
      ]),
  ],
  "real-time-rtp": ["pacs.008.001.08", () => messageOf(instant("rtp"), [[operating, domestic]])],
  "real-time-fednow": ["pacs.008.001.08", () => messageOf(instant("fednow"), [[operating, domestic]])],
  "status-request": [
    "pacs.028.001.03",
    () =>
      statusRequestMessage(instant("fednow"), {
        messageId: requestIdOf(fileId),
        createdAt,
        original: { messageId: "20261123121042882ABC", messageName: "pacs.008.001.08", createdAt },
        transaction: paymentIdentifications(payment(0)),
      }),
  ],
};

const goldenFile = (name: string): URL => new URL(`testdata/${name}.xml`, import.meta.url);

for (const [name, [, build]] of Object.entries(messages))
  test(`${name}.xml is written byte for byte`, () => {
    const written = build();
    if (isWriting) writeFileSync(goldenFile(name), written);
    assert.equal(written, readFileSync(goldenFile(name), "utf8"));
  });

describe("messages are valid by the official schemas", { skip: whyNoSchemas }, () => {
  for (const [file, [name]] of Object.entries(messages).filter(([, [name]]) => hasSchema(name)))
    test(file, () => {
      using schema = openSchema(name);
      assert.equal(schema.problem(readFileSync(goldenFile(file), "utf8")), undefined);
    });
});

test("a real-time payment whose details break a rule of the network is not written", () => {
  const long: OrderContent = { ...domestic, externalMemo: "x".repeat(141) };
  assert.throws(() => messageOf(instant("rtp"), [[operating, long]]), { name: "Iso20022Error" });
});
