import {
  insertUndo,
  type NoUndo,
  openUndoStates,
  refuseUndo,
  type UndoChannels,
  type UndoId,
  type UndoReason,
  type UndoRow,
  type UndoTerms,
  undoReasonText,
  undosOfPayment,
  undoTermsOf,
} from "#bank/file-rails";
import { assert } from "#kernel/assert.ts";
import { type Answer, idempotently } from "#kernel/idempotency/idempotently.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { dollarsFromMinor, formatUsd } from "#kernel/values/money.ts";
import { firstApprovers, requesterOf, requireRequester, ruleLike } from "#payments/approvals";
import { getTransaction, lockForEdit, refuseBeyondLimits, type TransactionRow } from "#payments/payments";
import { actorOf, recordAudit } from "#records/audit";
import type { Caller } from "#records/identity";
import { notify } from "#records/notifications";
import { likeOf } from "./like-payment.ts";
import { renderUndos } from "./render-undo.ts";
import type { ShownUndo } from "./undo-schemas.ts";

export interface UndoToRequest {
  readonly caller: Caller;
  readonly transactionId: string;
  readonly reason: UndoReason;
  readonly note: string | null;
  readonly key: string | undefined;
}

/**
 * Requests that the bank undoes a payment. Nothing moves before users have approved it, by the rule of a payment of the
 * same amount; a token that requests it never decides. Repeating it with the same key returns the first response.
 */
export async function requestUndo(
  service: Service,
  channels: UndoChannels,
  { caller, transactionId, reason, note, key }: UndoToRequest,
): Promise<Answer<ShownUndo>> {
  const { organizationId } = caller;
  await requireRequester(service.database, caller);
  // Before the key is looked up, so that a replay shows no more than a first call. Amounts of payments do not change.
  const paid = await getTransaction(service.database, organizationId, transactionId);
  refuseBeyondLimits(caller, {
    amountMinor: paidMinor(paid),
    accountIds: [paid.account_id],
    recipientId: paid.kind === "outgoingPayment" ? paid.counterparty_id : null,
  });
  const instruction = {
    organizationId,
    operation: "requestUndo",
    key,
    body: { transactionId: transactionId.toLowerCase(), reason, note },
  };
  return idempotently<ShownUndo>(service, instruction, async (tx) => {
    // Before its row is read: an answer of the bank waits, or is seen.
    await lockForEdit(tx, organizationId, [transactionId]);
    const payment = await getTransaction(tx, organizationId, transactionId);
    const found = await possibleUndo(service, channels, tx, { organizationId, payment });
    if ("refusal" in found) throw refuseUndo(found.refusal, { details: { ...found.details } });
    if (!found.reasons.includes(reason))
      throw refuseUndo("undoReasonNotAllowed", { details: { reasons: found.reasons.join(", ") } });
    const undo = await store(service, tx, { caller, payment, terms: found, reason, note });
    const [shown] = await renderUndos(tx, caller, [undo]);
    assert(shown !== undefined, "an undo that was stored is shown");
    // The same for every caller: what a user may do is read again.
    return { statusCode: 200, body: { ...shown, allowedActions: [] } };
  });
}

/** What a payment moves, in positive cents: a transaction's amount is negative if the money leaves. */
const paidMinor = ({ amount_minor: signed }: Pick<TransactionRow, "amount_minor">): bigint =>
  signed < 0n ? -signed : signed;

/** A code of ours: the bank has not looked at the request. */
const UNSEEN = new Set(["BF-REJECTED", "BF-DISMISSED"]);

/** How a payment can be undone now, or why not. */
export async function possibleUndo(
  { clock }: Pick<Service, "clock">,
  channels: UndoChannels,
  db: Queryable,
  { organizationId, payment }: { readonly organizationId: OrganizationId; readonly payment: TransactionRow },
): Promise<UndoTerms | NoUndo> {
  if (payment.kind !== "outgoingPayment" || payment.method === null) return { refusal: "undoNotAPayment", details: {} };
  const { transaction_id: transactionId, status, account_id: accountId } = payment;
  for (const { state, sent_at: sentAt, code } of await undosOfPayment(db, organizationId, transactionId)) {
    if (openUndoStates.some((open) => open === state)) return { refusal: "undoAlreadyOpen", details: {} };
    if (status !== "reversed" && sentAt !== null && !UNSEEN.has(code ?? ""))
      return { refusal: "undoRefusedBefore", details: {} };
  }
  const undoable = { organizationId, transactionId, status, accountId, amountMinor: paidMinor(payment) };
  return undoTermsOf(channels, db, undoable, clock.now());
}

