import type { Service } from "#kernel/process/service.ts";
import { type RefusalTable, refuser } from "#kernel/refusal.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { AccountId, OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { findAccountByNumber, openAccount } from "#money/accounts";
import { receiveDeposit } from "#payments/payments";
import type { Actor } from "#records/audit";
import { lockOrganization } from "#records/identity";

export const openableKinds = ["checking", "savings", "treasury"] as const;

export const accountRefusals = {
  accountOpenAlready: {
    status: 409,
    title: "The account is already open",
    message: "An account with these numbers is already open: {accountId}. Use that one, or check the numbers.",
  },
  accountHasTransactions: {
    status: 409,
    title: "An opening balance comes before any transaction",
    message: "This account already has transactions, so it has no opening balance anymore.",
  },
} as const satisfies RefusalTable;
export const refuseAccount = refuser(accountRefusals);

export interface AccountToOpen {
  readonly organizationId: OrganizationId;
  readonly name: string;
  readonly kind: (typeof openableKinds)[number];
  readonly routingNumber: string;
  readonly accountNumber: string;
  readonly actor: Actor;
}

/** Opens an account at a balance of zero. A repeated request, after a lost response, opens it only once. */
export async function openNewAccount(service: Service, tx: Tx, account: AccountToOpen): Promise<AccountId> {
  // Concurrent requests wait for each other.
  await lockOrganization(tx, account.organizationId);
  const accountId = await findAccountByNumber(service, tx, account);
  if (accountId !== undefined) throw refuseAccount("accountOpenAlready", { details: { accountId } });
  return openAccount(service, tx, account);
}

/** What the account holds at the bank already: it comes from outside, like any deposit. */
export const receiveOpeningBalance = (
  service: Service,
  tx: Tx,
  opening: {
    readonly organizationId: OrganizationId;
    readonly accountId: AccountId;
    readonly amountMinor: bigint;
    readonly actor: Actor;
  },
): Promise<TransactionId> =>
  receiveDeposit(service, tx, {
    ...opening,
    tokenId: null,
    name: "Opening balance",
    bankDescription: "Opening balance",
  });
