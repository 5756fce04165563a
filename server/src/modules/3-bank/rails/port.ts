import type { PaymentMethod } from "bursar-banking/identifiers/payment-method";
import type { AccountId, OrganizationId, RecipientId, RoutingId, TransactionId } from "#kernel/values/ids.ts";
import type { AchFields, RoutingDetails } from "#money/recipients";

/** What payments hand over to banks. */

/** What ACH files say about one payment, and when it is to settle. */
export interface PaymentAchFields extends AchFields {
  /** `sameDay`: on the day it leaves. `nextDay`: on the banking day after. Otherwise, as soon as the bank offers. */
  readonly settlement?: "sameDay" | "nextDay";
}

/** One payment as sent to the bank. */
export interface PaymentInstruction {
  readonly organizationId: OrganizationId;
  /** The transaction's id, by which the bank identifies the payment: submitting it twice pays once. */
  readonly instructionId: TransactionId;
  readonly method: PaymentMethod;
  /** The account that pays. */
  readonly accountId: AccountId;
  /** Cents, positive. */
  readonly amountMinor: bigint;
  readonly recipientId: RecipientId;
  readonly recipientName: string;
  /** The version of the bank details. */
  readonly routingId: RoutingId;
  /** The recipient's bank details when the payment was created, with the full account number. Never logged. */
  readonly routing: RoutingDetails;
  /** What the recipient sees. */
  readonly externalMemo: string | null;
  /** Why it is paid, as entered; international wires have one. */
  readonly purpose: string | null;
  /** Who pays the banks' fees of a wire: the sender, or both sides; null if the payment does not say. */
  readonly chargeBearer: "DEBT" | "SHAR" | null;
  /** What the payment says of its own about ACH; null: nothing. */
  readonly achFields: PaymentAchFields | null;
  /** When it was due at the bank. */
  readonly dueAt: Date;
  readonly handedOverAt: Date;
}

/** Takes payments to the bank. What the bank says about them comes in its files. */
export interface Rail {
  /**
   * Submits payments. Idempotent by instruction id: after a crash or a timeout, the same payments are submitted again.
   * After a rejection, none, some, or all of them may have arrived.
   */
  submit(instructions: readonly PaymentInstruction[]): Promise<void>;
}

/** Why a payment is blocked before it reaches the bank. */
export interface ScreeningHit {
  readonly code: string;
  /** A sentence for the reviewer; becomes the reason of failure. */
  readonly reason: string;
}

/**
 * Screens payments before they are submitted; the payments it returns are blocked. May use the network, so it is never
 * called in a transaction.
 */
export type Screening = (
  instructions: readonly PaymentInstruction[],
) => Promise<ReadonlyMap<TransactionId, ScreeningHit>>;

/** Blocks nothing. */
export const noScreening: Screening = () => Promise.resolve(new Map());
