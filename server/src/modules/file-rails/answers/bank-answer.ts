import { derivedId } from "../../../kernel/values/derived-id.ts";
import type { TransactionId } from "../../../kernel/values/ids.ts";
import type { AnswerId } from "../../rails/index.ts";

/**
 * The ID of an answer, derived from what the bank says about the payment: the same statement in another file or message
 * has the same ID. file-answers.queries.ts computes it in SQL for whole files.
 */
export const fileAnswerIdOf = (transactionId: TransactionId, ...said: readonly [string, ...string[]]): AnswerId =>
  derivedId<AnswerId>("file-answer", transactionId, ...said);
