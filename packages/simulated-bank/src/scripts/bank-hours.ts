import { addBankingDays } from "bursar-banking/calendar/business-day";
import { handOverAt, settlesOn } from "bursar-banking/calendar/cut-offs";
import { newYorkDate, newYorkInstant, toNewYork } from "bursar-banking/calendar/new-york";
import { MINUTE_MS, plusMs, SECOND_MS } from "bursar-banking/clock";
import { methodTable, type PaymentMethod } from "bursar-banking/identifiers/payment-method";

/** How long the simulated bank takes: typical for each rail and always the same, so that tests can rely on it. */

const WIRE_PROCESSING_MS = 6 * MINUTE_MS;
const RTP_PROCESSING_MS = 4 * SECOND_MS;
const FILE_CHECK_MS = 30 * MINUTE_MS;
const SCREENING_MS = 2 * MINUTE_MS;

/** An ACH credit settles at 08:30 New York (FedACH, next-day items); checks are printed and mailed by 16:00. */
const ACH_SETTLES = Temporal.PlainTime.from("08:30");
const CHECKS_MAILED = Temporal.PlainTime.from("16:00");

/** When the rail confirms a payment the bank received at this instant. */
export function confirmedAt(method: PaymentMethod, receivedAt: Date): Date {
  switch (methodTable[method].kind) {
    case "instant":
      return plusMs(receivedAt, RTP_PROCESSING_MS);
    // A wire outside the bank's hours waits for the next opening.
    case "wire":
      return plusMs(handOverAt(method, receivedAt), WIRE_PROCESSING_MS);
    case "ach":
      return notBefore(newYorkInstant(settlesOn(method, receivedAt), ACH_SETTLES), receivedAt);
    case "check":
      return notBefore(newYorkInstant(settlesOn(method, receivedAt), CHECKS_MAILED), receivedAt);
  }
}

/** When the bank rejects a payment: files are read within half an hour, wires and RTP at once. */
export function rejectedAt(method: PaymentMethod, receivedAt: Date): Date {
  const { kind } = methodTable[method];
  return kind === "ach" || kind === "check" ? plusMs(receivedAt, FILE_CHECK_MS) : confirmedAt(method, receivedAt);
}

/** When the bank's own screening blocks a payment. */
export const blockedAt = (receivedAt: Date): Date => plusMs(receivedAt, SCREENING_MS);

/** The hour at which returns are reported, New York. */
const RETURNS_REPORTED = Temporal.PlainTime.from("10:00");

/** When the network reports the return of a payment confirmed at this instant, this many banking days later. */
export const returnedAt = (confirmed: Date, bankingDays: number): Date =>
  newYorkInstant(addBankingDays(newYorkDate(confirmed), bankingDays), RETURNS_REPORTED);

/** The same time of day, this many banking days later: a late bank. */
export const laterByBankingDays = (at: Date, bankingDays: number): Date =>
  newYorkInstant(addBankingDays(newYorkDate(at), bankingDays), toNewYork(at).toPlainTime());

const notBefore = (at: Date, receivedAt: Date): Date => (at > receivedAt ? at : plusMs(receivedAt, MINUTE_MS));
