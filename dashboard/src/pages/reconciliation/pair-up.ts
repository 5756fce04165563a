import type { BankMovement, LedgerEntry } from "../../api/generated/types.gen.ts";

/** A line of the bank, and the transaction that is probably the same money. */
export interface Pair {
  readonly movement: BankMovement;
  readonly entry: LedgerEntry | undefined;
  /** Nothing else can be meant: a click accepts all of these together. */
  readonly isExact: boolean;
}

export const keyOfLedgerEntry = ({
  transactionId,
  enteredAt,
}: Pick<LedgerEntry, "transactionId" | "enteredAt">): string => `${transactionId} ${enteredAt}`;

/** Banks write names in capitals, and leave out punctuation. */
const plain = (name: string | null): string => (name ?? "").toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "");

const hasSameName = ({ counterparty }: BankMovement, { counterpartyName }: LedgerEntry): boolean =>
  plain(counterparty) !== "" && plain(counterparty) === plain(counterpartyName);

/**
 * Gives each line one of the transactions that the service suggests for it, and no transaction to two lines. Suggestions
 * have the line's amount and are near in time. A pair is exact if the names agree, too, or if neither side has another
 * candidate. Lines in `refused` stay alone.
 */
export function pairUp(movements: readonly BankMovement[], refused: ReadonlySet<string>): readonly Pair[] {
  const asked = movements.filter(({ id }) => !refused.has(id));
  const linesOfEntry = Map.groupBy(
    asked.flatMap(({ transactions }) => transactions.map(keyOfLedgerEntry)),
    (key) => key,
  );
  const taken = new Set<string>();
  const pairs = new Map<string, Pair>();
  const take = (isExact: boolean, fits: (movement: BankMovement, entry: LedgerEntry) => boolean) => {
    for (const movement of asked) {
      if (pairs.has(movement.id)) continue;
      const entry = movement.transactions.find((each) => !taken.has(keyOfLedgerEntry(each)) && fits(movement, each));
      if (entry === undefined) continue;
      taken.add(keyOfLedgerEntry(entry));
      pairs.set(movement.id, { movement, entry, isExact });
    }
  };
  take(true, hasSameName);
  take(
    true,
    ({ transactions }, entry) => transactions.length === 1 && linesOfEntry.get(keyOfLedgerEntry(entry))?.length === 1,
  );
  take(false, () => true);
  return movements.map((movement) => pairs.get(movement.id) ?? { movement, entry: undefined, isExact: false });
}
