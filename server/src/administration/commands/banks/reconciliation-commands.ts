import { createReadStream } from "node:fs";
import { access, constants } from "node:fs/promises";
import { basename } from "node:path";
import { Type } from "typebox";
import type { ShownFile } from "#bank/exchange";
import { systemClock } from "#kernel/clock/clock.ts";
import { invalidRequest, notFound } from "#kernel/http/http-refusals.ts";
import { object } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";
import { listAccountBalances } from "#money/accounts";
import {
  explainBalances,
  importStatement,
  renderReconciliation,
  type ShownReconciliation,
} from "#reports/reconciliation";
import { type AdminCommand, adminCommand } from "../command.ts";
import { pickOrganization } from "../pick-organization.ts";

/** As at `GET /reconciliation`, with the accounts' names. */
export interface ShownStatus {
  readonly accounts: readonly (ShownReconciliation["accounts"][number] & { readonly name: string })[];
}

const organization = Type.Optional(Type.String());

export const reconciliationCommands: Readonly<Record<string, AdminCommand>> = {
  /** Reads a file of this machine, so that no size has to fit into memory. */
  "statement.import": adminCommand(
    object({
      organization,
      account: Type.Optional(Type.String()),
      from: Type.String({ minLength: 1, maxLength: 4096 }),
    }),
    async ({ service }, { organization: named, account, from }): Promise<ShownFile> => {
      const { organizationId } = await pickOrganization(service, named);
      await requireReadable(from);
      return importStatement(
        { ...service, machineClock: systemClock },
        {
          organizationId,
          accountId: account === undefined ? undefined : await accountNamed(service, organizationId, account),
          name: basename(from),
          chunks: () => createReadStream(from),
          books: true,
        },
      );
    },
  ),
  "reconcile.status": adminCommand(
    object({ organization }),
    async ({ service }, { organization: named }): Promise<ShownStatus> => {
      const { organizationId } = await pickOrganization(service, named);
      const names = await namesOf(service, organizationId);
      const { accounts } = renderReconciliation(await explainBalances(service, organizationId));
      return { accounts: accounts.map((account) => ({ ...account, name: names.get(account.accountId) ?? "" })) };
    },
  ),
};

async function requireReadable(path: string): Promise<void> {
  try {
    await access(path, constants.R_OK);
  } catch {
    throw invalidRequest([{ path: "file", message: "does not exist or cannot be read" }]);
  }
}

const namesOf = async (service: Service, organizationId: OrganizationId): Promise<ReadonlyMap<string, string>> =>
  new Map(
    (await listAccountBalances(service.database, organizationId)).map(({ accountId, name }) => [accountId, name]),
  );

/** The account with this ID or name. */
async function accountNamed(service: Service, organizationId: OrganizationId, named: string): Promise<AccountId> {
  const accounts = await listAccountBalances(service.database, organizationId);
  const [found, another] = accounts.filter(
    ({ accountId, name }) => accountId === named.toLowerCase() || name === named,
  );
  if (found === undefined) throw notFound("account");
  if (another !== undefined)
    throw invalidRequest([{ path: "--account", message: "fits several accounts; use the ID" }]);
  return found.accountId;
}
