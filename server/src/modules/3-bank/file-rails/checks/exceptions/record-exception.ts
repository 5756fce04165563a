import { nextBankingDay } from "bursar-banking/calendar/business-day";
import { newYorkDate, newYorkInstant } from "bursar-banking/calendar/new-york";
import type { BankFileId } from "#bank/exchange";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { derivedId } from "#kernel/values/derived-id.ts";
import type { AccountId, OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import type { CheckConnection } from "../check-connection.ts";
import { type CheckExceptionId, type CheckExceptionKind, insertException } from "./exceptions.queries.ts";

/** What an exception needs of the connection that reported it. */
export interface ExceptionSource {
  readonly connectionId: CheckConnection["connectionId"];
  readonly settings: Pick<CheckConnection["settings"], "exceptionsDueAt">;
}

export interface ReportedException {
  readonly organizationId: OrganizationId;
  readonly connection: ExceptionSource;
  readonly accountId: AccountId;
  readonly checkNumber: bigint;
  readonly transactionId: TransactionId | undefined;
  readonly kind: CheckExceptionKind;
  /** What was presented. Cents. */
  readonly amountMinor: bigint;
  readonly presentedOn: string | undefined;
  readonly sourceFileId: BankFileId;
}

/** A presented check that two people must decide about, once: returns 1 if it is new. */
export function recordException(service: Pick<Service, "clock">, tx: Tx, found: ReportedException): Promise<number> {
  const { organizationId, connection, accountId, checkNumber, kind, amountMinor, presentedOn } = found;
  const now = service.clock.now();
  const identity = [accountId, String(checkNumber), kind, String(amountMinor), presentedOn ?? ""] as const;
  return insertException(tx, organizationId, {
    exception_id: derivedId<CheckExceptionId>("check-exception", ...identity),
    connection_id: connection.connectionId,
    account_id: accountId,
    check_number: checkNumber,
    transaction_id: found.transactionId ?? null,
    kind,
    amount_minor: amountMinor,
    presented_on: presentedOn ?? null,
    source_file_id: found.sourceFileId,
    reported_at: now,
    decide_by: decisionDueAt(connection.settings.exceptionsDueAt, now),
  });
}

/** The bank's deadline on the banking day after it reported the check. */
export const decisionDueAt = (wallClock: string, reportedAt: Date): Date =>
  newYorkInstant(nextBankingDay(newYorkDate(reportedAt)), Temporal.PlainTime.from(wallClock));
