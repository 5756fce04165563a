import type { PaymentMethod } from "../../banking/identifiers/payment-method.ts";
import type { Id, OrganizationId, TransactionId } from "../../kernel/values/ids.ts";
import type { RoutingDetails } from "../recipients/index.ts";

/**
 * The port between payments and whatever carries them to a bank. What stands behind it may be a simulated bank, or files
 * and messages in the rail's own format on a connection; payments cannot tell the difference.
 */

export type AnswerId = Id<"answer">;

/** One payment, as the bank is told of it. */
export interface PaymentInstruction {
  readonly organizationId: OrganizationId;
  /** The transaction's id: the bank knows the payment by it, and handing it over twice pays once. */
  readonly instructionId: TransactionId;
  readonly method: PaymentMethod;
  /** Cents, positive. */
  readonly amountMinor: bigint;
  readonly recipientName: string;
  /** The payee's bank details of the time the payment was made, account number in full. Never logged. */
  readonly routing: RoutingDetails;
  /** What the payee sees. */
  readonly externalMemo: string | null;
  readonly handedOverAt: Date;
}

export const answerOutcomes = ["confirmed", "rejected", "returned", "blocked"] as const;
export type AnswerOutcome = (typeof answerOutcomes)[number];

/**
 * What the bank says became of a payment. A bank may say it twice, late, or in another order than it happened; an answer's
 * id tells a repetition of the same message, and nothing else may be assumed.
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
   * Hands payments over. Idempotent by instruction id: after a crash or a time-out the same payments come again. When it
   * rejects, none, some or all of them may have arrived.
   */
  submit(instructions: readonly PaymentInstruction[]): Promise<void>;
  /**
   * Answers that have come in and are not acknowledged yet, oldest first, at most `limit`, those of some organizations left
   * out. Asking again gives them again.
   */
  collect(limit: number, options?: { readonly without?: readonly OrganizationId[] }): Promise<readonly BankAnswer[]>;
  /** These answers are dealt with: they need not be given again. */
  acknowledge(answers: readonly BankAnswer[]): Promise<void>;
  /** When the next answer is expected; undefined when the rail cannot know or waits for none. */
  nextDueAt(): Promise<Date | undefined>;
  /** Sandbox only: the bank answers everything it holds now, without waiting for its day. Returns how many answers. */
  workThroughInbox?(): Promise<number>;
}

/** Why a payment is stopped before it reaches the bank. */
export interface ScreeningHit {
  readonly code: string;
  /** A sentence for the person who reviews it; becomes the reason of failure. */
  readonly reason: string;
}

/** Looks at payments before they are handed over; those it names are blocked. May ask others: never called in a transaction. */
export type Screening = (
  instructions: readonly PaymentInstruction[],
) => Promise<ReadonlyMap<TransactionId, ScreeningHit>>;

/** Stops nothing. */
export const noScreening: Screening = () => Promise.resolve(new Map());
