import { newYorkInstant } from "../../../banking/calendar/new-york.ts";
import { notFound } from "../../../kernel/http/http-refusals.ts";
import { findsRow, keysetOf } from "../../../kernel/http/paging.queries.ts";
import type { CursorQuery, PageBounds } from "../../../kernel/http/schemas.ts";
import type { Service } from "../../../kernel/process/service.ts";
import type { AccountId, OrganizationId } from "../../../kernel/values/ids.ts";
import { findAccounts } from "../../accounts/index.ts";
import { unmatchedEntriesLike } from "../matching/matches.queries.ts";
import type { LedgerSide, ReconciledAccount } from "../movement.ts";
import { statementChains } from "./balances.queries.ts";
import {
  counterpartiesOf,
  type MovementRow,
  movementKey,
  movementWithId,
  oldestOpenEntries,
  pageOfMovements,
  transactionsOfMatches,
} from "./items.queries.ts";

type Reader = Pick<Service, "database">;

/** An entry of the ledger with what a person needs to recognize it. */
export interface ShownEntry extends LedgerSide {
  readonly counterpartyName: string;
  readonly bankDescription: string;
}

/** A movement with its match, or with what may be the same money. */
export interface ShownMovement extends MovementRow {
  readonly matchKind: "reference" | "booked" | "manual" | null;
  readonly transactionIds: readonly string[];
  readonly suggestions: readonly ShownEntry[];
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
  const matches = new Map(
    (await transactionsOfMatches(database, account.organizationId, matchIds)).map((match) => [match.matchId, match]),
  );
  const suggestions = await suggestionsFor(service, account, rows);
  const movements = rows.map((row): ShownMovement => {
    const match = row.matchId === null ? undefined : matches.get(row.matchId);
    return {
      ...row,
      matchKind: match?.kind ?? null,
      transactionIds: match?.transactionIds ?? [],
      suggestions: suggestions.get(row.movementId) ?? [],
    };
  });
  return { movements, page };
}

/** A bank books at most this many days before or after us, in an ordinary case. */
const DAYS_APART_MAX = 10;
const SUGGESTIONS_MAX = 3;
const SUGGESTED_FOR_MAX = 50;

/** Unmatched entries with the amount of a movement, at a near date: one person confirms what no reference does. */
async function suggestionsFor(
  service: Reader,
  account: ReconciledAccount,
  rows: readonly MovementRow[],
): Promise<ReadonlyMap<string, readonly ShownEntry[]>> {
  const open = rows.filter(({ state }) => state === "open").slice(0, SUGGESTED_FOR_MAX);
  const found = new Map<string, readonly LedgerSide[]>();
  for (const { movementId, bookedOn, amountMinor } of open) {
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
  const shown = await named(service, account.organizationId, [...found.values()].flat());
  const byEntry = new Map(shown.map((entry) => [`${entry.transactionId} ${entry.effect}`, entry]));
  return new Map(
    [...found].map(([movementId, entries]) => [
      movementId,
      entries.flatMap((entry) => byEntry.get(`${entry.transactionId} ${entry.effect}`) ?? []),
    ]),
  );
}

const midnight = (day: Temporal.PlainDate): Date => newYorkInstant(day, Temporal.PlainTime.from("00:00"));

async function named(
  { database }: Reader,
  organizationId: OrganizationId,
  entries: readonly LedgerSide[],
): Promise<readonly ShownEntry[]> {
  const ids = [...new Set(entries.map(({ transactionId }) => transactionId))];
  const facts = new Map((await counterpartiesOf(database, organizationId, ids)).map((row) => [row.transactionId, row]));
  return entries.map((entry) => ({
    ...entry,
    counterpartyName: facts.get(entry.transactionId)?.counterpartyName ?? "",
    bankDescription: facts.get(entry.transactionId)?.bankDescription ?? "",
  }));
}

/**
 * The oldest ledger entries of an account that the bank has not reported in its statements; none before the first
 * statement. One more than `limit` tells that there are others.
 */
export async function oldestInTransit(
  service: Reader,
  account: ReconciledAccount,
  limit: number,
): Promise<{ readonly entries: readonly ShownEntry[]; readonly hasMore: boolean }> {
  const chains = await statementChains(service.database, account.organizationId);
  const chain = chains.find(({ accountId }) => accountId === account.accountId);
  if (chain === undefined) return { entries: [], hasMore: false };
  const found = await oldestOpenEntries(service.database, account, {
    from: midnight(Temporal.PlainDate.from(chain.startsOn)),
    to: midnight(Temporal.PlainDate.from(chain.closesOn).add({ days: 1 })),
    limit: limit + 1,
  });
  const entries = await named(service, account.organizationId, found.slice(0, limit));
  return { entries, hasMore: found.length > limit };
}
