import { newYorkDate } from "../../banking/calendar/new-york.ts";
import type { PaymentMethod } from "../../banking/identifiers/payment-method.ts";
import { achTraceNumber, checkNumberText, imad, rtpReference } from "../rails/index.ts";

/** The bank's routing number: invented, with a valid check digit. */
export const SIMULATED_BANK_ROUTING_NUMBER = "091000019";
const TERMINAL = "BURSBANK";
const RTP_SERIAL = "BURS";
/** The first check of a new account has the number 1001, as in a bank's checkbooks. */
const FIRST_CHECK_NUMBER = 1001;

/**
 * The reference of a payment in its rail's format, from the bank's sequence number. The formats have fewer digits than
 * the sequence may reach, so it wraps around to one.
 */
export function referenceOf(method: PaymentMethod, sequenceNumber: bigint, at: Date): string {
  const within = (digits: number): number => Number((sequenceNumber - 1n) % (10n ** BigInt(digits) - 1n)) + 1;
  switch (method) {
    case "ach":
      return achTraceNumber(SIMULATED_BANK_ROUTING_NUMBER, within(7));
    case "domesticWire":
    case "internationalWire":
      return imad({ inputCycleDate: newYorkDate(at), inputSource: TERMINAL, inputSequenceNumber: within(6) });
    case "realTimePayment":
      return rtpReference({
        date: newYorkDate(at),
        routingNumber: SIMULATED_BANK_ROUTING_NUMBER,
        connection: "T1",
        source: "B",
        serial: RTP_SERIAL,
        sequenceNumber: within(11),
      });
    case "check":
      return checkNumberText(FIRST_CHECK_NUMBER - 1 + within(9));
  }
}
