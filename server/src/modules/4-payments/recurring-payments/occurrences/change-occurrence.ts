import { notFound } from "#kernel/http/http-refusals.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { actorOf, recordAudit } from "#records/audit";
import type { Caller } from "#records/identity";
import { refuseRecurring } from "../recurring-refusals.ts";
import { firstOnOrAfter, occurrencesFrom } from "../schedule/schedule.ts";
import { nextOccurrenceOf, type RecurringRow, scheduleOf } from "../series/recurring-payment.ts";
import { lockRecurring } from "../series/recurring-payments.queries.ts";
import { recurringStates } from "../series/recurring-states.ts";
import { settleRefusedOccurrence } from "./notify-refused-occurrence.ts";
import { occurrenceStates } from "./occurrence-states.ts";
import { findOccurrence, type OccurrenceRow } from "./occurrences.queries.ts";
import { type DueOccurrence, recordOccurrence, requestOccurrence } from "./request-occurrence.ts";

/** An occurrence as a path names it. */
export interface NamedOccurrence {
  readonly caller: Caller;
  readonly id: string;
  readonly day: string;
}

/** As far ahead as an occurrence can be skipped: it bounds the search for its day. */
const AHEAD_MAX = 120;

/**
 * Skips an occurrence that is yet to be requested; skipping it again changes nothing. Refuses with `resourceNotFound`,
 * `recurringPaymentClosed`, or `occurrenceNotChangeable`.
 */
export async function skipOccurrence(service: Service, tx: Tx, named: NamedOccurrence): Promise<RecurringRow> {
  const row = await lockActive(tx, named);
  const recorded = await knownOccurrence(tx, named, row);
  if (recorded?.state === "skipped" && isAhead(row, recorded.day)) return row;
  requireMove(recorded, { trigger: "skip", day: named.day });
  const due = plannedOccurrence(named, row);
  await recordOccurrence(service, tx, { due, trigger: "skip" });
  await auditOccurrence(service, tx, { named, row, action: "skipOccurrence" });
  return row;
}

/**
 * Takes back a skip while the occurrence is yet to come; restoring it again changes nothing. Refuses like
 * `skipOccurrence`.
 */
export async function restoreOccurrence(service: Service, tx: Tx, named: NamedOccurrence): Promise<RecurringRow> {
  const row = await lockActive(tx, named);
  const recorded = await knownOccurrence(tx, named, row);
  if (
    recorded !== undefined &&
    (recorded.state === "requested" || recorded.state === "refused" || !isAhead(row, recorded.day))
  )
    throw notChangeable(recorded);
  const due = plannedOccurrence(named, row);
  if (recorded === undefined || recorded.state === "planned") return row;
  requireMove(recorded, { trigger: "restore", day: named.day });
  await recordOccurrence(service, tx, { due, trigger: "restore" });
  await auditOccurrence(service, tx, { named, row, action: "restoreOccurrence" });
  return row;
}

/**
 * Requests a refused occurrence after all, for its day or for today. Refuses like `requestOccurrence`, and with
 * `resourceNotFound`, `recurringPaymentClosed`, or `occurrenceNotChangeable`.
 */
export async function retryOccurrence(service: Service, tx: Tx, named: NamedOccurrence): Promise<RecurringRow> {
  const { caller, id, day } = named;
  const { organizationId } = caller;
  const row = await lockRecurring(tx, organizationId, id);
  if (row === undefined) throw notFound("recurring payment");
  // One that ended is complete only if its refused occurrences can be made up for.
  if (row.state === "stopped") throw closed(row);
  const recorded = await knownOccurrence(tx, named, row);
  if (recorded === undefined) throw notFound("occurrence");
  requireMove(recorded, { trigger: "retry", day });
  const occurrence = { day: Temporal.PlainDate.from(recorded.day), payOn: Temporal.PlainDate.from(recorded.pay_on) };
  const due = { organizationId, row, occurrence };
  await requestOccurrence(service, tx, { due, actor: actorOf(caller), trigger: "retry" });
  await settleRefusedOccurrence(service, tx, { organizationId, recurringPaymentId: row.recurring_payment_id, day });
  return row;
}

/** Locks an active recurring payment; refuses with `resourceNotFound` or `recurringPaymentClosed`. */
async function lockActive(tx: Tx, { caller, id }: NamedOccurrence): Promise<RecurringRow> {
  const row = await lockRecurring(tx, caller.organizationId, id);
  if (row === undefined) throw notFound("recurring payment");
  if (recurringStates.next(row.state, "change") === undefined) throw closed(row);
  return row;
}

export const closed = ({ state }: RecurringRow) =>
  refuseRecurring(recurringStates.moves.change.refusal, { details: { state } });

const knownOccurrence = (tx: Tx, { caller, day }: NamedOccurrence, row: RecurringRow) =>
  findOccurrence(tx, caller.organizationId, { recurringPaymentId: row.recurring_payment_id, day });

const isAhead = ({ next_day: next }: RecurringRow, day: string): boolean => next !== null && day >= next;

function requireMove(
  recorded: OccurrenceRow | undefined,
  { trigger, day }: { readonly trigger: "skip" | "restore" | "retry"; readonly day: string },
): void {
  const state = recorded?.state ?? "planned";
  if (occurrenceStates.next(state, trigger) === undefined) throw notChangeable({ day, state });
}

const notChangeable = ({ day, state }: Pick<OccurrenceRow, "day" | "state">) =>
  refuseRecurring(occurrenceStates.moves.skip.refusal, { details: { day, state } });

/** The occurrence of the day, if it is yet to come: one of the next of the schedule. */
function plannedOccurrence({ caller, day }: NamedOccurrence, row: RecurringRow): DueOccurrence {
  const schedule = scheduleOf(row);
  const first = nextOccurrenceOf(row);
  const named = firstOnOrAfter(schedule, Temporal.PlainDate.from(day));
  if (first === undefined || named === undefined) throw notFound("occurrence");
  const until = named.payOn;
  const ahead = occurrencesFrom(schedule, { first, done: row.occurrences_done, limit: AHEAD_MAX, until });
  const occurrence = ahead.find((next) => next.day.toString() === day);
  if (occurrence === undefined) throw notFound("occurrence");
  return { organizationId: caller.organizationId, row, occurrence };
}

const auditOccurrence = (
  service: Service,
  tx: Tx,
  {
    named: { caller, day },
    row,
    action,
  }: { named: NamedOccurrence; row: RecurringRow; action: "skipOccurrence" | "restoreOccurrence" },
) =>
  recordAudit(service, tx, {
    organizationId: caller.organizationId,
    actor: actorOf(caller),
    entries: [
      {
        action: `recurringPayment.${action}`,
        resourceType: "recurringPayment",
        resourceId: row.recurring_payment_id,
        after: { occurrence: day },
      },
    ],
  });
