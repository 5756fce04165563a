import type { Service } from "#kernel/process/service.ts";
import type { AccountId, TransactionId } from "#kernel/values/ids.ts";
import { formatUsd } from "#kernel/values/money.ts";
import { findAccounts } from "#money/accounts";
import { hasTransactions } from "#payments/payments";
import type { ChangeKind } from "#records/controls";
import { findUsersWithPermission } from "#records/people";
import { receiveOpeningBalance, refuseAccount } from "../open-account.ts";

/** As stored. The subject is the account's ID. */
interface ProposedBalance {
  readonly accountName: string;
  /** In cents, as text: JSON has no bigint. */
  readonly amountMinor: string;
}

/**
 * An opening balance is money that no statement of a bank has shown yet. Too high a one would release payments that the
 * account does not cover, so a second person compares it with the bank's documents (ADR 0120).
 */
export const openingBalanceKind = (service: Service): ChangeKind<ProposedBalance, TransactionId> => ({
  name: "openingBalance",
  permission: "manageOrganization",
  whoMay: (db, { organizationId }) => findUsersWithPermission(db, organizationId, "manageOrganization"),
  check: async (tx, { organizationId, subject }) => {
    if (await hasTransactions(tx, organizationId, subject as AccountId)) throw refuseAccount("accountHasTransactions");
  },
  // A deposit, or another opening balance, that came first overtakes it.
  baseOf: async (db, { organizationId, subject }) => {
    const [account] = await findAccounts(db, organizationId, [subject as AccountId]);
    const isNew = !(await hasTransactions(db, organizationId, subject as AccountId));
    return `${account?.status ?? "absent"}, ${isNew ? "new" : "used"}`;
  },
  apply: (tx, { organizationId, subject, proposal }, { actor }) =>
    receiveOpeningBalance(service, tx, {
      organizationId,
      accountId: subject as AccountId,
      amountMinor: BigInt(proposal.amountMinor),
      actor,
    }),
  describe: (_db, { proposal: { accountName, amountMinor } }) =>
    Promise.resolve(`Record an opening balance of $${formatUsd(BigInt(amountMinor))} for the account ${accountName}`),
});

/** What is proposed for an account. */
export const proposedBalance = (accountName: string, amountMinor: bigint): ProposedBalance => ({
  accountName,
  amountMinor: amountMinor.toString(),
});
