import { estimatedDeliveryAt, handOverAt } from "../../../banking/calendar/cut-offs.ts";
import { newYorkDay } from "../../../banking/calendar/new-york.ts";
import { assert } from "../../../kernel/assert.ts";
import { keyDigest } from "../../../kernel/idempotency/key.ts";
import type { Service } from "../../../kernel/process/service.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Tx } from "../../../kernel/sql/database.ts";
import {
  type AuditId,
  type EventId,
  instantOf,
  type OrganizationId,
  type TransactionId,
  type UserId,
} from "../../../kernel/values/ids.ts";
import type { Actor } from "../../audit/index.ts";
import {
  chargeWireFee,
  createPayments,
  lockForFee,
  type PreparedPayment,
  paymentRefusalOf,
  transferWithin,
} from "../../payments/index.ts";
import { refuseRecipient, routingVersionsOf } from "../../recipients/index.ts";
import type { PaymentRequestRow, RequestRow, TransferRequestRow } from "../requests/approval-request.ts";
import type { Terms } from "../requests/approved-terms.ts";

/** An approved request could not be paid. Thrown inside the decision's transaction, which undoes the decision. */
export class CannotPay extends Error {
  override readonly name = "CannotPay";
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message, { cause: refusal });
    this.refusal = refusal;
  }
}

/** The bank details changed between reading the terms and making the payment: the decision is to be made again. */
export class TermsMoved extends Error {
  override readonly name = "TermsMoved";
}

export interface Release {
  readonly organizationId: OrganizationId;
  readonly request: RequestRow;
  readonly terms: Terms;
  /** Whose approval was the last. */
  readonly approverUserId: UserId;
  readonly actor: Actor;
}

/**
 * Moves the money of a request whose approvals are complete, in the transaction of the decision. Throws CannotPay when the
 * payment or transfer is refused; then nothing of it is left.
 */
export async function release(service: Service, tx: Tx, released: Release): Promise<TransactionId> {
  const { request } = released;
  return request.kind === "payment" ? pay(service, tx, released, request) : transfer(service, tx, released, request);
}

async function pay(
  service: Service,
  tx: Tx,
  { organizationId, terms, approverUserId, actor }: Release,
  request: PaymentRequestRow,
): Promise<TransactionId> {
  const { feeMinor, coolingOffHours } = terms;
  await refuseUnverified(service, tx, { organizationId, request, routingId: terms.routingId });
  const payment = { ...prepare(service, { organizationId, request, approverUserId, actor }), coolingOffHours };
  if (feeMinor > 0n) await lockForFee(tx, organizationId, payment);
  const [decision] = await createPayments(service, tx, [payment], newYorkDay(payment.createdAt));
  assert(decision !== undefined && decision.outcome !== "replayed", "an open request was never paid");
  if (decision.outcome !== "accepted") throw new CannotPay(paymentRefusalOf(decision, payment));
  // The function reads the recipient under the account's lock, later than we did.
  if (decision.routingId !== terms.routingId) throw new TermsMoved();
  if (feeMinor > 0n) {
    const { counterpartyName } = decision;
    const fee = { organizationId, payment, counterpartyName, feeMinor, userId: approverUserId, actor };
    await refusalsAsCannotPay(() => chargeWireFee(service, tx, fee));
  }
  return payment.transactionId;
}

/** The version approved must be what someone entered, and the recipient's own. Hand-over verifies it once more. */
async function refuseUnverified(
  service: Service,
  tx: Tx,
  {
    organizationId,
    request: { recipient_id: recipientId, method },
    routingId,
  }: { organizationId: OrganizationId; request: PaymentRequestRow; routingId: Terms["routingId"] },
): Promise<void> {
  if (routingId === null) return;
  const lookUp = await routingVersionsOf(service, tx, { organizationId, routingIds: [routingId], fresh: true });
  if (lookUp({ routingId, recipientId, method }) === undefined)
    throw new CannotPay(refuseRecipient("bankDetailsUnverified"));
}

function prepare(
  service: Service,
  {
    organizationId,
    request,
    approverUserId,
    actor,
  }: Omit<Release, "terms" | "request"> & { readonly request: PaymentRequestRow },
): PreparedPayment {
  const transactionId = service.newId<TransactionId>();
  const createdAt = instantOf(transactionId);
  const { method } = request;
  return {
    organizationId,
    transactionId,
    eventId: service.newId<EventId>(),
    auditId: service.newId<AuditId>(),
    accountId: request.account_id,
    recipientId: request.recipient_id,
    amountMinor: request.amount_minor,
    method,
    createdAt,
    estimatedDeliveryAt: estimatedDeliveryAt(method, createdAt),
    handOverAt: handOverAt(method, createdAt),
    externalMemo: request.external_memo,
    note: request.note,
    purpose: request.purpose,
    // A request is paid once, whatever happens: the key's index refuses a second payment of it.
    keyDigest: keyDigest(organizationId, "approveRequest", request.request_id),
    guardContent: null,
    guardHours: 0,
    coolingOffHours: 0,
    tokenId: null,
    userId: approverUserId,
    requestId: request.request_id,
    limitPerDayMinor: null,
    address: actor.address ?? null,
    httpRequestId: actor.httpRequestId ?? null,
  };
}

async function transfer(
  service: Service,
  tx: Tx,
  { organizationId, approverUserId, actor }: Release,
  request: TransferRequestRow,
): Promise<TransactionId> {
  const { debitId } = await refusalsAsCannotPay(() =>
    transferWithin(service, tx, {
      organizationId,
      sourceId: request.account_id,
      destinationId: request.destination_account_id,
      amountMinor: request.amount_minor,
      note: request.note,
      tokenId: null,
      userId: approverUserId,
      requestId: request.request_id,
      actor: { ...actor, type: "user", id: approverUserId },
    }),
  );
  return debitId;
}

async function refusalsAsCannotPay<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw error instanceof Refusal ? new CannotPay(error) : error;
  }
}
