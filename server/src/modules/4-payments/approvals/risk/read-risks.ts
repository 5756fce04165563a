import { assert } from "#kernel/assert.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import type { OrganizationId, RequestId, UserId } from "#kernel/values/ids.ts";
import { findAccounts } from "#money/accounts";
import { type EffectiveChange, effectiveChangesSince, type Payee } from "#money/recipients";
import { type LargestSoFar, largestPaymentsBelow } from "#payments/payments";
import { findTokenNames } from "#records/identity";
import type { Case } from "../decisions/may-decide.ts";
import { openStatuses } from "../requests/request-states.ts";
import { availableOnAccounts } from "./available.queries.ts";
import { detailsYoungSince, haveDetailsChanged, type NamesOfAuthors } from "./changed-details.ts";
import { findSimilar, type SimilarPayments } from "./find-similar.ts";
import type { RequestFlag, Risk } from "./flag-schema.ts";
import { isFirstPayment, risksOf } from "./risks-of-case.ts";

/** The risks of requests, by request. */
export type Risks = ReadonlyMap<RequestId, readonly Risk[]>;

export const flagsIn = (risks: Risks, requestId: RequestId): RequestFlag[] =>
  (risks.get(requestId) ?? []).map(({ flag }) => flag);

/**
 * What to review first in each of these requests: the same for a row of the queue and for the review. At most seven
 * statements, however many requests there are. `similar`: if already read.
 */
export async function readRisks(
  db: Queryable,
  organizationId: OrganizationId,
  { cases, now, similar }: { readonly cases: readonly Case[]; readonly now: Date; readonly similar?: SimilarPayments },
): Promise<Risks> {
  const open = cases.filter(({ request }) => openStatuses.includes(request.status));
  if (open.length === 0) return new Map();
  const requests = open.map(({ request }) => request);
  const alike = similar ?? (await findSimilar(db, organizationId, { requests, now }));
  const accountIds = new Set([
    ...requests.map((request) => request.account_id),
    ...[...alike.values()].flat().map((similar) => similar.account_id),
  ]);
  const accounts = await findAccounts(db, organizationId, [...accountIds]);
  const nameOf = new Map<string, string>(
    accounts.map((account) => [account.accountId, account.nickname ?? account.name]),
  );
  const available = new Map(
    (await availableOnAccounts(db, organizationId, [...accountIds])).map((row) => [
      row.account_id,
      row.available_minor,
    ]),
  );
  const largest = await readLargest(db, organizationId, open);
  const changes = await readChanges(db, organizationId, { cases: open, now });
  return new Map(
    open.map((found) => {
      const { request, approvals } = found;
      const facts = {
        now,
        // An account that cannot be read must not hide the other requests.
        availableMinor: available.get(request.account_id) ?? 0n,
        accountName: (accountId: string) => nameOf.get(accountId) ?? "",
        largest: request.recipient_id === null ? undefined : largest.get(request.recipient_id),
        similar: alike.get(request.request_id) ?? [],
        changes: changes.rows,
        names: { user: nameOfUser(approvals), token: changes.tokenName },
      };
      return [request.request_id, risksOf(found, facts)] as const;
    }),
  );
}

const nameOfUser =
  ({ people }: Case["approvals"]): NamesOfAuthors["user"] =>
  (userId: UserId) => {
    const person = people.get(userId);
    return person && `${person.first_name} ${person.last_name}`;
  };

const payeesIn = (cases: readonly Case[]): readonly Payee[] => cases.flatMap(({ terms }) => terms.payee ?? []);

/** By recipient; those who were paid as much are absent, and those who were never paid need not be read. */
async function readLargest(
  db: Queryable,
  organizationId: OrganizationId,
  cases: readonly Case[],
): Promise<ReadonlyMap<string, LargestSoFar>> {
  const byRecipient = Map.groupBy(
    cases.flatMap(({ request, terms: { payee } }) =>
      payee === undefined || isFirstPayment(payee)
        ? []
        : [{ recipientId: payee.recipient_id, amountMinor: request.amount_minor }],
    ),
    (route) => route.recipientId,
  );
  // If the largest amount is not a record, the others are not.
  const amounts = [...byRecipient].map(([recipientId, ofRecipient]) => ({
    recipientId,
    amountMinor: ofRecipient.reduce((most, { amountMinor }) => (amountMinor > most ? amountMinor : most), 0n),
  }));
  if (amounts.length === 0) return new Map();
  const rows = await largestPaymentsBelow(db, organizationId, amounts);
  for (const { largest_minor: largest } of rows) assert(largest === null || largest > 0n, "what was paid is positive");
  return new Map(rows.map((row) => [row.recipient_id, row]));
}

/** Changes of details that deserve a review. */
async function readChanges(
  db: Queryable,
  organizationId: OrganizationId,
  { cases, now }: { readonly cases: readonly Case[]; readonly now: Date },
): Promise<{ readonly rows: readonly EffectiveChange[]; readonly tokenName: NamesOfAuthors["token"] }> {
  const hours = cases.reduce((most, { terms }) => Math.max(most, terms.coolingOffHours), 0);
  const since = detailsYoungSince(now, hours);
  const recipientIds = payeesIn(cases).flatMap((payee) =>
    haveDetailsChanged(payee, since) ? [payee.recipient_id] : [],
  );
  if (recipientIds.length === 0) return { rows: [], tokenName: () => undefined };
  const rows = await effectiveChangesSince(db, organizationId, { recipientIds, since });
  for (const row of rows) assert(row.effective_at > since, "only recent changes are read");
  const tokenIds = [...new Set(rows.flatMap((row) => row.changed_by_token ?? []))];
  const tokens = tokenIds.length === 0 ? [] : await findTokenNames(db, organizationId, tokenIds);
  const names = new Map<string, string>(tokens.map((token) => [token.token_id, token.name]));
  return { rows, tokenName: (tokenId) => names.get(tokenId) };
}
