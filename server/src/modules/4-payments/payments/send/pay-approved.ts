import { newYorkDay } from "bursar-banking/calendar/new-york";
import type { PaymentMethod } from "bursar-banking/identifiers/payment-method";
import type { PaymentAchFields } from "#bank/rails";
import { assert } from "#kernel/assert.ts";
import { keyDigest } from "#kernel/idempotency/key.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Refusal } from "#kernel/refusal.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import type {
  AccountId,
  OrganizationId,
  RecipientId,
  RequestId,
  RoutingId,
  TransactionId,
  UserId,
} from "#kernel/values/ids.ts";
import { refuseRecipient, requireProvenPayee, routingVersionsOf } from "#money/recipients";
import type { Actor } from "#records/audit";
import { type Caller, readCutOffs } from "#records/identity";
import { refusePayment } from "../payment-refusals.ts";
import { transferWithin } from "../transfers/create-transfer.ts";
import { createPayments, wasPaid } from "./create-payments.queries.ts";
import { refusalOf } from "./decision-refusal.ts";
import { refusalsOf } from "./dry-run.ts";
import type { PaymentInput } from "./payment.ts";
import { preparePayment } from "./prepare-payment.ts";
import { sameDayRefusal } from "./same-day.ts";
import { traceAcceptance } from "./trace-acceptance.ts";
import { insertWireTerms } from "./wire-fee.queries.ts";
import { chargeWireFee, lockForFee } from "./wire-fee.ts";

/** What payments and transfers that need approval have in common. Cents, positive. */
interface Approvable {
  readonly organizationId: OrganizationId;
  readonly requestId: RequestId;
  readonly accountId: AccountId;
  readonly amountMinor: bigint;
  readonly note: string | null;
}

/** A payment that needs approval, with the terms of the approval. */
export interface ApprovablePayment extends Approvable {
  readonly kind: "payment";
  readonly recipientId: RecipientId;
  readonly method: PaymentMethod;
  readonly externalMemo: string | null;
  readonly purpose: string | null;
  readonly achFields: PaymentAchFields | null;
  /** When it is paid, if that is later than now. */
  readonly dueAt: Date | null;
  /** The version of the bank details; null if the recipient has none for the method. */
  readonly routingId: RoutingId | null;
  readonly feeMinor: bigint;
  /** Who pays the banks' fees (ISO 20022, ChrgBr); null if the request does not say. */
  readonly chargeBearer: "DEBT" | "SHAR" | null;
  readonly coolingOffHours: number;
}

/** A transfer that needs approval. */
export interface ApprovableTransfer extends Approvable {
  readonly kind: "transfer";
  readonly destinationId: AccountId;
}

/** The user who gave the last approval. */
export interface Approval {
  readonly userId: UserId;
  readonly actor: Actor;
}

/** The bank details changed between reading the terms and making the payment: the decision must be repeated. */
export class TermsMoved extends Error {
  override readonly name = "TermsMoved";
}

/**
 * Moves the money of an approved request in the transaction of the decision: a payment with its fee, or a transfer.
 * Throws the refusal of a payment that cannot be made, or TermsMoved; the caller then rolls back.
 */
export async function payApproved(
  service: Service,
  tx: Tx,
  approved: ApprovablePayment | ApprovableTransfer,
  approval: Approval,
): Promise<TransactionId> {
  const { paid } = await wasPaid(tx, approved.organizationId, approved.requestId);
  assert(!paid, "a request is paid once, whatever its row says");
  if (approved.kind === "payment") return pay(service, tx, approved, approval);
  const { userId, actor } = approval;
  const { debitId } = await transferWithin(service, tx, {
    organizationId: approved.organizationId,
    sourceId: approved.accountId,
    destinationId: approved.destinationId,
    amountMinor: approved.amountMinor,
    note: approved.note,
    tokenId: null,
    userId,
    requestId: approved.requestId,
    actor: { ...actor, type: "user", id: userId },
  });
  return debitId;
}

/**
 * Every reason why the payment would be rejected if it were approved now. For a token, its limit for the day counts,
 * too.
 */
export async function refusalsToPay(
  service: Service,
  db: Queryable,
  approvable: ApprovablePayment,
  requester?: Pick<Caller, "tokenId" | "limits">,
): Promise<readonly Refusal[]> {
  const tokenId = requester?.tokenId ?? null;
  const limitPerDayMinor = requester?.limits.perDayMinor ?? null;
  const payment = preparePayment(service, { ...inputOf(approvable, undefined), tokenId, limitPerDayMinor });
  const refusals = await refusalsOf(service, db, { payment, feeMinor: approvable.feeMinor });
  const { achFields, amountMinor, dueAt } = approvable;
  assert(achFields === null || approvable.method === "ach", "only ACH payments have fields of ACH files");
  const acceptedAt = dueAt !== null && dueAt > payment.createdAt ? dueAt : payment.createdAt;
  const late =
    achFields?.settlement === "sameDay"
      ? sameDayRefusal(
          { achFields, amountMinor, acceptedAt },
          (await readCutOffs(db, approvable.organizationId)).get(approvable.accountId),
        )
      : undefined;
  const homeless = await addressRefusal(service, db, approvable);
  return [...(late === undefined ? [] : [late]), ...refusals, ...(homeless === undefined ? [] : [homeless])];
}

