import { newYorkDay } from "../../../banking/calendar/new-york.ts";
import type { CheckRecord, CheckStatus } from "../../../formats/checks/index.ts";
import { MINUTE_MS, plusMs } from "../../../kernel/clock/clock.ts";
import { type BankScenario, reasonText } from "../../rails/index.ts";
import type { CheckAgreement } from "../agreement/bank-agreement.ts";
import type { BankEvent, BankPayment } from "../state/bank-event.ts";
import { timeOnBankingDay } from "./bank-days.ts";
import { confirmedAt, laterByBankingDays, rejectedAt, returnedAt } from "./bank-hours.ts";
import { BLOCKED, blockedReason } from "./blocked-reason.ts";
import { booking } from "./booking.ts";
import { notBefore, wholeSecond } from "./instants.ts";

/** A check that the customer issued. */
export interface ScriptedCheck {
  readonly payment: BankPayment;
  readonly check: CheckRecord;
  readonly scenario: BankScenario;
  readonly receivedAt: Date;
  readonly agreed: CheckAgreement;
}

/** Accepted: check issued (ISO 20022, ExternalPaymentTransactionStatus1Code). */
const ISSUED = "ACIS";
/** Checks are paid in the night; the customer's file of paid checks is made in the morning, New York. */
const PAID_AT = "05:00";
const OUT_OF_ORDER_BANKING_DAYS = 2;
/** What is added to the amount of an altered check. Cents. */
const ALTERED_BY_MINOR = 1_000_00n;

/** How the files of paid checks and exceptions name the end of a check that is not paid. */
const exceptions: Readonly<Record<string, CheckStatus>> = {
  "CK-STOP": "stopped",
  "CK-STALE": "stale",
  "CK-N": "amountMismatch",
};

/** What becomes of a check: issued on its day of mailing, then paid, or reported as an exception. */
export function scriptCheck(scripted: ScriptedCheck): readonly BankEvent[] {
  const { scenario, receivedAt } = scripted;
  const mailed = confirmedAt("check", receivedAt);
  switch (scenario.kind) {
    case "confirm":
      return [statusAt(scripted, mailed, ISSUED), ...paid(scripted, mailed)];
    case "reject": {
      const reason = { code: "NARR", lines: [`${scenario.code} ${reasonText(scenario.code)}`.slice(0, 105)] };
      return [statusAt(scripted, rejectedAt("check", receivedAt), "RJCT", reason)];
    }
    case "block":
      return [statusAt(scripted, rejectedAt("check", receivedAt), BLOCKED, blockedReason(scenario.code))];
    case "return": {
      const at = returnedAt(mailed, scenario.afterBankingDays);
      return [statusAt(scripted, mailed, ISSUED), exception(scripted, at, scenario.code)];
    }
    case "delay": {
      const late = laterByBankingDays(mailed, scenario.bankingDays);
      return [statusAt(scripted, late, ISSUED), ...paid(scripted, late)];
    }
    case "twice":
      return [statusAt(scripted, mailed, ISSUED), ...paid(scripted, mailed), ...repeated(scripted, mailed)];
    case "outOfOrder": {
      const at = returnedAt(mailed, OUT_OF_ORDER_BANKING_DAYS);
      return [exception(scripted, at, scenario.code), statusAt(scripted, plusMs(at, 10 * MINUTE_MS), ISSUED)];
    }
    case "silent":
      return [];
  }
}

function statusAt(
  { payment, receivedAt }: ScriptedCheck,
  at: Date,
  status: string,
  reason?: { readonly code: string; readonly lines?: readonly string[] },
): BankEvent {
  return {
    ...{ kind: "paymentStatus", channel: payment.channel, at: notBefore(at, receivedAt), copy: 0 },
    ...{ paymentId: payment.paymentId, original: payment.original, batchId: payment.batchId },
    status: { original: payment.transaction, status, ...(reason === undefined ? {} : { reasons: [reason] }) },
  };
}

const paidAt = ({ agreed }: ScriptedCheck, mailed: Date): Date =>
  timeOnBankingDay(mailed, agreed.paidAfterBankingDays, PAID_AT);

function paid(scripted: ScriptedCheck, mailed: Date): readonly BankEvent[] {
  const { payment, check } = scripted;
  const at = wholeSecond(paidAt(scripted, mailed));
  return [
    reportAt(scripted, at, "paid"),
    booking({
      ...{ at, accountNumber: payment.accountNumber, paymentId: payment.paymentId, direction: "debit" },
      ...{ amountMinor: payment.amountMinor, transactionCode: ["PMNT", "ICHQ", "CCHQ"] },
      bankReference: payment.paymentId,
      transactions: [{ amountMinor: payment.amountMinor, checkNumber: String(check.checkNumber) }],
    }),
  ];
}

/** The line about the paid check again, a minute later in a file of its own. */
const repeated = (scripted: ScriptedCheck, mailed: Date): readonly BankEvent[] => [
  reportAt(scripted, wholeSecond(plusMs(paidAt(scripted, mailed), MINUTE_MS)), "paid"),
];

function exception(scripted: ScriptedCheck, at: Date, code: string): BankEvent {
  const status = exceptions[code] ?? "returned";
  if (status !== "amountMismatch") return reportAt(scripted, wholeSecond(at), status);
  const { check } = scripted;
  const altered = { ...check, amountMinor: check.amountMinor + ALTERED_BY_MINOR };
  return reportAt({ ...scripted, check: altered }, wholeSecond(at), status);
}

function reportAt({ payment, check }: ScriptedCheck, at: string, status: CheckStatus): BankEvent {
  const { accountNumber, checkNumber, amountMinor, payee, issueDate } = check;
  return {
    ...{ kind: "checkReport", at, paymentId: payment.paymentId },
    check: {
      ...{ status, accountNumber, checkNumber, amountMinor, payee, issueDate },
      ...(status === "paid" ? { paidDate: newYorkDay(new Date(at)) } : {}),
    },
  };
}
