import { newYorkDay } from "bursar-banking/calendar/new-york";
import { assert } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import { reportUnproven } from "#kernel/proofs/unproven-row.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";
import { balanceBefore } from "#records/ledger";
import {
  type OpenSide,
  openMovementsSide,
  type StatementChain,
  shareReconciled,
  statementChains,
  timingOf,
  type WaitingReport,
  waitingReports,
} from "./balances.queries.ts";
import { daysInTransit, sumOfDays } from "./in-transit.ts";

/** An account's latest statement compared with the ledger. Amounts are in cents. */
export interface ExplainedStatement {
  /** `YYYY-MM-DD`. */
  readonly closesOn: string;
  readonly closingMinor: bigint;
  /** At the end of that day, including holds. */
  readonly ledgerMinor: bigint;
  /** Closing balance minus ledger balance. */
  readonly differenceMinor: bigint;
  /** The parts of the difference. They add up to it (law 38). */
  readonly parts: {
    /** Opening balance of the first statement minus the ledger's. */
    readonly openingMinor: bigint;
    /** Movements of missing statements. */
    readonly missingMinor: bigint;
    /** Matched, but on different days: one side has it by the closing day. */
    readonly timingMinor: bigint;
    /** The bank has them, the ledger does not. */
    readonly unmatchedMinor: bigint;
    /** The ledger has them, the bank does not; with the opposite sign. */
    readonly inTransitMinor: bigint;
  };
}

export interface ReconciledBalances {
  readonly accountId: AccountId;
  /** Undefined while there are only intraday reports. */
  readonly statement: ExplainedStatement | undefined;
  /** Open movements of the bank: of statements, and of later intraday reports. */
  readonly bank: OpenSide;
  readonly intraday: OpenSide;
  /** Open entries of the ledger until the closing day. */
  readonly ledger: OpenSide;
  /** Statements of which pages are missing. */
  readonly incomplete: readonly WaitingReport[];
}

/**
 * Compares every account of which the bank has reported something with the ledger. Both balances are proven or checked;
 * what lies between them is summed from rows that are not. If it does not add up, what is matched was falsified:
 * the account is reported, and its statement is not shown as explained.
 */
export const explainBalances = (
  service: Pick<Service, "database" | "clock" | "log" | "vault">,
  organizationId: OrganizationId,
): Promise<readonly ReconciledBalances[]> =>
  service.database.transaction(async (tx) => {
    const today = newYorkDay(service.clock.now());
    const accounts = await shareReconciled(tx, organizationId);
    const chains = new Map((await statementChains(tx, organizationId)).map((chain) => [chain.accountId, chain]));
    const waiting = Map.groupBy(await waitingReports(tx, organizationId), ({ accountId }) => accountId);
    const found: ReconciledBalances[] = [];
    for (const { accountId } of accounts) {
      const chain = chains.get(accountId);
      const explained = await explain(tx, { organizationId, accountId, today, chain });
      const incomplete = waiting.get(accountId) ?? [];
      // Today's entries may come between two statements of this transaction.
      const isOver = chain !== undefined && chain.closesOn < today;
      const isFalsified = isOver && !addsUp(explained.statement);
      if (isFalsified) reportUnproven(service, { organizationId, table: "reconciled_accounts", key: accountId });
      found.push({ ...explained, ...(isFalsified ? { statement: undefined } : {}), incomplete });
    }
    assert(found.length === accounts.length, "each account that the bank reports about is explained");
    return found;
  });

/** Law 38. */
function addsUp(statement: ExplainedStatement | undefined): boolean {
  if (statement === undefined) return true;
  const parts = Object.values(statement.parts).reduce((sum, part) => sum + part, 0n);
  return parts === statement.differenceMinor;
}

interface AccountToExplain {
  readonly organizationId: OrganizationId;
  readonly accountId: AccountId;
  readonly today: string;
  readonly chain: StatementChain | undefined;
}

const nothing: OpenSide = { count: 0n, totalMinor: 0n, upTo1Day: 0n, upTo7Days: 0n, upTo30Days: 0n, older: 0n };

async function explain(
  tx: Tx,
  { organizationId, accountId, today, chain }: AccountToExplain,
): Promise<Omit<ReconciledBalances, "incomplete">> {
  const account = { organizationId, accountId };
  const bank = await openMovementsSide(tx, account, { today, listed: true });
  const intraday = await openMovementsSide(tx, account, { today, listed: false });
  if (chain === undefined) return { accountId, statement: undefined, bank, intraday, ledger: nothing };
  const { closesOn, startsOn, closingMinor, openingMinor, missingMinor } = chain;
  const nextDay = Temporal.PlainDate.from(closesOn).add({ days: 1 });
  const ledger = sumOfDays(await daysInTransit(tx, account, chain), today);
  const ledgerMinor = await balanceBefore(tx, organizationId, { accountId, day: nextDay.toString() });
  const ledgerOpeningMinor = await balanceBefore(tx, organizationId, { accountId, day: startsOn });
  const timing = await timingOf(tx, account, chain);
  const statement: ExplainedStatement = {
    closesOn,
    closingMinor,
    ledgerMinor,
    differenceMinor: closingMinor - ledgerMinor,
    parts: {
      openingMinor: openingMinor - ledgerOpeningMinor,
      missingMinor,
      timingMinor: timing.entriesMinor - timing.movementsMinor,
      unmatchedMinor: bank.totalMinor,
      inTransitMinor: -ledger.totalMinor,
    },
  };
  return { accountId, statement, bank, intraday, ledger };
}
