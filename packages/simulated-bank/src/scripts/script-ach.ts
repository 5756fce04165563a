import type { AnyBatchHeader, Corrections, NachaEntry } from "bursar-bank-formats/nacha";
import { meaningOfTransactionCode, transactionCodeFor } from "bursar-bank-formats/nacha";
import { HOUR_MS, MINUTE_MS, plusMs } from "bursar-banking/clock";
import type { AchAnswerEvent, BankEvent, BankPayment, PaymentStatusEvent } from "../state/bank-event.ts";
import { laterByBankingDays, returnedAt } from "./bank-hours.ts";
import { BLOCKED, blockedReason } from "./blocked-reason.ts";
import type { ChosenScenario } from "./chosen-scenario.ts";
import { notBefore, wholeSecond } from "./instants.ts";

/** An entry that the bank accepted, and when it is answered and settled if nothing special happens. */
export interface ScriptedEntry {
  readonly payment: BankPayment;
  readonly header: AnyBatchHeader;
  readonly entry: NachaEntry;
  readonly immediateOrigin: string;
  readonly chosen: ChosenScenario;
  readonly receivedAt: Date;
  /** When the file is acknowledged. */
  readonly checkedAt: string;
  readonly settlesAt: Date;
  readonly answerNumber: number;
}

/** What happens to an entry. */
export interface EntryScript {
  /** Answers about this entry only; the acknowledgment of the file is not among them. */
  readonly events: readonly BankEvent[];
  /** When its money moves; undefined if it never does. */
  readonly settlesAt: string | undefined;
  /** When it comes back, with the reason; undefined if it does not. */
  readonly returned: { readonly at: string; readonly code: string } | undefined;
  /** Whether the bank repeats its messages about it. */
  readonly isRepeated: boolean;
}

/** A receiver's bank needs at least this long to return an entry that it never should have received. */
const EARLY_RETURN_MS = 30 * MINUTE_MS;
/** Notifications of change arrive on the banking day after settlement (Nacha Operating Rules, Article Three 3.9.1: two). */
const CHANGE_BANKING_DAYS = 1;

/**
 * The outcome of an entry by its scenario. The absence of an answer after settlement means success, as always in ACH, so
 * an entry that settles late or never is reported as pending.
 */
export function scriptEntry(scripted: ScriptedEntry): EntryScript {
  const { chosen, settlesAt: settles, receivedAt } = scripted;
  const { scenario, changeCode } = chosen;
  const settlesAt = notBefore(settles, receivedAt);
  const quiet: EntryScript = { events: [], settlesAt, returned: undefined, isRepeated: false };
  const unsettled = { ...quiet, settlesAt: undefined };
  switch (scenario.kind) {
    case "confirm":
      return changeCode === undefined ? quiet : { ...quiet, events: [changeOf(scripted, changeCode)] };
    case "reject":
      return { ...unsettled, events: [statusOf(scripted, "RJCT", { code: scenario.code })] };
    case "block":
      return { ...unsettled, events: [statusOf(scripted, BLOCKED, blockedReason(scenario.code))] };
    case "return": {
      const at = wholeSecond(returnedAt(settles, scenario.afterBankingDays));
      return { ...quiet, events: [returnOf(scripted, scenario.code, at)], returned: { at, code: scenario.code } };
    }
    case "delay": {
      const late = wholeSecond(laterByBankingDays(settles, scenario.bankingDays));
      const events = [statusOf(scripted, "PDNG"), { ...statusOf(scripted, "ACSC"), at: late }];
      return { ...quiet, settlesAt: late, events };
    }
    case "twice":
      return { ...quiet, isRepeated: true };
    case "outOfOrder": {
      // The next full hour, so that returns of an hour share a file; usually long before settlement.
      const earliest = plusMs(new Date(scripted.checkedAt), EARLY_RETURN_MS).getTime();
      const at = wholeSecond(new Date(Math.ceil(earliest / HOUR_MS) * HOUR_MS));
      return { ...quiet, events: [returnOf(scripted, scenario.code, at)], returned: { at, code: scenario.code } };
    }
    case "silent":
      return { ...unsettled, events: [statusOf(scripted, "PDNG")] };
  }
}

const statusOf = (
  { payment, checkedAt }: ScriptedEntry,
  status: string,
  reason?: { readonly code: string; readonly lines?: readonly string[] },
): PaymentStatusEvent => ({
  kind: "paymentStatus",
  channel: payment.channel,
  at: checkedAt,
  paymentId: payment.paymentId,
  copy: 0,
  original: payment.original,
  batchId: payment.batchId,
  status: { original: payment.transaction, status, ...(reason === undefined ? {} : { reasons: [reason] }) },
});

const answerOf = (scripted: ScriptedEntry, code: string, at: string): AchAnswerEvent => ({
  kind: "achAnswer",
  at,
  paymentId: scripted.payment.paymentId,
  code,
  immediateOrigin: scripted.immediateOrigin,
  header: scripted.header,
  entry: scripted.entry,
  sequenceNumber: scripted.answerNumber,
});

const returnOf = (scripted: ScriptedEntry, code: string, at: string): AchAnswerEvent => answerOf(scripted, code, at);

const changeOf = (scripted: ScriptedEntry, changeCode: string): AchAnswerEvent => ({
  ...answerOf(scripted, changeCode, wholeSecond(returnedAt(scripted.settlesAt, CHANGE_BANKING_DAYS))),
  corrections: correctionsOf(scripted.entry, changeCode),
});

/** What the receiver's bank claims to be right: another account number or routing number, or the other kind of account. */
function correctionsOf(entry: NachaEntry, changeCode: string): Corrections {
  const { account, direction, use } = meaningOfTransactionCode(entry.transactionCode);
  const other = account === "savings" ? "checking" : "savings";
  const transactionCode = transactionCodeFor({ account: other, direction, use }) ?? entry.transactionCode;
  const dfiAccountNumber = "7000000042";
  const routingNumber = "021000021";
  switch (changeCode) {
    case "C02":
      return { routingNumber };
    case "C03":
      return { routingNumber, dfiAccountNumber };
    case "C05":
      return { transactionCode };
    case "C06":
      return { dfiAccountNumber, transactionCode };
    default:
      return { dfiAccountNumber };
  }
}
