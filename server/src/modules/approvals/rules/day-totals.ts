import { newYorkDate, newYorkInstant } from "../../../banking/calendar/new-york.ts";
import { assert } from "../../../kernel/assert.ts";
import type { Queryable } from "../../../kernel/sql/database.ts";
import { firstIdAt, type OrganizationId, type RoutingId } from "../../../kernel/values/ids.ts";
import { type AccountSharer, findAccountSharers, type Payee } from "../../recipients/index.ts";
import type { RequestRow } from "../requests/approval-request.ts";
import type { ApprovalRule } from "./approval-rule.ts";
import { type DayPart, totalsOfDay } from "./day-totals.queries.ts";

type Instruction = Pick<
  RequestRow,
  "request_id" | "account_id" | "recipient_id" | "destination_account_id" | "amount_minor" | "created_at" | "due_at"
>;

/** A request and what its terms know of its recipient. */
export interface Counted {
  readonly request: Instruction;
  readonly payee: Pick<Payee, "routing_id"> | undefined;
}

/** What moves on the request's day, the request included (ADR 0024). */
export interface DayTotals {
  readonly accountDayMinor: bigint;
  readonly recipientDayMinor: bigint;
  /** Who counts as its recipient: recipients with the same account number, or the account a transfer goes to. */
  readonly counterpartyIds: ReadonlySet<string>;
}

export interface AskedTotals {
  readonly recipientDay: boolean;
  readonly accountDay: boolean;
}

/** The totals that rules look at. */
export const totalsFor = (rules: readonly ApprovalRule[]): AskedTotals => ({
  recipientDay: rules.some(({ conditions }) => conditions.amountFromMinor !== undefined),
  accountDay: rules.some(({ conditions }) => conditions.accountDayFromMinor !== undefined),
});

/** The totals of many requests, in their order. A total that is not asked for is the request's own amount. */
export async function dayTotalsOf(
  db: Queryable,
  organizationId: OrganizationId,
  { asked, counted }: { asked: AskedTotals; counted: readonly Counted[] },
): Promise<readonly DayTotals[]> {
  const sharers = await sharersOf(db, organizationId, counted);
  const byAccount = asked.accountDay ? counted.map(accountParts) : [];
  const byCounterparty = asked.recipientDay ? counted.map((one) => counterpartyParts(one, sharers(one))) : [];
  const accountDays = await largestDays(db, organizationId, { by: "account", days: byAccount });
  const counterpartyDays = await largestDays(db, organizationId, { by: "counterparty", days: byCounterparty });
  assert(!asked.accountDay || accountDays.length === counted.length, "each request has the total of its account");
  assert(!asked.recipientDay || counterpartyDays.length === counted.length, "each request has its recipient's total");
  return counted.map((one, index) => ({
    accountDayMinor: (accountDays[index] ?? 0n) + one.request.amount_minor,
    recipientDayMinor: (counterpartyDays[index] ?? 0n) + one.request.amount_minor,
    counterpartyIds: new Set([ownCounterparty(one), ...sharers(one).map((sharer) => sharer.recipient_id)]),
  }));
}

async function sharersOf(db: Queryable, organizationId: OrganizationId, counted: readonly Counted[]) {
  const routingIds = counted.flatMap(({ payee }) => payee?.routing_id ?? []);
  const found = routingIds.length === 0 ? [] : await findAccountSharers(db, organizationId, routingIds);
  const byRouting = Map.groupBy(found, (sharer) => sharer.routing_id);
  return ({ payee }: Counted): readonly AccountSharer[] =>
    payee?.routing_id ? (byRouting.get(payee.routing_id) ?? []) : [];
}

const ownCounterparty = ({ request }: Counted): string => request.recipient_id ?? request.destination_account_id ?? "";

/** The days a request counts for: the one it was made on and the one it is paid on. */
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

const accountParts = ({ request }: Counted): Days =>
  daysOf(request).map((day) => [
    { ...day, subjectId: request.account_id, requestId: request.request_id, before: request.request_id },
  ]);

function counterpartyParts(one: Counted, sharers: readonly AccountSharer[]): Days {
  const { request, payee } = one;
  const own = ownCounterparty(one);
  const before = laterOf(request.request_id, payee?.routing_id ?? null);
  // Bank details that changed since the request was made bring along what was paid to the same account until then.
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
