import { randomUUID } from "node:crypto";
import type { AnswerId, BankAnswer, Rail } from "#bank/rails";

/** A bank that confirms every payment when it receives it, and repeats its answers until they are acknowledged. */
export function confirmingRail(): Rail {
  const answers = new Map<string, BankAnswer>();
  return {
    submit: async (instructions) => {
      for (const { instructionId: transactionId, organizationId, handedOverAt } of instructions)
        if (!answers.has(transactionId))
          answers.set(transactionId, {
            ...{ answerId: randomUUID() as AnswerId, organizationId, transactionId },
            ...{ outcome: "confirmed", answeredAt: handedOverAt },
          });
    },
    collect: async (limit, { without = [] } = {}) =>
      [...answers.values()].filter(({ organizationId }) => !without.includes(organizationId)).slice(0, limit),
    acknowledge: async (acknowledged) => {
      for (const { transactionId } of acknowledged) answers.delete(transactionId);
    },
    nextDueAt: async () => undefined,
  };
}
