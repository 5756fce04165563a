import { assert, present } from "#kernel/assert.ts";
import { type FieldProblem, invalidRequest, notFound } from "#kernel/http/http-refusals.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { AccountId, RecipientId } from "#kernel/values/ids.ts";
import { minorFromDollars } from "#kernel/values/money.ts";
import { refuseUnlessRequestable } from "#payments/approvals";
import { actorOf, recordAudit } from "#records/audit";
import { type Caller, lockOrganization } from "#records/identity";
import { closed } from "../occurrences/change-occurrence.ts";
import { restoreAll } from "../occurrences/occurrences.queries.ts";
import { refuseRecurring } from "../recurring-refusals.ts";
import { firstOnOrAfter, type Occurrence, occurrenceAfter, requestAtOf } from "../schedule/schedule.ts";
import {
  enteredTermsOf,
  type RecurringPaymentId,
  type RecurringRow,
  type RecurringTerms,
  requestBodyOf,
  type StoredSchedule,
  scheduleOf,
  shownTermsOf,
  todayOf,
} from "./recurring-payment.ts";
import {
  countActive,
  insertRecurring,
  lockRecurring,
  markStopped,
  replaceTerms,
} from "./recurring-payments.queries.ts";
import type { RecurringChange, RecurringInput } from "./recurring-schemas.ts";
import { recurringStates } from "./recurring-states.ts";

/** Bounds the forecast, which reads all of them. */
export const ACTIVE_MAX = 1_000;

/**
 * Sets up a recurring payment. Its payments are requested later, each for its own approval, so it moves no money and
 * needs no approval itself. Refuses with `invalidRequest`, `tooManyRecurringPayments`, and what a request for the
 * payment would be refused for.
 */
export async function createRecurringPayment(
  service: Service,
  tx: Tx,
  { caller, input }: { caller: Caller; input: RecurringInput },
): Promise<RecurringRow> {
  const { organizationId } = caller;
  const terms = termsOf(caller, input);
  const schedule = storedScheduleOf(service, { input, before: undefined });
  await refuseUnlessRequestable(service, tx, {
    caller,
    accountId: terms.account_id,
    body: { ...requestBodyOf(terms, undefined), amount: input.amount },
  });
  // Counted one at a time.
  await lockOrganization(tx, organizationId);
  const { count } = await countActive(tx, organizationId);
  if (count >= ACTIVE_MAX) throw refuseRecurring("tooManyRecurringPayments", { details: { limit: ACTIVE_MAX } });
  const next = firstPayable(service, schedule, { from: schedule.start_on, done: 0 });
  const row: RecurringRow = {
    ...terms,
    ...schedule,
    recurring_payment_id: service.newId<RecurringPaymentId>(),
    state: "active",
    version: 1,
    occurrences_done: 0,
    last_day: null,
    next_day: next.day.toString(),
    request_at: requestAtOf(next),
    created_at: service.clock.now(),
    ended_at: null,
  };
  await insertRecurring(tx, organizationId, row);
  await auditRecurring(service, tx, { caller, action: "create", after: row });
  return row;
}

/**
 * Replaces terms and schedule from the next occurrence on, and makes the caller the requester, who cannot approve
 * them. Requests that were already made keep their terms. Refuses like `createRecurringPayment`, and with
 * `resourceNotFound`, `recurringPaymentChanged`, or `recurringPaymentClosed`.
 */
