import { newYorkDate } from "bursar-banking/calendar/new-york";
import type { PaymentMethod } from "bursar-banking/identifiers/payment-method";
import type { Service } from "#kernel/process/service.ts";
import type { AccountId, Id, RecipientId, UserId } from "#kernel/values/ids.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import type { ChargeType, PaymentRequestBody } from "#payments/approvals";
import { type Frequency, firstOnOrAfter, type Occurrence, type Roll, type Schedule } from "../schedule/schedule.ts";
import type { RecurringState } from "./recurring-states.ts";

export type RecurringPaymentId = Id<"recurringPayment">;

/** The terms of each occurrence to come. */
export interface RecurringTerms {
  readonly account_id: AccountId;
  readonly recipient_id: RecipientId;
  readonly amount_minor: bigint;
  readonly method: PaymentMethod;
  readonly external_memo: string | null;
  readonly note: string | null;
  readonly purpose: string | null;
  readonly charge_type: ChargeType | null;
  /** Who last saved the terms: the requester of each occurrence, who cannot approve it (decision S12). */
  readonly requester_user_id: UserId;
}

/** The schedule as stored; days are `YYYY-MM-DD`. */
export interface StoredSchedule {
  readonly frequency: Frequency;
  readonly start_on: string;
  readonly day_of_month: number | null;
  readonly roll: Roll;
  readonly end_on: string | null;
  readonly end_after: number | null;
}

/** How far it is. `next_day` and `request_at` are set exactly while it is active. */
export interface RecurringProgress {
  readonly occurrences_done: number;
  readonly last_day: string | null;
  readonly next_day: string | null;
  readonly request_at: Date | null;
}

/** Table: recurring_payments. */
export interface RecurringRow extends RecurringTerms, StoredSchedule, RecurringProgress {
  readonly recurring_payment_id: RecurringPaymentId;
  readonly state: RecurringState;
  readonly version: number;
  readonly created_at: Date;
  readonly ended_at: Date | null;
}

/** What a recurring payment pays and when, as a user enters it. */
export const enteredTermsOf = (row: RecurringTerms & StoredSchedule) => ({
  accountId: row.account_id,
  recipientId: row.recipient_id,
  amount: dollarsFromMinor(row.amount_minor),
  paymentMethod: row.method,
  externalMemo: row.external_memo,
  note: row.note,
  frequency: row.frequency,
  startOn: row.start_on,
  dayOfMonth: row.day_of_month,
  roll: row.roll,
  endOn: row.end_on,
  endAfter: row.end_after,
});

/** The same as the API and the audit log show it. */
export const shownTermsOf = (row: RecurringRow) => ({
  version: row.version,
  ...enteredTermsOf(row),
  requesterUserId: row.requester_user_id,
});

const dateOf = (day: string): Temporal.PlainDate => Temporal.PlainDate.from(day);

export const scheduleOf = (row: StoredSchedule): Schedule => ({
  frequency: row.frequency,
  startOn: dateOf(row.start_on),
  dayOfMonth: row.day_of_month,
  roll: row.roll,
  endOn: row.end_on === null ? null : dateOf(row.end_on),
  endAfter: row.end_after,
});

/** The next occurrence of an active one. */
export function nextOccurrenceOf(row: RecurringRow): Occurrence | undefined {
  if (row.next_day === null) return undefined;
  // The day is one of the schedule's, so the search ends there; it also says on which day it is paid.
  return firstOnOrAfter(scheduleOf(row), dateOf(row.next_day));
}

/** Today at banks in New York, by the service's clock. */
export const todayOf = ({ clock }: Pick<Service, "clock">): Temporal.PlainDate => newYorkDate(clock.now());

/** The body of the request for an occurrence, or, without a day, of one to check. */
export const requestBodyOf = (terms: RecurringTerms, sendOn: Temporal.PlainDate | undefined): PaymentRequestBody => ({
  recipientId: terms.recipient_id,
  amount: dollarsFromMinor(terms.amount_minor),
  paymentMethod: terms.method,
  externalMemo: terms.external_memo,
  note: terms.note,
  purpose: terms.purpose,
  chargeType: terms.charge_type,
  ...(sendOn && { sendOn: sendOn.toString() }),
});
