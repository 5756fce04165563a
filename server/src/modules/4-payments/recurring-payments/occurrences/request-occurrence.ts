import { assert } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { requestPaymentWithin } from "#payments/approvals";
import { type Actor, recordAudit } from "#records/audit";
import { callerForUser, lockOrganization } from "#records/identity";
import { lockUsersForShare, mayRequestPayments } from "#records/people";
import { refuseRecurring } from "../recurring-refusals.ts";
import { type Occurrence, occurrenceAfter, requestAtOf } from "../schedule/schedule.ts";
import { type RecurringRow, requestBodyOf, scheduleOf, todayOf } from "../series/recurring-payment.ts";
import { moveOn } from "../series/recurring-payments.queries.ts";
import type { OccurrenceTrigger } from "./occurrence-states.ts";
import { moveOccurrence, type OccurrenceId, type OccurrenceRow } from "./occurrences.queries.ts";

/** An occurrence of a locked recurring payment. */
export interface DueOccurrence {
  readonly organizationId: OrganizationId;
  readonly row: RecurringRow;
  readonly occurrence: Occurrence;
}

/**
 * Requests an occurrence like any other payment, on the present terms, in the name of the user who saved them: a user
 * who only repeats a refused one has not chosen the terms, so their author must still not approve them. One whose
 * payment day has passed, because the service was down or it was refused at first, is for today. The request and the
 * occurrence that names it commit together. Refuses like requests, and with `recurringRequesterLeft`.
 */
export async function requestOccurrence(
  service: Service,
  tx: Tx,
  { due, actor, trigger }: { due: DueOccurrence; actor: Actor; trigger: "request" | "retry" },
): Promise<OccurrenceRow> {
  const { organizationId, row, occurrence } = due;
  // In the order of locks: the organization before its users.
  await lockOrganization(tx, organizationId);
  const [requester] = await lockUsersForShare(tx, organizationId, [row.requester_user_id]);
  if (!mayRequestPayments(requester)) throw refuseRecurring("recurringRequesterLeft");
  const today = todayOf(service);
  const sendOn = Temporal.PlainDate.compare(occurrence.payOn, today) < 0 ? today : occurrence.payOn;
  const request = await requestPaymentWithin(service, tx, {
    caller: callerForUser(organizationId, row.requester_user_id),
    accountId: row.account_id,
    body: requestBodyOf(row, sendOn),
    origin: { actor, recurringPaymentId: row.recurring_payment_id, occurrence: occurrence.day.toString() },
  });
  assert(request.amount_minor === row.amount_minor, "an occurrence is for the amount of its recurring payment");
  return recordOccurrence(service, tx, { due, trigger, requestId: request.request_id });
}

/** Records what happened to an occurrence. */
export async function recordOccurrence(
  service: Service,
  tx: Tx,
  {
    due: { organizationId, row, occurrence },
    trigger,
    requestId = null,
    problem = null,
  }: {
    due: DueOccurrence;
    trigger: OccurrenceTrigger;
    requestId?: OccurrenceRow["request_id"];
    problem?: string | null;
  },
): Promise<OccurrenceRow> {
  return moveOccurrence(tx, organizationId, {
    occurrenceId: service.newId<OccurrenceId>(),
    recurringPaymentId: row.recurring_payment_id,
    day: occurrence.day.toString(),
    payOn: occurrence.payOn.toString(),
    trigger,
    requestId,
    problem,
    at: service.clock.now(),
  });
}

/** The recurring payment continues with the occurrence after the one that was requested, skipped, or refused; or it ends. */
export async function proceed(service: Service, tx: Tx, { organizationId, row, occurrence }: DueOccurrence) {
  assert(occurrence.day.toString() === row.next_day, "occurrences are taken in order");
  const done = row.occurrences_done + 1;
  const next = occurrenceAfter(scheduleOf(row), { day: occurrence.day, done });
  const endedAt = next === undefined ? service.clock.now() : null;
  const moved = await moveOn(tx, organizationId, {
    id: row.recurring_payment_id,
    progress: {
      occurrences_done: done,
      last_day: row.next_day,
      next_day: next?.day.toString() ?? null,
      request_at: next === undefined ? null : requestAtOf(next),
    },
    endedAt,
  });
  if (endedAt !== null)
    await recordAudit(service, tx, {
      organizationId,
      actor: { type: "service" },
      entries: [
        {
          action: "recurringPayment.end",
          resourceType: "recurringPayment",
          resourceId: row.recurring_payment_id,
          before: { state: row.state },
          after: { state: moved.state, occurrencesDone: moved.occurrences_done },
        },
      ],
    });
}
