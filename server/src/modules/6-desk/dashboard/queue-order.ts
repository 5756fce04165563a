import { assert } from "#kernel/assert.ts";
import { refuseHttp } from "#kernel/http/http-refusals.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import type { AccountId, OrganizationId, RecipientId, RequestId, TokenId } from "#kernel/values/ids.ts";
import { findAccounts } from "#money/accounts";
import { findRecipientNames } from "#money/recipients";
import {
  casesOf,
  findRequest,
  flagsIn,
  type RequestCase,
  type RequestList,
  type Risks,
  readRisks,
  requestsInOrder,
  requestsToSort,
  type SortedRequest,
} from "#payments/approvals";
import { MOST_SORTED, refuseActivity } from "#payments/payments";
import { findTokenNames } from "#records/identity";
import { listPeople } from "#records/people";
import { fullName } from "./names.ts";

/** The columns by which the queue can be sorted, besides the order of creation. */
export const queueSorts = ["amount", "recipient", "account", "method", "requester", "status", "flags"] as const;
type QueueSort = (typeof queueSorts)[number];

type Key = string | bigint;
type KeyOf = (row: SortedRequest) => Key;

interface OrderedList {
  readonly organizationId: OrganizationId;
  readonly list: Omit<RequestList, "cursor">;
  readonly sort: QueueSort;
  readonly order: "asc" | "desc";
}

/**
 * The requests of a list in the order of a column; ties are in the order of creation. At most MOST_SORTED are read, with
 * their names, and sorted here (ADR 0069): most names belong to rows of other modules, and a queue is short. `after`:
 * those after the present place of this request, which need no longer be in the list.
 */
export async function sortedIds(
  service: Service,
  { organizationId, list, sort, order }: OrderedList,
  after: string | undefined,
): Promise<readonly RequestId[]> {
  const { database: db } = service;
  const place = after === undefined ? undefined : await findRequest(db, organizationId, after);
  if (after !== undefined && (place === undefined || (list.kind !== undefined && place.kind !== list.kind)))
    throw refuseHttp("unknownCursor", { details: { parameter: "start_after" } });
  const rows = await requestsToSort(db, organizationId, { list, most: MOST_SORTED });
  if (rows === undefined) throw refuseActivity("tooManyToSort", { details: { sort, most: MOST_SORTED } });
  const keyOf =
    sort === "flags"
      ? await byFlags(service, organizationId, { rows, place })
      : await keysOf(db, organizationId, { sort, rows: place === undefined ? rows : [...rows, place] });
  const sign = order === "asc" ? 1 : -1;
  const entryOf = (row: SortedRequest) => ({ id: row.request_id, key: keyOf(row) });
  const compare = (a: Entry, b: Entry): number => sign * inOrder(a, b);
  const sorted = rows.map(entryOf).toSorted(compare);
  const from = place && entryOf(place);
  const following = from === undefined ? sorted : sorted.filter((entry) => compare(entry, from) > 0);
  assert(following.length <= MOST_SORTED, "no more are sorted than may be");
  return following.map(({ id }) => id);
}

interface Entry {
  readonly id: RequestId;
  readonly key: Key;
}

/** Texts are compared by code units, so that every server sorts them alike. */
function inOrder(a: Entry, b: Entry): number {
  if (a.key !== b.key) return a.key < b.key ? -1 : 1;
  return a.id < b.id ? -1 : Number(a.id !== b.id);
}

/** Without accents and case. */
const folded = (name: string): string =>
  name
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .toLowerCase();

/** The value of the column in each row, with one statement for each kind of names. */
async function keysOf(
  db: Queryable,
  organizationId: OrganizationId,
  { sort, rows }: { readonly sort: Exclude<QueueSort, "flags">; readonly rows: readonly SortedRequest[] },
): Promise<KeyOf> {
  if (sort === "amount") return ({ amount_minor: minor }) => minor;
  if (sort === "method") return ({ method }) => method ?? "";
  if (sort === "status") return ({ status }) => status;
  if (sort === "account") {
    const names = await accountNames(
      db,
      organizationId,
      rows.map((row) => row.account_id),
    );
    return (row) => names.get(row.account_id) ?? "";
  }
  return sort === "recipient" ? byRecipient(db, organizationId, rows) : byRequester(db, organizationId, rows);
}

