import { Type } from "typebox";
import { object } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Actor } from "#records/audit";
import { resumePayments, stoppedAccounts } from "#records/ledger";
import { type LedgerReport, verifyLedger } from "#records/ledger/check";
import { type AdminCommand, adminCommand } from "./command.ts";
import { pickOrganization } from "./pick-organization.ts";

/** The command line's report of a verification. Counts are numbers in JSON. */
export interface ShownLedgerReport {
  readonly organizations: number;
  readonly accounts: number;
  readonly transactions: number;
  readonly entries: number;
  readonly differences: readonly {
    readonly accountId: string | null;
    readonly transactionId: string | null;
    readonly problem: string;
  }[];
  /** Accounts that this run cleared. */
  readonly cleared: readonly string[];
  /** Accounts that cannot send payments. */
  readonly stillStopped: readonly string[];
}

const VerifyInput = object({ organization: Type.Optional(Type.String()), clear: Type.Boolean() });

export const ledgerCommands: Readonly<Record<string, AdminCommand>> = {
  "ledger.verify": adminCommand(VerifyInput, async ({ service }, { organization, clear }, actor) => {
    const organizationId =
      organization === undefined ? undefined : (await pickOrganization(service, organization)).organizationId;
    const report = await verifyLedger(service.database, organizationId);
    const stopped = (await stoppedAccounts(service.database)).filter(
      (account) => organizationId === undefined || account.organizationId === organizationId,
    );
    const cleared = clear ? await clearAll(service, stopped, actor) : [];
    return shown(
      report,
      cleared,
      stopped.map((account) => account.ledgerAccountId).filter((id) => !cleared.includes(id)),
    );
  }),
};

async function clearAll(
  service: Service,
  stopped: Awaited<ReturnType<typeof stoppedAccounts>>,
  actor: Actor,
): Promise<readonly string[]> {
  const cleared: string[] = [];
  for (const { organizationId, ledgerAccountId } of stopped) {
    if (await resumePayments(service, { organizationId, ledgerAccountId, actor })) cleared.push(ledgerAccountId);
  }
  return cleared;
}

const shown = (report: LedgerReport, cleared: readonly string[], stillStopped: readonly string[]) => ({
  organizations: report.organizations,
  accounts: report.accounts,
  transactions: report.transactions,
  entries: report.entries,
  differences: report.differences.map((difference) => ({
    organizationId: difference.organizationId,
    accountId: difference.ledgerAccountId ?? null,
    transactionId: difference.transactionId ?? null,
    problem: difference.problem,
  })),
  cleared,
  stillStopped,
});
