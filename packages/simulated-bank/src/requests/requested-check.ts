import { present } from "bursar-banking/assert";
import type { AnswerOutcome } from "bursar-banking/codes/answer-outcome";
import { checksAgreedOver } from "../agreement/bank-agreement.ts";
import type { Answering } from "../answers/answer-file.ts";
import { moneyAt } from "../receive/find-payment.ts";
import { printKey } from "../receive/receive-checks.ts";
import { BLOCKED, blockedReason } from "../scripts/blocked-reason.ts";
import { ISSUED, isMailing, paid, rejectedReason, unpaidReport } from "../scripts/script-check.ts";
import type { BankEvent, BankPayment } from "../state/bank-event.ts";
import { atInstant } from "../state/bring-forward.ts";
import { statusNow } from "./status-now.ts";

interface CheckRequest {
  readonly payment: BankPayment;
  readonly outcome: AnswerOutcome;
  readonly code: string;
  readonly at: string;
  /** What would have happened later. */
  readonly planned: readonly BankEvent[];
}

/** What the operator can do about a check. `notPrinted`: nothing is mailed before the bank has the PDF. */
export type CheckDecision = readonly BankEvent[] | "notPrinted" | "impossible";

/** The requested answer about a check, instead of what was planned. */
export function decideCheck({ agreement, books }: Answering, request: CheckRequest): CheckDecision {
  const { payment, outcome, code, at, planned } = request;
  const sequence = present(books.recordOfPayment.get(payment.paymentId), "every payment has a record");
  const connection = books.connectionOf.get(sequence) ?? "";
  const agreed = checksAgreedOver(agreement, connection);
  // The customer has taken its checks to another bank.
  if (agreed === undefined) return "impossible";
  const reported = { payment, check: present(payment.check, "the payment is a check"), agreed };
  switch (outcome) {
    case "rejected":
      return [statusNow(request, "RJCT", rejectedReason(code))];
    case "blocked":
      return [statusNow(request, BLOCKED, blockedReason(code))];
    case "returned":
      return moneyAt(books, payment, at).hasLeft ? "impossible" : [unpaidReport(reported, at, code)];
    case "confirmed": {
      // Who prints the checks says when they are mailed.
      if (agreed.printedBy === "customer") return "impossible";
      if (!books.keys.has(printKey(connection, payment.original.messageId))) return "notPrinted";
      const mailing = planned.filter(isMailing);
      if (mailing.length === 0) return [statusNow(request, ISSUED), ...paid(reported, new Date(at))];
      return planned.map((event) => (isMailing(event) ? atInstant(event, at) : event));
    }
  }
}
