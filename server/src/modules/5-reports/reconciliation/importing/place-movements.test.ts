import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { ReportedMovement } from "../reading/reported-account.ts";
import { type KnownMovement, placeMovements } from "./place-movements.ts";
import { placeInChain } from "./statement-chain.ts";

const reported = (bankReference?: string, more: Partial<ReportedMovement> = {}): ReportedMovement => ({
  bookedOn: "2026-11-20",
  amountMinor: 100n,
  feeMinor: 0n,
  isReturn: false,
  bankReference,
  code: "PMNT/RCDT/ATXN",
  counterparty: undefined,
  remittance: undefined,
  description: undefined,
  details: [],
  ...more,
});
const knownMovement = (
  movementId: string,
  bankReference: string | null,
  more: Partial<KnownMovement> = {},
): KnownMovement => ({
  movementId,
  bankReference,
  bookedOn: "2026-11-20",
  amountMinor: 100n,
  isReturn: false,
  isListed: false,
  ...more,
});
const place = (movements: readonly ReportedMovement[], of: readonly KnownMovement[], canBeListed = false) =>
  placeMovements(movements, of, { canBeListed }).map((place) => place?.movementId);

describe("a reported movement is known", () => {
  test("by the bank's reference, also a day later", () => {
    const before = [knownMovement("a", "R1"), knownMovement("b", "R2")];
    assert.deepEqual(place([reported("R2"), reported("R1"), reported("R3")], before), ["b", "a", undefined]);
    assert.deepEqual(place([reported("R1", { bookedOn: "2026-11-23" })], before), ["a"]);
  });

  test("by its place among equal ones, where a report has no references", () => {
    assert.deepEqual(
      place([reported(), reported(), reported()], [knownMovement("a", null), knownMovement("b", null)]),
      ["a", "b", undefined],
    );
    assert.deepEqual(place([reported("R1"), reported("R2")], [knownMovement("a", null)]), ["a", undefined]);
    assert.deepEqual(place([reported()], [knownMovement("a", "R1")]), ["a"]);
  });

  test("never by amount alone if both have references, or one is a return", () => {
    assert.deepEqual(place([reported("R9")], [knownMovement("a", "R1")]), [undefined]);
    assert.deepEqual(place([reported(undefined, { isReturn: true })], [knownMovement("a", null)]), [undefined]);
  });

  test("in a statement only if no other statement has it", () => {
    const listed = [knownMovement("a", "R1", { isListed: true })];
    assert.deepEqual(place([reported("R1", { bookedOn: "2026-11-23" })], listed), [undefined]);
    assert.deepEqual(place([reported("R1")], listed, true), ["a"]);
  });
});

describe("a statement's place among others", () => {
  const statement = (day: number, openingMinor: bigint, closingMinor: bigint, from = day) => ({
    statementId: `${day}`,
    fromOn: `2026-11-${String(from).padStart(2, "0")}`,
    closesOn: `2026-11-${String(day).padStart(2, "0")}`,
    openingMinor,
    closingMinor,
  });
  const friday = statement(20, 100n, 70n);
  const kindOf = (period: ReturnType<typeof statement>, of = [friday]) => placeInChain(period, of).kind;

  test("its opening balance is the closing balance before it, over a weekend too", () => {
    assert.equal(kindOf(statement(23, 70n, 10n)), "new");
    assert.equal(kindOf(statement(23, 71n, 10n)), "conflict");
    assert.equal(kindOf(statement(19, 5n, 100n)), "new");
    assert.equal(kindOf(statement(19, 5n, 99n)), "conflict");
  });

  test("balances need not agree where a statement may be missing", () =>
    assert.equal(kindOf(statement(24, 71n, 10n)), "new"));

  test("the same days are a repeat with the same balances, and a conflict with others", () => {
    assert.equal(kindOf(statement(20, 100n, 70n)), "repeat");
    assert.equal(kindOf(statement(20, 100n, 60n)), "conflict");
    assert.equal(kindOf(statement(30, 100n, 60n, 16)), "conflict", "a month that has a day that is known");
  });
});
