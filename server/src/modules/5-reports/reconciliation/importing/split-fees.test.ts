import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { ReportedMovement } from "../reading/reported-account.ts";
import { type KnownWhole, splitFees } from "./split-fees.ts";

const booking = (
  amountMinor: bigint,
  feeMinor: bigint,
  bankReference: string | undefined = "R1",
): ReportedMovement => ({
  bookedOn: "2026-11-25",
  amountMinor,
  feeMinor,
  isReturn: false,
  bankReference,
  code: "PMNT/ICDT/DMCT",
  counterparty: "Acme",
  remittance: undefined,
  description: undefined,
  details: [["E1"]],
});
const storedWhole = (movementId: string, amountMinor: bigint, more: Partial<KnownWhole> = {}): KnownWhole => ({
  movementId,
  amountMinor,
  bankReference: "R1",
  bookedOn: "2026-11-25",
  isReturn: false,
  isListed: false,
  isOpen: true,
  ...more,
});
const split = (reported: readonly ReportedMovement[], earlier: readonly KnownWhole[] = [], canBeListed = false) => {
  const { movements, replaced } = splitFees(reported, earlier, { canBeListed });
  return {
    movements: movements.map(({ amountMinor, details }) => [amountMinor, details.flat().join()]),
    replaced: replaced.map(({ movementId }) => movementId),
  };
};
const two = [
  [-150_000n, "E1"],
  [-2_600n, ""],
];

describe("a fee in a booking", () => {
  test("is a movement of its own, next to the payment with its own amount", () => {
    assert.deepEqual(split([booking(-152_600n, 2_600n)]), { movements: two, replaced: [] });
    assert.deepEqual(split([booking(147_400n, 2_600n)]).movements, [
      [150_000n, "E1"],
      [-2_600n, ""],
    ]);
    assert.deepEqual(split([booking(-152_600n, 0n)]).movements, [[-152_600n, "E1"]]);
    const [, fee] = splitFees([booking(-152_600n, 2_600n)], [], { canBeListed: false }).movements;
    assert.deepEqual([fee?.code, fee?.description], ["PMNT/ICDT/CHRG", "Bank fee in a booking of $1,526.00"]);
  });

  test("replaces what an earlier report did not tell apart, unless a person or a statement has decided", () => {
    const whole = storedWhole("a", -152_600n);
    assert.deepEqual(split([booking(-152_600n, 2_600n)], [whole]), { movements: two, replaced: ["a"] });
    for (const [earlier, canBeListed] of [
      [{ ...whole, isOpen: false }, false],
      [{ ...whole, isListed: true }, true],
    ] as const)
      assert.deepEqual(split([booking(-152_600n, 2_600n)], [earlier], canBeListed), {
        movements: [[-152_600n, "E1"]],
        replaced: [],
      });
    assert.deepEqual(split([booking(-152_600n, 2_600n)], [{ ...whole, isListed: true }]).movements, two);
  });

  test("is the same one in a report that does not tell it apart", () => {
    const parts = [storedWhole("fee", -2_600n), storedWhole("paid", -150_000n)];
    assert.deepEqual(split([booking(-152_600n, 0n)], parts), { movements: two, replaced: [] });
    assert.deepEqual(
      split([booking(147_400n, 0n)], [storedWhole("fee", -2_600n), storedWhole("paid", 150_000n)]).movements,
      [
        [150_000n, "E1"],
        [-2_600n, ""],
      ],
    );
    for (const others of [
      [storedWhole("fee", -2_500n), storedWhole("paid", -150_000n)],
      [...parts, storedWhole("more", -1n)],
      parts.map((part) => ({ ...part, bankReference: "R2" })),
      parts.map((part) => ({ ...part, isListed: true })),
    ])
      assert.deepEqual(split([booking(-152_600n, 0n)], others).movements, [[-152_600n, "E1"]]);
    assert.deepEqual(
      split(
        [booking(-152_600n, 0n, "")].map((movement) => ({ ...movement, bankReference: undefined })),
        parts,
      ).movements,
      [[-152_600n, "E1"]],
    );
  });
});
