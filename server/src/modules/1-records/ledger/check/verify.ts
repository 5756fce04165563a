import { assert, present } from "#kernel/assert.ts";
import type { Database, Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { formatUsd } from "#kernel/values/money.ts";
import {
  agrees,
  type ComparedBalanceRow,
  compareBalances,
  type LedgerAccountId,
  prepareLongRead,
} from "#records/ledger";
import {
  countLedgerTransactions,
  type DisagreeingRow,
  disagreeingTransactions,
  disagreeingTreasuries,
  organizationIds,
  pageEnd,
} from "./verify.queries.ts";

/** A mismatch. Amounts are in cents. */
export interface LedgerDifference {
  readonly kind: "balance" | "sum" | "transaction";
  readonly organizationId: OrganizationId;
  /** The account to stop; undefined if the difference belongs to no single account. */
  readonly ledgerAccountId: LedgerAccountId | undefined;
  readonly transactionId: TransactionId | undefined;
  /** What disagrees, as a sentence for operators. */
  readonly problem: string;
}

export interface LedgerReport {
  readonly organizations: number;
  readonly accounts: number;
  readonly transactions: bigint;
  readonly entries: bigint;
  readonly differences: readonly LedgerDifference[];
}

/** Transactions per statement: bounds its time and memory. */
const PAGE_SIZE = 20_000;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";
const LAST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** A running verification: each step is one statement, and the consumer controls the pace. */
export type Verification = AsyncGenerator<undefined, LedgerReport, undefined>;

/**
 * Compares every balance with its postings, their sum with zero, every transaction with its entries, and the holdings of
 * treasury accounts with their balances. Each comparison is one statement, so concurrent payments do not appear as a
 * difference. Read-only.
 */
export async function verifyLedger(database: Database, organizationId?: OrganizationId): Promise<LedgerReport> {
  const steps = verifyInSteps(database, organizationId);
  for (;;) {
    const step = await steps.next();
    if (step.done) return step.value;
  }
}

/** The same, one step at a time. Nothing is locked between steps, so it can be abandoned. */
export async function* verifyInSteps(database: Database, organizationId?: OrganizationId): Verification {
  const organizations = organizationId
    ? [organizationId]
    : (await organizationIds(database)).map((row) => row.organization_id);
  let report: LedgerReport = {
    organizations: organizations.length,
    accounts: 0,
    transactions: 0n,
    entries: 0n,
    differences: [],
  };
  for (const organization of organizations) {
    const rows = await longRead(database, (tx) => compareBalances(tx, organization));
    yield;
    const treasuries = await longRead(database, (tx) => disagreeingTreasuries(tx, organization));
    yield;
    const counted = await longRead(database, (tx) => countLedgerTransactions(tx, organization));
    yield;
    report = {
      ...report,
      accounts: report.accounts + rows.length,
      transactions: report.transactions + counted.transactions,
      entries: report.entries + counted.entries,
      differences: [
        ...report.differences,
        ...balanceDifferences(organization, rows),
        ...treasuries.map((row) => treasuryDifference(organization, row)),
        ...(yield* transactionDifferences(database, organization)),
      ],
    };
  }
  return report;
}

const longRead = <T>(database: Database, read: (tx: Tx) => Promise<T>): Promise<T> =>
  database.transaction(async (tx) => {
    await prepareLongRead(tx);
    return read(tx);
  });

function balanceDifferences(
  organizationId: OrganizationId,
  rows: readonly ComparedBalanceRow[],
): readonly LedgerDifference[] {
  assert(new Set(rows.map((row) => row.ledger_account_id)).size === rows.length, "each account is compared once");
  const differences: LedgerDifference[] = rows
    .filter((row) => !agrees(row))
    .map((row) => ({
      kind: "balance",
      organizationId,
      ledgerAccountId: row.ledger_account_id,
      transactionId: undefined,
      problem: `stored ${sides(row.available_minor, row.held_minor)}, entries say ${sides(row.entered_available_minor, row.entered_held_minor)}`,
    }));
  const sumMinor = rows.reduce((sum, row) => sum + row.entered_available_minor + row.entered_held_minor, 0n);
  if (sumMinor !== 0n) {
    differences.push({
      kind: "sum",
      organizationId,
      ledgerAccountId: undefined,
      transactionId: undefined,
      problem: `all postings sum to ${formatUsd(sumMinor)}, not to zero`,
    });
  }
  return differences;
}

const treasuryDifference = (
  organizationId: OrganizationId,
  row: Awaited<ReturnType<typeof disagreeingTreasuries>>[number],
): LedgerDifference => ({
  kind: "balance",
  organizationId,
  ledgerAccountId: row.account_id,
  transactionId: undefined,
  problem: `cash and shares are ${formatUsd(row.total_minor)}, the ledger says ${formatUsd(row.balance_minor)}`,
});

const sides = (availableMinor: bigint | null, heldMinor: bigint | null): string =>
  availableMinor === null || heldMinor === null
    ? "no balance"
    : `${formatUsd(availableMinor)} available and ${formatUsd(heldMinor)} held`;

async function* transactionDifferences(
  database: Database,
  organizationId: OrganizationId,
): AsyncGenerator<undefined, readonly LedgerDifference[], undefined> {
  const differences: LedgerDifference[] = [];
  // Each page starts where the last one ended and only the last is empty, so the table's size bounds the loop.
  for (let after = FIRST_ID; after !== LAST_ID; ) {
    const page = await longRead(database, async (tx) => {
      const upTo = (await pageEnd(tx, organizationId, after, PAGE_SIZE))?.transaction_id ?? LAST_ID;
      return { upTo, rows: await disagreeingTransactions(tx, organizationId, { after, upTo }) };
    });
    const isOnPage = (id: string): boolean => id > after && id <= page.upTo;
    assert(
      page.rows.every((row) => isOnPage(row.transaction_id)),
      "a transaction is compared on its page only",
    );
    differences.push(...page.rows.map((row) => transactionDifference(organizationId, row)));
    assert(page.upTo > after, "each page of transactions ends after the one before it");
    after = page.upTo;
    yield;
  }
  return differences;
}

function transactionDifference(organizationId: OrganizationId, row: DisagreeingRow): LedgerDifference {
  assert(row.status !== null || row.effects.length > 0, "a difference is about a transaction or about entries");
  return {
    kind: "transaction",
    organizationId,
    ledgerAccountId: row.account_id ?? undefined,
    transactionId: row.transaction_id,
    problem: problemOf(row),
  };
}

function problemOf({ status, amount_minor: amountMinor, effects }: DisagreeingRow): string {
  if (status === null) return `entries (${effects.join(", ")}) of a transaction that does not exist`;
  const amount = formatUsd(present(amountMinor, "a transaction has an amount"));
  return `${status} over ${amount}, but its entries are: ${effects.join(", ") || "none"}, or are of another amount or account`;
}
