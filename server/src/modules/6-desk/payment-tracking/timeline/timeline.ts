import { reasonText } from "bursar-banking/codes/describe-reason";
import type { BankFileId, FileOfPayment } from "#bank/exchange";
import { type UndoRow, undoReasonText } from "#bank/file-rails";
import type { ReturnLink, ScreeningResult, TransactionFacts, TransactionRow } from "#payments/payments";
import type { UndoReviewRow as UndoReview } from "#payments/undoing";
import type { Actor } from "#records/audit";
import type { AuditRow } from "#records/audit/trail";
import type { EventObject } from "#records/events/feed";
import type { EventDeliveryRow } from "#reports/webhooks";

/** Members of a patch, or of what the audit log keeps. */
type Members = object;

export const entryKinds = [
  "requested",
  "approved",
  "rejected",
  "created",
  "scheduled",
  "screened",
  "handedOver",
  "bankFile",
  "bankAnswered",
  "statusChanged",
  "undo",
  "noteChanged",
  "categoryChanged",
  "webhook",
] as const;
export type EntryKind = (typeof entryKinds)[number];

/** An event of a transaction. */
export interface TimelineEntry {
  readonly at: Date;
  readonly kind: EntryKind;
  /** A sentence without its period. */
  readonly text: string;
  /** Details: a reason, a number, or a code and its meaning. */
  readonly detail?: string | undefined;
  readonly by?: Pick<Actor, "type" | "id"> | undefined;
  /** The transaction's status after the event. */
  readonly status?: string | undefined;
  /** The previous note or category; null = none. */
  readonly before?: string | null;
  readonly after?: string | null;
  /** When a scheduled payment is sent. */
  readonly dueAt?: Date;
  readonly delivery?: EventDeliveryRow;
  /** The bank file with the payment. */
  readonly fileId?: BankFileId | undefined;
}

/** In order of time; events at the same instant in causal order. */
export const inOrder = (entries: readonly TimelineEntry[]): readonly TimelineEntry[] =>
  entries.toSorted(
    (a, b) => a.at.getTime() - b.at.getTime() || entryKinds.indexOf(a.kind) - entryKinds.indexOf(b.kind),
  );

const creations: Readonly<Record<string, string>> = {
  outgoingPayment: "Payment accepted; its amount is held",
  internalTransfer: "Money moved between the organization's accounts",
  treasuryTransfer: "Money moved between the organization's accounts",
  externalTransfer: "Money received",
};

/** How it began, and when it is sent if not immediately. */
export function creationOf(row: TransactionRow, facts: TransactionFacts, leavesAt: Date | undefined): TimelineEntry[] {
  const by =
    facts.created_by_user !== null
      ? ({ type: "user", id: facts.created_by_user } as const)
      : facts.created_by_token !== null
        ? ({ type: "token", id: facts.created_by_token } as const)
        : undefined;
  const status = row.kind === "outgoingPayment" ? "pending" : "sent";
  const text = creations[row.kind] ?? "Booked";
  const created: TimelineEntry = { at: row.created_at, kind: "created", text, by, status };
  if (leavesAt === undefined || leavesAt <= row.created_at) return [created];
  const waiting = "Waits for the bank's next opening, file, or print run";
  return [created, { at: row.created_at, kind: "scheduled", text: waiting, dueAt: leavesAt }];
}

/** What screening said, and why the payment waits. One that it blocked has a status of its own. */
export function screeningOf({ screening: result, screening_since: at }: TransactionFacts): TimelineEntry[] {
  const text = result === null ? undefined : screeningTexts[result];
  return text === undefined || at === null ? [] : [{ at, kind: "screened", text }];
}

const screeningTexts: Readonly<Record<ScreeningResult, string | undefined>> = {
  passed: "Screened: the recipient is on no list",
  unchecked: "Waits for screening of the recipient",
  unavailable: "Waits for screening, which does not answer",
  open: "Waits: the recipient resembles an entry on a list, and two people have to decide",
  match: undefined,
};

/** By why the payment is in the file. A prenote has its own entry. */
const fileTexts: Readonly<Partial<Record<FileOfPayment["purpose"], string>>> = {
  pay: "Sent to the bank in a file",
  issue: "Reported to the bank as an issued check",
  print: "Sent to the bank as a check to print",
  void: "Reported to the bank as a void check",
  cancel: "The bank was asked to cancel it",
  query: "No answer came in time: the bank was asked what happened to the payment, which is never sent again",
  answer: "The bank answered in a file",
};

/** The files that the bank was sent, and those in which it answered. */
export function inFileOf({ file_id: fileId, purpose, name, state, at }: FileOfPayment): TimelineEntry[] {
  const text = purpose === "print" && state === "kept" ? "Drawn as a check to print and mail" : fileTexts[purpose];
  return text === undefined ? [] : [{ at, kind: "bankFile", text, detail: name ?? undefined, fileId }];
}

const undoEnds: Readonly<Partial<Record<UndoRow["state"], string>>> = {
  pending: "has not been decided by the bank",
  granted: "was agreed to; the money is on its way",
  succeeded: "succeeded; the money is back",
  refused: "was refused",
  takenBack: "was returned; the recipient has the money again",
  withdrawn: "was withdrawn",
  declined: "was declined",
  expired: "was not sent in time",
  overtaken: "ended, because the payment ended without it",
};

