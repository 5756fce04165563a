import {
  ApplyAgain,
  type ArrivedFile,
  type FileItem,
  type IncomingHandler,
  type Interpretation,
  listConnections,
} from "#bank/exchange";
import { assert } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";
import { lockBalances, systemAccountId } from "#records/ledger";
import { bookIncoming } from "../matching/match-movements.ts";
import { readStatement, statementFormats } from "../reading/read-statement.ts";
import { type ForeignAccount, type ReportPage, UnusableStatement } from "../reading/reported-account.ts";
import { accountOfReport, maskedAccount, wholeNumber } from "./account-of-report.ts";
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
  const { organizationId, fileId, connectionId, isAccepted, tolerates } = file;
  const {
    messageId,
    accounts,
    foreign,
    items: unread,
    tolerated,
  } = await readStatement(file.chunks(), file.format, {
    isAccepted,
    tolerates,
  });
  const connections = await listConnections(service.database, organizationId);
  const served = connections.find((connection) => connection.connectionId === connectionId)?.accountIds ?? [];
  const items: FileItem[] = [...unread];
  const keep = (kind: FileItem["kind"], account: UnusedAccount, reason: string) =>
    items.push(itemOf(kind, account, { reason, position: items.length + 1 }));
  for (const account of foreign) {
    const masked = maskedAccount(account.accountNumber);
    keep("otherAccount", account, `It is about the account ${masked} in ${account.currency}, not in US dollars.`);
  }
  const reports: PagedOrWhole[] = [];
  for (const report of accounts) {
    const question = { organizationId, reported: report.account, expected, served };
    const unused = {
      ...report.account,
      currency: "USD",
      movements: report.movements.length,
      statementReference: report.statementReference,
    };
    let accountId: AccountId;
    try {
      accountId = await accountOfReport(service, service.database, question);
    } catch (error) {
      // A person who names the account means this report.
      if (!(error instanceof UnusableStatement) || expected !== undefined) throw error;
      keep("otherAccount", unused, error.message);
      continue;
    }
    const toApply = { account: { organizationId, accountId }, report, fileId, isByHand: !books };
    const { page } = report;
    const paged = page && { page, format: file.format };
    reports.push({
      toApply,
      unused,
      paged: paged && { ...paged, others: await readOtherPages(service, toApply, paged) },
    });
  }
  // Every import locks accounts in the same order.
  reports.sort((a, b) => (a.toApply.account.accountId < b.toApply.account.accountId ? -1 : 1));
  const transactions = reports.reduce((sum, { toApply }) => sum + toApply.report.movements.length, 0);
  const contradicting = new Set<PagedOrWhole>();
  return {
    ...(messageId === "" ? {} : { messageId }),
    apply: async (tx) => {
      const fitting = reports.filter((report) => !contradicting.has(report));
      assert(fitting.length + contradicting.size === reports.length, "each report is applied, or is an open item");
      try {
        await applyAll(service, tx, organizationId, fitting);
        return { transactions: transactions + items.length, items, tolerated };
      } catch (error) {
        if (!(error instanceof NotFitting)) throw error;
        // A file about one account is set aside as a whole, as one of which nothing can be believed.
        if (fitting.length === 1 && items.length === 0) return { quarantine: error.message };
        contradicting.add(error.report);
        keep("contradiction", error.report.unused, error.message);
        throw new ApplyAgain(error.message);
      }
    },
  };
}

/** What is said of a report that was not imported. */
interface UnusedAccount extends ForeignAccount {
  readonly routingNumber?: string | undefined;
}

function itemOf(
  kind: FileItem["kind"],
  { accountNumber, routingNumber = "", currency, movements, statementReference }: UnusedAccount,
  { reason, position }: { readonly reason: string; readonly position: number },
): FileItem {
  const account = `${maskedAccount(accountNumber)} ${currency}`;
  const number = wholeNumber(accountNumber);
  return {
    kind,
    place: `Account ${account}`,
    position,
    reason: `${reason} It has ${movements} ${movements === 1 ? "entry" : "entries"}.`,
    identity: [account, statementReference, String(movements)],
    reference: statementReference === "" ? undefined : statementReference,
    subject: kind === "otherAccount" ? account : undefined,
    unmasked: number === undefined ? undefined : `${routingNumber}/${number}/${currency}`,
  };
}

/** A report contradicts what is known. */
class NotFitting extends Error {
  override readonly name = "NotFitting";
  readonly report: PagedOrWhole;

  constructor(report: PagedOrWhole, { message }: UnusableStatement) {
    super(message);
    this.report = report;
  }
}

interface PagedOrWhole {
  readonly toApply: ReportToApply;
  readonly unused: UnusedAccount;
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
  for (const each of reports) {
    const { report, movements } = await applyOne(service, tx, each);
    if (report === undefined) continue;
    if (!report.isByHand && movements.some(({ amountMinor }) => amountMinor > 0n))
      incoming.push({ ...report.account, movements });
  }
  if (incoming.length === 0) return;
  // All at once: in id order, as every command that locks balances.
  const external = await systemAccountId(tx, organizationId, "external");
  await lockBalances(tx, organizationId, [external, ...incoming.map(({ accountId }) => accountId)]);
  for (const movements of incoming) await bookIncoming(service, tx, movements);
}

async function applyOne(service: Service, tx: Tx, each: PagedOrWhole) {
  const { toApply, paged } = each;
  try {
    const report = paged === undefined ? toApply : await collectPage(service, tx, { toApply, ...paged });
    return { report, movements: report === undefined ? [] : await applyReport(service, tx, report) };
  } catch (error) {
    if (error instanceof UnusableStatement) throw new NotFitting(each, error);
    throw error;
  }
}
