import { paymentMethods } from "bursar-banking/identifiers/payment-method";
import { type Static, Type } from "typebox";
import { Day, Nullable, OneOf, object, Timestamp, Usd, Uuid } from "#kernel/http/schemas.ts";
import { IdempotencyKey } from "#kernel/idempotency/key.ts";
import { inWords } from "#kernel/states/state-table.ts";
import { chargeTypes, PaymentRequestBodySchema, requestStatuses } from "#payments/approvals";
import { occurrenceStates } from "../occurrences/occurrence-states.ts";
import { frequencies, rolls } from "../schedule/schedule.ts";
import { recurringStates } from "./recurring-states.ts";

/** More would be a mistake: nineteen years of weekly payments. */
const TIMES_MAX = 1_000;

const { recipientId, amount, note, externalMemo, chargeType } = PaymentRequestBodySchema.properties;
const Method = OneOf(paymentMethods, "The payment method of each payment.", "PaymentMethod");
const FrequencySchema = OneOf(
  frequencies,
  "`weekly` and `everyTwoWeeks`: on the weekday of `startOn`. `monthly`: on `dayOfMonth`. `lastBusinessDay`: on the last banking day of each month.",
  "RecurringPaymentFrequency",
);
const RollSchema = OneOf(
  rolls,
  "Where a payment goes whose day is a weekend or federal holiday: to the banking day before or after.",
);

/** What a user saves: the terms and the schedule. */
const saved = {
  accountId: Uuid("The source account."),
  recipientId,
  amount,
  paymentMethod: Method,
  externalMemo,
  note,
  purpose: Type.Optional(
    Nullable(
      Type.String({
        maxLength: 500,
        description: "The purpose of the payments. Required for international wires only.",
      }),
    ),
  ),
  chargeType,
  frequency: FrequencySchema,
  startOn: Day("The first day on which a payment may be; within a year."),
  dayOfMonth: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 1,
        maximum: 31,
        description: "Monthly payments only: the day of the month. A shorter month has the payment on its last day.",
      }),
    ),
  ),
  roll: Type.Optional(RollSchema),
  endOn: Type.Optional(Nullable(Day("The last day on which a payment may be. Without it and `endAfter`: no end."))),
  endAfter: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 1,
        maximum: TIMES_MAX,
        description: "The number of payments, including skipped and refused ones. Not together with `endOn`.",
      }),
    ),
  ),
};

export const NewRecurringPayment = object(
  { ...saved, idempotencyKey: IdempotencyKey },
  { title: "CreateRecurringPaymentRequest" },
);
export const RecurringPaymentChange = object(
  {
    ...saved,
    version: Type.Integer({ minimum: 1, description: "The version that was read." }),
    idempotencyKey: IdempotencyKey,
  },
  { title: "UpdateRecurringPaymentRequest", description: "All of the terms and the schedule." },
);
export type RecurringInput = Omit<Static<typeof NewRecurringPayment>, "idempotencyKey">;
export type RecurringChange = Omit<Static<typeof RecurringPaymentChange>, "idempotencyKey">;

const OccurrenceDay = Day("The scheduled day, which names the occurrence.");
const PayOn = Day("The banking day on which it is paid.");

const ProblemSchema = object(
  {
    day: OccurrenceDay,
    problem: Type.String({ description: "Why it could not be requested or paid." }),
    requestId: Nullable(Uuid("The open request that could not be paid; null if there is none.")),
  },
  {
    title: "RecurringPaymentProblem",
    description: "Why the latest payment was not requested or made; null if nothing is wrong.",
  },
);

const UpcomingSchema = object(
  {
    day: OccurrenceDay,
    payOn: PayOn,
    requestedOn: Day("When its approval request is made."),
    state: OneOf(["planned", "skipped"], "Whether it is skipped."),
  },
  { title: "UpcomingOccurrence", description: "A payment that is yet to be requested; null if none follows." },
);

/** The members of a recurring payment in a list. */
const members = {
  id: Uuid("The recurring payment."),
  state: OneOf(recurringStates.states, inWords(recurringStates)),
  version: Type.Integer({ description: "Increases when it is saved; a change names the version it is about." }),
  accountId: saved.accountId,
  accountName: Type.String({ description: "The account's nickname or name." }),
  recipientId: Uuid("The recipient."),
  recipientName: Type.String({ description: "The recipient's current name." }),
  amount: Usd("The amount of each payment."),
  paymentMethod: Method,
  externalMemo: Nullable(Type.String({ description: "What the recipient sees." })),
  note: Nullable(Type.String({ description: "Internal note." })),
  purpose: Nullable(Type.String({ description: "Of international wires." })),
  chargeType: Nullable(OneOf(chargeTypes, "Who bears the banks' fees of international wires.", "ChargeType")),
  frequency: FrequencySchema,
  startOn: Day("The first day on which a payment may be."),
  dayOfMonth: Nullable(Type.Integer({ description: "The day of the month of monthly payments." })),
  roll: RollSchema,
  endOn: Nullable(Day("The last day on which a payment may be.")),
  endAfter: Nullable(Type.Integer({ description: "The number of payments." })),
  occurrencesDone: Type.Integer({ description: "Payments that were requested, skipped, or refused so far." }),
  next: Nullable(UpcomingSchema),
  problem: Nullable(ProblemSchema),
  requesterUserId: Uuid("The user who last edited it: the requester of its payments, who cannot approve them."),
  requesterName: Nullable(Type.String({ description: "The requester's name." })),
  createdAt: Timestamp("When it was set up."),
};

export const RecurringPaymentSchema = object(members, {
  title: "RecurringPayment",
  description: "A payment that repeats. Each occurrence becomes an approval request of its own.",
});
export type RecurringPayment = Static<typeof RecurringPaymentSchema>;

export const RecurringPaymentDetailsSchema = object(
  {
    ...members,
    upcoming: Type.Array(UpcomingSchema, { description: "The next occurrences, at most 12." }),
  },
  { title: "RecurringPaymentDetails", description: "A recurring payment with its next occurrences." },
);
export type RecurringPaymentDetails = Static<typeof RecurringPaymentDetailsSchema>;

export const OccurrenceSchema = object(
  {
    id: Uuid("The occurrence."),
    day: OccurrenceDay,
    payOn: PayOn,
    state: OneOf(occurrenceStates.states, inWords(occurrenceStates), "RecurringPaymentOccurrenceState"),
    problem: Nullable(Type.String({ description: "Why it could not be requested, or its request not be paid." })),
    requestId: Nullable(Uuid("Its approval request.")),
    requestStatus: Nullable(OneOf(requestStatuses, "The status of its request.", "ApprovalRequestStatus")),
    amount: Nullable(Usd("The amount of its request.")),
    transactionId: Nullable(Uuid("The resulting transaction.")),
  },
  { title: "RecurringPaymentOccurrence" },
);
export type RenderedOccurrence = Static<typeof OccurrenceSchema>;
