import { recordAnswers } from "#bank/file-rails";
import { answerIdOf } from "#bank/file-rails/answers/bank-answer.ts";
import type { Rail } from "#bank/rails";
import type { Service } from "#kernel/process/service.ts";
import { withinOrganization } from "#kernel/sql/scope.ts";

/** A bank that confirms every payment when it receives it. */
export const confirmingRail = ({ database }: Pick<Service, "database">): Rail => ({
  submit: async (instructions) => {
    for (const { instructionId: transactionId, organizationId, handedOverAt } of instructions) {
      const answerId = answerIdOf(transactionId, "confirmed");
      const answers = [{ answerId, transactionId, outcome: "confirmed", answeredAt: handedOverAt } as const];
      await withinOrganization(organizationId, () =>
        database.transaction((tx) => recordAnswers(tx, organizationId, { answers, now: handedOverAt })),
      );
    }
  },
});
