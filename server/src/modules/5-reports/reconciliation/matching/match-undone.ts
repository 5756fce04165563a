import { newYorkDate, newYorkInstant } from "bursar-banking/calendar/new-york";
import { type SentUndo, undosSentBetween } from "#bank/file-rails";
import { assert } from "#kernel/assert.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { TransactionId } from "#kernel/values/ids.ts";
import type { LedgerSide, MovementId, OpenMovement, ReconciledAccount } from "../movement.ts";
import type { NamingMovement } from "./match-refused.ts";
import { unmatchedEntriesOf } from "./matches.queries.ts";
import { type SameMoney, sumOf } from "./record-match.ts";

/** A bank credits a reversal when it settles; a recalled wire comes back when its recipient's bank has decided. */
const CREDITED_WITHIN_DAYS = { reversal: 10, recall: 30 } as const;
const UNDOS_MAX = 1_000;

export interface UndoneMoney {
  readonly found: readonly SameMoney[];
  /** What may be money of undone payments: it is not new, even if nobody knows yet which payments'. */
  readonly theirs: ReadonlySet<MovementId>;
}

export interface OpenAfterReferences {
  readonly open: readonly OpenMovement[];
  readonly naming: readonly NamingMovement[];
}

/**
 * Money of payments that the bank was asked to reverse or recall. A credit without references that is the amount of one
 * such payment, or of all in one file, is theirs: it is matched once the ledger has it back, and never booked as new
 * money. If the recipient's bank refused the reversal, the credit and the debit of its return are one match.
 */
export async function findUndone(
  tx: Tx,
  account: ReconciledAccount,
  { open, naming }: OpenAfterReferences,
): Promise<UndoneMoney> {
  const undos = await undosNear(tx, account, open);
  if (undos.length === 0) return { found: [], theirs: new Set() };
  const named = new Set(naming.map(({ movement }) => movement.movementId));
  const unnamed = open.filter(({ movementId }) => !named.has(movementId));
  const refused = refusedOf(undos, { naming, unnamed });
  const entries = Map.groupBy(
    await unmatchedEntriesOf(
      tx,
      account,
      undos.map(({ transactionId }) => transactionId),
    ),
    ({ transactionId }) => transactionId,
  );
  const backOf = (id: TransactionId): LedgerSide | undefined =>
    entries.get(id)?.find(({ amountMinor }) => amountMinor > 0n);
  // What the ledger has back and has found at the bank is no candidate any more.
  const awaited = undos.filter(({ transactionId, state }) => backOf(transactionId) !== undefined || isOpen(state));
  const taken = new Set(refused.flatMap(({ movements }) => movements.map(({ movementId }) => movementId)));
  const credits = unnamed.filter(({ movementId, amountMinor }) => amountMinor > 0n && !taken.has(movementId));
  const groups = groupsOf(awaited);
  const found: SameMoney[] = [];
  const ofUndos = new Set<MovementId>();
  for (const [amountMinor, rivals] of Map.groupBy(credits, (credit) => credit.amountMinor)) {
    const fitting = groups.filter((group) => group.amountMinor === amountMinor);
    const inTime = rivals.filter((credit) => fitting.some((group) => isInTime(group, credit)));
    for (const { movementId } of inTime) ofUndos.add(movementId);
    // One is like the other, but there must be as many of them.
    if (inTime.length !== fitting.length || new Set(fitting.flatMap(({ undos: own }) => own)).size < sizeOf(fitting))
      continue;
    for (const [index, group] of fitting.entries()) {
      const back = group.undos.flatMap(({ transactionId }) => backOf(transactionId) ?? []);
      const credit = inTime[index];
      if (credit === undefined || back.length < group.undos.length) continue;
      assert(sumOf(back) === amountMinor, "what came back is what was paid");
      found.push({ movements: [credit], entries: back });
    }
  }
  return { found: [...refused, ...found], theirs: ofUndos };
}

const sizeOf = (groups: readonly CreditedTogether[]): number =>
  groups.reduce((sum, { undos }) => sum + undos.length, 0);

/** The bank may still credit it, or has. */
const isOpen = (state: SentUndo["state"]): boolean => state === "sent" || state === "pending" || state === "granted";

async function undosNear(
  tx: Tx,
  account: ReconciledAccount,
  open: readonly OpenMovement[],
): Promise<readonly SentUndo[]> {
  const days = open.map(({ bookedOn }) => bookedOn).sort();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const midnight = Temporal.PlainTime.from("00:00");
  const { recall } = CREDITED_WITHIN_DAYS;
  const undos = await undosSentBetween(tx, account, {
    from: newYorkInstant(Temporal.PlainDate.from(first).subtract({ days: recall }), midnight),
    to: newYorkInstant(Temporal.PlainDate.from(last).add({ days: 1 }), midnight),
    limit: UNDOS_MAX,
  });
  assert(undos.length <= UNDOS_MAX, "a pass looks at a bounded number of undone payments");
  return undos;
}

/** What a bank may credit as one amount. */
interface CreditedTogether {
  readonly undos: readonly SentUndo[];
  readonly amountMinor: bigint;
}

/** Each payment alone, and all reversals of a file together. */
function groupsOf(undos: readonly SentUndo[]): readonly CreditedTogether[] {
  const reversals = undos.filter(({ kind }) => kind === "reversal");
  const files = [...Map.groupBy(reversals, ({ fileId }) => fileId).values()].filter((file) => file.length > 1);
  return [...undos.map((undo) => [undo]), ...files].map((group) => ({
    undos: group,
    amountMinor: group.reduce((sum, { amountMinor }) => sum + amountMinor, 0n),
  }));
}

const isInTime = ({ undos }: CreditedTogether, { bookedOn }: OpenMovement): boolean =>
  undos.every(({ kind, sentAt }) => {
    const sentOn = newYorkDate(sentAt);
    const until = sentOn.add({ days: CREDITED_WITHIN_DAYS[kind] }).toString();
    return bookedOn >= sentOn.toString() && bookedOn <= until;
  });

/** A reversal that the recipient's bank returned before the ledger had its money: the bank's two bookings cancel out. */
function refusedOf(
  undos: readonly SentUndo[],
  { naming, unnamed }: { readonly naming: readonly NamingMovement[]; readonly unnamed: readonly OpenMovement[] },
): readonly SameMoney[] {
  return undos.flatMap((undo) => {
    if (undo.kind !== "reversal" || undo.state !== "refused") return [];
    const { transactionId, amountMinor } = undo;
    const own = naming.filter(({ payments }) => payments.length === 1 && payments[0] === transactionId);
    const inTime = (movement: OpenMovement) => isInTime({ undos: [undo], amountMinor }, movement);
    const pick = (amount: bigint): OpenMovement | undefined => {
      const ofThisAmount = own.filter(({ movement }) => movement.amountMinor === amount);
      const like =
        ofThisAmount.length > 0
          ? ofThisAmount.map(({ movement }) => movement)
          : unnamed.filter((movement) => movement.amountMinor === amount);
      const [only, another] = like.filter(inTime);
      return another === undefined ? only : undefined;
    };
    const [credit, debit] = [pick(amountMinor), pick(-amountMinor)];
    return credit === undefined || debit === undefined ? [] : [{ movements: [credit, debit], entries: [] }];
  });
}