export async function changeRecurringPayment(
  service: Service,
  tx: Tx,
  {
    caller,
    id,
    change,
    keeps,
  }: {
    caller: Caller;
    id: string;
    /** Complete, unless what is omitted keeps its value. */
    change: RecurringChange;
    keeps: boolean;
  },
): Promise<RecurringRow> {
  const { organizationId } = caller;
  const before = await lockRecurring(tx, organizationId, id);
  if (before === undefined) throw notFound("recurring payment");
  if (recurringStates.next(before.state, "change") === undefined) throw closed(before);
  if (before.version !== change.version)
    throw refuseRecurring("recurringPaymentChanged", { details: { version: before.version } });
  const input = keeps ? { ...inputOf(before), ...change } : change;
  const terms = termsOf(caller, input);
  const schedule = storedScheduleOf(service, { input, before });
  await refuseUnlessRequestable(service, tx, {
    caller,
    accountId: terms.account_id,
    body: { ...requestBodyOf(terms, undefined), amount: input.amount },
  });
  const isSameCalendar = calendarOf(before) === calendarOf(schedule);
  const progress = isSameCalendar ? sameNext(before, schedule) : nextOfNewCalendar(service, before, schedule);
  const row = await replaceTerms(tx, organizationId, { id: before.recurring_payment_id, terms, schedule, progress });
  assert(row.version === before.version + 1, "a saved recurring payment has the next version");
  if (!isSameCalendar)
    await restoreAll(tx, organizationId, {
      recurringPaymentId: row.recurring_payment_id,
      since: present(row.next_day, "an active one has a next occurrence"),
      at: service.clock.now(),
    });
  await auditRecurring(service, tx, { caller, action: "update", before, after: row });
  return row;
}

/**
 * Stops it: no further payment is requested. Stopping it again changes nothing. Refuses with `resourceNotFound` or
 * `recurringPaymentClosed`.
 */
export async function stopRecurringPayment(
  service: Service,
  tx: Tx,
  { caller, id }: { caller: Caller; id: string },
): Promise<RecurringRow> {
  const before = await lockRecurring(tx, caller.organizationId, id);
  if (before === undefined) throw notFound("recurring payment");
  if (before.state === "stopped") return before;
  if (recurringStates.next(before.state, "stop") === undefined) throw closed(before);
  const row = await markStopped(tx, caller.organizationId, before.recurring_payment_id, service.clock.now());
  await recordAudit(service, tx, {
    organizationId: caller.organizationId,
    actor: actorOf(caller),
    entries: [
      {
        action: "recurringPayment.stop",
        resourceType: "recurringPayment",
        resourceId: row.recurring_payment_id,
        before: { state: before.state },
        after: { state: row.state },
      },
    ],
  });
  return row;
}

/** The terms and the schedule as a user would save them again. */
const inputOf = (row: RecurringRow): RecurringInput => ({
  ...enteredTermsOf(row),
  purpose: row.purpose,
  ...(row.charge_type === null ? {} : { chargeType: row.charge_type }),
});

function termsOf(caller: Caller, input: RecurringInput): RecurringTerms {
  return {
    // UUIDs by their schema; the database checks whether they exist.
    account_id: input.accountId.toLowerCase() as AccountId,
    recipient_id: input.recipientId.toLowerCase() as RecipientId,
    // An amount that is no number of cents is refused by the check of the request, which sees the amount as it was sent.
    amount_minor: minorFromDollars(input.amount) ?? 0n,
    method: input.paymentMethod,
    external_memo: input.externalMemo || null,
    note: input.note || null,
    purpose: input.purpose?.trim() || null,
    // The payer bears the fees unless the user says otherwise, as in requests.
    charge_type: input.paymentMethod === "internationalWire" ? (input.chargeType ?? "ours") : null,
    requester_user_id: present(caller.userId, "a user saves a recurring payment"),
  };
}

