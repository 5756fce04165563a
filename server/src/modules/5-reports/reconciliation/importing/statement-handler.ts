import type { ArrivedFile, IncomingHandler, Interpretation } from "#bank/exchange";
import { listConnections } from "#bank/exchange";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";
import { lockBalances, systemAccountId } from "#records/ledger";
import { bookIncoming } from "../matching/match-movements.ts";
import { readStatement, statementFormats } from "../reading/read-statement.ts";
import { type ReportPage, UnusableStatement } from "../reading/reported-account.ts";
import { accountOfReport } from "./account-of-report.ts";
import { applyReport, type ReportToApply } from "./apply-report.ts";
import { collectPage, type OtherPages, readOtherPages } from "./collect-pages.ts";

export interface StatementOptions {
  /** The account that a person has named; by default, the account's number decides. */
  readonly accountId?: AccountId | undefined;
  /** Whether incoming money becomes transactions; by default, if the file came from the bank and not from a person. */
  readonly books?: boolean;
}

/** Account reports of banks: camt.052, camt.053, camt.054, and BAI2. */
export const statementHandler = (service: Service, options: StatementOptions = {}): IncomingHandler => ({
  formats: statementFormats,
  read: async (file) => {
    try {
      return await interpret(service, file, options);
    } catch (error) {
      if (error instanceof UnusableStatement) return { quarantine: error.message };
      throw error;
    }
  },
});

async function interpret(
  service: Service,
  file: ArrivedFile,
  { accountId: expected, books = !file.isByHand }: StatementOptions,
): Promise<Interpretation> {
  const { organizationId, fileId, connectionId } = file;
  const { messageId, accounts } = await readStatement(file.chunks(), file.format);
  const connections = await listConnections(service.database, organizationId);
  const served = connections.find((connection) => connection.connectionId === connectionId)?.accountIds ?? [];
  const reports: PagedOrWhole[] = [];
  for (const report of accounts) {
    const question = { organizationId, reported: report.account, expected, served };
    const accountId = await accountOfReport(service, service.database, question);
    const toApply = { account: { organizationId, accountId }, report, fileId, isByHand: !books };
    const { page } = report;
    const paged = page && { page, format: file.format };
    reports.push({ toApply, paged: paged && { ...paged, others: await readOtherPages(service, toApply, paged) } });
  }
  // Every import locks accounts in the same order.
  reports.sort((a, b) => (a.toApply.account.accountId < b.toApply.account.accountId ? -1 : 1));
  const transactions = accounts.reduce((sum, { movements }) => sum + movements.length, 0);
  return {
    messageId,
    apply: async (tx) => {
      try {
        await applyAll(service, tx, organizationId, reports);
        return { transactions };
      } catch (error) {
        if (error instanceof UnusableStatement) return { quarantine: error.message };
        throw error;
      }
    },
  };
}

interface PagedOrWhole {
  readonly toApply: ReportToApply;
  /** Set for one page of several. */
  readonly paged: { readonly format: string; readonly page: ReportPage; readonly others: OtherPages } | undefined;
}

async function applyAll(
  service: Service,
  tx: Tx,
  organizationId: OrganizationId,
  reports: readonly PagedOrWhole[],
): Promise<void> {
  const incoming = [];
  for (const { toApply, paged } of reports) {
    const report = paged === undefined ? toApply : await collectPage(service, tx, { toApply, ...paged });
    if (report === undefined) continue;
    const movements = await applyReport(service, tx, report);
    if (!report.isByHand && movements.some(({ amountMinor }) => amountMinor > 0n))
      incoming.push({ ...report.account, movements });
  }
  if (incoming.length === 0) return;
  // All at once: in id order, as every command that locks balances.
  const external = await systemAccountId(tx, organizationId, "external");
  await lockBalances(tx, organizationId, [external, ...incoming.map(({ accountId }) => accountId)]);
  for (const movements of incoming) await bookIncoming(service, tx, movements);
}