/** Names by ID, folded. */
type FoldedNames = ReadonlyMap<string, string>;

async function accountNames(
  db: Queryable,
  organizationId: OrganizationId,
  ids: readonly AccountId[],
): Promise<FoldedNames> {
  const accounts = await findAccounts(db, organizationId, [...new Set(ids)]);
  return new Map(accounts.map((account) => [account.accountId, folded(account.nickname ?? account.name)]));
}

/** Recipients, and the accounts that transfers go to. */
async function byRecipient(
  db: Queryable,
  organizationId: OrganizationId,
  rows: readonly SortedRequest[],
): Promise<KeyOf> {
  const ids = new Set(rows.flatMap((row): RecipientId[] => (row.recipient_id === null ? [] : [row.recipient_id])));
  const recipients = await findRecipientNames(db, organizationId, [...ids]);
  const names = new Map<string, string>(
    recipients.map((recipient) => [recipient.recipient_id, folded(recipient.name)]),
  );
  const accountIds = rows.flatMap((row) => row.destination_account_id ?? []);
  const accounts = await accountNames(db, organizationId, accountIds);
  return ({ recipient_id: recipientId, destination_account_id: accountId }) =>
    names.get(recipientId ?? "") ?? accounts.get(accountId ?? "") ?? "";
}

/** Users, then the tokens that they created. */
async function byRequester(
  db: Queryable,
  organizationId: OrganizationId,
  rows: readonly SortedRequest[],
): Promise<KeyOf> {
  const people = await listPeople(db, organizationId);
  const users = new Map<string, string>(people.map((person) => [person.user_id, folded(fullName(person))]));
  const ids = new Set(
    rows.flatMap((row): TokenId[] => (row.requester_token_id === null ? [] : [row.requester_token_id])),
  );
  const found = await findTokenNames(db, organizationId, [...ids]);
  const tokens = new Map<string, string>(found.map((token) => [token.token_id, folded(token.name)]));
  // A name contains no control characters, so a shorter one precedes longer ones that begin with it.
  return ({ requester_user_id: userId, requester_token_id: tokenId }) =>
    [users.get(userId ?? "") ?? "", tokens.get(tokenId ?? "") ?? ""].join("\u0000");
}

/** Flags need the whole request with its rule and history: so many are read at a time. */
const FLAGS_STEP = 200;

/** Whether a request has flags, or could not be paid. */
export const isFlagged = ({ request_id: id, problem }: RequestCase["request"], risks: Risks): boolean =>
  problem !== null || flagsIn(risks, id).length > 0;

/**
 * Waiting requests with flags come first. Once decided, a request has no flags: as the place after which a list continues,
 * it counts among the flagged ones, so that none that waits is left out.
 */
async function byFlags(
  { database: db, clock }: Service,
  organizationId: OrganizationId,
  { rows, place }: { readonly rows: readonly SortedRequest[]; readonly place: SortedRequest | undefined },
): Promise<KeyOf> {
  const now = clock.now();
  const waiting = [...rows, ...(place === undefined ? [] : [place])].filter(waits);
  const flagged = new Set<RequestId>();
  for (let at = 0; at < waiting.length; at += FLAGS_STEP) {
    const ids = waiting.slice(at, at + FLAGS_STEP).map(({ request_id: id }) => id);
    const requests = await requestsInOrder(db, organizationId, ids);
    const cases = await casesOf(db, organizationId, { requests, now });
    const risks = await readRisks(db, organizationId, { cases, now });
    for (const { request } of cases) if (isFlagged(request, risks)) flagged.add(request.request_id);
  }
  return (row) => (flagged.has(row.request_id) || (row === place && !waits(row)) ? "first" : "later");
}

const waits = ({ status }: SortedRequest): boolean => status === "pendingApproval";
