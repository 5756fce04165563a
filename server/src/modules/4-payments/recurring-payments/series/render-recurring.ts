import { present } from "#kernel/assert.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import type { OrganizationId, RequestId } from "#kernel/values/ids.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import { findAccounts } from "#money/accounts";
import { findRecipientNames } from "#money/recipients";
import { findRequests, publicRequestStatusOf, type RequestRow } from "#payments/approvals";
import { listPeople } from "#records/people";
import { lastRequested, type OccurrenceRow, skippedSince } from "../occurrences/occurrences.queries.ts";
import { LEAD_DAYS, type Occurrence, occurrencesFrom } from "../schedule/schedule.ts";
import { nextOccurrenceOf, type RecurringRow, scheduleOf, shownTermsOf } from "./recurring-payment.ts";
import type { RecurringPayment, RecurringPaymentDetails, RenderedOccurrence } from "./recurring-schemas.ts";

/** The next occurrences on the page of one. */
const UPCOMING_SHOWN = 12;
/** To find the next occurrence that is not skipped. */
const SOUGHT_MAX = 24;
/** The request of the next occurrence is made while this one may still wait for funds. */
const LAST_CHECKED = 4;
const FAR = Temporal.PlainDate.from("9999-12-31");

/** Recurring payments as clients see them, in the order of the rows. */
export async function renderRecurringPayments(
  db: Queryable,
  organizationId: OrganizationId,
  rows: readonly RecurringRow[],
): Promise<RecurringPayment[]> {
  const rendered = await renderWithDays(db, organizationId, rows);
  return rendered.map(({ shown }) => shown);
}

/** One with its next occurrences. */
export async function renderDetails(
  db: Queryable,
  organizationId: OrganizationId,
  row: RecurringRow,
): Promise<RecurringPaymentDetails> {
  const [rendered] = await renderWithDays(db, organizationId, [row]);
  const { shown, isSkipped } = present(rendered, "one row renders to one recurring payment");
  return { ...shown, upcoming: upcomingOf(row, { isSkipped, limit: UPCOMING_SHOWN }) };
}

/** Reads once per kind of data, however many rows there are. */
async function renderWithDays(db: Queryable, organizationId: OrganizationId, rows: readonly RecurringRow[]) {
  const ids = rows.map((row) => row.recurring_payment_id);
  const recipients = await findRecipientNames(db, organizationId, [...new Set(rows.map((row) => row.recipient_id))]);
  const accounts = await findAccounts(db, organizationId, [...new Set(rows.map((row) => row.account_id))]);
  const people = await listPeople(db, organizationId);
  const skipped = await skippedDays(db, organizationId, rows);
  const problems = await problemsOf(
    db,
    organizationId,
    await lastRequested(db, organizationId, { ids, each: LAST_CHECKED }),
  );
  return rows.map((row) => {
    const isSkipped = skipped.get(row.recurring_payment_id) ?? new Set();
    const person = people.find(({ user_id: userId }) => userId === row.requester_user_id);
    const account = accounts.find(({ accountId }) => accountId === row.account_id);
    const shown: RecurringPayment = {
      ...plainMembers(row),
      accountName: account?.nickname ?? account?.name ?? "",
      recipientName: recipients.find(({ recipient_id: id }) => id === row.recipient_id)?.name ?? "",
      requesterName: person === undefined ? null : `${person.first_name} ${person.last_name}`,
      next: nextPlanned(row, isSkipped),
      problem: problems.get(row.recurring_payment_id) ?? null,
    };
    return { shown, isSkipped };
  });
}

const plainMembers = (row: RecurringRow) => ({
  ...shownTermsOf(row),
  id: row.recurring_payment_id,
  state: row.state,
  purpose: row.purpose,
  chargeType: row.charge_type,
  occurrencesDone: row.occurrences_done,
  createdAt: row.created_at.toISOString(),
});

