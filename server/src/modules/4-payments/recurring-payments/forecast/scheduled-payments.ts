import { newYorkDay, newYorkInstant } from "bursar-banking/calendar/new-york";
import type { PaymentMethod } from "bursar-banking/identifiers/payment-method";
import { present } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { AccountId, OrganizationId, RecipientId, RequestId } from "#kernel/values/ids.ts";
import { listAccountBalances } from "#money/accounts";
import { findRecipientNames } from "#money/recipients";
import { openRequestsDueUntil, type RequestRow, wireFeeOf } from "#payments/approvals";
import { readSettings } from "#records/identity";
import { occurrencesOfRequests } from "../occurrences/occurrences.queries.ts";
import { occurrencesFrom } from "../schedule/schedule.ts";
import {
  nextOccurrenceOf,
  type RecurringPaymentId,
  type RecurringRow,
  scheduleOf,
  todayOf,
} from "../series/recurring-payment.ts";
import { activeRecurring } from "../series/recurring-payments.queries.ts";
import { skippedDays } from "../series/render-recurring.ts";
import { ACTIVE_MAX } from "../series/save-recurring-payment.ts";
import { type AccountForecast, forecastOf } from "./forecast.ts";

/** Requests and occurrences that one forecast reads. With more, it says that it is not complete. */
const PAYMENTS_MAX = 2_000;
/** Payments that are listed; the forecast counts the others, too. */
const LISTED_MAX = 500;

export const scheduledStates = ["approved", "waiting", "planned", "skipped"] as const;

/** A payment of a day to come: an open request, or an occurrence that is yet to be requested. */
export interface ScheduledPayment {
  readonly state: (typeof scheduledStates)[number];
  /** The banking day on which it is paid; today if that has passed and it waits for approval. */
  readonly day: string;
  readonly requestId: RequestId | null;
  readonly recurringPaymentId: RecurringPaymentId | null;
  /** The scheduled day that names the occurrence. */
  readonly occurrence: string | null;
  readonly accountId: AccountId;
  readonly recipientId: RecipientId;
  readonly amountMinor: bigint;
  /** What the organization is charged for the wire. */
  readonly feeMinor: bigint;
  readonly method: PaymentMethod;
  readonly memo: string | null;
  readonly problem: string | null;
}

export interface Scheduled {
  readonly today: string;
  readonly until: string;
  /** In the order of days. */
  readonly payments: readonly (ScheduledPayment & { readonly recipientName: string; readonly accountName: string })[];
  /** Whether every payment is listed. */
  readonly allListed: boolean;
  /** Whether the forecast counts every payment. */
  readonly isComplete: boolean;
  readonly accounts: readonly (AccountForecast & { readonly name: string })[];
}

/**
 * The payments of the next days, and what they leave in each account. Reads a bounded number of requests, and computes
 * occurrences from at most ACTIVE_MAX schedules.
 */
export async function readScheduled(
  service: Service,
  organizationId: OrganizationId,
  { days, accountId }: { days: number; accountId: string | undefined },
): Promise<Scheduled> {
  const { database: db } = service;
  const today = todayOf(service);
  const until = today.add({ days });
  const settings = await readSettings(db, organizationId);
  const feeOf: FeeOf = ({ charge_type: chargeType }) => wireFeeOf(settings, chargeType);
  const open = await openRequestsDueUntil(db, organizationId, {
    until: newYorkInstant(until, END_OF_DAY),
    limit: PAYMENTS_MAX,
  });
  const requests = await paymentsIn(service, organizationId, { rows: open.filter(isPayment), feeOf });
  const planned = await plannedUntil(service, organizationId, { until, feeOf });
  const found = [...requests, ...planned].filter(
    (payment) => accountId === undefined || payment.accountId === accountId,
  );
  const payments = found.toSorted((a, b) => compare(a.day, b.day) || compare(keyOf(a), keyOf(b)));
  const listed = payments.slice(0, LISTED_MAX);
  const names = await findRecipientNames(db, organizationId, [
    ...new Set(listed.map((payment) => payment.recipientId)),
  ]);
  const accounts = await listAccountBalances(db, organizationId);
  const nameOf = (id: AccountId) => {
    const account = accounts.find((account) => account.accountId === id);
    return account?.nickname ?? account?.name ?? "";
  };
  return {
    today: today.toString(),
    until: until.toString(),
    payments: listed.map((payment) => ({
      ...payment,
      recipientName: names.find(({ recipient_id: id }) => id === payment.recipientId)?.name ?? "",
      accountName: nameOf(payment.accountId),
    })),
    allListed: listed.length === payments.length,
    isComplete: open.length < PAYMENTS_MAX && planned.length < PAYMENTS_MAX,
    accounts: forecastOf(
      accounts.filter(
        (account) => account.status === "active" && (accountId === undefined || account.accountId === accountId),
      ),
      payments
        .filter(({ state }) => state !== "skipped")
        .map((payment) => ({ ...payment, amountMinor: payment.amountMinor + payment.feeMinor })),
    ).map((forecast) => ({ ...forecast, name: nameOf(forecast.accountId) })),
  };
}

