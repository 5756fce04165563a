import { paymentMethods } from "bursar-banking/identifiers/payment-method";
import { type Static, Type } from "typebox";
import { Nullable, OneOf, object, Timestamp, Usd, Uuid } from "#kernel/http/schemas.ts";
import { AchFieldsSchema } from "#money/recipients";
import { FlagSchema, PaymentRequestSchema, PreviewSchema, TransferRequestSchema } from "#payments/approvals";
import { transactionStatuses } from "#payments/payments";
import {
  ActionsSchema,
  BatchOfRequestSchema,
  PaymentStatusSchema,
  RequesterSchema,
  SentBackSchema,
} from "../queue-row.ts";

const PersonSchema = object(
  {
    userId: Uuid("The user."),
    name: Type.String({ description: "First and last name." }),
  },
  { title: "Approver" },
);
const RefusalSchema = object(
  {
    code: Type.String({ description: "The refusal's code." }),
    message: Type.String({ description: "A message for users." }),
  },
  { description: "Why the signed-in user may not approve it now; null if they may." },
);

const DetailsSchema = object(
  {
    accountNumber: Nullable(Type.String({ description: "Masked." })),
    routingNumber: Nullable(Type.String({ description: "The bank's routing number." })),
    accountType: Nullable(Type.String({ description: "The account type." })),
    bankName: Nullable(Type.String({ description: "The bank's name." })),
    swiftCode: Nullable(Type.String({ description: "The bank's BIC, for international wires." })),
    nationalBankCode: Nullable(Type.String({ description: "Such as a BSB number or an IFSC." })),
    correspondentSwiftCode: Nullable(Type.String({ description: "The correspondent bank's BIC." })),
    achFields: Nullable(AchFieldsSchema),
    address: Nullable(
      Type.String({ description: "The mailing address of a check, or the recipient's address, in one line." }),
    ),
  },
  {
    title: "ReviewedDetails",
    description: "Where the money goes, or went before a change; null without details for this method.",
  },
);

const PayeeSchema = object(
  {
    recipientId: Uuid("The recipient."),
    name: Type.String({ description: "Its name." }),
    nickname: Nullable(Type.String({ description: "The nickname used in the organization." })),
    since: Timestamp("When the recipient was added."),
    details: Nullable(DetailsSchema),
    replaced: Nullable(
      object(
        {
          name: Nullable(Type.String({ description: "The earlier name; null if it was not changed." })),
          details: Nullable(DetailsSchema),
          accountNumberChanged: Type.Boolean({
            description: "Whether the account numbers differ, even if their visible digits do not.",
          }),
        },
        {
          description: "What recent changes replaced, if the request is flagged with `detailsChanged`; otherwise null.",
        },
      ),
    ),
    detailsSince: Nullable(Timestamp("When these bank details were entered.")),
    detailsChanged: Type.Boolean({ description: "Whether they were entered after the recipient was created." }),
    detailsChangedBy: Nullable(Type.String({ description: "Who entered them: the name of a user or a token." })),
    history: object(
      {
        payments: Type.Integer({ description: "Sent and pending payments among the last 1,000." }),
        total: Usd("The smallest of them."),
        median: Nullable(Usd("Their median.")),
        largest: Nullable(Usd("The largest of them.")),
        latest: Type.Array(
          object({
            transactionId: Uuid("The payment."),
            amount: Usd("The amount."),
            createdAt: Timestamp("When."),
            paymentMethod: OneOf(paymentMethods, "How.", "PaymentMethod"),
            status: OneOf(transactionStatuses, "Its status.", "TransactionStatus"),
          }),
          { description: "The latest three, in any status." },
        ),
      },
      { description: "Earlier payments to the recipient." },
    ),
  },
  { description: "The recipient; null for a transfer." },
);

/** Everything that an approver needs to decide about a request. */
export const ReviewSchema = Type.Object(
  {
    kind: OneOf(
      ["payment", "transfer"],
      "A payment to a recipient, or a transfer between the organization's accounts.",
    ),
    request: Type.Union([PaymentRequestSchema, TransferRequestSchema], { description: "The request." }),
    purpose: Nullable(Type.String({ description: "The purpose of the payment, as stated by the requester." })),
    note: Nullable(Type.String({ description: "The requester's internal note." })),
    paymentStatus: PaymentStatusSchema,
    sentBack: SentBackSchema,
    recurringPaymentId: Nullable(Uuid("The recurring payment that made the request.")),
    allowedActions: ActionsSchema,
    whyNotApprove: Nullable(RefusalSchema),
    stepUpNeeded: Type.Boolean({ description: "Whether approving requires reauthentication." }),
    flags: Type.Array(FlagSchema, {
      description: "What to review first, in the order of weight: the flags of its row in the queue.",
    }),
    requester: RequesterSchema,
    via: Nullable(
      Type.String({
        description:
          "If an AI agent made the request, through which program: `mcp`, the name of the client, and its version, as the program states them, or `agent` if it states nothing. Null: no agent made it.",
      }),
    ),
    batch: BatchOfRequestSchema,
    accountName: Type.String({ description: "The source account." }),
    destinationAccountName: Nullable(Type.String({ description: "The destination account of a transfer." })),
    payee: Nullable(PayeeSchema),
    duplicates: Type.Array(
      object({
        id: Uuid("The transaction or request."),
        kind: OneOf(["transaction", "request"], "Whether it is a transaction or a request."),
        createdAt: Timestamp("When."),
        status: Type.String({ description: "Its status." }),
        accountName: Type.String({ description: "The source account." }),
      }),
      {
        description:
          "Possible duplicates: other open requests for the same amount to the same recipient, and such payments within seven days before or after the request or, while it is open, within the last day. At most ten.",
      },
    ),
    rule: Nullable(
      object(
        {
          name: Type.String({ description: "Its name." }),
          description: Type.String({ description: "What it requires, in a sentence." }),
        },
        { description: "The rule that applies while the request is open; null afterward." },
      ),
    ),
    steps: Type.Array(
      object({
        approvals: Type.Integer({ description: "The number of approvals it requires." }),
        isOpen: Type.Boolean({ description: "Whether this step is next." }),
        approvedBy: Type.Array(PersonSchema, { description: "Who has approved." }),
        mayApprove: Type.Array(PersonSchema, { description: "Who may give the missing approvals." }),
      }),
      { description: "In sequence; empty once the request is decided." },
    ),
    reviews: Type.Array(
      object({
        userId: Uuid("Who."),
        name: Type.String({ description: "Their name." }),
        decision: OneOf(["approved", "rejected"], "Approved or rejected."),
        reason: Nullable(Type.String({ description: "Why." })),
        at: Timestamp("When."),
      }),
      { description: "Valid decisions, oldest first." },
    ),
    outlook: Nullable(
      object(
        {
          leavesAt: PreviewSchema.properties.leavesAt,
          estimatedDeliveryDate: PreviewSchema.properties.estimatedDeliveryDate,
          fee: PreviewSchema.properties.fee,
          availableBalance: PreviewSchema.properties.availableBalance,
          balanceAfter: PreviewSchema.properties.balanceAfter,
          warnings: Type.Array(PreviewSchema.properties.warnings.items, {
            description: "What else to review first: the warnings of a preview that no flag repeats.",
          }),
        },
        { description: "The outcome if it were released now or on its date; null once it is decided." },
      ),
    ),
  },
  { title: "RequestReview", description: "Everything that an approver needs to decide about a request." },
);
export type Review = Static<typeof ReviewSchema>;
