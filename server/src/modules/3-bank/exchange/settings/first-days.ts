import type { Static } from "typebox";
import { present } from "#kernel/assert.ts";
import { Day, object, PaymentAmount } from "#kernel/http/schemas.ts";
import { minorFromDollars } from "#kernel/values/money.ts";

/** Limits for the first days after going live. They end by themselves. */
export const FirstDaysSchema = object(
  {
    until: Day("The last day on which the limits apply."),
    perPayment: PaymentAmount("The most that one payment may amount to."),
    perDay: PaymentAmount("The most that all payments of a New York day together may amount to."),
  },
  { title: "BankConnectionFirstDays", description: "Limits until the connection has proven itself." },
);
export type FirstDays = Static<typeof FirstDaysSchema>;

export interface FirstDaysLimits {
  readonly perPaymentMinor: bigint;
  readonly perDayMinor: bigint;
}

/** The limits that apply on a New York calendar day; undefined once they ended, or without any. */
export const limitsOn = (firstDays: FirstDays | null, newYorkDay: string): FirstDaysLimits | undefined =>
  firstDays === null || newYorkDay > firstDays.until
    ? undefined
    : {
        perPaymentMinor: present(minorFromDollars(firstDays.perPayment), "a stored limit is a whole number of cents"),
        perDayMinor: present(minorFromDollars(firstDays.perDay), "a stored limit is a whole number of cents"),
      };
