import { type AccountCutOffs, timesOf } from "bursar-banking/calendar/account-cut-offs";
import type { PaymentMethod } from "bursar-banking/identifiers/payment-method";
import { filesOfPayment } from "#bank/exchange";
import { findAwaitedPrenote, undosOfPayment } from "#bank/file-rails";
import { plusMs, SECOND_MS } from "#kernel/clock/clock.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import { firstIdAt, instantOf, type OrganizationId } from "#kernel/values/ids.ts";
import { everyReviewOf, findRequest } from "#payments/approvals";
import {
  findOtherSide,
  findReturnLinks,
  findTransactionFacts,
  getTransaction,
  type TransactionFacts,
  type TransactionRow,
  validationObstacles,
} from "#payments/payments";
import { undoReviewsOf } from "#payments/undoing";
import { type AuditRow, findRowsWithin } from "#records/audit/trail";
import { type EventRow, findEventsOf, renderEvent } from "#records/events/feed";
import { type Caller, readCutOffs } from "#records/identity";
import { findDeliveriesOfEvents } from "#reports/webhooks";
import { type TransactionAction, transactionActionsOf } from "./allowed-actions.ts";
import {
  changeOf,
  creationOf,
  deliveryOf,
  inFileOf,
  inOrder,
  returnedOf,
  screeningOf,
  type TimelineEntry,
  undoOf,
} from "./timeline.ts";

/** The maximum number of changes and deliveries in a timeline; more than one transaction ever has. */
const CHANGES_MAX = 500;
const DELIVERIES_MAX = 500;
const FILES_MAX = 100;
/** The same transaction writes an event and then its audit row. */
const BEFORE_MS = 100;
const AFTER_MS = 2 * SECOND_MS;

export interface Timeline {
  readonly entries: readonly TimelineEntry[];
  readonly allowedActions: readonly TransactionAction[];
  readonly paymentMethod: PaymentMethod | null;
  /** The counterparty of a transfer. */
  readonly otherSideId: string | undefined;
}

/** Everything that happened to a transaction, as far as the caller may see it. Refuses with `resourceNotFound`. */
export async function readTimeline(service: Service, caller: Caller, transactionId: string): Promise<Timeline> {
  const { database: db } = service;
  const { organizationId } = caller;
  const row = await getTransaction(db, organizationId, transactionId);
  const facts = await findTransactionFacts(db, organizationId, row.transaction_id);
  const events = await findEventsOf(service, organizationId, { resourceId: row.transaction_id, limit: CHANGES_MAX });
  const [link] = await findReturnLinks(db, organizationId, [row.transaction_id]);
  const cutOffs = await readCutOffs(db, organizationId);
  const entries = [
    ...(await requestOf(service, caller, row)),
    ...creationOf(row, facts, leavesAt(row, facts, cutOffs.get(row.account_id))),
    ...screeningOf(facts),
    ...handedOverOf(facts),
    ...(row.kind === "outgoingPayment" ? await filesOf(service, caller, row) : []),
    ...(await validationOf(service, organizationId, { row, facts })),
    ...prenoteOf(await findAwaitedPrenote(db, organizationId, row.transaction_id)),
    ...(link === undefined ? [] : returnedOf(row, link)),
    ...(row.kind === "outgoingPayment" ? await undosOf(db, organizationId, row.transaction_id) : []),
    ...(await changesOf(service, caller, { row, events })),
    ...(caller.scopes.has("fetchWebhooks") ? await webhooksOf(service, caller, events) : []),
  ];
  return {
    entries: inOrder(entries),
    allowedActions: transactionActionsOf(service.config, caller, { row, facts, isLinked: link !== undefined }),
    paymentMethod: row.method,
    otherSideId: await otherSideOf(service, caller, { row, facts }),
  };
}

/** When the payment is or was sent to the bank: from its row or, without one, from its method's schedule. */
function leavesAt(row: TransactionRow, facts: TransactionFacts, cutOffs: AccountCutOffs | undefined): Date | undefined {
  if (row.kind !== "outgoingPayment" || row.method === null || facts.submission_state === "withdrawn") return undefined;
  // A payment that was sent early shows when it was sent instead.
  const payment = { method: row.method, amountMinor: -row.amount_minor, acceptedAt: row.created_at };
  const { handOverAt: planned } = timesOf(payment, cutOffs);
  if (facts.submitted_at !== null && facts.submitted_at < planned) return undefined;
  // While screening holds it back, its row says when it is looked at again.
  const isHeld = facts.screening !== null && facts.screening !== "passed";
  return isHeld ? planned : (facts.hand_over_at ?? planned);
}

const handedOverOf = ({ submitted_at: at, submission_state: state }: TransactionFacts): TimelineEntry[] =>
  at === null || state === "screened" ? [] : [{ at, kind: "handedOver", text: "Submitted to the bank" }];

/** Callers who may not read bank files see what happened, not which file it was. */
async function filesOf(
  { database }: Service,
  { organizationId, scopes }: Caller,
  { transaction_id: transactionId }: TransactionRow,
): Promise<TimelineEntry[]> {
  const files = await filesOfPayment(database, organizationId, { transactionId, limit: FILES_MAX });
  const entries = files.flatMap(inFileOf);
  return scopes.has("bankFiles") ? entries : entries.map(({ at, kind, text }) => ({ at, kind, text }));
}

