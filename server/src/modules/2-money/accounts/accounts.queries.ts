import type { Keyset } from "#kernel/http/paging.queries.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { type Sql, sql } from "#kernel/sql/sql.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";
import type { AccountKind, AccountStatus } from "./account.ts";
import { accounts } from "./tables.ts";

export interface AccountRow {
  readonly account_id: AccountId;
  readonly name: string;
  readonly nickname: string | null;
  readonly kind: AccountKind;
  readonly status: AccountStatus;
  readonly routing_number: string;
  readonly account_number: Buffer;
  readonly can_send_real_time_payments: boolean;
  readonly created_at: Date;
  readonly available_minor: bigint;
  readonly held_minor: bigint;
}

const accountsWithBalances = (proof: Sql): Sql => sql`
  select a.account_id, a.name, a.nickname, a.kind, a.status, a.routing_number, a.account_number,
         a.can_send_real_time_payments, a.created_at, b.available_minor, b.held_minor, ${proof}
    from accounts a
    join current_balances b on b.organization_id = a.organization_id and b.ledger_account_id = a.account_id`;

export const pageOfAccounts = (db: Queryable, organizationId: OrganizationId, keyset: Keyset) =>
  db.many<AccountRow>(sql`
  ${accountsWithBalances(accounts.proofOrSkip("a"))}
   where a.organization_id = ${organizationId} and ${keyset.condition}
   order by ${keyset.order} limit ${keyset.limit}`);

export const findAccountRow = (db: Queryable, organizationId: OrganizationId, accountId: string) =>
  db.maybe<AccountRow>(sql`
  ${accountsWithBalances(accounts.proof("a"))}
   where a.organization_id = ${organizationId} and a.account_id = ${accountId}`);

/** For `exists` of a page's cursor. */
export const accountWithId = (organizationId: OrganizationId, accountId: string): Sql => sql`
  select account_id from accounts where organization_id = ${organizationId} and account_id = ${accountId}`;

export const accountExists = async (db: Queryable, organizationId: OrganizationId, accountId: string) =>
  (await db.maybe(accountWithId(organizationId, accountId))) !== undefined;

export const accountCursorColumn: Sql = sql`a.account_id`;

export const summariesOf = (db: Queryable, organizationId: OrganizationId, ids: readonly AccountId[]) =>
  db.many<Pick<AccountRow, "account_id" | "name" | "nickname" | "kind" | "status">>(sql`
    select account_id, name, nickname, kind, status from accounts
     where organization_id = ${organizationId} and account_id = any (${[...ids]}::uuid[])
     order by account_id`);

/** Of the accounts that are not deleted, those opened last. */
export const newestAccounts = (db: Queryable, organizationId: OrganizationId, limit: number) =>
  db.many<Pick<AccountRow, "account_id" | "name" | "nickname"> & { readonly account_number_last4: string }>(sql`
    select account_id, name, nickname, account_number_last4 from accounts
     where organization_id = ${organizationId} and status <> 'deleted'
     order by account_id desc limit ${limit}`);

/** All accounts that are not deleted, in the order in which they were opened. */
export const balancesOf = (db: Queryable, organizationId: OrganizationId) =>
  db.many<
    Pick<
      AccountRow,
      "account_id" | "name" | "nickname" | "kind" | "status" | "routing_number" | "available_minor" | "held_minor"
    > & { readonly account_number_last4: string }
  >(sql`
    select a.account_id, a.name, a.nickname, a.kind, a.status, a.routing_number, a.account_number_last4,
           b.available_minor, b.held_minor
      from accounts a
      join current_balances b on b.organization_id = a.organization_id and b.ledger_account_id = a.account_id
     where a.organization_id = ${organizationId} and a.status <> 'deleted'
     order by a.account_id`);

export interface NewAccountRow {
  readonly accountId: AccountId;
  readonly name: string;
  readonly nickname: string | null;
  readonly kind: AccountKind;
  readonly routingNumber: string;
  readonly accountNumber: Buffer;
  readonly accountNumberLast4: string;
  readonly canSendRealTimePayments: boolean;
  readonly createdAt: Date;
}

export const insertAccount = (tx: Tx, organizationId: OrganizationId, account: NewAccountRow) =>
  tx.run(sql`
  insert into accounts (organization_id, account_id, name, nickname, kind, routing_number, account_number,
                        account_number_last4, can_send_real_time_payments, created_at)
  values (${organizationId}, ${account.accountId}, ${account.name}, ${account.nickname}, ${account.kind}, ${account.routingNumber},
          ${account.accountNumber}, ${account.accountNumberLast4}, ${account.canSendRealTimePayments}, ${account.createdAt})
  returning ${accounts.inserted()}`);

/** The sealed numbers of accounts at this bank with this ending. */
export const sealedNumbersEnding = (
  db: Queryable,
  organizationId: OrganizationId,
  { routingNumber, ending }: { routingNumber: string; ending: string },
) =>
  db.many<Pick<AccountRow, "account_id" | "account_number">>(sql`
    select account_id, account_number, ${accounts.proofOrSkip("a")} from accounts a
     where organization_id = ${organizationId} and routing_number = ${routingNumber} and account_number_last4 = ${ending}
       and status <> 'deleted'
     order by account_id`);

/** Accounts whose shown digits end these four. */
export const sealedNumbersLike = (db: Queryable, organizationId: OrganizationId, lastFour: string) =>
  db.many<Pick<AccountRow, "account_id" | "account_number" | "routing_number">>(sql`
    select account_id, account_number, routing_number, ${accounts.proofOrSkip("a")} from accounts a
     where organization_id = ${organizationId} and right(${lastFour}, length(account_number_last4)) = account_number_last4
       and status <> 'deleted'
     order by account_id`);
