import type { AnswerOutcome } from "bursar-banking/codes/answer-outcome";
import type { Rail } from "#bank/rails";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";

/** A requested answer of the sandbox's bank. */
export interface RequestedBankAnswer {
  readonly organizationId: OrganizationId;
  readonly transactionId: TransactionId;
  readonly outcome: AnswerOutcome;
  /** Undefined for a confirmation. */
  readonly code?: string;
}

/** The rail of the sandbox, whose bank answers on request. */
export interface SandboxRail extends Rail {
  /** Sends every file of the organization, and has the bank do now whatever it planned. */
  answerEverything(organizationId: OrganizationId): Promise<void>;
  /**
   * Has the bank give this answer now, in a file, instead of the planned one. `elsewhere`: the payment goes to another bank,
   * or the file with it could not be sent. `impossible`: the bank can no longer give this answer.
   */
  answerNow(answer: RequestedBankAnswer): Promise<"answered" | "impossible" | "elsewhere">;
}
