import type { AnswerOutcome } from "bursar-banking/codes/answer-outcome";
import { bankReasons } from "bursar-banking/codes/bank-reasons";
import { methodTable, type PaymentMethod } from "bursar-banking/identifiers/payment-method";
import { assert, present } from "#kernel/assert.ts";
import { invalidRequest } from "#kernel/http/http-refusals.ts";
import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import {
  getTransaction,
  handOverNow,
  moveFrom,
  moves,
  runBankAnswers,
  type TransactionRow,
  triggerOf,
} from "#payments/payments";
import { runWorkersUntilIdle } from "./advance-clock.ts";
import type { SandboxRail } from "./sandbox-rail.ts";
import { refuseSandbox } from "./sandbox-refusals.ts";

/** The bank's default code: the most frequent reason. */
const usualCodes = {
  rejected: { ach: "R03", check: "CK-PRINT", wire: "AC03", instant: "AC03" },
  returned: { ach: "R02", check: "CK-MAIL", wire: "AC04", instant: "AC04" },
} as const;

const usualCode = (outcome: AnswerOutcome, method: PaymentMethod): string | undefined => {
  switch (outcome) {
    case "confirmed":
      return undefined;
    case "blocked":
      return "SC-LIST";
    case "rejected":
    case "returned":
      return usualCodes[outcome][methodTable[method].kind];
  }
};

export interface BankRequest {
  readonly organizationId: OrganizationId;
  readonly transactionId: string;
  readonly outcome: AnswerOutcome;
  readonly code?: string | undefined;
}

/**
 * Makes the simulated bank answer a payment now. The payment is first submitted if the bank does not have it; the
 * answer is then applied like any other. Returns the transaction afterward.
 */
export async function simulateBankAnswer(
  service: Service,
  bank: SandboxRail,
  { organizationId, transactionId, outcome, code }: BankRequest,
): Promise<TransactionRow> {
  const row = await getTransaction(service.database, organizationId, transactionId);
  const trigger = triggerOf[outcome];
  if (row.kind !== "outgoingPayment" || !moveFrom(row.status, trigger)) {
    const {
      from: [from],
      to,
    } = moves[trigger];
    throw refuseSandbox("notPossibleNow", { details: { from, to, kind: row.kind, status: row.status } });
  }
  const method = present(row.method, "a payment has a method");
  if (code !== undefined) requireReason(method, outcome, code);
  const instructionId = row.transaction_id;
  if (row.status === "pending") await handOverNow(service, bank, { organizationId, transactionId: instructionId });
  const answered = await bank.answerNow({
    organizationId,
    transactionId: instructionId,
    outcome,
    ...codeOf(code ?? usualCode(outcome, method)),
  });
  // The bank lacks the payment if it goes into a file for another bank, if no file can carry it, or if it was canceled or
  // blocked between the two reads.
  await runWorkersUntilIdle(() => runBankAnswers(service));
  const after = await getTransaction(service.database, organizationId, transactionId);
  if (answered !== "answered" && after.version === row.version)
    throw refuseSandbox("bankCannotAnswer", { details: { reason: whyNot[answered] } });
  assert(after.version > row.version, "the payment moved, by this answer or by an earlier one");
  return after;
}

const whyNot = {
  elsewhere: "the payment goes to another bank, or waits for a bank connection",
  impossible: "it has given another one, it has paid the check, or its customer mails the checks",
} as const;

/** No message of the rail could carry another code. */
function requireReason(method: PaymentMethod, outcome: AnswerOutcome, code: string): void {
  if (bankReasons(method, outcome).some((reason) => reason.code === code)) return;
  const usual = usualCode(outcome, method);
  throw invalidRequest([
    { path: "code", message: `is not a reason that banks give here; try ${usual}, or leave it out` },
  ]);
}

const codeOf = (code: string | undefined) => (code === undefined ? {} : { code });
