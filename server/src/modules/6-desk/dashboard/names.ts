import { commentCounts } from "#desk/comments";
import type { Queryable } from "#kernel/sql/database.ts";
import type { AccountId, OrganizationId, TokenId, UserId } from "#kernel/values/ids.ts";
import { findAccounts } from "#money/accounts";
import { findRecipientNames } from "#money/recipients";
import { findApprovalBatches, type RequestCase } from "#payments/approvals";
import { findTransactionsById, type TransactionStatus } from "#payments/payments";
import { findTokenNames } from "#records/identity";
import type { Person } from "#records/people";

export const fullName = (person: Pick<Person, "first_name" | "last_name">): string =>
  `${person.first_name} ${person.last_name}`;

export const nameOfUser = (people: ReadonlyMap<UserId, Person>, userId: UserId | null): string | null => {
  const person = userId === null ? undefined : people.get(userId);
  return person === undefined ? null : fullName(person);
};

/** Names of the resources in requests, and what happened to their payments. */
export interface Names {
  readonly accounts: ReadonlyMap<string, string>;
  readonly tokens: ReadonlyMap<string, string>;
  readonly recipients: ReadonlyMap<string, string>;
  readonly batches: ReadonlyMap<string, string>;
  readonly paymentStatuses: ReadonlyMap<string, TransactionStatus>;
  /** How many comments each request has; absent: none. */
  readonly comments: ReadonlyMap<string, number>;
}

export async function namesIn(
  db: Queryable,
  organizationId: OrganizationId,
  cases: readonly RequestCase[],
): Promise<Names> {
  const rows = cases.map(({ request }) => request);
  const accountIds = rows.flatMap((row): AccountId[] =>
    row.destination_account_id === null ? [row.account_id] : [row.account_id, row.destination_account_id],
  );
  const tokenIds = rows.flatMap((row): TokenId[] => (row.requester_token_id === null ? [] : [row.requester_token_id]));
  const recipientIds = rows.flatMap((row) => (row.recipient_id === null ? [] : [row.recipient_id]));
  const accounts = await findAccounts(db, organizationId, [...new Set(accountIds)]);
  const tokens = await findTokenNames(db, organizationId, [...new Set(tokenIds)]);
  const recipients = await findRecipientNames(db, organizationId, [...new Set(recipientIds)]);
  const batchIds = [...new Set(rows.flatMap((row) => row.batch_id ?? []))];
  const batches = batchIds.length === 0 ? [] : await findApprovalBatches(db, organizationId, batchIds);
  const paymentIds = rows.flatMap((row) => row.transaction_id ?? []);
  const payments = paymentIds.length === 0 ? [] : await findTransactionsById(db, organizationId, paymentIds);
  return {
    accounts: new Map(accounts.map((account) => [account.accountId, account.nickname ?? account.name])),
    tokens: new Map(tokens.map((token) => [token.token_id, token.name])),
    recipients: new Map(recipients.map((recipient) => [recipient.recipient_id, recipient.name])),
    comments: await commentCounts(
      db,
      organizationId,
      rows.map((row) => row.request_id),
    ),
    batches: new Map(batches.map((batch) => [batch.batch_id, batch.name])),
    paymentStatuses: new Map(payments.map((payment) => [payment.transaction_id, payment.status])),
  };
}
