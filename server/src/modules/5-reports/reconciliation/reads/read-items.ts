import { newYorkDay, newYorkInstant } from "bursar-banking/calendar/new-york";
import { assert } from "#kernel/assert.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import { findsRow, keysetOf } from "#kernel/http/paging.queries.ts";
import type { CursorQuery, PageBounds } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";
import { findAccounts } from "#money/accounts";
import { unmatchedEntriesLike } from "../matching/matches.queries.ts";
import type { BankMatchId, LedgerSide, ReconciledAccount } from "../movement.ts";
import { statementChains } from "./balances.queries.ts";
import { daysInTransit, sumOfDays } from "./in-transit.ts";
import {
  type BankMovementRow,
  counterpartiesOf,
  entriesOfMatches,
  movementKey,
  movementWithId,
  oldestOpenEntries,
  pageOfMovements,
} from "./items.queries.ts";

type Reader = Pick<Service, "database">;

/** An entry of the ledger with what a person needs to recognize it. */
export interface ShownEntry extends LedgerSide {
  readonly counterpartyName: string;
}

/** A movement with its match, or with what may be the same money. */
export interface ShownMovement extends BankMovementRow {
  readonly matchKind: "reference" | "booked" | "manual" | null;
  /** Of the match, or what may be the same money. */
  readonly transactions: readonly ShownEntry[];
}

/** The account of the path; refuses with `resourceNotFound`. */
export async function accountToReconcile(
  { database }: Reader,
  organizationId: OrganizationId,
  accountId: string,
): Promise<ReconciledAccount> {
  // A UUID by its schema.
  const [account] = await findAccounts(database, organizationId, [accountId.toLowerCase() as AccountId]);
  if (account === undefined) throw notFound("account");
  assert(account.accountId === accountId.toLowerCase(), "the account read is the requested one");
  return { organizationId, accountId: account.accountId };
}

export async function listMovementsPage(
  service: Reader,
  account: ReconciledAccount,
  { state, query }: { readonly state: "open" | "matched"; readonly query: CursorQuery },
): Promise<{ readonly movements: readonly ShownMovement[]; readonly page: PageBounds }> {
  const { database } = service;
  const keyset = await keysetOf(query, {
    column: movementKey,
    defaultOrder: "desc",
    exists: (id) => findsRow(database, movementWithId(account, id)),
  });
  const found = await pageOfMovements(database, account, { state, keyset });
  const { rows, page } = keyset.finish(found, (row) => row.movementId);
  const matchIds = rows.map(({ matchId }) => matchId).filter((matchId) => matchId !== null);
  const matches = await matchesOf(service, account, matchIds);
  const suggestions = state === "open" ? await suggestionsFor(service, account, rows) : undefined;
  const movements = rows.map((row): ShownMovement => {
    const match = row.matchId === null ? undefined : matches.get(row.matchId);
    const transactions = match?.transactions ?? suggestions?.get(row.movementId) ?? [];
    return { ...row, matchKind: match?.kind ?? null, transactions };
  });
  return { movements, page };
}

interface ShownMatch {
  readonly kind: NonNullable<ShownMovement["matchKind"]>;
  readonly transactions: readonly ShownEntry[];
}

async function matchesOf(
  service: Reader,
  account: ReconciledAccount,
  ids: readonly BankMatchId[],
): Promise<ReadonlyMap<BankMatchId, ShownMatch>> {
  const rows = await entriesOfMatches(service.database, account.organizationId, ids);
  const entries = rows.flatMap((row) => (row.transactionId === null ? [] : [row]));
  const names = await namesOf(service, account, entries);
  const grouped = Map.groupBy(rows, ({ matchId }) => matchId);
  return new Map(
    [...grouped].map(([matchId, group]) => {
      const transactions = group.flatMap((row) =>
        row.transactionId === null ? [] : [{ ...row, counterpartyName: names.get(row.transactionId) ?? "" }],
      );
      return [matchId, { kind: group[0]?.kind ?? "manual", transactions }];
    }),
  );
}

/** A bank books at most this many days before or after us, in an ordinary case. */
const DAYS_APART_MAX = 10;
const SUGGESTIONS_MAX = 3;
const SUGGESTED_FOR_MAX = 50;

/** Unmatched entries with the amount of a movement, at a near date: one person confirms what no reference does. */
async function suggestionsFor(
  service: Reader,
  account: ReconciledAccount,
  rows: readonly BankMovementRow[],
): Promise<ReadonlyMap<string, readonly ShownEntry[]>> {
  const found = new Map<string, readonly LedgerSide[]>();
  for (const { movementId, bookedOn, amountMinor } of rows.slice(0, SUGGESTED_FOR_MAX)) {
    const day = Temporal.PlainDate.from(bookedOn);
    const range = {
      from: midnight(day.subtract({ days: DAYS_APART_MAX })),
      to: midnight(day.add({ days: DAYS_APART_MAX })),
    };
    found.set(
      movementId,
      await unmatchedEntriesLike(service.database, account, { amountMinor, ...range, limit: SUGGESTIONS_MAX }),
    );
  }
  const names = await namesOf(service, account, [...found.values()].flat());
  return new Map([...found].map(([movementId, entries]) => [movementId, entries.map(named(names))]));
}

const midnight = (day: Temporal.PlainDate): Date => newYorkInstant(day, Temporal.PlainTime.from("00:00"));

async function namesOf(
  { database }: Reader,
  account: ReconciledAccount,
  entries: readonly LedgerSide[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(entries.map(({ transactionId }) => transactionId))];
  const rows = await counterpartiesOf(database, account, ids);
  return new Map(rows.map(({ transactionId, counterpartyName }) => [transactionId, counterpartyName]));
}

const named =
  (names: ReadonlyMap<string, string>) =>
  (entry: LedgerSide): ShownEntry => ({ ...entry, counterpartyName: names.get(entry.transactionId) ?? "" });

/** Ledger entries that statements lack. */
export interface InTransit {
  /** The oldest. */
  readonly entries: readonly ShownEntry[];
  readonly count: bigint;
  readonly totalMinor: bigint;
}

/** The ledger entries of an account that its statements lack; none before the first statement. */
export async function readInTransit(
  service: Pick<Service, "database" | "clock">,
  account: ReconciledAccount,
  limit: number,
): Promise<InTransit> {
  const { database } = service;
  const chains = await statementChains(database, account.organizationId);
  const chain = chains.find(({ accountId }) => accountId === account.accountId);
  if (chain === undefined) return { entries: [], count: 0n, totalMinor: 0n };
  const days = await daysInTransit(database, account, chain);
  const found: LedgerSide[] = [];
  // Day by day: the days between them have nothing that could be found.
  for (const { day } of days) {
    const date = Temporal.PlainDate.from(day);
    const range = { from: midnight(date), to: midnight(date.add({ days: 1 })), limit: limit - found.length };
    assert(range.limit >= 0, "a list of entries is bounded");
    if (range.limit > 0) found.push(...(await oldestOpenEntries(database, account, range)));
  }
  const { count, totalMinor } = sumOfDays(days, newYorkDay(service.clock.now()));
  const names = await namesOf(service, account, found);
  return { entries: found.map(named(names)), count, totalMinor };
}
