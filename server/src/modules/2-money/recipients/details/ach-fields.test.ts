import assert from "node:assert/strict";
import { test } from "node:test";
import { type AchFields, achFieldProblems, achFieldsOf, keepingAchFields } from "./ach-fields.ts";

const messages = (entered: Parameters<typeof achFieldProblems>[1]) =>
  achFieldProblems("achFields", entered).map(({ path, message }) => `${path} ${message}`);

test("says how a text would be written that ACH files cannot write", () => {
  assert.deepEqual(messages({ companyEntryDescription: "Löhne" }), [
    `achFields.companyEntryDescription may contain A to Z, 0 to 9, spaces, and . , / ( ) & ' + : ? - in ACH files. Enter "Lohne" instead`,
  ]);
  assert.deepEqual(messages({ companyDiscretionaryData: "給与" }), [
    "achFields.companyDiscretionaryData may contain A to Z, 0 to 9, spaces, and . , / ( ) & ' + : ? - in ACH files",
  ]);
  assert.deepEqual(messages({ individualIdentificationNumber: "CUSTOMER-0000001" }), [
    'achFields.individualIdentificationNumber has 16 characters, and ACH files have room for 15. Enter "CUSTOMER-000000" instead',
  ]);
});

test("takes what fits, up to the length of each field", () => {
  const full = {
    companyEntryDescription: "RENT (NOV)",
    companyDiscretionaryData: "00000000000123456789",
    individualIdentificationNumber: "CUST+1/2:3?4-56",
  };
  assert.deepEqual(messages(full), []);
  assert.deepEqual(achFieldsOf(full), full);
  assert.deepEqual(achFieldsOf({ companyEntryDescription: "  RENT ", companyDiscretionaryData: " " }), {
    companyEntryDescription: "RENT",
  });
  assert.equal(achFieldsOf({ companyEntryDescription: "" }), undefined);
  assert.equal(achFieldsOf(null), undefined);
});

test("refuses descriptions of other entries than payments", () => {
  for (const description of ["PURCHASE", "reversal", " RECLAIM ", "ACCTVERIFY", "RETURN FEE"])
    assert.match(messages({ companyEntryDescription: description })[0] ?? "", /reserve for other entries/);
  assert.deepEqual(messages({ companyEntryDescription: "PAYROLL" }), []);
});

test("keeps the fields of a recipient until they are entered again or erased", () => {
  const before: { readonly achFields?: AchFields } = { achFields: { companyEntryDescription: "RENT" } };
  assert.deepEqual(keepingAchFields<typeof before>({}, before), before);
  assert.deepEqual(keepingAchFields<typeof before>({ achFields: {} }, before), {});
  const other = { achFields: { companyEntryDescription: "LEASE" } };
  assert.deepEqual(keepingAchFields<typeof before>(other, before), other);
  assert.deepEqual(keepingAchFields({}, null), {});
});