/** A reversal or recall: its request, who approved it, the file with it, and the answer. */
export function undoOf(undo: UndoRow, reviews: readonly UndoReview[]): TimelineEntry[] {
  const thing = undo.kind === "reversal" ? "Reversal" : "Recall";
  const by: TimelineEntry["by"] =
    undo.requester_token_id === null
      ? { type: "user", ...(undo.requester_user_id === null ? {} : { id: undo.requester_user_id }) }
      : { type: "token", id: undo.requester_token_id };
  const kind = "undo";
  const requested: TimelineEntry = {
    at: undo.requested_at,
    kind,
    text: `${thing} requested, because ${undoReasonText(undo.reason)}`,
    detail: undo.note ?? undefined,
    by,
  };
  const reviewed = reviews.map(
    (review): TimelineEntry => ({
      at: review.reviewed_at,
      kind,
      text: `${thing} ${review.decision}`,
      detail: review.comment ?? undefined,
      by: { type: "user", id: review.reviewer_user_id },
    }),
  );
  const sent: TimelineEntry[] =
    undo.sent_at === null ? [] : [{ at: undo.sent_at, kind, text: `${thing} sent to the bank in a file` }];
  const ended = undoEnds[undo.state];
  const at = undo.ended_at ?? (ended === undefined ? null : undo.sent_at);
  const isReviewed = undo.state === "declined";
  const answer: TimelineEntry[] =
    ended === undefined || at === null || isReviewed
      ? []
      : [{ at, kind, text: `${thing} ${ended}`, detail: undo.code === null ? undefined : reasonText(undo.code) }];
  return [requested, ...reviewed, ...sent, ...answer];
}

/** The return of a deposit or transfer. A return itself has the reason as its note. */
export function returnedOf(row: TransactionRow, link: ReturnLink): TimelineEntry[] {
  if (link.transaction_id !== row.transaction_id) return [];
  const text = link.outcome === "failed" ? "The transfer failed; the money went back" : "Returned; the money went back";
  return [{ at: link.returned_at, kind: "bankAnswered", text, detail: link.reason }];
}

const statusTexts: Readonly<Record<string, string>> = {
  sent: "The bank confirmed the payment",
  failed: "The bank rejected the payment; its amount is available again",
  blocked: "Screening blocked the payment; its amount is available again",
  cancelled: "Cancelled before it was sent to the bank; its amount is available again",
  reversed: "The payment was returned; its amount is available again",
};

/** One change of the transaction and its author. A change may concern both note and category. */
export function changeOf(event: EventObject, audit: AuditRow | undefined): TimelineEntry[] {
  const at = new Date(event.occurredAt);
  const by = audit && { type: audit.actor_type, ...(audit.actor_id === null ? {} : { id: audit.actor_id }) };
  const { mergePatch, previousValues } = event;
  const entries: TimelineEntry[] = [];
  const status = textOf(mergePatch, "status");
  if (status !== undefined && status !== null) {
    const kind = by?.type === "bank" ? "bankAnswered" : "statusChanged";
    const text = statusTexts[status] ?? `Became ${status}`;
    entries.push({ at, kind, text, detail: reasonOf(mergePatch, audit), by, status });
  }
  const note = textOf(mergePatch, "note");
  if (note !== undefined) {
    const before = textOf(previousValues ?? {}, "note") ?? null;
    const text = note === null ? "Note removed" : before === null ? "Note added" : "Note changed";
    entries.push({ at, kind: "noteChanged", text, by, before, after: note });
  }
  if (event.changedPaths.includes("categoryData")) {
    const [before, after] = [categoryOf(previousValues ?? {}), categoryOf(mergePatch)];
    const text = after === null ? "Category removed" : "Category set";
    entries.push({ at, kind: "categoryChanged", text, by, before, after });
  }
  return entries;
}

/** Undefined when the member is not there. */
function textOf(members: Members, name: string): string | null | undefined {
  const found = new Map<string, unknown>(Object.entries(members));
  if (!found.has(name)) return undefined;
  const value = found.get(name);
  return typeof value === "string" ? value : null;
}

function categoryOf(members: Members): string | null {
  const data: unknown = "categoryData" in members ? members.categoryData : null;
  if (typeof data !== "object" || data === null || !("customCategory" in data)) return null;
  const category = data.customCategory;
  return typeof category === "object" && category !== null && "name" in category ? String(category.name) : null;
}

/** Why it failed, or its reference in the network. */
function reasonOf(patch: Members, audit: AuditRow | undefined): string | undefined {
  const reason = textOf(patch, "reasonForFailure");
  if (reason) return reason;
  const after: Members = audit?.after ? JSON.parse(audit.after) : {};
  const tracking = textOf(after, "trackingNumber");
  if (tracking) return `Tracking number ${tracking}`;
  const check = textOf(after, "checkNumber");
  return check ? `Check number ${check}` : undefined;
}

/** A webhook delivery and its progress. */
export function deliveryOf(delivery: EventDeliveryRow): TimelineEntry {
  const { state, attempts, url, last_status_code: statusCode, last_reason: reason } = delivery;
  const tried = attempts === 1 ? "1 attempt" : `${attempts} attempts`;
  const texts = {
    delivered: `Webhook delivered to ${url}`,
    waiting: attempts === 0 ? `Webhook waiting to be sent to ${url}` : `Webhook not yet delivered to ${url}`,
    abandoned: `Webhook delivery abandoned for ${url}`,
  };
  const outcome = statusCode === null ? reason : `answered ${statusCode}`;
  return {
    at: delivery.delivered_at ?? delivery.created_at,
    kind: "webhook",
    text: texts[state],
    detail: attempts === 0 ? undefined : outcome === null ? tried : `${tried}, ${outcome}`,
    delivery,
  };
}
