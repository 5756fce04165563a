import { assert } from "../../../kernel/assert.ts";
import type { Tx } from "../../../kernel/sql/database.ts";
import { derivedId } from "../../../kernel/values/derived-id.ts";
import type { Id, OrganizationId, TransactionId } from "../../../kernel/values/ids.ts";
import type { BankFileId } from "../../bank-files/index.ts";
import type { AnswerOutcome } from "../../rails/index.ts";
import { insertAnswers } from "./answers.queries.ts";

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
  /** When it happened at the bank, not when the message was read. */
  readonly answeredAt: Date;
}

/**
 * The ID of an answer, derived from what the bank says about the payment: the same statement in another file or message
 * has the same ID. answers.queries.ts computes it in SQL for whole files.
 */
export const answerIdOf = (transactionId: TransactionId, ...said: readonly [string, ...string[]]): AnswerId =>
  derivedId<AnswerId>("file-answer", transactionId, ...said);

export interface AnswersToRecord {
  readonly answers: readonly BankAnswer[];
  /** The received file that says it; undefined if no bank says it. */
  readonly sourceFileId: BankFileId | undefined;
  readonly now: Date;
}

/**
 * Stores answers, due now, in the transaction that reads them; payments apply them (apply-answers.ts). A repeated one
 * is recognized by its ID and changes nothing. Returns the number of new ones.
 */
export async function recordAnswers(
  tx: Tx,
  organizationId: OrganizationId,
  { answers, sourceFileId, now }: AnswersToRecord,
): Promise<number> {
  for (const { answeredAt, trackingNumber, checkNumber } of answers) {
    assert(!Number.isNaN(answeredAt.getTime()), "a bank's answer says when it happened");
    assert(
      trackingNumber === undefined || checkNumber === undefined,
      "a payment has a tracking number or a check number, not both",
    );
  }
  const stored = await insertAnswers(tx, organizationId, { answers, sourceFileId, now });
  assert(stored <= answers.length, "an answer is stored once");
  return stored;
}
