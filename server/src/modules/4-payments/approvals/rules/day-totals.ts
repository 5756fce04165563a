import { newYorkDate, newYorkInstant } from "bursar-banking/calendar/new-york";
import { assert } from "#kernel/assert.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import { firstIdAt, type OrganizationId, type RoutingId } from "#kernel/values/ids.ts";
import { type AccountSharer, findAccountSharers, type Payee } from "#money/recipients";
import type { RequestRow } from "../requests/approval-request.ts";
import type { ApprovalRule } from "./approval-rule.ts";
import { type DayPart, totalsOfDay } from "./day-totals.queries.ts";

type Instruction = Pick<
  RequestRow,
  "request_id" | "account_id" | "recipient_id" | "destination_account_id" | "amount_minor" | "created_at" | "due_at"
>;

/** A request and its recipient's terms. */
export interface Counted {
  readonly request: Instruction;
  readonly payee: Pick<Payee, "routing_id"> | undefined;
}

/** The movements of the request's day, including the request (ADR 0024). */
export interface DayTotals {
  readonly accountDayMinor: bigint;
  readonly recipientDayMinor: bigint;
  /** The recipients that count as one: those with the same account number, or the destination account of a transfer. */
  readonly counterpartyIds: ReadonlySet<string>;
}

/** Which totals are needed. Each costs a query, so none is read unless a rule examines it. */
export interface AskedTotals {
  readonly recipientDay: boolean;
  readonly accountDay: boolean;
}

/** The totals that rules examine. */
export const totalsFor = (rules: readonly ApprovalRule[]): AskedTotals => ({
  recipientDay: rules.some(({ conditions }) => conditions.amountFromMinor !== undefined),
  accountDay: rules.some(({ conditions }) => conditions.accountDayFromMinor !== undefined),
});

/** The totals of many requests, in their order. A total that is not requested is the request's own amount. */
export async function dayTotalsOf(
  db: Queryable,
  organizationId: OrganizationId,
  { asked, counted }: { asked: AskedTotals; counted: readonly Counted[] },
): Promise<readonly DayTotals[]> {
  // Recipients with the same account number count as one: otherwise a second recipient would double every limit.
  const sharers = await sharersOf(db, organizationId, counted);
  const byAccount = asked.accountDay ? counted.map(accountParts) : [];
  const byCounterparty = asked.recipientDay
    ? counted.map((request) => counterpartyParts(request, sharers(request)))
    : [];
  const accountDays = await largestDays(db, organizationId, { by: "account", days: byAccount });
  const counterpartyDays = await largestDays(db, organizationId, { by: "counterparty", days: byCounterparty });
  assert(!asked.accountDay || accountDays.length === counted.length, "each request has the total of its account");
  assert(!asked.recipientDay || counterpartyDays.length === counted.length, "each request has its recipient's total");
  return counted.map((request, index) => ({
    accountDayMinor: (accountDays[index] ?? 0n) + request.request.amount_minor,
    recipientDayMinor: (counterpartyDays[index] ?? 0n) + request.request.amount_minor,
    counterpartyIds: new Set([ownCounterparty(request), ...sharers(request).map((sharer) => sharer.recipient_id)]),
  }));
}

/** By request: the recipients that share the account number it pays to. Checks have no account number. */
async function sharersOf(db: Queryable, organizationId: OrganizationId, counted: readonly Counted[]) {
  const routingIds = counted.flatMap(({ payee }) => payee?.routing_id ?? []);
  const found = routingIds.length === 0 ? [] : await findAccountSharers(db, organizationId, routingIds);
  const byRouting = Map.groupBy(found, (sharer) => sharer.routing_id);
  return ({ payee }: Counted): readonly AccountSharer[] =>
    payee?.routing_id ? (byRouting.get(payee.routing_id) ?? []) : [];
}

/** The recipient of a payment; the destination account of a transfer. */
const ownCounterparty = ({ request }: Counted): string => request.recipient_id ?? request.destination_account_id ?? "";

/** The days for which a request counts: its creation date and its payment date. */
function daysOf({ created_at: createdAt, due_at: dueAt }: Instruction) {
  const dates = [createdAt, ...(dueAt === null ? [] : [dueAt])].map(newYorkDate);
  const different = dates.filter((date, index) => dates.findIndex((other) => other.equals(date)) === index);
  const midnight = Temporal.PlainTime.from("00:00");
  return different.map((date) => {
    const startsAt = newYorkInstant(date, midnight);
    const endsAt = newYorkInstant(date.add({ days: 1 }), midnight);
    assert(startsAt < endsAt, "a day ends after it begins, also when the clocks change");
    return { startsAt, endsAt, fromId: firstIdAt(startsAt), untilId: firstIdAt(endsAt) };
  });
}

/** One list of parts per day. */
type Days = readonly (readonly DayPart[])[];

/** What leaves the request's account on each of its days. */
const accountParts = ({ request }: Counted): Days =>
  daysOf(request).map((day) => [
    { ...day, subjectId: request.account_id, requestId: request.request_id, before: request.request_id },
  ]);

/** What goes to the recipient, or to another one with the same account number, on each day of the request. */
function counterpartyParts(counted: Counted, sharers: readonly AccountSharer[]): Days {
  const { request, payee } = counted;
  const own = ownCounterparty(counted);
  const before = laterOf(request.request_id, payee?.routing_id ?? null);
  // If bank details changed after the request, earlier payments to the same account count as well.
  const others = sharers.filter(({ recipient_id: id, since }) => id !== own && since < before);
  return daysOf(request).map((day) => [
    { ...day, subjectId: own, requestId: request.request_id, before: request.request_id },
    ...others.map(({ recipient_id: subjectId }) => ({ ...day, subjectId, requestId: request.request_id, before })),
  ]);
}

/** Ids are ordered by time. */
const laterOf = (requestId: string, routingId: RoutingId | null): string =>
  routingId !== null && routingId > requestId ? routingId : requestId;

/** The largest total of each request's days. */
async function largestDays(
  db: Queryable,
  organizationId: OrganizationId,
  { by, days }: { by: "account" | "counterparty"; days: readonly Days[] },
): Promise<readonly bigint[]> {
  const parts = days.flat(2);
  const totals = [...(await totalsOfDay(db, organizationId, { by, parts }))];
  assert(totals.length === parts.length, "each part of a day has a total");
  for (const total of totals) assert(total >= 0n, "what moved on a day is not negative");
  return days.map((ofRequest) =>
    ofRequest
      .map((ofDay) => totals.splice(0, ofDay.length).reduce((sum, total) => sum + total, 0n))
      .reduce((largest, total) => (total > largest ? total : largest), 0n),
  );
}
