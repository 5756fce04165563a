import type { AnswerOutcome } from "bursar-banking/codes/answer-outcome";
import type { PaymentMethod } from "bursar-banking/identifiers/payment-method";
import type { AccountId, Id, OrganizationId, RecipientId, RoutingId, TransactionId } from "#kernel/values/ids.ts";
import type { RoutingDetails } from "#money/recipients";

/**
 * The port between payments and the bank connection. A simulated bank, or files and messages in a rail's format, may
 * implement it; payments cannot tell the difference.
 */

export type AnswerId = Id<"answer">;

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
  readonly handedOverAt: Date;
}

/**
 * What a bank reports about a payment. Messages may be repeated, late, or out of order; an answer's id identifies
 * repetitions, and nothing else may be assumed.
 */
export interface BankAnswer {
  readonly answerId: AnswerId;
  readonly organizationId: OrganizationId;
  readonly transactionId: TransactionId;
  readonly outcome: AnswerOutcome;
  /** The network's reason code, such as R01. */
  readonly code?: string;
  /** ACH trace number, IMAD or RTP reference, with a confirmation. */
  readonly trackingNumber?: string;
  readonly checkNumber?: string;
  /** When it happened at the bank, not when the message was read. */
  readonly answeredAt: Date;
}

export interface Rail {
  /**
   * Submits payments. Idempotent by instruction id: after a crash or a timeout, the same payments are submitted again.
   * After a rejection, none, some, or all of them may have arrived.
   */
  submit(instructions: readonly PaymentInstruction[]): Promise<void>;
  /**
   * Unacknowledged answers, at most `limit`, optionally without some organizations: the oldest of each organization
   * first, and of organizations in turn, so that none waits for another's. Repeated calls return the same answers.
   */
  collect(limit: number, options?: { readonly without?: readonly OrganizationId[] }): Promise<readonly BankAnswer[]>;
  /** Marks answers as processed, so that they are not returned again. */
  acknowledge(answers: readonly BankAnswer[]): Promise<void>;
  /** When the next answer is expected; undefined if the rail cannot know or expects none. */
  nextDueAt(): Promise<Date | undefined>;
  /** Sandbox only: the bank answers everything immediately. Returns the number of answers. */
  workThroughInbox?(): Promise<number>;
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
