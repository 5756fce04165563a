import { newYorkDay } from "bursar-banking/calendar/new-york";
import type { BankFileId, FileItem, FilePayment } from "#bank/exchange";
import { assert } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";
import type { CheckConnection } from "../check-connection.ts";
import { type CheckRow, lockChecks, type PaidCheck } from "../checks.queries.ts";
import { recordException } from "../exceptions/record-exception.ts";
import { settlePaid } from "../stops/settle-paid.ts";
import { acceptVoid, endUnpaid } from "../stops/settle-void.ts";
import { judgeReport } from "./judge-report.ts";
import { type CheckReport, itemOfLine, type ReportedCheck } from "./read-check-report.ts";

/** Checks per statement. */
const PAGE = 1_000;

export interface ReceivedReport {
  readonly organizationId: OrganizationId;
  readonly connection: CheckConnection;
  /** The received file. */
  readonly fileId: BankFileId;
  readonly reported: CheckReport;
}

/** What a report did. */
export interface AppliedReport {
  readonly payments: readonly FilePayment[];
  readonly items: readonly FileItem[];
  /** New ones, about which people receive an email. */
  readonly exceptions: number;
}

/**
 * Applies all lines of a file, in the transaction that marks it as processed. What was applied before, from this or another
 * file, changes nothing. A line that contradicts what the bank has said before is an open item.
 */
export async function applyCheckReport(service: Service, tx: Tx, received: ReceivedReport): Promise<AppliedReport> {
  const { organizationId, fileId: sourceFileId } = received;
  const payments = new Map<string, FilePayment>();
  const items: FileItem[] = [...received.reported.items];
  let exceptions = 0;
  const byAccount = Map.groupBy(received.reported.checks, (check) => check.accountId);
  for (const accountId of [...byAccount.keys()].sort()) {
    const lines = (byAccount.get(accountId) ?? []).toSorted((line, other) => line.checkNumber - other.checkNumber);
    for (let at = 0; at < lines.length; at += PAGE) {
      const page = lines.slice(at, at + PAGE);
      const issued = await knownChecks(tx, organizationId, accountId, page);
      for (const check of issued.values())
        assert(check.account_id === accountId, "a check is of the account that reports it");
      const paid: PaidCheck[] = [];
      const settle = () => settlePaid(service, tx, { organizationId, accountId, sourceFileId, paid: paid.splice(0) });
      for (const [index, line] of page.entries()) {
        const check = issued.get(line.checkNumber);
        exceptions += await applyLine(service, tx, { received, line, check, paid, items });
        if (check === undefined) continue;
        // The next line may be about the same check: they are in the order of their numbers.
        if (page[index + 1]?.checkNumber === line.checkNumber) {
          await settle();
          issued.set(line.checkNumber, await reread(tx, organizationId, check));
        }
        const { transaction_id: transactionId } = check;
        payments.set(transactionId, { transactionId, purpose: "answer", reference: String(line.checkNumber) });
      }
      await settle();
      assert(paid.length === 0, "every check that a page pays is settled with it");
    }
  }
  return { payments: [...payments.values()], items, exceptions };
}

async function knownChecks(
  tx: Tx,
  organizationId: OrganizationId,
  accountId: AccountId,
  lines: readonly ReportedCheck[],
): Promise<Map<number, CheckRow>> {
  const numbers = lines.map((line) => BigInt(line.checkNumber));
  const rows = await lockChecks(tx, organizationId, { accountId, numbers });
  return new Map(rows.map((row) => [Number(row.check_number), row]));
}

async function reread(tx: Tx, organizationId: OrganizationId, check: CheckRow): Promise<CheckRow> {
  const { account_id: accountId, check_number: number } = check;
  const [row] = await lockChecks(tx, organizationId, { accountId, numbers: [number] });
  return row ?? check;
}

interface Line {
  readonly received: ReceivedReport;
  readonly line: ReportedCheck;
  readonly check: CheckRow | undefined;
  /** Of the page: what it pays is added, and settled together. */
  readonly paid: PaidCheck[];
  /** Of the file: what is not applied is added. */
  readonly items: FileItem[];
}

/** Returns 1 for a new exception. */
async function applyLine(service: Service, tx: Tx, { received, line, check, paid, items }: Line): Promise<number> {
  const { organizationId, connection, fileId: sourceFileId } = received;
  const effect = judgeReport(check, line);
  switch (effect.kind) {
    case "nothing":
      return 0;
    case "conflict":
      items.push({
        ...itemOfLine(line, "contradiction", `Check ${line.checkNumber} ${effect.why}.`),
        transactionId: check?.transaction_id,
      });
      return 0;
    case "exception":
      return recordException(service, tx, {
        organizationId,
        connection,
        accountId: line.accountId,
        kind: effect.exception,
        sourceFileId,
        checkNumber: BigInt(line.checkNumber),
        transactionId: check?.transaction_id,
        amountMinor: line.amountMinor,
        presentedOn: line.paidDate,
      });
    case "pay":
      if (check !== undefined) {
        assert(check.amount_minor > 0n, "a check was issued for a positive amount");
        paid.push({
          ...check,
          paidMinor: check.amount_minor,
          paidOn: line.paidDate ?? newYorkDay(service.clock.now()),
        });
      }
      return 0;
    case "end":
      if (check === undefined) return 0;
      if (effect.trigger === "stop") await acceptVoid(service, tx, { organizationId, found: check, sourceFileId });
      await endUnpaid(service, tx, { organizationId, check, ...effect, sourceFileId });
      return 0;
  }
}
