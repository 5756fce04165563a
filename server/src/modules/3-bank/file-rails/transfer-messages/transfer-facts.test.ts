import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { TransactionId } from "#kernel/values/ids.ts";
import type { OrderContent } from "../orders/order.ts";
import { messagePurpose } from "./payment-purpose.ts";
import { structuredAddress } from "./postal-address.ts";
import type { TransferRail } from "./transfer-connection.ts";
import { transferFactsOf } from "./transfer-facts.ts";

const address = { address1: "123 Main St", address2: null, city: "New York", region: "NY", postalCode: "10001" };
const wire: OrderContent = {
  amountMinor: 100n,
  recipientName: "Northwind, Inc.",
  routing: {
    method: "domesticWire",
    accountNumber: "123456789",
    routingNumber: "021000021",
    address: { ...address, country: "US" },
  },
  externalMemo: "Invoice 7",
  purpose: null,
  chargeBearer: null,
};
const international: OrderContent = {
  ...wire,
  routing: { method: "internationalWire", accountNumber: "DE89370400440532013000", swiftCode: "DEUTDEFF" },
};
const transactionId = "01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b10" as TransactionId;
const factsOf = (rail: TransferRail, content: OrderContent) => transferFactsOf(rail, { transactionId, content });
const codeOf = (rail: TransferRail, content: OrderContent) => {
  const facts = factsOf(rail, content);
  return "code" in facts ? facts.code : undefined;
};

describe("a payment in a message", () => {
  test("has identifications derived from it, and its account, bank, address, and memo", () => {
    assert.deepEqual(factsOf("wire", wire), {
      instructionId: "I01975C2E8F7A7C60B1F23C1D5A7E9B10",
      endToEndId: "E01975C2E8F7A7C60B1F23C1D5A7E9B10",
      uetr: "fb1d4a5f-d381-422c-9171-11972b5ac22d",
      creditorAccount: { number: { other: "123456789" } },
      creditorAgent: { routingNumber: "021000021" },
      amount: { Ccy: "USD", amountMinor: 100n },
      creditor: {
        name: "Northwind, Inc.",
        address: {
          streetName: "Main St",
          buildingNumber: "123",
          postCode: "10001",
          countrySubDivision: "NY",
          townName: "New York",
          country: "US",
        },
      },
      chargeBearer: undefined,
      remittance: "Invoice 7",
    });
  });

  test("goes abroad by IBAN and BIC, with its purpose and charge bearer", () => {
    const facts = factsOf("internationalWire", { ...international, purpose: "vendor: parts", chargeBearer: "DEBT" });
    assert.ok(!("code" in facts));
    assert.deepEqual(
      [facts.creditorAccount.number, facts.creditorAgent, facts.purpose, facts.chargeBearer],
      [{ iban: "DE89370400440532013000" }, { bic: "DEUTDEFF" }, "SUPP", "DEBT"],
    );
  });

  test("goes to countries without IBANs by account number and national bank code, through a correspondent bank", () => {
    const toSydney: OrderContent = {
      ...international,
      routing: {
        method: "internationalWire",
        accountNumber: "12345678",
        swiftCode: "CTBAAU2S",
        bankCountry: "AU",
        nationalBankCode: "062000",
        correspondentSwiftCode: "CHASUS33",
        address: { ...address, address1: "1 George St", city: "Sydney", region: "", postalCode: "2000", country: "AU" },
      },
    };
    const facts = factsOf("internationalWire", toSydney);
    assert.ok(!("code" in facts));
    assert.deepEqual(
      [facts.creditorAccount.number, facts.creditorAgent, facts.intermediaryAgent, facts.creditor.address],
      [
        { other: "12345678" },
        { bic: "CTBAAU2S", member: { clearingSystem: "AUBSB", id: "062000" } },
        { bic: "CHASUS33" },
        { streetName: "1 George St", townName: "Sydney", postCode: "2000", country: "AU" },
      ],
    );
  });

  const unfit: readonly (readonly [string, TransferRail, OrderContent])[] = [
    ["BF-AMOUNT", "realTime", { ...wire, amountMinor: 1_000_000_001n }],
    ["BF-AMOUNT", "wire", { ...wire, amountMinor: 1_000_000_000_000n }],
    ["BF-DETAILS", "wire", { ...wire, routing: { ...wire.routing, routingNumber: "021000022" } }],
    ["BF-DETAILS", "wire", { ...wire, routing: { ...wire.routing, accountNumber: "1".repeat(35) } }],
    ["BF-DETAILS", "internationalWire", { ...international, routing: { ...international.routing, swiftCode: "X" } }],
    ["BF-DETAILS", "internationalWire", wire],
    [
      "BF-DETAILS",
      "internationalWire",
      { ...international, routing: { ...international.routing, accountNumber: "12345678" } },
    ],
    ["BF-NAME", "wire", { ...wire, recipientName: "北風" }],
    [
      "BF-ADDRESS",
      "wire",
      { ...wire, routing: { ...wire.routing, address: { ...address, city: "東京", country: "JP" } } },
    ],
  ];
  for (const [code, rail, content] of unfit)
    test(`that no message can carry says why: ${code}`, () => assert.equal(codeOf(rail, content), code));
});

describe("an address", () => {
  test("keeps its street as it is outside North America, and its second line", () => {
    assert.deepEqual(
      structuredAddress({
        address1: "12 rue de l'Église",
        address2: "Bâtiment B",
        city: "Paris",
        region: "",
        postalCode: "75001",
        country: "FR",
      }),
      {
        streetName: "12 rue de l'Eglise",
        postCode: "75001",
        townName: "Paris",
        country: "FR",
        addressLines: ["Batiment B"],
      },
    );
  });

  test("repeats nothing, and needs a town of at most 35 characters", () => {
    const repeating = structuredAddress({ ...address, address2: "new york", country: "US" });
    assert.equal(repeating?.addressLines, undefined);
    assert.equal(structuredAddress({ ...address, city: "x".repeat(36), country: "US" }), undefined);
    assert.equal(structuredAddress({ ...address, city: " ", country: "US" }), undefined);
  });
});

test("a purpose is a code where its category has one, and otherwise at most 35 characters", () => {
  assert.deepEqual(messagePurpose("employee"), { code: "SALA" });
  assert.deepEqual(messagePurpose("contractor: roof"), { code: "SCVE" });
  assert.deepEqual(messagePurpose("Répair of the roof of our house in Lyon"), {
    text: "Repair of the roof of our house in",
  });
  assert.equal(messagePurpose("屋根"), undefined);
  assert.equal(messagePurpose(null), undefined);
});
