import { assert } from "#kernel/assert.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { insertAnswers } from "./answers.queries.ts";
import type { AnswersToRecord } from "./bank-answer.ts";

/**
 * Stores answers, due now, in the transaction that reads them; payments apply them (apply-answers.ts). A repeated one
 * is recognized by its ID and changes nothing. Returns the number of new ones.
 */
export async function recordAnswers(
  tx: Tx,
  organizationId: OrganizationId,
  { answers, now }: AnswersToRecord,
): Promise<number> {
  for (const { answeredAt, trackingNumber, checkNumber } of answers) {
    assert(!Number.isNaN(answeredAt.getTime()), "a bank's answer says when it happened");
    assert(
      trackingNumber === undefined || checkNumber === undefined,
      "a payment has a tracking number or a check number, not both",
    );
  }
  const stored = await insertAnswers(tx, organizationId, { answers, now });
  assert(stored <= answers.length, "an answer is stored once");
  return stored;
}