async function store(
  service: Service,
  tx: Tx,
  {
    caller,
    payment,
    terms,
    reason,
    note,
  }: {
    readonly caller: Caller;
    readonly payment: TransactionRow;
    readonly terms: UndoTerms;
    readonly reason: UndoReason;
    readonly note: string | null;
  },
): Promise<UndoRow> {
  const { organizationId } = caller;
  const { transaction_id: transactionId } = payment;
  const amountMinor = paidMinor(payment);
  const requested = {
    undo_id: service.newId<UndoId>(),
    transaction_id: transactionId,
    kind: terms.kind,
    rail: terms.rail,
    reason,
    note,
    amount_minor: amountMinor,
    account_id: payment.account_id,
    connection_id: terms.connectionId,
    original_file_id: terms.originalFileId,
    original_reference: terms.originalReference,
    send_by: terms.sendBy,
    ...(await requesterOf(tx, caller)),
    requested_at: service.clock.now(),
  };
  if ((await insertUndo(tx, organizationId, requested)) === 0) throw refuseUndo("undoAlreadyOpen");
  const undo: UndoRow = {
    ...requested,
    state: "requested",
    approved_at: null,
    window_at: null,
    file_id: null,
    reference: null,
    sent_at: null,
    counts_at: null,
    code: null,
    ended_at: null,
  };
  await recordAudit(service, tx, {
    organizationId,
    actor: actorOf(caller),
    entries: [
      {
        action: "paymentUndo.request",
        resourceType: "transaction",
        resourceId: transactionId,
        after: { undoId: undo.undo_id, kind: undo.kind, amount: dollarsFromMinor(amountMinor), reason, note },
      },
    ],
  });
  await notifyApprovers(service, tx, { caller, payment, undo });
  return undo;
}

const nouns = { reversal: "the reversal", recall: "the recall" } as const;

async function notifyApprovers(
  service: Service,
  tx: Tx,
  { caller, payment, undo }: { readonly caller: Caller; readonly payment: TransactionRow; readonly undo: UndoRow },
): Promise<void> {
  const { organizationId } = caller;
  const rule = await ruleLike(tx, organizationId, likeOf(undo, payment));
  const approvers = await firstApprovers(tx, organizationId, { rule, requesterUserId: undo.requester_user_id });
  const due = approvers.map((person) => person.user_id).filter((userId) => userId !== undo.requester_user_id);
  if (due.length === 0) return;
  const what = `${nouns[undo.kind]} of $${formatUsd(undo.amount_minor)} to ${payment.counterparty_name}`;
  await notify(service, tx, {
    organizationId,
    kind: "approvalRequested",
    subject: { type: "transaction", id: undo.transaction_id },
    sourceId: undo.undo_id,
    recipients: due,
    actorId: caller.tokenId === null ? undo.requester_user_id : null,
    facts: { name: payment.counterparty_name, amountMinor: undo.amount_minor, outcome: undo.kind },
    letter: {
      subject: `${what.charAt(0).toUpperCase()}${what.slice(1)} is waiting for approval`,
      paragraphs: [
        `Someone requested ${what}, because ${undoReasonText(undo.reason)}. The bank is not asked until it is approved.`,
      ],
      facts: [
        ["Recipient", payment.counterparty_name],
        ["Amount", `$${formatUsd(undo.amount_minor)}`],
      ],
      link: {
        label: "Review request",
        url: `${service.config.publicUrl}/dashboard/transactions/${undo.transaction_id}`,
      },
      footer: "You receive this email because you may approve this request.",
    },
  });
}
