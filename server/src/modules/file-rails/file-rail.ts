import type { Service } from "../../kernel/process/service.ts";
import type { Queryable } from "../../kernel/sql/database.ts";
import { withinOrganization } from "../../kernel/sql/scope.ts";
import type { OrganizationId, TransactionId } from "../../kernel/values/ids.ts";
import type { ConnectionId } from "../bank-connections/index.ts";
import type { BankAnswer, Rail } from "../rails/index.ts";
import { type AnswerRow, dueAnswers, markAnswersCollected, nextAnswer } from "./answers/answers.queries.ts";
import { findOrderConnection, knownOrders } from "./orders/orders.queries.ts";
import { placeOrders } from "./orders/place-orders.ts";
import type { RailPart } from "./rail-part.ts";

/**
 * A bank that is reached by files, behind the rails' port. Submitting stores a payment for the file of its window;
 * answers come from the bank's files.
 */
export function createFileRail(
  service: Pick<Service, "database" | "vault" | "clock" | "log">,
  parts: readonly RailPart[],
): Rail {
  const { database, clock } = service;
  return {
    submit: async (instructions) => {
      for (const [organizationId, theirs] of byOrganization(instructions))
        await placeOrders(service, parts, { organizationId, instructions: theirs });
    },
    collect: async (limit, { without = [] } = {}) =>
      (await dueAnswers(database, { now: clock.now(), limit, without })).map(answerOf),
    acknowledge: async (answers) => {
      for (const [organizationId, theirs] of byOrganization(answers)) {
        const answerIds = theirs.map((answer) => answer.answerId);
        await withinOrganization(organizationId, () =>
          markAnswersCollected(database, organizationId, { answerIds, now: clock.now() }),
        );
      }
    },
    nextDueAt: async () => (await nextAnswer(database)).due_at ?? undefined,
  };
}

const byOrganization = <Item extends { readonly organizationId: OrganizationId }>(items: readonly Item[]) =>
  Map.groupBy(items, (item) => item.organizationId);

/** Which of these payments have been received for a file. */
export async function paymentsInFiles(
  db: Queryable,
  organizationId: OrganizationId,
  ids: readonly TransactionId[],
): Promise<ReadonlySet<TransactionId>> {
  return new Set((await knownOrders(db, organizationId, ids)).map((row) => row.transaction_id));
}

/** The bank connection whose file a payment goes into, or went; undefined if it waits for one, or is not paid. */
export const connectionOfPayment = async (
  db: Queryable,
  organizationId: OrganizationId,
  transactionId: TransactionId,
): Promise<ConnectionId | undefined> =>
  (await findOrderConnection(db, organizationId, transactionId))?.connection_id ?? undefined;

const answerOf = (row: AnswerRow): BankAnswer => ({
  answerId: row.answer_id,
  organizationId: row.organization_id,
  transactionId: row.transaction_id,
  outcome: row.outcome,
  ...(row.code === null ? {} : { code: row.code }),
  ...(row.tracking_number === null ? {} : { trackingNumber: row.tracking_number }),
  ...(row.check_number === null ? {} : { checkNumber: row.check_number }),
  answeredAt: row.answered_at,
});
