import { assert } from "#kernel/assert.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { TransactionId } from "#kernel/values/ids.ts";
import { inBatches } from "#kernel/values/in-batches.ts";
import type { LedgerSide, OpenMovement, ReconciledAccount } from "../movement.ts";
import { endedBeforeSettling, unmatchedEntriesOf } from "./matches.queries.ts";
import { type SameMoney, sumOf } from "./record-match.ts";

/** A movement with the payments that it is about. */
export interface NamingMovement {
  readonly movement: OpenMovement;
  readonly payments: readonly TransactionId[];
}

export interface OpenSides {
  readonly naming: readonly NamingMovement[];
  /** Money that came back, without references. */
  readonly credits: readonly OpenMovement[];
}

/**
 * Payments that ended as failed or blocked after their file had reached the bank: the bank books them, alone or in a
 * batch, and credits them later, and the ledger has neither. All movements about the same payments are one match with
 * the entries of those that settled, which may be none, once the sums agree. Credits without references complete it if
 * as many of an amount are wanted as there are.
 */
export async function findRefused(
  tx: Tx,
  account: ReconciledAccount,
  { naming, credits }: OpenSides,
): Promise<readonly SameMoney[]> {
  const groups = groupsOf(naming);
  const refused = await refusedOf(tx, account, groups);
  const concerned = groups.filter(({ payments }) => payments.some((payment) => refused.has(payment)));
  if (concerned.length === 0) return [];
  const entries = await entriesOf(tx, account, concerned);
  const found: SameMoney[] = [];
  const lacking: Lacking[] = [];
  for (const { naming: named, payments } of concerned) {
    // What is neither settled nor refused is still on its way.
    if (!payments.every((payment) => refused.has(payment) || entries.has(payment))) continue;
    const settled = payments.flatMap((payment) => (refused.has(payment) ? [] : (entries.get(payment) ?? [])));
    const movements = named.map(({ movement }) => movement);
    const lackingMinor = sumOf(settled) - sumOf(movements);
    const same = { movements, entries: settled };
    if (lackingMinor === 0n) found.push(same);
    else if (lackingMinor > 0n) {
      const credited = new Set(named.flatMap(({ movement, payments: own }) => (movement.amountMinor > 0n ? own : [])));
      const left = payments.filter((payment) => refused.has(payment) && !credited.has(payment));
      const each = left.map((payment) => -(refused.get(payment) ?? 0n));
      lacking.push({ same, lackingMinor, each });
    }
  }
  return [...found, ...completed(lacking, credits)];
}

interface Group {
  readonly naming: readonly NamingMovement[];
  readonly payments: readonly TransactionId[];
}

/** Movements that are about the same payments, directly or through others. */
function groupsOf(naming: readonly NamingMovement[]): readonly Group[] {
  const parents = new Map<TransactionId, TransactionId>();
  const rootOf = (payment: TransactionId): TransactionId => {
    let root = payment;
    for (let parent = parents.get(root); parent !== undefined && parent !== root; parent = parents.get(root)) {
      // Shortens the path, so that long chains stay cheap.
      parents.set(root, parents.get(parent) ?? parent);
      root = parent;
    }
    return root;
  };
  for (const { payments } of naming) {
    const [first] = payments;
    for (const payment of payments) {
      if (!parents.has(payment)) parents.set(payment, payment);
      if (first !== undefined) parents.set(rootOf(payment), rootOf(first));
    }
  }
  const payments = Map.groupBy(parents.keys(), rootOf);
  const named = Map.groupBy(naming, ({ payments: [first] }) => first && rootOf(first));
  return [...payments].map(([root, own]) => ({ payments: own, naming: named.get(root) ?? [] }));
}

/** What each refused payment would have taken from the account: cents, below zero. */
async function refusedOf(tx: Tx, account: ReconciledAccount, groups: readonly Group[]) {
  const refused = new Map<TransactionId, bigint>();
  for (const part of inBatches(groups.flatMap(({ payments }) => payments)))
    for (const { transactionId, amountMinor } of await endedBeforeSettling(tx, account, part)) {
      assert(amountMinor < 0n, "a refused payment would have taken money from its account");
      refused.set(transactionId, amountMinor);
    }
  return refused;
}

async function entriesOf(tx: Tx, account: ReconciledAccount, groups: readonly Group[]) {
  const entries: LedgerSide[] = [];
  for (const part of inBatches(groups.flatMap(({ payments }) => payments)))
    entries.push(...(await unmatchedEntriesOf(tx, account, part)));
  return Map.groupBy(entries, ({ transactionId }) => transactionId);
}

/** A match without some of its credits. */
interface Lacking {
  readonly same: SameMoney;
  /** Cents, above zero. */
  readonly lackingMinor: bigint;
  /** The amounts of its refused payments that no credit names. */
  readonly each: readonly bigint[];
}

/** A bank credits what it refused at most that many days later; one of an equal amount may be taken for it. */
const DAYS_APART_MAX = 10;

/** Adds credits without references: one of the whole amount, or one for each payment. */
function completed(lacking: readonly Lacking[], credits: readonly OpenMovement[]): readonly SameMoney[] {
  const supply = Map.groupBy(credits, ({ amountMinor }) => amountMinor);
  const demands = lacking.flatMap(({ same, lackingMinor, each }) => {
    // What a return lacks is not refused money.
    if (each.reduce((sum, amount) => sum + amount, 0n) !== lackingMinor) return [];
    return [{ same, amounts: supply.has(lackingMinor) ? [lackingMinor] : each }];
  });
  const demand = new Map<bigint, number>();
  for (const amount of demands.flatMap(({ amounts }) => amounts)) demand.set(amount, (demand.get(amount) ?? 0) + 1);
  const taken = new Set<OpenMovement>();
  return demands.flatMap(({ same, amounts }) => {
    if (!amounts.every((amount) => demand.get(amount) === supply.get(amount)?.length)) return [];
    const day = Temporal.PlainDate.from(same.movements[0]?.bookedOn ?? "");
    const from = day.subtract({ days: DAYS_APART_MAX }).toString();
    const to = day.add({ days: DAYS_APART_MAX }).toString();
    const own = amounts.flatMap((amount) => {
      const credit = supply
        .get(amount)
        ?.find((movement) => !taken.has(movement) && movement.bookedOn >= from && movement.bookedOn <= to);
      if (credit !== undefined) taken.add(credit);
      return credit ?? [];
    });
    if (own.length === amounts.length) return [{ movements: [...same.movements, ...own], entries: same.entries }];
    for (const credit of own) taken.delete(credit);
    return [];
  });
}
