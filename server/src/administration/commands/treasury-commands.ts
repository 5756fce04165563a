import { newYorkDay } from "bursar-banking/calendar/new-york";
import { Type } from "typebox";
import { invalidRequest, notFound } from "#kernel/http/http-refusals.ts";
import { OneOf, object } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import { listAccountBalances } from "#money/accounts";
import {
  amendAccount,
  documentTypes,
  type ImportResult,
  importActivity,
  importDocument,
  previewImport,
} from "#money/treasury/earnings";
import { type AdminCommand, adminCommand } from "./command.ts";
import { pickOrganization } from "./pick-organization.ts";

/** The result of an import as the command line shows it. Amounts in dollars. */
export interface ShownImport {
  readonly rows: number;
  readonly added: number;
  readonly alreadyImported: number;
  readonly problems: readonly { readonly line: number; readonly message: string }[];
  readonly balanceBefore: number;
  readonly balanceAfter: number;
}

const shown = ({ outcomes, problems, balanceBeforeMinor, balanceAfterMinor }: ImportResult): ShownImport => {
  const alreadyImported = outcomes.filter(({ outcome }) => outcome === "alreadyImported").length;
  return {
    rows: outcomes.length + problems.length,
    added: outcomes.length - alreadyImported,
    alreadyImported,
    problems: problems.map(({ line, message }) => ({ line, message })),
    balanceBefore: dollarsFromMinor(balanceBeforeMinor),
    balanceAfter: dollarsFromMinor(balanceAfterMinor),
  };
};

/** The treasury account with this ID or name; the only one if none is named. */
async function pickTreasury(
  service: Service,
  organization: string | undefined,
  named: string | undefined,
): Promise<{ organizationId: OrganizationId; accountId: AccountId }> {
  const { organizationId } = await pickOrganization(service, organization);
  const all = (await listAccountBalances(service.database, organizationId)).filter(({ kind }) => kind === "treasury");
  const found = all.filter(
    ({ accountId, name }) => named === undefined || accountId === named.toLowerCase() || name === named,
  );
  const [account] = found;
  if (account === undefined) throw notFound("treasury account");
  if (found.length > 1)
    throw invalidRequest([{ path: "--account", message: "is required: there are several treasury accounts" }]);
  return { organizationId, accountId: account.accountId };
}

const whose = { organization: Type.Optional(Type.String()), account: Type.Optional(Type.String()) };

export const treasuryCommands: Readonly<Record<string, AdminCommand>> = {
  "treasury.import": adminCommand(
    object({ ...whose, fileName: Type.String({ maxLength: 200 }), content: Type.String(), preview: Type.Boolean() }),
    async ({ service }, { organization, account, preview, ...file }, actor): Promise<ShownImport> => {
      const of = await pickTreasury(service, organization, account);
      const result = preview
        ? await previewImport(service, { ...of, ...file })
        : await service.database.transaction((tx) => importActivity(service, tx, { ...of, ...file, actor }));
      return shown(result);
    },
  ),
  "treasury.document": adminCommand(
    object({
      ...whose,
      documentType: OneOf(documentTypes, "The type."),
      description: Type.String(),
      periodStart: Type.String(),
      periodEnd: Type.String(),
      contentBase64: Type.String(),
    }),
    async ({ service }, { organization, account, contentBase64, ...document }, actor) => {
      const of = await pickTreasury(service, organization, account);
      const content = Buffer.from(contentBase64, "base64");
      const { documentId, isNew } = await service.database.transaction((tx) =>
        importDocument(service, tx, { ...of, ...document, content, actor }),
      );
      return { documentId: isNew ? documentId : null };
    },
  ),
  "treasury.amend": adminCommand(
    object({ ...whose, amount: Type.String(), reason: Type.String(), reference: Type.String() }),
    async ({ service }, { organization, account, ...amendment }, actor): Promise<ShownImport> => {
      const of = await pickTreasury(service, organization, account);
      const day = newYorkDay(service.clock.now());
      return shown(
        await service.database.transaction((tx) => amendAccount(service, tx, { ...of, ...amendment, day, actor })),
      );
    },
  ),
};
