import { type Static, Type } from "typebox";
import { Nullable, OneOf, object, Timestamp, Usd, Uuid } from "../../kernel/http/schemas.ts";
import { transactionStatuses } from "../payments/index.ts";
import { QueueRowSchema } from "./queue-row.ts";

export const OverviewSchema = object(
  {
    accounts: Nullable(
      Type.Array(
        object({
          accountId: Uuid("The account."),
          name: Type.String({ description: "Its name." }),
          kind: OneOf(["checking", "savings", "treasury"], "Its kind."),
          status: OneOf(["active", "deleted", "pending", "archived"], "Its status.", "AccountStatus"),
          availableBalance: Usd("The available balance."),
          currentBalance: Usd("Including holds for payments not sent yet."),
        }),
        { description: "In the order in which they were opened." },
      ),
    ),
    waiting: Nullable(
      object(
        {
          count: Type.Integer({ description: "Requests waiting for a decision, counted up to 10,000." }),
          mayDecideCount: Type.Integer({
            description: "How many of them the signed-in user may approve now, counted among the oldest 2,000.",
          }),
          first: Type.Array(QueueRowSchema, { description: "The oldest five." }),
        },
        { description: "Requests waiting for approval." },
      ),
    ),
    failures: Nullable(
      Type.Array(
        object({
          transactionId: Uuid("The payment."),
          payeeName: Type.String({ description: "The recipient's name." }),
          amount: Usd("The amount."),
          status: OneOf(transactionStatuses, "`failed`, `blocked` or `reversed`.", "TransactionStatus"),
          failedAt: Timestamp("When."),
          reason: Type.String({ description: "Why." }),
        }),
        { description: "Payments that failed in the last 30 days, latest first; at most ten." },
      ),
    ),
    webhooks: Nullable(
      Type.Array(
        object({
          webhookId: Uuid("The endpoint."),
          url: Type.String({ description: "Its URL." }),
          status: OneOf(["disabled", "failing"], "`disabled`: nothing is sent; `failing`: recent deliveries failed."),
          failingSince: Nullable(Timestamp("Since when.")),
          consecutiveFailures: Type.Integer({ description: "Consecutive failures." }),
        }),
        { description: "Endpoints that receive nothing." },
      ),
    ),
  },
  { title: "Overview" },
);
export type Overview = Static<typeof OverviewSchema>;
