import { paymentMethods } from "bursar-banking/identifiers/payment-method";
import { Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import { Day, Nullable, OneOf, object, Usd, Uuid } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import type { AccountId } from "#kernel/values/ids.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import { accountExists } from "#money/accounts";
import { callerOf } from "#records/identity";
import { READS } from "../series/recurring-payments.routes.ts";
import { readScheduled, type Scheduled, scheduledStates } from "./scheduled-payments.ts";

const DAYS_DEFAULT = 31;
const DAYS_MAX = 92;

const ScheduledPaymentSchema = object(
  {
    day: Day("The banking day on which it is paid; today if that has passed and it still waits for approval."),
    state: OneOf(
      scheduledStates,
      "`approved`: will be paid on its day. `waiting`: waits for approval. `planned`: an occurrence of a recurring payment that is yet to be requested. `skipped`: will not be requested.",
      "ScheduledPaymentState",
    ),
    requestId: Nullable(Uuid("Its approval request; null while it is planned or skipped.")),
    recurringPaymentId: Nullable(Uuid("The recurring payment that it belongs to.")),
    occurrence: Nullable(Day("The scheduled day that names the occurrence.")),
    accountId: Uuid("The source account."),
    accountName: Type.String({ description: "The account's nickname or name." }),
    recipientId: Uuid("The recipient."),
    recipientName: Type.String({ description: "The recipient's current name." }),
    amount: Usd("The amount."),
    paymentMethod: OneOf(paymentMethods, "The payment method.", "PaymentMethod"),
    memo: Nullable(Type.String({ description: "What the recipient sees." })),
    problem: Nullable(Type.String({ description: "Why the last attempt to pay it failed." })),
  },
  { title: "ScheduledPayment" },
);

const AccountForecastSchema = object(
  {
    accountId: Uuid("The account."),
    name: Type.String({ description: "The account's nickname or name." }),
    available: Usd("The available balance now."),
    scheduled: Usd("What the scheduled payments take, with the fees of wires."),
    availableAfter: Usd("What they leave; negative if they exceed the available balance."),
    negativeOn: Nullable(Day("The first day on which they exceed the available balance.")),
    days: Type.Array(
      object(
        {
          day: Day("A day with payments."),
          scheduled: Usd("The payments of the day, with the fees of wires."),
          availableAfter: Usd("What is left after them."),
        },
        { title: "ForecastDay" },
      ),
      { description: "The days with payments, in order." },
    ),
  },
  { title: "AccountForecast", description: "Money that will arrive is unknown and is not counted." },
);

const ScheduledSchema = object(
  {
    today: Day("Today, by the service's clock."),
    until: Day("The last day."),
    payments: Type.Array(ScheduledPaymentSchema, { description: "In the order of days, at most 500." }),
    allListed: Type.Boolean({ description: "Whether every payment is listed." }),
    isComplete: Type.Boolean({ description: "Whether the forecast counts every payment." }),
    accounts: Type.Array(AccountForecastSchema, {
      description: "Every active account; none for users who may not see balances.",
    }),
  },
  { title: "ScheduledPayments" },
);

/** Payments of the days to come, and what they leave in each account. */
export function scheduledRoutes(app: Api, service: Service): void {
  app.get(
    "/scheduled-payments",
    {
      config: { ...READS, refusals: ["resourceNotFound"] },
      schema: {
        operationId: "listScheduledPayments",
        summary: "List scheduled payments, with a forecast",
        description:
          "Open requests for a day and planned occurrences of recurring payments in the next days, and the available balance of each account after each day's payments.",
        tags: ["Dashboard"],
        querystring: object({
          days: Type.Optional(
            Type.Integer({
              minimum: 1,
              maximum: DAYS_MAX,
              description: `The number of days; ${DAYS_DEFAULT} by default.`,
            }),
          ),
          accountId: Type.Optional(Uuid("Only this account.")),
        }),
        response: { 200: ScheduledSchema },
      },
    },
    async (request) => {
      const { organizationId, scopes } = callerOf(request);
      const { days = DAYS_DEFAULT } = request.query;
      const accountId = request.query.accountId?.toLowerCase();
      if (accountId !== undefined && !(await accountExists(service.database, organizationId, accountId as AccountId)))
        throw notFound("account");
      const scheduled = await readScheduled(service, organizationId, { days, accountId });
      return render(scopes.has("fetchDepositoryAccounts") ? scheduled : { ...scheduled, accounts: [] });
    },
  );
}

const render = ({ payments, accounts, ...rest }: Scheduled) => ({
  ...rest,
  payments: payments.map(({ amountMinor, feeMinor: _feeMinor, method, ...payment }) => ({
    ...payment,
    amount: dollarsFromMinor(amountMinor),
    paymentMethod: method,
  })),
  accounts: accounts.map((account) => ({
    accountId: account.accountId,
    name: account.name,
    available: dollarsFromMinor(account.availableMinor),
    scheduled: dollarsFromMinor(account.outMinor),
    availableAfter: dollarsFromMinor(account.availableAfterMinor),
    negativeOn: account.negativeOn,
    days: account.days.map((day) => ({
      day: day.day,
      scheduled: dollarsFromMinor(day.outMinor),
      availableAfter: dollarsFromMinor(day.availableAfterMinor),
    })),
  })),
});