async function pay(
  service: Service,
  tx: Tx,
  approved: ApprovablePayment,
  { userId, actor }: Approval,
): Promise<TransactionId> {
  const { organizationId, feeMinor, routingId } = approved;
  // First: bank details that were changed in the database are refused before anything is locked (ADR 0022).
  await refuseUnverified(service, tx, approved);
  const homeless = await addressRefusal(service, tx, approved);
  if (homeless !== undefined) throw homeless;
  const cutOffs = (await readCutOffs(tx, organizationId)).get(approved.accountId);
  const payment = preparePayment(service, { ...inputOf(approved, { userId, actor }), cutOffs });
  const late = sameDayRefusal({ ...payment, acceptedAt: payment.createdAt }, cutOffs);
  if (late !== undefined) throw late;
  // Before the payment, which locks its account: balances are locked in the order of their ids.
  if (feeMinor > 0n) await lockForFee(tx, organizationId, payment);
  // In the transaction of the decision, not through the payment writer: approval and payment commit together.
  const [decision] = await createPayments(service, tx, [payment], newYorkDay(payment.createdAt));
  assert(decision !== undefined && decision.outcome !== "replayed", "an open request was never paid");
  if (decision.outcome !== "accepted") throw refusalOf(decision, { ...payment, feeMinor });
  // The function reads the recipient under the account's lock, later than the terms were read.
  if (decision.routingId !== routingId) throw new TermsMoved();
  if (feeMinor > 0n) {
    const { counterpartyName } = decision;
    await chargeWireFee(service, tx, { organizationId, payment, counterpartyName, feeMinor, userId, actor });
  }
  const { transactionId } = payment;
  if (approved.chargeBearer !== null)
    await insertWireTerms(tx, organizationId, { transactionId, chargeBearer: approved.chargeBearer });
  tx.afterCommit(() => traceAcceptance(payment));
  return transactionId;
}

/** The approved version must have been entered for this recipient. It is verified again on submission. */
export async function refuseUnverified(
  service: Service,
  tx: Tx,
  {
    organizationId,
    recipientId,
    method,
    routingId,
  }: Pick<ApprovablePayment, "organizationId" | "recipientId" | "method" | "routingId">,
): Promise<void> {
  await requireProvenPayee(tx, organizationId, recipientId);
  if (routingId === null) return;
  const lookUp = await routingVersionsOf(service, tx, { organizationId, routingIds: [routingId], fresh: true });
  if (lookUp({ routingId, recipientId, method }) === undefined) throw refuseRecipient("bankDetailsUnverified");
}

/**
 * International wires need the recipient's address (FATF Recommendation 16; ISO 20022, structured addresses): a bank rejects
 * one without, days later. Undefined if it is there, or not needed.
 */
async function addressRefusal(
  service: Pick<Service, "vault">,
  db: Queryable,
  { organizationId, recipientId, method, routingId }: ApprovablePayment,
): Promise<Refusal | undefined> {
  if (method !== "internationalWire" || routingId === null) return undefined;
  const lookUp = await routingVersionsOf(service, db, { organizationId, routingIds: [routingId] });
  const version = lookUp({ routingId, recipientId, method });
  return version === undefined || version.details.address !== undefined
    ? undefined
    : refusePayment("recipientAddressMissing", { details: { recipient: version.name } });
}

const inputOf = (approvable: ApprovablePayment, approval: Approval | undefined): PaymentInput => ({
  organizationId: approvable.organizationId,
  accountId: approvable.accountId,
  recipientId: approvable.recipientId,
  amountMinor: approvable.amountMinor,
  method: approvable.method,
  externalMemo: approvable.externalMemo,
  note: approvable.note,
  purpose: approvable.purpose,
  achFields: approvable.achFields,
  // A request is paid once: the unique index on keys rejects a second payment.
  keyDigest: keyDigest(approvable.organizationId, "approveRequest", approvable.requestId),
  // Approvers have compared it with the other payments (approvals/preview).
  guardHours: 0,
  coolingOffHours: approvable.coolingOffHours,
  tokenId: null,
  userId: approval?.userId ?? null,
  requestId: approvable.requestId,
  limitPerDayMinor: null,
  address: approval?.actor.address ?? null,
  httpRequestId: approval?.actor.httpRequestId ?? null,
});
