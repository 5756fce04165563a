import { reasonText } from "bursar-banking/codes/describe-reason";
import { notFound } from "#kernel/http/http-refusals.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import type { CheckState, CheckVoidState } from "./check-states.ts";
import { findShownCheckOfPayment } from "./checks.queries.ts";
import {
  type CheckExceptionRow,
  exceptionsOfPayment,
  type FoundExceptionRow,
  findException,
  openExceptions,
} from "./exceptions/exceptions.queries.ts";
import { type StopOutcome, stopOutcomeOf } from "./stops/stop-outcome.ts";
import { findLastVoid } from "./stops/voids.queries.ts";

/** A check that was presented to the bank and is not what was issued, as people see it. */
export interface ShownCheckException {
  readonly id: string;
  readonly accountId: string;
  readonly checkNumber: string;
  /** The payment of the check with this number; null if none was issued. */
  readonly transactionId: string | null;
  readonly state: CheckExceptionRow["state"];
  readonly kind: CheckExceptionRow["kind"];
  /** What was presented. US dollars. */
  readonly amount: number;
  /** Of the check with this number. US dollars. Null if none was issued. */
  readonly issuedAmount: number | null;
  /** To whom that check was issued. */
  readonly payee: string | null;
  /** `YYYY-MM-DD`. */
  readonly presentedOn: string | null;
  readonly reportedAt: string;
  readonly decideBy: string;
  readonly decision: CheckExceptionRow["decision"];
}

/** A check of a payment, as people see it. */
export interface ShownCheck {
  readonly transactionId: string;
  readonly accountId: string;
  readonly checkNumber: string;
  readonly state: CheckState;
  /** US dollars. */
  readonly amount: number;
  readonly issuedOn: string;
  /** When its PDF was made, for the bank's printer or our own. */
  readonly printedAt: string | null;
  readonly mailedAt: string | null;
  readonly paidOn: string | null;
  /** Why it is void, stopped, or returned. */
  readonly reason: string | null;
  /** What a stop would do now; null if nothing: its end is known, or it is being stopped. */
  readonly stopOutcome: StopOutcome | null;
  /** The last void or stop that was requested. */
  readonly stop: {
    readonly state: CheckVoidState;
    readonly requestedAt: string;
    readonly reason: string | null;
  } | null;
  readonly exceptions: ShownCheckException[];
}

const EXCEPTIONS_MAX = 100;

/** Exceptions that two people have to decide about, the most urgent first. */
export const listCheckExceptions = async (
  db: Queryable,
  organizationId: OrganizationId,
): Promise<readonly ShownCheckException[]> =>
  (await openExceptions(db, organizationId, EXCEPTIONS_MAX)).map(renderException);

/** An exception, decided or not. */
export async function showCheckException(
  db: Queryable,
  { organizationId, exceptionId }: { readonly organizationId: OrganizationId; readonly exceptionId: string },
): Promise<ShownCheckException> {
  const row = await findException(db, organizationId, exceptionId);
  if (row === undefined) throw notFound("check exception");
  return renderException(row);
}

/** The check of a payment. Refuses a payment that has none. */
export async function showCheck(
  db: Queryable,
  { organizationId, transactionId }: { readonly organizationId: OrganizationId; readonly transactionId: string },
): Promise<ShownCheck> {
  const check = await findShownCheckOfPayment(db, organizationId, transactionId);
  if (check === undefined) throw notFound("check");
  const { account_id: accountId, check_number: checkNumber } = check;
  const stop = await findLastVoid(db, organizationId, { accountId, checkNumber });
  const exceptions = await exceptionsOfPayment(db, organizationId, check.transaction_id);
  return {
    transactionId: check.transaction_id,
    accountId,
    checkNumber: String(checkNumber),
    state: check.state,
    amount: dollarsFromMinor(check.amount_minor),
    issuedOn: check.issued_on,
    printedAt: check.printed_at?.toISOString() ?? null,
    mailedAt: check.mailed_at?.toISOString() ?? null,
    paidOn: check.paid_on,
    reason: check.code === null ? null : reasonText(check.code),
    stopOutcome: isBeingStopped(stop?.state) ? null : (stopOutcomeOf(check.state, check.run_state) ?? null),
    stop:
      stop === undefined
        ? null
        : { state: stop.state, requestedAt: stop.requested_at.toISOString(), reason: stop.reason },
    exceptions: exceptions.map(renderException),
  };
}

const isBeingStopped = (state: CheckVoidState | undefined): boolean =>
  state === "waiting" || state === "reported" || state === "manual";

const renderException = (row: FoundExceptionRow): ShownCheckException => ({
  id: row.exception_id,
  accountId: row.account_id,
  checkNumber: String(row.check_number),
  kind: row.kind,
  transactionId: row.transaction_id,
  state: row.state,
  amount: dollarsFromMinor(row.amount_minor),
  presentedOn: row.presented_on,
  decision: row.decision,
  payee: row.payee,
  issuedAmount: row.issued_minor === null ? null : dollarsFromMinor(row.issued_minor),
  reportedAt: row.reported_at.toISOString(),
  decideBy: row.decide_by.toISOString(),
});
