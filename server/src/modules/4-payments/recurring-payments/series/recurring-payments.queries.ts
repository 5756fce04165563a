import type { KeysetRange } from "#kernel/http/paging.queries.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { allOf, isOneOf, type Sql, sql } from "#kernel/sql/sql.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { dueWork } from "#records/identity";
import { series } from "../tables.ts";
import type {
  RecurringPaymentId,
  RecurringProgress,
  RecurringRow,
  RecurringTerms,
  StoredSchedule,
} from "./recurring-payment.ts";
import { type RecurringState, recurringStates } from "./recurring-states.ts";

/** Table: recurring_payments. */
const columns: Sql = sql`
  r.recurring_payment_id, r.state, r.version, r.account_id, r.recipient_id, r.amount_minor, r.method, r.external_memo, r.note,
  r.purpose, r.charge_type, r.requester_user_id, r.frequency, r.start_on, r.day_of_month, r.roll, r.end_on, r.end_after,
  r.occurrences_done, r.last_day, r.next_day, r.request_at, r.created_at, r.ended_at`;

/** The key for paging. */
export const recurringKey: Sql = sql`r.recurring_payment_id`;

// Written with the states of the state table, because the partial index has the same condition (ADR 0031).
const isActive = (state: Sql): Sql => isOneOf(state, recurringStates.statesBefore("proceed"));

export const insertRecurring = (tx: Tx, organizationId: OrganizationId, row: RecurringRow) =>
  tx.run(sql`
  insert into recurring_payments (
    organization_id, recurring_payment_id, state, version, account_id, recipient_id, amount_minor, method, external_memo,
    note, purpose, charge_type, requester_user_id, frequency, start_on, day_of_month, roll, end_on, end_after,
    occurrences_done, last_day, next_day, request_at, created_at, ended_at)
  values (
    ${organizationId}, ${row.recurring_payment_id}, ${row.state}, ${row.version}, ${row.account_id}, ${row.recipient_id},
    ${row.amount_minor}, ${row.method}, ${row.external_memo}, ${row.note}, ${row.purpose}, ${row.charge_type},
    ${row.requester_user_id}, ${row.frequency}, ${row.start_on}, ${row.day_of_month}, ${row.roll}, ${row.end_on},
    ${row.end_after}, ${row.occurrences_done}, ${row.last_day}, ${row.next_day}, ${row.request_at}, ${row.created_at},
    ${row.ended_at})
  returning ${series.inserted()}`);

export const findRecurring = (db: Queryable, organizationId: OrganizationId, id: string) =>
  db.maybe<RecurringRow>(sql`
  select ${columns}, ${series.proof("r")} from recurring_payments r
   where r.organization_id = ${organizationId} and r.recurring_payment_id = ${id}::uuid`);

/** The first lock of everything that changes it or its occurrences; before the locks of a request. */
export const lockRecurring = (tx: Tx, organizationId: OrganizationId, id: string) =>
  tx.maybe<RecurringRow>(sql`
  select ${columns}, ${series.proof("r")} from recurring_payments r
   where r.organization_id = ${organizationId} and r.recurring_payment_id = ${id}::uuid for update of r`);

/** One page, in the order of the keyset. An undefined member of the filter does not restrict it. */
export const pageOfRecurring = (
  db: Queryable,
  organizationId: OrganizationId,
  { state, keyset }: { state: RecurringState | undefined; keyset: KeysetRange },
) =>
  db.many<RecurringRow>(sql`
  select ${columns} from recurring_payments r
   where r.organization_id = ${organizationId}
     and ${allOf([...(state === undefined ? [] : [sql`r.state = ${state}`]), keyset.condition])}
   order by ${keyset.order} limit ${keyset.limit}`);

/** The active ones, the next first. */
export const activeRecurring = (db: Queryable, organizationId: OrganizationId, limit: number) =>
  db.many<RecurringRow>(sql`
  select ${columns}, ${series.proofOrSkip("r")} from recurring_payments r
   where r.organization_id = ${organizationId} and ${isActive(sql`r.state`)}
   order by r.request_at limit ${limit}`);

export const countActive = (db: Queryable, organizationId: OrganizationId) =>
  db.one<{ count: bigint }>(sql`
  select count(*) as count from recurring_payments
   where organization_id = ${organizationId} and ${isActive(sql`state`)}`);

/** Other terms and another schedule for the occurrences to come. */
export const replaceTerms = (
  tx: Tx,
  organizationId: OrganizationId,
  { id, terms, schedule, progress }: NewTermsOfRecurring,
) =>
  tx.one<RecurringRow>(sql`
  update recurring_payments r
     set version = version + 1, account_id = ${terms.account_id}, recipient_id = ${terms.recipient_id},
         amount_minor = ${terms.amount_minor}, method = ${terms.method}, external_memo = ${terms.external_memo},
         note = ${terms.note}, purpose = ${terms.purpose}, charge_type = ${terms.charge_type},
         requester_user_id = ${terms.requester_user_id}, frequency = ${schedule.frequency}, start_on = ${schedule.start_on},
         day_of_month = ${schedule.day_of_month}, roll = ${schedule.roll}, end_on = ${schedule.end_on},
         end_after = ${schedule.end_after}, next_day = ${progress.next_day}, request_at = ${progress.request_at}
   where organization_id = ${organizationId} and recurring_payment_id = ${id}
     and ${isOneOf(sql`state`, recurringStates.statesBefore("change"))}
  returning ${columns}, ${series.changed("r")}`);

interface NewTermsOfRecurring {
  readonly id: RecurringPaymentId;
  readonly terms: RecurringTerms;
  readonly schedule: StoredSchedule;
  readonly progress: Pick<RecurringProgress, "next_day" | "request_at">;
}

/** After an occurrence was requested, skipped, or refused. Null for `next_day`: it was the last. */
export const moveOn = (
  tx: Tx,
  organizationId: OrganizationId,
  { id, progress, endedAt }: { id: RecurringPaymentId; progress: RecurringProgress; endedAt: Date | null },
) =>
  tx.one<RecurringRow>(sql`
  update recurring_payments r
     set state = ${recurringStates.moves[endedAt === null ? "proceed" : "end"].to},
         occurrences_done = ${progress.occurrences_done}, last_day = ${progress.last_day}, next_day = ${progress.next_day},
         request_at = ${progress.request_at}, ended_at = ${endedAt}
   where organization_id = ${organizationId} and recurring_payment_id = ${id}
     and ${isOneOf(sql`state`, recurringStates.statesBefore("proceed"))}
  returning ${columns}, ${series.changed("r")}`);

export const markStopped = (tx: Tx, organizationId: OrganizationId, id: RecurringPaymentId, at: Date) =>
  tx.one<RecurringRow>(sql`
  update recurring_payments r
     set version = version + 1, state = ${recurringStates.moves.stop.to}, next_day = null, request_at = null, ended_at = ${at}
   where organization_id = ${organizationId} and recurring_payment_id = ${id}
     and ${isOneOf(sql`state`, recurringStates.statesBefore("stop"))}
  returning ${columns}, ${series.changed("r")}`);

/** Those with an occurrence to request. */
export const dueRecurring = dueWork<{ readonly recurring_payment_id: RecurringPaymentId }>({
  table: sql`recurring_payments w`,
  isWaiting: isActive(sql`w.state`),
  at: sql`w.request_at`,
  id: sql`w.recurring_payment_id`,
  columns: sql`w.recurring_payment_id, ${series.proofOrSkip("w")}`,
});