/** What was requested to have the bank undo the payment. */
async function undosOf(
  db: Queryable,
  organizationId: OrganizationId,
  transactionId: TransactionRow["transaction_id"],
): Promise<TimelineEntry[]> {
  const undos = await undosOfPayment(db, organizationId, transactionId);
  if (undos.length === 0) return [];
  const ids = undos.map((undo) => undo.undo_id);
  const reviews = Map.groupBy(await undoReviewsOf(db, organizationId, ids), (review) => review.undo_id);
  return undos.flatMap((undo) => undoOf(undo, reviews.get(undo.undo_id) ?? []));
}

/** Why a payment that is due does not leave yet. */
async function validationOf(
  service: Service,
  organizationId: OrganizationId,
  { row, facts }: { readonly row: TransactionRow; readonly facts: TransactionFacts },
): Promise<TimelineEntry[]> {
  const { transaction_id: instructionId, account_id: accountId, routing_id: routingId, method } = row;
  if (facts.submission_state !== "waiting" || row.status !== "pending" || method === null || routingId === null)
    return [];
  const payment = { instructionId, method, accountId, routingId };
  const obstacles = await validationObstacles(service, service.database, { organizationId, payments: [payment] });
  if (obstacles.get(instructionId)?.kind !== "waits") return [];
  const text = "Waits until the recipient's account is validated; start that on the recipient's page";
  return [{ at: row.created_at, kind: "scheduled", text }];
}

/** Why a payment that the bank connection has still waits. */
const prenoteOf = (prenote: Awaited<ReturnType<typeof findAwaitedPrenote>>): TimelineEntry[] =>
  prenote === undefined
    ? []
    : [
        {
          at: prenote.written_at,
          kind: "scheduled",
          text: "A test entry of $0.00 went to the recipient's bank; the payment follows if the bank does not object",
          dueAt: prenote.window_at,
        },
      ];

async function requestOf(service: Service, caller: Caller, row: TransactionRow): Promise<TimelineEntry[]> {
  const { database: db } = service;
  const { organizationId } = caller;
  const request = row.request_id === null ? undefined : await findRequest(db, organizationId, row.request_id);
  if (request === undefined) return [];
  const { requester_token_id: tokenId, requester_user_id: userId } = request;
  const asked: TimelineEntry = {
    at: request.created_at,
    kind: "requested",
    text: request.kind === "payment" ? "Payment requested" : "Transfer requested",
    by:
      tokenId === null ? { type: "user", ...(userId === null ? {} : { id: userId }) } : { type: "token", id: tokenId },
  };
  const reviews = await everyReviewOf(db, organizationId, request.request_id);
  return [
    asked,
    ...reviews.map(
      (review): TimelineEntry => ({
        at: review.reviewed_at,
        kind: review.decision,
        text: `${review.decision === "approved" ? "Approved" : "Rejected"}${review.voided_at === null ? "" : "; voided by a change of the request"}`,
        detail: review.reason ?? undefined,
        by: { type: "user", id: review.reviewer_user_id },
      }),
    ),
  ];
}

async function changesOf(
  service: Service,
  { organizationId }: Caller,
  { row, events }: { row: TransactionRow; events: readonly EventRow[] },
): Promise<TimelineEntry[]> {
  const updates = events.filter((event) => event.operation === "update");
  if (updates.length === 0) return [];
  const written = await findRowsWithin(service.database, organizationId, {
    resourceId: row.transaction_id,
    spans: joined(updates.map((event) => instantOf(event.event_id))),
  });
  const audits = written.filter((audit) => audit.action !== "transaction.create");
  const taken = new Set<AuditRow>();
  return updates.flatMap((event) => {
    const audit = audits.find((audit) => !taken.has(audit) && `${audit.audit_id}` > event.event_id);
    if (audit) taken.add(audit);
    return changeOf(renderEvent(event), audit);
  });
}

/** Ranges around the instants, merged if they overlap, so that no row is read twice. */
function joined(instants: readonly Date[]): { fromId: string; belowId: string }[] {
  const spans: { from: Date; below: Date }[] = [];
  for (const at of instants.toSorted((a, b) => a.getTime() - b.getTime())) {
    const span = { from: plusMs(at, -BEFORE_MS), below: plusMs(at, AFTER_MS) };
    const last = spans.at(-1);
    if (last && span.from <= last.below) last.below = span.below;
    else spans.push(span);
  }
  return spans.map(({ from, below }) => ({ fromId: firstIdAt(from), belowId: firstIdAt(below) }));
}

async function webhooksOf(
  service: Service,
  { organizationId }: Caller,
  events: readonly EventRow[],
): Promise<TimelineEntry[]> {
  const eventIds = events.map((event) => event.event_id);
  const found = await findDeliveriesOfEvents(service.database, organizationId, { eventIds, limit: DELIVERIES_MAX });
  return found.map(deliveryOf);
}

async function otherSideOf(
  service: Service,
  { organizationId }: Caller,
  { row, facts }: { row: TransactionRow; facts: TransactionFacts },
): Promise<string | undefined> {
  if (facts.transfer_id === null) return undefined;
  const found = await findOtherSide(service.database, organizationId, {
    transactionId: row.transaction_id,
    transferId: facts.transfer_id,
    otherAccountId: row.counterparty_id,
    fromId: firstIdAt(plusMs(row.created_at, -SECOND_MS)),
    belowId: firstIdAt(plusMs(row.created_at, SECOND_MS)),
  });
  return found?.transaction_id;
}
