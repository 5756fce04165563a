import { newYorkDay } from "../../../../banking/calendar/new-york.ts";
import type { Service } from "../../../../kernel/process/service.ts";
import type { Tx } from "../../../../kernel/sql/database.ts";
import type { AccountId, OrganizationId } from "../../../../kernel/values/ids.ts";
import type { BankFileId, FilePayment } from "../../../bank-files/index.ts";
import { quarantine } from "../../inbound/quarantine.ts";
import type { CheckConnection } from "../check-connection.ts";
import { type CheckRow, lockChecks, payCheck } from "../checks.queries.ts";
import { recordException } from "../exceptions/record-exception.ts";
import { confirmMailed, endMailedRun } from "../runs/mail-run.ts";
import { acceptVoid, endUnpaid, refuseVoid } from "../stops/settle-void.ts";
import { judgeReport } from "./judge-report.ts";
import type { ReportedCheck } from "./read-check-report.ts";

/** Checks per statement. */
const PAGE = 1_000;

export interface ReceivedReport {
  readonly organizationId: OrganizationId;
  readonly connection: CheckConnection;
  /** The received file. */
  readonly fileId: BankFileId;
  readonly reported: readonly ReportedCheck[];
}

/** What a report did. */
export interface AppliedReport {
  readonly payments: readonly FilePayment[];
  /** New ones, about which people receive an email. */
  readonly exceptions: number;
}

/**
 * Applies all lines of a file, in the transaction that marks it as processed. What was applied before, from this or another
 * file, changes nothing. Throws QuarantinedFile if a line contradicts what the bank has said before.
 */
export async function applyCheckReport(service: Service, tx: Tx, received: ReceivedReport): Promise<AppliedReport> {
  const payments = new Map<string, FilePayment>();
  let exceptions = 0;
  const byAccount = Map.groupBy(received.reported, (check) => check.accountId);
  for (const accountId of [...byAccount.keys()].sort()) {
    const lines = (byAccount.get(accountId) ?? []).toSorted((one, other) => one.checkNumber - other.checkNumber);
    for (let at = 0; at < lines.length; at += PAGE) {
      const page = lines.slice(at, at + PAGE);
      const known = await knownChecks(tx, received.organizationId, accountId, page);
      for (const [index, line] of page.entries()) {
        const check = known.get(line.checkNumber);
        exceptions += await applyLine(service, tx, { received, line, check });
        if (check === undefined) continue;
        // The next line may be about the same check: they are in the order of their numbers.
        if (page[index + 1]?.checkNumber === line.checkNumber)
          known.set(line.checkNumber, await reread(tx, received.organizationId, check));
        const { transaction_id: transactionId } = check;
        payments.set(transactionId, { transactionId, purpose: "answer", reference: String(line.checkNumber) });
      }
    }
  }
  return { payments: [...payments.values()], exceptions };
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
}

/** Returns 1 for a new exception. */
async function applyLine(service: Service, tx: Tx, { received, line, check }: Line): Promise<number> {
  const { organizationId, connection, fileId: sourceFileId } = received;
  const effect = judgeReport(check, line);
  switch (effect.kind) {
    case "nothing":
      return 0;
    case "conflict":
      return quarantine(`Line ${line.line}: check ${line.checkNumber} ${effect.why}. Ask the bank what is right.`);
    case "exception":
      return recordException(service, tx, {
        ...{ organizationId, connection, accountId: line.accountId, kind: effect.exception, sourceFileId },
        ...{ checkNumber: BigInt(line.checkNumber), transactionId: check?.transaction_id },
        ...{ amountMinor: line.amountMinor, presentedOn: line.paidDate },
      });
    case "pay":
      if (check !== undefined) await pay(service, tx, { received, line, check });
      return 0;
    case "end":
      if (check === undefined) return 0;
      if (effect.trigger === "stop") await acceptVoid(service, tx, { organizationId, found: check, sourceFileId });
      await endUnpaid(service, tx, { organizationId, check, ...effect, sourceFileId });
      return 0;
  }
}

/** A paid check was mailed, and can no longer be stopped. */
async function pay(
  service: Service,
  tx: Tx,
  { received, line, check }: Line & { readonly check: CheckRow },
): Promise<void> {
  const { organizationId, fileId: sourceFileId } = received;
  const { account_id: accountId, check_number: checkNumber, amount_minor: paidMinor } = check;
  const at = service.clock.now();
  await confirmMailed(service, tx, { organizationId, accountId, numbers: [checkNumber], sourceFileId, at });
  const paidOn = line.paidDate ?? newYorkDay(at);
  await payCheck(tx, organizationId, { accountId, checkNumber, paidOn, paidMinor, at });
  await refuseVoid(service, tx, { organizationId, found: check, reason: `The bank paid the check on ${paidOn}.` });
  await endMailedRun(tx, organizationId, { run: check, at });
}
