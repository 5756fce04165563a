import { paymentMethods } from "bursar-banking/identifiers/payment-method";
import { type Static, Type } from "typebox";
import { Nullable, OneOf, object, Timestamp, Usd, Uuid } from "#kernel/http/schemas.ts";
import { transactionStatuses } from "#payments/payments";
import { QueueRowSchema } from "./queue-row.ts";

/** What waits for the signed-in user's decision. */
export const DecidableSchema = object(
  {
    count: Type.Integer({
      description:
        "Requests that the signed-in user may approve now, among the oldest 400; without those of batches that are not complete yet.",
    }),
    items: Type.Integer({ description: "How many decisions they are: the requests of a batch are one." }),
    total: Usd("What they add up to."),
    isExact: Type.Boolean({ description: "False if more requests are open than were evaluated." }),
    batches: Type.Array(
      object({
        batchId: Uuid("The batch."),
        name: Type.String({ description: "Its name." }),
        count: Type.Integer({ description: "How many of its requests were counted." }),
        total: Usd("What they add up to."),
      }),
      { description: "The batches among them; in the overview the first three, in the menu's count none." },
    ),
  },
  { title: "DecidableRequests", description: "What waits for the signed-in user's decision." },
);

const QuestionSchema = object({
  requestId: Uuid("The request that was sent back."),
  payeeName: Type.String({ description: "The recipient, or the destination account of a transfer." }),
  amount: Usd("The amount."),
  text: Type.String({ description: "The question." }),
  askedBy: Type.String({ description: "The name of the user who asked." }),
  askedAt: Timestamp("When."),
});

const FailureSchema = object({
  transactionId: Uuid("The payment."),
  payeeName: Type.String({ description: "The recipient's name." }),
  amount: Usd("The amount."),
  status: OneOf(transactionStatuses, "`failed`, `blocked` or `reversed`.", "TransactionStatus"),
  failedAt: Timestamp("When."),
  reason: Type.String({ description: "Why." }),
});

const DetailChangeSchema = object({
  recipientId: Uuid("The recipient."),
  recipientName: Type.String({ description: "Their current name." }),
  paymentMethod: Nullable(OneOf(paymentMethods, "The method whose details changed; null for a name.", "PaymentMethod")),
  changedAt: Timestamp("When it was proposed."),
});

const ScheduledSchema = object({
  requestId: Uuid("The request."),
  payeeName: Type.String({ description: "The recipient, or the destination account of a transfer." }),
  amount: Usd("The amount."),
  dueAt: Timestamp("When it is paid."),
});

const OutlookSchema = object({
  accountId: Uuid("The account."),
  name: Type.String({ description: "Its name." }),
  scheduled: Usd("What leaves the account, with fees, less what arrives from other accounts."),
  available: Usd("The available balance."),
  availableAfter: Usd("The available balance after that; negative if it is not enough."),
});

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
          count: Type.Integer({
            description: "Requests waiting for a decision, without those sent back, counted up to 10,000.",
          }),
          mine: DecidableSchema,
          first: Type.Array(QueueRowSchema, {
            description: "The oldest three that the signed-in user may approve; if there are none, the oldest three.",
          }),
        },
        { description: "Requests waiting for approval." },
      ),
    ),
    questions: Nullable(
      object(
        {
          count: Type.Integer({ description: "How many, counted up to 200." }),
          oldest: Type.Array(QuestionSchema, { description: "The oldest three." }),
        },
        {
          description:
            "Questions about requests of the signed-in user, or, if the user may request payments, of users who are locked.",
        },
      ),
    ),
    failures: Nullable(
      object(
        {
          count: Type.Integer({ description: "How many, counted up to 1,000." }),
          total: Usd("What those counted add up to."),
          latest: Type.Array(FailureSchema, { description: "Those made last; at most three." }),
        },
        {
          description:
            "Payments that failed, were blocked, or were returned within a year, and that nobody has marked as handled.",
        },
      ),
    ),
    detailChanges: Nullable(
      object(
        {
          count: Type.Integer({ description: "How many, counted up to 500." }),
          oldest: Type.Array(DetailChangeSchema, { description: "The oldest three." }),
        },
        {
          description:
            "Changes of recipients' names and bank details that the signed-in user may confirm; null for users who may not edit recipients.",
        },
      ),
    ),
    scheduled: Nullable(
      object(
        {
          count: Type.Integer({ description: "Approved payments and transfers, counted up to 1,000." }),
          total: Usd("What the payments among them add up to."),
          first: Type.Array(ScheduledSchema, { description: "The next three." }),
          accounts: Nullable(
            Type.Array(OutlookSchema, {
              description: "The accounts that pay; null for users who may not read accounts.",
            }),
          ),
        },
        { description: "What is paid today and in the next six days, in New York." },
      ),
    ),
    paymentFile: Nullable(
      object(
        {
          name: Type.String({ description: "The file's name." }),
          payments: Type.Integer({ description: "How many payments are in it." }),
          requested: Type.Integer({ description: "How many of them were requested." }),
          savedAt: Timestamp("When it was last changed."),
        },
        { description: "The payment file that the signed-in user has begun and not finished." },
      ),
    ),
    changedRows: Nullable(
      object(
        {
          count: Type.Integer({ description: "How many, counted up to 100." }),
          latest: Type.Array(
            object({
              row: Type.String({ description: "The table and the key of the row." }),
              foundAt: Timestamp("When the service noticed it."),
            }),
            { description: "Those found last; at most three." },
          ),
        },
        {
          description:
            "Records of the organization that were changed outside the service and are not used until the operator has looked at them; null for users who do not manage the organization.",
        },
      ),
    ),
    revokedKeys: Nullable(
      object(
        {
          revokedAt: Timestamp("When they were revoked."),
          destroysAt: Nullable(Timestamp("When they will be destroyed unless they are restored; null afterward.")),
        },
        {
          description:
            "The organization's encryption keys, if they are revoked or destroyed: bank details cannot be read, and no payment leaves. Null while they are in use.",
        },
      ),
    ),
    screening: Nullable(
      object(
        {
          openCases: Type.Integer({
            description: "Recipients about which two people have to decide, counted up to 1,000.",
          }),
          heldPayments: Type.Integer({ description: "Payments that wait for screening, counted up to 1,000." }),
          failingSince: Nullable(Timestamp("Since when the screener has not answered.")),
          problem: Nullable(Type.String({ description: "What was wrong last." })),
        },
        { description: "Whether screening needs people; null if the organization screens nothing." },
      ),
    ),
    bankFiles: Nullable(
      object(
        {
          files: Type.Integer({ description: "Files in doubt, withheld, or set aside." }),
          unsent: Type.Integer({ description: "Files that should have been sent 15 minutes ago." }),
          unanswered: Type.Integer({ description: "Files that the bank has not answered in time." }),
          openItems: Type.Integer({ description: "What received files say and could not be applied." }),
          latePayments: Type.Integer({
            description: "Payments that missed the time of their file and have not left yet.",
          }),
          unreachable: Type.Integer({ description: "Bank connections that failed several times in a row." }),
          problem: Nullable(Type.String({ description: "What was wrong with one of them." })),
        },
        { description: "What needs a person in the exchange with banks; null for users who may not see bank files." },
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
    failingJobs: Nullable(
      Type.Array(
        object({
          job: Type.String({ description: "The name of the background job, as in the log." }),
          since: Timestamp("When it first failed."),
        }),
        {
          description:
            "Background work for the organization that keeps failing on the node that answers; null for users who do not manage the organization.",
        },
      ),
    ),
  },
  { title: "Overview" },
);
export type Overview = Static<typeof OverviewSchema>;
