import { type Static, Type } from "typebox";
import { Nullable, OneOf, object, Timestamp, Usd, Uuid } from "../../kernel/http/schemas.ts";
import { transactionStatuses } from "../payments/index.ts";
import { QueueRowSchema } from "./queue-row.ts";

export const OverviewSchema = object({
  accounts: Nullable(
    Type.Array(
      object({
        accountId: Uuid("The account."),
        name: Type.String({ description: "What it is called." }),
        kind: OneOf(["checking", "savings", "treasury"], "Its kind."),
        status: OneOf(["active", "deleted", "pending", "archived"], "Its state."),
        availableBalance: Usd("What may be spent."),
        currentBalance: Usd("With what is held for payments not sent yet."),
      }),
      { description: "In the order in which they were opened." },
    ),
  ),
  waiting: Nullable(
    object(
      {
        count: Type.Integer({ description: "Requests that wait for a decision." }),
        mayDecideCount: Type.Integer({
          description: "How many of them the person signed in may approve now; counted among the oldest 2,000.",
        }),
        first: Type.Array(QueueRowSchema, { description: "The oldest five." }),
      },
      { description: "What waits for people." },
    ),
  ),
  failures: Nullable(
    Type.Array(
      object({
        transactionId: Uuid("The payment."),
        payeeName: Type.String({ description: "Whom it was for." }),
        amount: Usd("How much."),
        status: OneOf(transactionStatuses, "`failed`, `blocked` or `reversed`."),
        failedAt: Timestamp("When."),
        reason: Type.String({ description: "Why." }),
      }),
      { description: "Payments that went wrong in the last 30 days, latest first; at most ten." },
    ),
  ),
  webhooks: Nullable(
    Type.Array(
      object({
        webhookId: Uuid("The endpoint."),
        url: Type.String({ description: "Its address." }),
        status: OneOf(["disabled", "failing"], "`disabled`: nothing is sent; `failing`: tried, without success."),
        failingSince: Nullable(Timestamp("Since when.")),
        consecutiveFailures: Type.Integer({ description: "Failures in a row." }),
      }),
      { description: "Endpoints that get nothing." },
    ),
  ),
});
export type Overview = Static<typeof OverviewSchema>;
