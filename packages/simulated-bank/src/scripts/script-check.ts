import type { CheckRecord, CheckStatus } from "bursar-bank-formats/checks";
import type { StatusReason } from "bursar-bank-formats/iso20022";
import { newYorkDay } from "bursar-banking/calendar/new-york";
import { MINUTE_MS, plusMs } from "bursar-banking/clock";
import { reasonText } from "bursar-banking/codes/describe-reason";
import { type CheckAgreement, templateOf } from "../agreement/bank-agreement.ts";
import type { BankEvent, BankPayment, CheckReportEvent } from "../state/bank-event.ts";
import { timeOnBankingDay } from "./bank-days.ts";
import { confirmedAt, laterByBankingDays, rejectedAt, returnedAt } from "./bank-hours.ts";
import { BLOCKED, blockedReason } from "./blocked-reason.ts";
import { booking } from "./booking.ts";
import { notBefore, wholeSecond } from "./instants.ts";
import type { BankScenario } from "./magic-numbers.ts";

/** A check that the customer issued. */
export interface ScriptedCheck {
  readonly payment: BankPayment;
  readonly check: CheckRecord;
  readonly scenario: BankScenario;
  readonly receivedAt: Date;
  readonly agreed: CheckAgreement;
}

/** Accepted: check issued (ISO 20022, ExternalPaymentTransactionStatus1Code). */
export const ISSUED = "ACIS";
/** Checks are paid in the night; the customer's file of paid checks is made in the morning, New York. */
const PAID_AT = "05:00";
const OUT_OF_ORDER_BANKING_DAYS = 2;
/** What is added to the amount of an altered check. Cents. */
const ALTERED_BY_MINOR = 1_000_00n;

/** How the files of paid checks and exceptions name the end of a check that is not paid; the others are returned. */
const endings: Readonly<Record<string, CheckStatus>> = {
  "CK-STOP": "stopped",
  "CK-VOID": "void",
  "CK-STALE": "stale",
};

/**
 * What happens to a check: issued on its day of mailing, then paid, or reported as an exception. A bank that does not print
 * it learns nothing of its mailing.
 */
export const scriptCheck = (scripted: ScriptedCheck): readonly BankEvent[] =>
  scripted.agreed.printedBy === "bank" ? eventsOf(scripted) : eventsOf(scripted).filter((event) => !isMailing(event));

/** Whether the bank reports that it has mailed a check. */
export const isMailing = (event: BankEvent): boolean =>
  event.kind === "paymentStatus" && event.status.status === ISSUED;

function eventsOf(scripted: ScriptedCheck): readonly BankEvent[] {
  const { scenario, receivedAt } = scripted;
  const mailed = confirmedAt("check", receivedAt);
  switch (scenario.kind) {
    case "confirm":
      return [statusAt(scripted, mailed, ISSUED), ...paid(scripted, mailed)];
    case "reject": {
      return [statusAt(scripted, rejectedAt("check", receivedAt), "RJCT", rejectedReason(scenario.code))];
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

/** Reasons about checks have no codes of ISO 20022, so the text begins with them. */
export const rejectedReason = (code: string): StatusReason => ({
  code: "NARR",
  lines: [`${code} ${reasonText(code)}`.slice(0, 105)],
});

function statusAt({ payment, receivedAt }: ScriptedCheck, at: Date, status: string, reason?: StatusReason): BankEvent {
  return {
    kind: "paymentStatus",
    channel: payment.channel,
    at: notBefore(at, receivedAt),
    copy: 0,
    paymentId: payment.paymentId,
    original: payment.original,
    batchId: payment.batchId,
    status: { original: payment.transaction, status, ...(reason === undefined ? {} : { reasons: [reason] }) },
  };
}

const paidAt = ({ agreed }: Reported, mailed: Date): Date =>
  timeOnBankingDay(mailed, agreed.paidAfterBankingDays, PAID_AT);

/** The bank pays the check some days after its mailing. */
export function paid(scripted: Reported, mailed: Date): readonly BankEvent[] {
  const { payment, check } = scripted;
  const at = wholeSecond(paidAt(scripted, mailed));
  return [
    reportAt(scripted, at, "paid"),
    booking({
      at,
      accountNumber: payment.accountNumber,
      paymentId: payment.paymentId,
      direction: "debit",
      amountMinor: payment.amountMinor,
      transactionCode: ["PMNT", "ICHQ", "CCHQ"],
      bankReference: payment.paymentId,
      transactions: [{ amountMinor: payment.amountMinor, checkNumber: String(check.checkNumber) }],
    }),
  ];
}

/** The line about the paid check again, a minute later in a file of its own. */
const repeated = (scripted: ScriptedCheck, mailed: Date): readonly BankEvent[] => [
  reportAt(scripted, wholeSecond(plusMs(paidAt(scripted, mailed), MINUTE_MS)), "paid"),
];

/** The check is not paid; for an alteration that the layout cannot name, the bank asks what to do. */
function exception(scripted: ScriptedCheck, at: Date, code: string): CheckReportEvent {
  const { check, agreed } = scripted;
  if (code === "CK-N" && !reportsReasons(agreed)) {
    const altered = { ...check, amountMinor: check.amountMinor + ALTERED_BY_MINOR };
    return reportAt({ ...scripted, check: altered }, wholeSecond(at), "amountMismatch");
  }
  return unpaidReport(scripted, wholeSecond(at), code);
}

/** A line about a check that the bank does not pay. */
export const unpaidReport = (scripted: Reported, at: string, code: string): CheckReportEvent => {
  const status = endings[code] ?? "returned";
  return reportAt(scripted, at, status, status === "returned" && reportsReasons(scripted.agreed) ? code : undefined);
};

const reportsReasons = ({ paidTemplate }: CheckAgreement): boolean =>
  templateOf(paidTemplate, "paid")?.detail.some((field) => field.kind === "text" && field.of === "reason") ?? false;

type Reported = Pick<ScriptedCheck, "payment" | "check" | "agreed">;

function reportAt({ payment, check }: Reported, at: string, status: CheckStatus, reason?: string): CheckReportEvent {
  const { accountNumber, checkNumber, amountMinor, payee, issueDate } = check;
  return {
    kind: "checkReport",
    at,
    paymentId: payment.paymentId,
    check: {
      status,
      accountNumber,
      checkNumber,
      amountMinor,
      payee,
      issueDate,
      ...(status === "paid" ? { paidDate: newYorkDay(new Date(at)) } : {}),
      ...(reason === undefined ? {} : { reason }),
    },
  };
}
