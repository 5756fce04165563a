import type { StatusReason } from "bursar-bank-formats/iso20022";
import { MINUTE_MS, plusMs } from "bursar-banking/clock";
import { methodTable } from "bursar-banking/identifiers/payment-method";
import type { BankEvent, BankPayment, BookingEvent, PaymentStatusEvent } from "../state/bank-event.ts";
import { blockedAt, confirmedAt, laterByBankingDays, rejectedAt, returnedAt } from "./bank-hours.ts";
import { BLOCKED, blockedReason } from "./blocked-reason.ts";
import { booking } from "./booking.ts";
import { instantAfter, messageTime, notBefore, wholeSecond } from "./instants.ts";
import type { BankScenario } from "./magic-numbers.ts";

/** A wire or real-time payment that the bank accepted. */
export interface ScriptedTransfer {
  readonly payment: BankPayment;
  readonly scenario: BankScenario;
  readonly receivedAt: Date;
  /** When the bank begins: on receipt, or on the requested execution date. */
  readonly startsAt: Date;
  /** The IMAD of a domestic wire, the UETR of an international one. */
  readonly networkReference: string | undefined;
  readonly clearingSystem: string | undefined;
  readonly creditorName: string;
  readonly remittance: string | undefined;
}

const RETURNED = ["PMNT", "ICDT", "RRTN"] as const;

/** Returned, but known late: banking days after which a return overtakes the confirmation. */
const OUT_OF_ORDER_BANKING_DAYS = 2;
const SETTLED = "ACSC";

/** All that follows from a transfer, by its scenario. */
export function scriptTransfer(transfer: ScriptedTransfer): readonly BankEvent[] {
  const { payment, scenario, startsAt, receivedAt } = transfer;
  const { method } = payment;
  const confirmed = new Date(notBefore(confirmedAt(method, startsAt), receivedAt));
  switch (scenario.kind) {
    case "confirm":
      return settled(transfer, confirmed);
    case "reject":
      return [statusAt(transfer, rejectedAt(method, startsAt), "RJCT", { code: scenario.code })];
    case "block":
      return [statusAt(transfer, blockedAt(receivedAt), BLOCKED, blockedReason(scenario.code))];
    case "return": {
      const at = returnedAt(confirmed, scenario.afterBankingDays);
      return [...settled(transfer, confirmed), ...returned(transfer, at, scenario.code)];
    }
    case "delay": {
      const late = laterByBankingDays(confirmed, scenario.bankingDays);
      return [statusAt(transfer, confirmed, "PDNG"), ...settled(transfer, late)];
    }
    case "twice":
      return [...settled(transfer, confirmed), ...settled(transfer, confirmed).map(repeated)];
    case "outOfOrder": {
      const at = returnedAt(confirmed, OUT_OF_ORDER_BANKING_DAYS);
      const [status, ...booked] = settled(transfer, confirmed);
      const late = wholeSecond(plusMs(at, 10 * MINUTE_MS));
      return [{ ...status, at: late }, ...booked, ...returned(transfer, at, scenario.code)];
    }
    case "silent":
      return [];
  }
}

const ofPayment = ({ payment }: ScriptedTransfer) => ({
  paymentId: payment.paymentId,
  channel: payment.channel,
  original: payment.original,
  batchId: payment.batchId,
  copy: 0,
});

function statusAt(transfer: ScriptedTransfer, at: Date, status: string, reason?: StatusReason): PaymentStatusEvent {
  const { payment, networkReference, receivedAt } = transfer;
  const event = notBefore(at, receivedAt);
  return {
    kind: "paymentStatus",
    at: event,
    ...ofPayment(transfer),
    status: {
      original: payment.transaction,
      status,
      bankReference: payment.paymentId,
      ...(reason === undefined ? {} : { reasons: [reason] }),
      ...(status === SETTLED ? { acceptedAt: messageTime(event) } : {}),
      ...(status === SETTLED && networkReference !== undefined ? { networkReference } : {}),
    },
  };
}

function settled(transfer: ScriptedTransfer, at: Date): readonly [PaymentStatusEvent, BookingEvent] {
  return [
    statusAt(transfer, at, SETTLED),
    booking({
      ...entryOf(transfer, at),
      direction: "debit",
      transactionCode: ["PMNT", ...methodTable[transfer.payment.method].transactionCode],
    }),
  ];
}

const repeated = (event: PaymentStatusEvent | BookingEvent): BankEvent => {
  const at = instantAfter(new Date(event.at), MINUTE_MS);
  return event.kind === "paymentStatus" ? { ...event, at, copy: 1 } : { ...event, at, kind: "bookingCopy" };
};

/** The payment comes back, with the bank's message and its booking. */
export function returned(
  transfer: Omit<ScriptedTransfer, "scenario" | "receivedAt" | "startsAt">,
  at: Date,
  code: string,
): readonly BankEvent[] {
  const { payment, clearingSystem } = transfer;
  const entry = entryOf(transfer, at);
  return [
    {
      kind: "paymentReturn",
      at: wholeSecond(at),
      paymentId: payment.paymentId,
      original: payment.original,
      transaction: payment.transaction,
      amount: { Ccy: "USD", amountMinor: payment.amountMinor },
      reason: { code },
      ...(clearingSystem === undefined ? {} : { clearingSystem }),
    },
    booking({
      ...entry,
      direction: "credit",
      isReversal: true,
      transactionCode: RETURNED,
      bankReference: `${payment.paymentId}R`,
      transactions: entry.transactions.map((transaction) => ({ ...transaction, returnReason: code })),
    }),
  ];
}

function entryOf(transfer: Omit<ScriptedTransfer, "scenario" | "receivedAt" | "startsAt">, at: Date) {
  const { payment, networkReference, creditorName, remittance } = transfer;
  const isWire = payment.method === "domesticWire" && networkReference !== undefined;
  return {
    at: wholeSecond(at),
    accountNumber: payment.accountNumber,
    paymentId: payment.paymentId,
    amountMinor: payment.amountMinor,
    bankReference: payment.paymentId,
    transactions: [
      {
        ...payment.transaction,
        messageId: payment.original.messageId,
        batchId: payment.batchId,
        amountMinor: payment.amountMinor,
        ...(networkReference === undefined ? {} : { networkReference }),
        ...(isWire ? { imad: networkReference } : {}),
        ...(creditorName === "" ? {} : { creditor: { name: creditorName } }),
        ...(remittance === undefined ? {} : { remittance }),
      },
    ],
  };
}