const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);
const keyOf = (payment: ScheduledPayment): string =>
  payment.requestId ?? `${payment.recurringPaymentId}/${payment.occurrence}`;

/** The end of the day, so that what is due on it counts. */
const END_OF_DAY = Temporal.PlainTime.from("23:59:59");

type PaymentRow = Extract<RequestRow, { readonly kind: "payment" }>;
type FeeOf = (terms: Pick<RequestRow, "charge_type">) => bigint;

/** The day of an open request; today if it has passed, because it is paid when it is approved, at the earliest today. */
function dayOf(row: RequestRow, today: string): string {
  const day = newYorkDay(present(row.due_at, "a scheduled request is due at an instant"));
  return day < today ? today : day;
}

async function paymentsIn(
  { database: db, clock }: Service,
  organizationId: OrganizationId,
  { rows, feeOf }: { readonly rows: readonly PaymentRow[]; readonly feeOf: FeeOf },
): Promise<readonly ScheduledPayment[]> {
  const today = newYorkDay(clock.now());
  const ids = rows.map((row) => row.request_id);
  const occurrences = new Map(
    (await occurrencesOfRequests(db, organizationId, ids)).map((row) => [row.request_id, row]),
  );
  return rows.map((row) => {
    const occurrence = occurrences.get(row.request_id);
    return {
      state: row.status === "approvedScheduled" ? "approved" : "waiting",
      day: dayOf(row, today),
      requestId: row.request_id,
      recurringPaymentId: occurrence?.recurring_payment_id ?? null,
      occurrence: occurrence?.day ?? null,
      accountId: row.account_id,
      recipientId: row.recipient_id,
      amountMinor: row.amount_minor,
      feeMinor: feeOf(row),
      method: row.method,
      memo: row.external_memo,
      problem: row.problem,
    };
  });
}

const isPayment = (row: RequestRow) => row.kind === "payment";

async function plannedUntil(
  service: Service,
  organizationId: OrganizationId,
  { until, feeOf }: { readonly until: Temporal.PlainDate; readonly feeOf: FeeOf },
): Promise<readonly ScheduledPayment[]> {
  const { database: db } = service;
  const rows = await activeRecurring(db, organizationId, ACTIVE_MAX);
  const skipped = await skippedDays(db, organizationId, rows);
  const planned: ScheduledPayment[] = [];
  for (const row of rows) {
    const occurrences = occurrencesOf(row, until, skipped.get(row.recurring_payment_id));
    planned.push(...occurrences.map((occurrence) => ({ ...occurrence, feeMinor: feeOf(row) })));
  }
  const today = todayOf(service).toString();
  return (
    planned
      .toSorted((a, b) => compare(a.day, b.day))
      .slice(0, PAYMENTS_MAX)
      // One that is late is requested in a moment, for today.
      .map((occurrence) => (occurrence.day < today ? { ...occurrence, day: today } : occurrence))
  );
}

function occurrencesOf(
  row: RecurringRow,
  until: Temporal.PlainDate,
  skipped: ReadonlySet<string> = new Set(),
): readonly Omit<ScheduledPayment, "feeMinor">[] {
  const first = nextOccurrenceOf(row);
  if (first === undefined) return [];
  const found = occurrencesFrom(scheduleOf(row), { first, done: row.occurrences_done, limit: PAYMENTS_MAX, until });
  return found.map(({ day, payOn }) => ({
    state: skipped.has(day.toString()) ? "skipped" : "planned",
    day: payOn.toString(),
    requestId: null,
    recurringPaymentId: row.recurring_payment_id,
    occurrence: day.toString(),
    accountId: row.account_id,
    recipientId: row.recipient_id,
    amountMinor: row.amount_minor,
    method: row.method,
    memo: row.external_memo,
    problem: null,
  }));
}
