import { assert } from "#kernel/assert.ts";
import { formatUsd } from "#kernel/values/money.ts";
import type { ReportedMovement } from "../reading/reported-account.ts";
import { type KnownMovement, placeMovements } from "./place-movements.ts";

/** A known movement, and whether nothing was decided about it. */
export interface KnownWhole extends KnownMovement {
  readonly isOpen: boolean;
}

export interface Split<Known> {
  /** What the report says, with the payment and the fee of a booking as two movements. */
  readonly movements: readonly ReportedMovement[];
  /** Known movements that these replace: an earlier report did not say that they contain a fee. */
  readonly replaced: readonly Known[];
}

/**
 * A booking that contains a fee of the bank is two movements, so that the payment is found by its own amount, and the fee is
 * seen. Reports of one booking differ in what they tell: a booking that is known as one movement stays one if a statement has
 * it or a person has matched it, and one that is known as two is the same two without its details.
 *
 * @param canBeListed As for {@link placeMovements}.
 */
export function splitFees<Known extends KnownWhole>(
  reported: readonly ReportedMovement[],
  earlier: readonly Known[],
  { canBeListed }: { readonly canBeListed: boolean },
): Split<Known> {
  const placed = placeMovements(reported, earlier, { canBeListed });
  const taken = new Set(placed.filter((place) => place !== undefined));
  const replaced: Known[] = [];
  const movements = reported.flatMap((movement, index): readonly ReportedMovement[] => {
    const place = placed[index];
    if (movement.feeMinor === 0n) return place === undefined ? partsOf(movement) : [movement];
    if (place !== undefined && (place.isListed || !place.isOpen)) return [movement];
    if (place !== undefined) replaced.push(place);
    return payAndFee(movement);
  });
  assert(sumOf(movements) === sumOf(reported), "a booking is as much as its payment and its fee");
  assert(movements.length >= reported.length, "no booking is left out");
  return { movements, replaced };

  /** The two movements as which an earlier report knew it. */
  function partsOf(movement: ReportedMovement): readonly ReportedMovement[] {
    const { bankReference, amountMinor } = movement;
    if (bankReference === undefined) return [movement];
    const parts = earlier.filter(
      (stored) => stored.bankReference === bankReference && !taken.has(stored) && (canBeListed || !stored.isListed),
    );
    const [fee, payment, ...others] = parts.toSorted((a, b) =>
      magnitude(a.amountMinor) < magnitude(b.amountMinor) ? -1 : 1,
    );
    if (fee === undefined || payment === undefined || others.length > 0) return [movement];
    const areIt = fee.amountMinor < 0n && fee.amountMinor + payment.amountMinor === amountMinor;
    return areIt ? payAndFee({ ...movement, feeMinor: -fee.amountMinor }) : [movement];
  }
}

const sumOf = (movements: readonly ReportedMovement[]): bigint =>
  movements.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
const magnitude = (minor: bigint): bigint => (minor < 0n ? -minor : minor);

function payAndFee(movement: ReportedMovement): readonly ReportedMovement[] {
  const { amountMinor, feeMinor, bookedOn, bankReference, code } = movement;
  assert(feeMinor > 0n, "a fee leaves the account");
  const [domain = "", family = ""] = code.split("/");
  return [
    { ...movement, amountMinor: amountMinor + feeMinor, feeMinor: 0n },
    {
      bookedOn,
      amountMinor: -feeMinor,
      feeMinor: 0n,
      isReturn: false,
      bankReference,
      // ISO 20022, ExternalBankTransactionSubFamily1Code: charges.
      code: `${domain}/${family}/CHRG`,
      counterparty: undefined,
      remittance: undefined,
      description: `Bank fee in a booking of $${formatUsd(magnitude(amountMinor))}`,
      details: [],
    },
  ];
}
