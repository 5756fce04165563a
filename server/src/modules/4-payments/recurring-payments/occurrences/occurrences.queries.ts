import type { KeysetRange } from "#kernel/http/paging.queries.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { isOneOf, type Sql, sql, uuidArray } from "#kernel/sql/sql.ts";
import type { Id, OrganizationId, RequestId } from "#kernel/values/ids.ts";
import type { RecurringPaymentId } from "../series/recurring-payment.ts";
import { occurrences } from "../tables.ts";
import { type OccurrenceState, type OccurrenceTrigger, occurrenceStates } from "./occurrence-states.ts";

export type OccurrenceId = Id<"recurringOccurrence">;

/** Table: recurring_occurrences. Days are `YYYY-MM-DD`. */
export interface OccurrenceRow {
  readonly occurrence_id: OccurrenceId;
  readonly recurring_payment_id: RecurringPaymentId;
  readonly day: string;
  readonly pay_on: string;
  readonly state: OccurrenceState;
  readonly request_id: RequestId | null;
  readonly problem: string | null;
  readonly changed_at: Date;
}

const columns: Sql = sql`
  o.occurrence_id, o.recurring_payment_id, o.day, o.pay_on, o.state, o.request_id, o.problem, o.changed_at`;

/** What happens to an occurrence; the trigger determines the new state. */
export interface OccurrenceMove {
  readonly occurrenceId: OccurrenceId;
  readonly recurringPaymentId: RecurringPaymentId;
  readonly day: string;
  readonly payOn: string;
  readonly trigger: OccurrenceTrigger;
  readonly requestId: RequestId | null;
  readonly problem: string | null;
  readonly at: Date;
}

/**
 * Applies the trigger to the occurrence of that day, which is planned if it has no row. The unique key of the day and
 * the condition on the state are the last line of defense: if it has moved in between, there is no row, which is an
 * error, and the transaction with its request rolls back.
 */
export const moveOccurrence = (tx: Tx, organizationId: OrganizationId, move: OccurrenceMove) =>
  tx.one<OccurrenceRow>(sql`
  insert into recurring_occurrences as o (
    organization_id, occurrence_id, recurring_payment_id, day, pay_on, state, request_id, problem, changed_at)
  values (
    ${organizationId}, ${move.occurrenceId}, ${move.recurringPaymentId}, ${move.day}, ${move.payOn},
    ${occurrenceStates.moves[move.trigger].to}, ${move.requestId}, ${move.problem}, ${move.at})
  on conflict (organization_id, recurring_payment_id, day) do update
     set state = excluded.state, pay_on = excluded.pay_on, request_id = excluded.request_id, problem = excluded.problem,
         changed_at = excluded.changed_at
   where ${isOneOf(sql`o.state`, occurrenceStates.statesBefore(move.trigger))}
  returning ${columns}, ${occurrences.replaced("o")}`);

export const findOccurrence = (
  db: Queryable,
  organizationId: OrganizationId,
  { recurringPaymentId, day }: { recurringPaymentId: RecurringPaymentId; day: string },
) =>
  db.maybe<OccurrenceRow>(sql`
  select ${columns}, ${occurrences.proof("o")} from recurring_occurrences o
   where o.organization_id = ${organizationId} and o.recurring_payment_id = ${recurringPaymentId} and o.day = ${day}`);

/** The skipped occurrences of these, from a day on. */
export const skippedSince = (
  db: Queryable,
  organizationId: OrganizationId,
  { ids, since, limit }: { ids: readonly RecurringPaymentId[]; since: string; limit: number },
) =>
  db.many<OccurrenceRow>(sql`
  select ${columns} from recurring_occurrences o
   where o.organization_id = ${organizationId} and o.recurring_payment_id = any (${[...ids]}::uuid[]) and o.day >= ${since}
     and ${isOneOf(sql`o.state`, occurrenceStates.statesBefore("restore"))}
   order by o.recurring_payment_id, o.day limit ${limit}`);

/** The last occurrences of each that were requested or refused, the latest first. */
export const lastRequested = (
  db: Queryable,
  organizationId: OrganizationId,
  { ids, each }: { ids: readonly RecurringPaymentId[]; each: number },
) =>
  db.many<OccurrenceRow>(sql`
  select ${columns}
    from unnest(${[...ids]}::uuid[]) as r (id),
         lateral (select ${columns} from recurring_occurrences o
                   where o.organization_id = ${organizationId} and o.recurring_payment_id = r.id
                     and ${isOneOf(sql`o.state`, ["requested", "refused"] satisfies readonly OccurrenceState[])}
                   order by o.day desc limit ${each}) o
   order by o.recurring_payment_id, o.day desc`);

/** The key for paging, after the day. */
export const occurrenceKey: Sql = sql`o.occurrence_id`;
export const occurrenceDay: Sql = sql`o.day`;
/** A value of `occurrenceDay`. */
export const dayOfOccurrence = (day: string | undefined): Sql => sql`${day ?? null}::date`;

/** One page of the occurrences with a row, in the order of the keyset. */
export const pageOfOccurrences = (
  db: Queryable,
  organizationId: OrganizationId,
  { recurringPaymentId, keyset }: { recurringPaymentId: RecurringPaymentId; keyset: KeysetRange },
) =>
  db.many<OccurrenceRow>(sql`
  select ${columns} from recurring_occurrences o
   where o.organization_id = ${organizationId} and o.recurring_payment_id = ${recurringPaymentId} and ${keyset.condition}
   order by ${keyset.order} limit ${keyset.limit}`);

/** The occurrence that a cursor names. */
export const occurrenceWithId = (
  db: Queryable,
  organizationId: OrganizationId,
  { recurringPaymentId, occurrenceId }: { recurringPaymentId: RecurringPaymentId; occurrenceId: string },
) =>
  db.maybe<OccurrenceRow>(sql`
  select ${columns} from recurring_occurrences o
   where o.organization_id = ${organizationId} and o.occurrence_id = ${occurrenceId}::uuid
     and o.recurring_payment_id = ${recurringPaymentId}`);

/** The occurrences that these requests are. */
export const occurrencesOfRequests = (
  db: Queryable,
  organizationId: OrganizationId,
  requestIds: readonly RequestId[],
) =>
  db.many<OccurrenceRow>(sql`
  select ${columns} from recurring_occurrences o
   where o.organization_id = ${organizationId} and o.request_id = any (${[...requestIds]}::uuid[])`);

/** After a change of the schedule: no day of the new one is skipped. */
export async function restoreAll(
  tx: Tx,
  organizationId: OrganizationId,
  { recurringPaymentId, since, at }: { recurringPaymentId: RecurringPaymentId; since: string; at: Date },
): Promise<void> {
  const skipped = await tx.many<{ occurrence_id: OccurrenceId }>(sql`
  select o.occurrence_id, ${occurrences.proof("o")} from recurring_occurrences o
   where o.organization_id = ${organizationId} and o.recurring_payment_id = ${recurringPaymentId} and o.day >= ${since}
     and ${isOneOf(sql`o.state`, occurrenceStates.statesBefore("restore"))}
     for update of o`);
  await tx.run(sql`
  update recurring_occurrences o
     set state = ${occurrenceStates.moves.restore.to}, changed_at = ${at}
   where o.organization_id = ${organizationId}
     and o.occurrence_id = any (${uuidArray(skipped.map((row) => row.occurrence_id))}::uuid[])
  returning ${occurrences.changed("o")}`);
}
