import { present } from "#kernel/assert.ts";
import type { Metrics } from "#kernel/process/metrics.ts";
import type { Service } from "#kernel/process/service.ts";
import { UnprovenRow } from "#kernel/proofs/unproven-row.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Database, Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { eachOrganization, tryEach } from "#kernel/work/each-organization.ts";
import { requestTurns } from "#payments/approvals";
import { recordAudit } from "#records/audit";
import { nextOccurrenceOf, type RecurringPaymentId } from "../series/recurring-payment.ts";
import { dueRecurring, lockRecurring } from "../series/recurring-payments.queries.ts";
import { notifyRefusedOccurrence } from "./notify-refused-occurrence.ts";
import { occurrenceStates } from "./occurrence-states.ts";
import { findOccurrence } from "./occurrences.queries.ts";
import { type DueOccurrence, proceed, recordOccurrence, requestOccurrence } from "./request-occurrence.ts";

/** Of an organization per pass, one occurrence each: after a pause of a year, no pass is long and none starves. */
const BATCH = 100;

/** Learns of occurrences that could not be requested. */
export interface RecurringObserver {
  refused(): void;
}

/**
 * Requests the occurrences that are due, each in its own transaction together with its row, so that any number of
 * processes request each once, whenever one dies. Takes one occurrence of each recurring payment per pass, the longest
 * due first, so that those of a clock that jumped are made in order. Returns the number of occurrences.
 */
export async function runRecurringPayments(service: Service, observer?: RecurringObserver): Promise<number> {
  const now = service.clock.now();
  const ids = await dueRecurring.organizations(service.database, now);
  return each.run(service, ids, async (organizationId) => {
    const due = await dueRecurring.of(service.database, organizationId, { now, limit: BATCH });
    let done = 0;
    await tryEach(due, async ({ recurring_payment_id: id }) => {
      try {
        await requestDue(service, { organizationId, id, observer });
        done += 1;
      } catch (error) {
        // Reported. Nothing is requested as long as something that it depends on is not proven, and no other waits.
        if (!(error instanceof UnprovenRow)) throw error;
      }
    });
    return done;
  });
}

const each = eachOrganization("recurring-payments");

/** When the next occurrence is requested; undefined if none waits. */
export const nextRecurringPaymentAt = (database: Database): Promise<Date | undefined> => dueRecurring.nextAt(database);

interface DueRecurring {
  readonly organizationId: OrganizationId;
  readonly id: RecurringPaymentId;
  readonly observer: RecurringObserver | undefined;
}

async function requestDue(service: Service, { organizationId, id, observer }: DueRecurring): Promise<void> {
  // With requests of the API: one at a time, so that none holds a connection while it waits for the organization.
  const inTurn = requestTurns(service.database, organizationId);
  try {
    await inTurn(() => service.database.transaction((tx) => requestLocked(service, tx, { organizationId, id })));
  } catch (error) {
    if (!(error instanceof Refusal) || error.status >= 500) throw error;
    const problem = error.message;
    // The request rolled back, so the refusal is recorded in a second transaction. If the process dies in between, the
    // next pass tries again.
    const wasRefused = await service.database.transaction((tx) =>
      refuseLocked(service, tx, { organizationId, id, problem }),
    );
    if (wasRefused) observer?.refused();
  }
}

type DueId = Pick<DueRecurring, "organizationId" | "id">;

/** Locked and checked again: another process may have taken it, or a user changed it. */
async function lockDue(service: Service, tx: Tx, { organizationId, id }: DueId): Promise<DueOccurrence | undefined> {
  const row = await lockRecurring(tx, organizationId, id);
  if (row === undefined || row.request_at === null || row.request_at > service.clock.now()) return undefined;
  return { organizationId, row, occurrence: present(nextOccurrenceOf(row), "an active one has a next occurrence") };
}

/** Whether a user has skipped it. */
const isSkipped = async (tx: Tx, { organizationId, row, occurrence }: DueOccurrence): Promise<boolean> => {
  const { recurring_payment_id: recurringPaymentId } = row;
  const recorded = await findOccurrence(tx, organizationId, { recurringPaymentId, day: occurrence.day.toString() });
  return recorded !== undefined && occurrenceStates.next(recorded.state, "request") === undefined;
};

async function requestLocked(service: Service, tx: Tx, dueId: DueId): Promise<void> {
  const due = await lockDue(service, tx, dueId);
  if (due === undefined) return;
  if (!(await isSkipped(tx, due)))
    await requestOccurrence(service, tx, { due, actor: { type: "service" }, trigger: "request" });
  await proceed(service, tx, due);
}

/** Records why an occurrence could not be requested, notifies users, and continues. */
async function refuseLocked(
  service: Service,
  tx: Tx,
  { organizationId, id, problem }: DueId & { readonly problem: string },
): Promise<boolean> {
  const due = await lockDue(service, tx, { organizationId, id });
  if (due === undefined || (await isSkipped(tx, due))) return false;
  await recordOccurrence(service, tx, { due, trigger: "refuse", problem });
  await proceed(service, tx, due);
  await recordAudit(service, tx, {
    organizationId,
    actor: { type: "service" },
    entries: [
      {
        action: "recurringPayment.refuseOccurrence",
        resourceType: "recurringPayment",
        resourceId: id,
        after: { occurrence: due.occurrence.day.toString(), problem },
      },
    ],
  });
  await notifyRefusedOccurrence(service, tx, { due, problem });
  return true;
}

/** Counts occurrences that could not be requested. */
export function recurringMetrics(metrics: Metrics): RecurringObserver {
  const refused = metrics.counter({
    name: "bursar_recurring_payments_refused_total",
    help: "Occurrences of recurring payments that could not be requested: the account, the recipient, its bank details, or the requester is missing.",
  });
  return { refused: () => refused.inc() };
}