/** The skipped days of each that is active, from its next occurrence on. */
export async function skippedDays(
  db: Queryable,
  organizationId: OrganizationId,
  rows: readonly RecurringRow[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const days = new Map<string, Set<string>>();
  const active = rows.flatMap((row) =>
    row.next_day === null ? [] : [{ id: row.recurring_payment_id, next: row.next_day }],
  );
  const since = active.map(({ next }) => next).toSorted()[0];
  if (since === undefined) return days;
  const found = await skippedSince(db, organizationId, { ids: active.map(({ id }) => id), since, limit: SKIPPED_MAX });
  for (const { recurring_payment_id: id, day } of found) days.set(id, (days.get(id) ?? new Set()).add(day));
  return days;
}

/** A bound that no list of a thousand recurring payments reaches in practice. */
const SKIPPED_MAX = 10_000;

const upcomingOf = (
  row: RecurringRow,
  { isSkipped, limit }: { isSkipped: ReadonlySet<string>; limit: number },
): RecurringPaymentDetails["upcoming"] => {
  const first = nextOccurrenceOf(row);
  if (first === undefined) return [];
  return occurrencesFrom(scheduleOf(row), { first, done: row.occurrences_done, limit, until: FAR }).map(
    (occurrence) => ({
      ...daysOf(occurrence),
      state: isSkipped.has(occurrence.day.toString()) ? "skipped" : "planned",
    }),
  );
};

/** The next occurrence that is not skipped; usually the first. */
function nextPlanned(row: RecurringRow, isSkipped: ReadonlySet<string>): RecurringPayment["next"] {
  const limit = isSkipped.size === 0 ? 1 : SOUGHT_MAX;
  return upcomingOf(row, { isSkipped, limit }).find(({ state }) => state === "planned") ?? null;
}

const daysOf = ({ day, payOn }: Occurrence) => ({
  day: day.toString(),
  payOn: payOn.toString(),
  requestedOn: payOn.subtract({ days: LEAD_DAYS }).toString(),
});

/** The requests of occurrences, by their IDs. */
const requestsOf = async (db: Queryable, organizationId: OrganizationId, rows: readonly OccurrenceRow[]) => {
  const ids = rows.flatMap((row): RequestId[] => (row.request_id === null ? [] : [row.request_id]));
  return new Map((await findRequests(db, organizationId, ids)).map((request) => [request.request_id, request]));
};

/** What is wrong with the latest occurrence of each that was refused, or whose request could not be paid. */
async function problemsOf(db: Queryable, organizationId: OrganizationId, last: readonly OccurrenceRow[]) {
  const requests = await requestsOf(db, organizationId, last);
  const problems = new Map<string, NonNullable<RecurringPayment["problem"]>>();
  for (const row of last) {
    const request = row.request_id === null ? undefined : requests.get(row.request_id);
    const problem = row.problem ?? request?.problem ?? null;
    if (problem !== null && !problems.has(row.recurring_payment_id))
      problems.set(row.recurring_payment_id, { day: row.day, problem, requestId: request?.request_id ?? null });
  }
  return problems;
}

/** Occurrences with their requests. */
export async function renderOccurrences(
  db: Queryable,
  organizationId: OrganizationId,
  rows: readonly OccurrenceRow[],
): Promise<RenderedOccurrence[]> {
  const requests = await requestsOf(db, organizationId, rows);
  return rows.map((row) => {
    const request: RequestRow | undefined = row.request_id === null ? undefined : requests.get(row.request_id);
    return {
      id: row.occurrence_id,
      day: row.day,
      payOn: row.pay_on,
      state: row.state,
      problem: row.problem ?? request?.problem ?? null,
      requestId: row.request_id,
      requestStatus: request === undefined ? null : publicRequestStatusOf(request.status),
      amount: request === undefined ? null : dollarsFromMinor(request.amount_minor),
      transactionId: request?.transaction_id ?? null,
    };
  });
}
