import { shownDigitsOf } from "bursar-banking/identifiers/mask";
import { present } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";
import { type AccountSummary, sendsPayments } from "./account.ts";
import { balancesOf, findAccountRow, sealedNumbersEnding, sealedNumbersLike, summariesOf } from "./accounts.queries.ts";
import { accountNumbers } from "./tables.ts";

/** The organization's accounts with these ids, with any status, in id order. Unknown ids are absent. */
export async function findAccounts(
  db: Queryable,
  organizationId: OrganizationId,
  ids: readonly AccountId[],
): Promise<readonly AccountSummary[]> {
  const rows = await summariesOf(db, organizationId, ids);
  return rows.map((row) => ({
    accountId: row.account_id,
    name: row.name,
    nickname: row.nickname,
    kind: row.kind,
    status: row.status,
  }));
}

export interface AccountBalance extends AccountSummary {
  readonly routingNumber: string;
  readonly accountNumberLast4: string;
  readonly availableMinor: bigint;
  /** Including holds of payments that have not been sent. */
  readonly currentMinor: bigint;
}

/** Every account that is not deleted, with its balances, in the order in which they were opened. */
export async function listAccountBalances(
  db: Queryable,
  organizationId: OrganizationId,
): Promise<readonly AccountBalance[]> {
  return (await balancesOf(db, organizationId)).map((row) => ({
    accountId: row.account_id,
    name: row.name,
    nickname: row.nickname,
    kind: row.kind,
    status: row.status,
    routingNumber: row.routing_number,
    accountNumberLast4: row.account_number_last4,
    availableMinor: row.available_minor,
    currentMinor: row.available_minor + row.held_minor,
  }));
}

/** The numbers to which others pay: for the documents that show them on purpose, such as invoices. */
export async function readAccountNumbers(
  { vault }: Pick<Service, "vault">,
  db: Queryable,
  { organizationId, accountId }: { organizationId: OrganizationId; accountId: AccountId },
): Promise<{ readonly routingNumber: string; readonly accountNumber: string } | undefined> {
  const row = await findAccountRow(db, organizationId, accountId);
  if (row === undefined) return undefined;
  const context = accountNumbers.contextOf(row.account_id);
  return {
    routingNumber: row.routing_number,
    accountNumber: await vault.open(db, organizationId, context, row.account_number),
  };
}

/** The organization's account with these numbers, unless it is deleted. */
export async function findAccountByNumber(
  { vault }: Pick<Service, "vault">,
  db: Queryable,
  { organizationId, routingNumber, accountNumber }: AccountNumbers,
): Promise<AccountId | undefined> {
  const ending = shownDigitsOf(accountNumber);
  for (const row of await sealedNumbersEnding(db, organizationId, { routingNumber, ending })) {
    const number = await vault.open(db, organizationId, accountNumbers.contextOf(row.account_id), row.account_number);
    if (number === accountNumber) return row.account_id;
  }
  return undefined;
}

/** The accounts that may be meant by the last four digits of a number, which may be padded, with their numbers. */
export async function findAccountsEnding(
  { vault }: Pick<Service, "vault">,
  db: Queryable,
  { organizationId, ending }: { readonly organizationId: OrganizationId; readonly ending: string },
): Promise<readonly (Omit<AccountNumbers, "organizationId"> & { readonly accountId: AccountId })[]> {
  const found = [];
  for (const row of await sealedNumbersLike(db, organizationId, ending)) {
    const { account_id: accountId, routing_number: routingNumber } = row;
    const accountNumber = await vault.open(db, organizationId, accountNumbers.contextOf(accountId), row.account_number);
    found.push({ accountId, routingNumber, accountNumber });
  }
  return found;
}

/** The full number of an account that exists, for documents that its holder may read. */
export async function openAccountNumber(
  { vault }: Pick<Service, "vault">,
  db: Queryable,
  { organizationId, accountId }: { organizationId: OrganizationId; accountId: AccountId },
): Promise<string> {
  const { account_number: sealed } = present(
    await findAccountRow(db, organizationId, accountId),
    "accounts are never deleted",
  );
  return vault.open(db, organizationId, accountNumbers.contextOf(accountId), sealed);
}

interface AccountNumbers {
  readonly organizationId: OrganizationId;
  readonly routingNumber: string;
  readonly accountNumber: string;
}

/** The names of accounts from which payments can be sent, in the order in which they were opened. */
export const findAccountsInUse = async (db: Queryable, organizationId: OrganizationId): Promise<readonly string[]> =>
  (await balancesOf(db, organizationId))
    .filter((row) => row.status === "active" && sendsPayments(row.kind))
    .map((row) => row.name);
