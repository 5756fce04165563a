import type { AnswerOutcome } from "bursar-banking/codes/answer-outcome";
import type { BankFileId, ConnectionId } from "#bank/exchange";
import { derivedId } from "#kernel/values/derived-id.ts";
import type { Id, OrganizationId, TransactionId } from "#kernel/values/ids.ts";

export type AnswerId = Id<"answer">;

/**
 * What a bank says about a payment. Messages may be repeated, late, or out of order; an answer's ID identifies
 * repetitions, and nothing else may be assumed.
 */
export interface BankAnswer {
  readonly answerId: AnswerId;
  readonly transactionId: TransactionId;
  readonly outcome: AnswerOutcome;
  /** The network's reason code, such as R01. */
  readonly code?: string | undefined;
  /** ACH trace number, IMAD or RTP reference, with a confirmation. */
  readonly trackingNumber?: string | undefined;
  readonly checkNumber?: string | undefined;
  /** It arrived after the deadline of the network's rules. */
  readonly isLate?: boolean | undefined;
  /** The received file that says it; absent if no bank says it. */
  readonly sourceFileId?: BankFileId | undefined;
  /** When it happened at the bank, not when the message was read. */
  readonly answeredAt: Date;
}

/**
 * The ID of an answer, derived from what the bank says about the payment: the same statement in another file or message
 * has the same ID. answers.queries.ts computes it in SQL for whole files.
 */
export const answerIdOf = (transactionId: TransactionId, ...parts: readonly [string, ...string[]]): AnswerId =>
  derivedId<AnswerId>("file-answer", transactionId, ...parts);

export interface AnswersToRecord {
  readonly answers: readonly BankAnswer[];
  readonly now: Date;
}

/** An open item of a received file, and the payment that it is about. */
export interface AssignedItem {
  readonly organizationId: OrganizationId;
  readonly connectionId: ConnectionId;
  /** The received file. */
  readonly fileId: BankFileId;
  readonly transactionId: TransactionId;
  /** As the rail's handler has kept it. */
  readonly answer: Readonly<Record<string, string>>;
  /** Cents, of a return. */
  readonly amountMinor: bigint | null;
}
