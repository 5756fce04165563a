import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { findForeignCharacter } from "../text/latin-text.ts";
import { accountabilityKindOf } from "./accountability-data.ts";
import { findUuidIn, identificationOf, isUetr, uetrOf } from "./payment-identifiers.ts";

const SOME_V7 = "0197a1b2-c3d4-7e5f-8a6b-0123456789ab";

describe("identifications of a payment", () => {
  test("law: are derived from a UUID, fit 35 characters, and lead back to it", () => {
    fc.assert(
      fc.property(fc.uuid(), fc.stringMatching(/^[A-Z0-9]{0,3}$/), (uuid, prefix) => {
        const identification = identificationOf(uuid, prefix);
        assert.ok(identification.length <= 35);
        assert.equal(findForeignCharacter(identification, "identifier"), undefined);
        assert.equal(findUuidIn(identification), uuid);
      }),
    );
  });

  test("have a prefix of at most three characters and come from a UUID", () => {
    assert.equal(identificationOf(SOME_V7, "E"), "E0197A1B2C3D47E5F8A6B0123456789AB");
    for (const prefix of ["LONG", "e", "-"]) assert.throws(() => identificationOf(SOME_V7, prefix), RangeError);
    for (const uuid of ["", "42", SOME_V7.toUpperCase()]) assert.throws(() => identificationOf(uuid), RangeError);
    for (const text of ["", "E42", "X".repeat(35)]) assert.equal(findUuidIn(text), undefined);
  });
});

describe("UETR", () => {
  test("law: every UUID has one, always the same, of version 4", () => {
    fc.assert(
      fc.property(fc.uuid(), (uuid) => {
        const uetr = uetrOf(uuid);
        assert.ok(isUetr(uetr), uetr);
        assert.equal(uetrOf(uuid), uetr);
      }),
    );
  });

  test("is fixed forever for a given payment", () => {
    assert.equal(uetrOf(SOME_V7), "70f462c1-019e-4688-900a-1e72f7d9fd40");
    assert.equal(uetrOf("8a562c67-ca16-48ba-b074-65581be6f001"), "8a562c67-ca16-48ba-b074-65581be6f001");
    assert.throws(() => uetrOf("not a uuid"), RangeError);
  });

  test("is a UUID of version 4 in lower case", () => {
    for (const text of ["", SOME_V7, "8A562C67-CA16-48BA-B074-65581BE6F001"]) assert.equal(isUetr(text), false, text);
  });
});

describe("accountability data", () => {
  const cases: readonly (readonly [text: string, kind: "IMAD" | "OMAD" | undefined])[] = [
    ["20261120MMQFMP9N000042", "IMAD"],
    ["20261120F2QCZ00W00002611201458FT03", "OMAD"],
    ["20240229MMQFMP9N000001", "IMAD"],
    ["20261131MMQFMP9N000042", undefined],
    ["20261120MMQFMP9N000000", undefined],
    ["20261120MMQFmp9n000042", undefined],
    ["20261120F2QCZ00W00002611202458FT03", undefined],
    ["20261120F2QCZ00W00002613201458FT03", undefined],
    ["", undefined],
    ["WT3260001", undefined],
    ["2".repeat(100_000), undefined],
  ];
  for (const [text, kind] of cases)
    test(`${text.slice(0, 40)} is ${kind ?? "neither"}`, () => assert.equal(accountabilityKindOf(text), kind));
});