/** The schedule as stored; refuses what is wrong with it. */
function storedScheduleOf(
  service: Service,
  { input, before }: { input: RecurringInput; before: RecurringRow | undefined },
): StoredSchedule {
  const today = todayOf(service);
  const { frequency, startOn, dayOfMonth = null, endOn = null, endAfter = null } = input;
  const problems: FieldProblem[] = [];
  const add = (isWrong: boolean, path: string, message: string) => {
    if (isWrong) problems.push({ path, message });
  };
  const start = Temporal.PlainDate.from(startOn);
  const isPast = Temporal.PlainDate.compare(start, today) < 0 && startOn !== before?.start_on;
  add(isPast, "startOn", `must be today (${today}, Eastern Time) or later`);
  add(Temporal.PlainDate.compare(start, today.add({ years: 1 })) > 0, "startOn", "must be within a year");
  add(frequency === "monthly" && dayOfMonth === null, "dayOfMonth", "is required for monthly payments");
  add(frequency !== "monthly" && dayOfMonth !== null, "dayOfMonth", "is for monthly payments only. Omit it");
  add(endOn !== null && endAfter !== null, "endAfter", "cannot be combined with endOn");
  add(endOn !== null && endOn < startOn, "endOn", "must be the first day or later");
  if (problems.length > 0) throw invalidRequest(problems);
  return {
    frequency,
    start_on: startOn,
    day_of_month: dayOfMonth,
    roll: input.roll ?? "after",
    end_on: endOn,
    end_after: endAfter,
  };
}

/** What determines the days, except for the end. */
const calendarOf = ({ frequency, start_on: start, day_of_month: day, roll }: StoredSchedule): string =>
  JSON.stringify([frequency, start, day, roll]);

/** The same next occurrence, unless the new end is before it. */
function sameNext(before: RecurringRow, schedule: StoredSchedule) {
  const day = present(before.next_day, "an active one has a next occurrence");
  const isPastEnd = schedule.end_on !== null && day > schedule.end_on;
  const isLast = schedule.end_after !== null && before.occurrences_done >= schedule.end_after;
  if (isPastEnd || isLast) throw nothingLeft(schedule);
  return { next_day: day, request_at: before.request_at };
}

function nextOfNewCalendar(
  service: Service,
  { last_day: last, occurrences_done: done }: RecurringRow,
  schedule: StoredSchedule,
) {
  // Days rise, so that each occurrence has a day of its own, whatever the earlier schedule was.
  const from = last === null ? schedule.start_on : Temporal.PlainDate.from(last).add({ days: 1 }).toString();
  const next = firstPayable(service, schedule, { from, done });
  return { next_day: next.day.toString(), request_at: requestAtOf(next) };
}

/** The first occurrence whose payment day has not passed. Refuses if there is none. */
function firstPayable(
  service: Service,
  stored: StoredSchedule,
  { from, done }: { readonly from: string; readonly done: number },
): Occurrence {
  const today = todayOf(service);
  const schedule = scheduleOf(stored);
  const earliest = Temporal.PlainDate.from(from);
  const start = Temporal.PlainDate.compare(earliest, today) < 0 ? today : earliest;
  const first = schedule.endAfter !== null && done >= schedule.endAfter ? undefined : firstOnOrAfter(schedule, start);
  // Its day is today or later; rolled back, its payment day may have passed.
  const isPayable = first === undefined || Temporal.PlainDate.compare(first.payOn, today) >= 0;
  const found = isPayable ? first : occurrenceAfter({ ...schedule, endAfter: null }, { day: first.day, done });
  if (found === undefined) throw nothingLeft(stored);
  return found;
}

const nothingLeft = ({ end_after: endAfter }: StoredSchedule) =>
  invalidRequest([
    {
      path: endAfter === null ? "endOn" : "endAfter",
      message: "leaves no payment to make. Choose a later end, or stop the recurring payment",
    },
  ]);

function auditRecurring(
  service: Service,
  tx: Tx,
  {
    caller,
    action,
    before,
    after,
  }: { caller: Caller; action: "create" | "update"; before?: RecurringRow; after: RecurringRow },
): Promise<void> {
  return recordAudit(service, tx, {
    organizationId: caller.organizationId,
    actor: actorOf(caller),
    entries: [
      {
        action: `recurringPayment.${action}`,
        resourceType: "recurringPayment",
        resourceId: after.recurring_payment_id,
        ...(before && { before: auditedOf(before) }),
        after: auditedOf(after),
      },
    ],
  });
}

const auditedOf = (row: RecurringRow) => ({ ...shownTermsOf(row), next: row.next_day });
