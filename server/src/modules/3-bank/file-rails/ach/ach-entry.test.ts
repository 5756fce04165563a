import assert from "node:assert/strict";
import { test } from "node:test";
import type { TransactionId } from "#kernel/values/ids.ts";
import { spelledName } from "#money/recipients";
import type { OrderContent } from "../orders/order.ts";
import { achEntryOf } from "./ach-entry.ts";

const transactionId = "01999999-aaaa-7bbb-8ccc-123456789abc" as TransactionId;
const content: OrderContent = {
  amountMinor: 12_345n,
  recipientName: "Müller & Söhne GmbH",
  routing: {
    method: "ach",
    accountNumber: "123456789",
    routingNumber: "021000021",
    electronicAccountType: "businessChecking",
  },
  purpose: null,
  chargeBearer: null,
  externalMemo: "Invoice 42",
};
const withRouting = (routing: Partial<OrderContent["routing"]>): OrderContent => ({
  ...content,
  routing: { ...content.routing, ...routing },
});
const codeOf = (changed: OrderContent) => {
  const found = achEntryOf(transactionId, changed);
  return "code" in found ? found.code : "fits";
};

test("a company's checking account is a CCD credit with the memo as addenda", () => {
  assert.deepEqual(achEntryOf(transactionId, content), {
    entryClass: "CCD",
    texts: { companyEntryDescription: undefined, companyDiscretionaryData: undefined },
    entry: {
      transactionCode: "22",
      receivingDfiIdentification: "02100002",
      checkDigit: "1",
      dfiAccountNumber: "123456789",
      amountMinor: 12_345n,
      identificationNumber: "bbb8ccc123456789abc".slice(-15),
      receiverName: "Muller & Sohne GmbH",
      addenda: [{ kind: "paymentRelated", paymentRelatedInformation: "Invoice 42" }],
    },
  });
});

test("account types decide the class and the transaction code", () => {
  const of = (electronicAccountType: NonNullable<OrderContent["routing"]["electronicAccountType"]>) => {
    const found = achEntryOf(transactionId, withRouting({ electronicAccountType }));
    return "code" in found ? found.code : `${found.entryClass} ${found.entry.transactionCode}`;
  };
  assert.equal(of("personalChecking"), "PPD 22");
  assert.equal(of("personalSavings"), "PPD 32");
  assert.equal(of("businessSavings"), "CCD 32");
  assert.equal(of("businessGeneralLedger"), "CCD 42");
  assert.equal(of("businessLoan"), "CCD 52");
});

test("a payment that no entry can carry says why", () => {
  assert.equal(codeOf(content), "fits");
  assert.equal(codeOf({ ...content, amountMinor: 9_999_999_999n }), "fits");
  assert.equal(codeOf({ ...content, amountMinor: 10_000_000_000n }), "BF-AMOUNT");
  assert.equal(codeOf(withRouting({ routingNumber: "021000022" })), "BF-DETAILS");
  assert.equal(codeOf(withRouting({ accountNumber: "123456789012345678" })), "BF-DETAILS");
  assert.equal(codeOf({ ...content, recipientName: "株式会社" }), "BF-NAME");
  const address = { address1: "1", address2: null, city: "Toronto", region: "ON", postalCode: "M5V", country: "CA" };
  assert.equal(codeOf(withRouting({ address })), "BF-ABROAD");
});

test("names become printable ASCII", () => {
  const cases: readonly (readonly [string, string | undefined])[] = [
    ["Łódź Spółka", "Lodz Spolka"],
    ["Straße & Cœur", "Strasse & Coeur"],
    ["O’Brien – Sons", "O'Brien - Sons"],
    ["Acme™ Inc.", "AcmeTM Inc."],
    ["A name that is longer than the field", "A name that is longer"],
    ["Ωmega", undefined],
    ["000", undefined],
    ["  ", undefined],
  ];
  for (const [name, expected] of cases) assert.equal(spelledName("ach", name), expected, name);
});

test("a payment's fields come before its recipient's, and those before the connection's", () => {
  const ofRecipient = {
    companyEntryDescription: "RENT",
    companyDiscretionaryData: "UNIT 7",
    individualIdentificationNumber: "T-7",
  };
  const recipientOnly = withRouting({ achFields: ofRecipient });
  const identified = (changed: OrderContent) => {
    const found = achEntryOf(transactionId, changed, { identification: "CUSTOMER 1" });
    assert.ok(!("code" in found));
    return { ...found.texts, identification: found.entry.identificationNumber };
  };
  assert.deepEqual(identified(content), {
    companyEntryDescription: undefined,
    companyDiscretionaryData: undefined,
    identification: "CUSTOMER 1",
  });
  assert.deepEqual(identified(recipientOnly), {
    companyEntryDescription: "RENT",
    companyDiscretionaryData: "UNIT 7",
    identification: "T-7",
  });
  const achFields = { companyEntryDescription: "DEPOSIT", individualIdentificationNumber: "D-1" };
  assert.deepEqual(identified({ ...recipientOnly, achFields }), {
    companyEntryDescription: "DEPOSIT",
    companyDiscretionaryData: "UNIT 7",
    identification: "D-1",
  });
});

test("wages of people are PAYROLL, whatever their recipient says, and those of contractors unless told otherwise", () => {
  const person = withRouting({ electronicAccountType: "personalChecking" });
  const description = (changed: Partial<OrderContent>, routing: Partial<OrderContent["routing"]> = {}) => {
    const found = achEntryOf(transactionId, { ...person, ...changed, routing: { ...person.routing, ...routing } });
    assert.ok(!("code" in found));
    return found.texts.companyEntryDescription;
  };
  const bonus = { achFields: { companyEntryDescription: "BONUS" } };
  assert.equal(description({}), undefined);
  assert.equal(description({ purpose: "employee" }), "PAYROLL");
  assert.equal(description({ purpose: "employee: November" }, bonus), "PAYROLL");
  assert.equal(
    description({ purpose: "employee" }, { achFields: { companyEntryDescription: "PAYROLL 7" } }),
    "PAYROLL 7",
  );
  assert.equal(description({ purpose: "employees of the month" }), undefined);
  assert.equal(description({ purpose: "expenses: travel" }), undefined);
  assert.equal(description({ purpose: "contractor: design" }), "PAYROLL");
  assert.equal(description({ purpose: "contractor: design" }, bonus), "BONUS");
  assert.equal(description({ purpose: "employee" }, { electronicAccountType: "businessChecking" }), undefined);
});
