import type { ReportedMovement } from "../reading/reported-account.ts";

/** A movement that is known from an earlier report. */
export interface KnownMovement {
  readonly movementId: string;
  readonly bookedOn: string;
  readonly amountMinor: bigint;
  readonly isReturn: boolean;
  readonly bankReference: string | null;
  /** A statement has it. */
  readonly isListed: boolean;
}

/** For each reported movement, in their order: the known movement that it is, or undefined if it is new. */
export type Placement<Known> = readonly (Known | undefined)[];

/**
 * Finds out which reported movements are known. The same movement is reported intraday and in the statement, by some
 * banks with its reference in one and without it in the other, or a day apart. Equal movements are counted: the third of
 * a report is the third known one. A statement is complete, so what is listed in another statement is not what it
 * reports.
 *
 * @param canBeListed True for reports that repeat what a statement has: intraday ones, and repeats of that statement.
 */
export function placeMovements<Known extends KnownMovement>(
  reported: readonly ReportedMovement[],
  earlier: readonly Known[],
  { canBeListed }: { readonly canBeListed: boolean },
): Placement<Known> {
  const candidates = earlier.filter(({ isListed }) => canBeListed || !isListed);
  const taken = new Set<Known>();
  const placed: (Known | undefined)[] = reported.map(() => undefined);
  for (const keyOf of [exactKey, keyOfReference]) place({ reported, candidates, taken, placed, keyOf });
  // What is left has no reference in one of the reports.
  const left = { reported, candidates, taken, placed, keyOf: keyOfDay };
  place({
    ...left,
    reported: reported.map((movement) => (movement.bankReference === undefined ? movement : undefined)),
  });
  place({ ...left, candidates: candidates.filter(({ bankReference }) => bankReference === null) });
  return placed;
}

interface Facts {
  readonly bookedOn: string;
  readonly amountMinor: bigint;
  readonly isReturn: boolean;
  readonly bankReference?: string | null | undefined;
}

interface Round<Known> {
  readonly reported: readonly (ReportedMovement | undefined)[];
  readonly candidates: readonly Known[];
  readonly taken: Set<Known>;
  readonly placed: (Known | undefined)[];
  /** Undefined: this round cannot compare it. */
  readonly keyOf: (movement: Facts) => string | undefined;
}

const keyOfDay = ({ bookedOn, amountMinor, isReturn }: Facts): string => `${bookedOn} ${amountMinor} ${isReturn}`;
const exactKey = (movement: Facts): string | undefined =>
  movement.bankReference == null ? undefined : `${movement.bookedOn} ${movement.amountMinor} ${movement.bankReference}`;
const keyOfReference = ({ amountMinor, bankReference }: Facts): string | undefined =>
  bankReference == null ? undefined : `${amountMinor} ${bankReference}`;

function place<Known extends KnownMovement>({ reported, candidates, taken, placed, keyOf }: Round<Known>): void {
  const queues = new Map<string, Known[]>();
  // In reverse, so that the first one is taken from the end.
  for (const movement of candidates.toReversed()) {
    const key = keyOf(movement);
    if (key === undefined || taken.has(movement)) continue;
    const queue = queues.get(key);
    if (queue === undefined) queues.set(key, [movement]);
    else queue.push(movement);
  }
  for (const [index, movement] of reported.entries()) {
    if (movement === undefined || placed[index] !== undefined) continue;
    const key = keyOf(movement);
    const found = key === undefined ? undefined : queues.get(key)?.pop();
    if (found === undefined) continue;
    taken.add(found);
    placed[index] = found;
  }
}
