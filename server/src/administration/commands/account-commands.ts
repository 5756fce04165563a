import { Type } from "typebox";
import { present } from "#kernel/assert.ts";
import { invalidRequest } from "#kernel/http/http-refusals.ts";
import { OneOf, object } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { dollarsFromMinor, minorFromText } from "#kernel/values/money.ts";
import { type AccountBalance, listAccountBalances } from "#money/accounts";
import { openableKinds, openNewAccount, receiveOpeningBalance } from "../open-account.ts";
import { type AdminCommand, adminCommand } from "./command.ts";
import { pickOrganization } from "./pick-organization.ts";

/** An account as the command line shows it: only the end of its number. Amounts in dollars. */
export interface ShownAccount {
  readonly accountId: string;
  readonly name: string;
  readonly kind: string;
  readonly status: string;
  readonly routingNumber: string;
  readonly numberEnding: string;
  readonly currentBalance: number;
  readonly availableBalance: number;
}
export interface ShownOpening extends ShownAccount {
  /** Of the opening balance. */
  readonly openingTransactionId: string | null;
}

const shown = (account: AccountBalance): ShownAccount => ({
  accountId: account.accountId,
  name: account.name,
  kind: account.kind,
  status: account.status,
  routingNumber: account.routingNumber,
  numberEnding: account.accountNumberLast4,
  currentBalance: dollarsFromMinor(account.currentMinor),
  availableBalance: dollarsFromMinor(account.availableMinor),
});

const accountsOf = async (service: Service, organizationId: OrganizationId) =>
  (await listAccountBalances(service.database, organizationId)).map(shown);

export const accountCommands: Readonly<Record<string, AdminCommand>> = {
  "account.open": adminCommand(
    object({
      organization: Type.Optional(Type.String()),
      name: Type.String(),
      kind: OneOf(openableKinds, "The account type."),
      routingNumber: Type.String(),
      accountNumber: Type.String(),
      openingBalance: Type.Optional(Type.String()),
    }),
    async ({ service }, { organization, openingBalance = "0", ...given }, actor): Promise<ShownOpening> => {
      const { organizationId } = await pickOrganization(service, organization);
      const openingMinor = minorFromText(openingBalance);
      if (openingMinor === undefined)
        throw invalidRequest([
          { path: "openingBalance", message: "must be an amount in dollars, such as 2500 or 2500.00" },
        ]);
      const { accountId, transactionId } = await service.database.transaction(async (tx) => {
        const opened = await openNewAccount(service, tx, { organizationId, ...given, actor });
        if (openingMinor === 0n) return { accountId: opened, transactionId: null };
        const opening = { organizationId, accountId: opened, amountMinor: openingMinor, actor };
        return { accountId: opened, transactionId: await receiveOpeningBalance(service, tx, opening) };
      });
      const account = (await accountsOf(service, organizationId)).find((account) => account.accountId === accountId);
      return { ...present(account, "the new account exists"), openingTransactionId: transactionId };
    },
  ),
  "account.list": adminCommand(
    object({ organization: Type.Optional(Type.String()) }),
    async ({ service }, { organization }) =>
      accountsOf(service, (await pickOrganization(service, organization)).organizationId),
  ),
};
