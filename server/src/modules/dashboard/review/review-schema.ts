import { type Static, Type } from "typebox";
import { paymentMethods } from "../../../banking/identifiers/payment-method.ts";
import { Nullable, OneOf, object, Timestamp, Usd, Uuid } from "../../../kernel/http/schemas.ts";
import { PaymentRequestSchema, PreviewSchema, TransferRequestSchema } from "../../approvals/index.ts";
import { transactionStatuses } from "../../payments/index.ts";
import { ActionsSchema, RequesterSchema } from "../queue-row.ts";

const PersonSchema = object({
  userId: Uuid("The user."),
  name: Type.String({ description: "First and last name." }),
});
const RefusalSchema = object(
  {
    code: Type.String({ description: "The refusal's code." }),
    message: Type.String({ description: "For people." }),
  },
  { description: "Why the person signed in may not approve it now; null when they may." },
);

const PayeeSchema = object(
  {
    recipientId: Uuid("The recipient."),
    name: Type.String({ description: "Its name." }),
    nickname: Nullable(Type.String({ description: "What its users call it." })),
    since: Timestamp("Since when it is a recipient."),
    isFirstPayment: Type.Boolean({ description: "Whether no payment to it was ever sent." }),
    details: Nullable(
      object(
        {
          accountNumber: Nullable(Type.String({ description: "Masked." })),
          routingNumber: Nullable(Type.String({ description: "The bank's." })),
          accountType: Nullable(Type.String({ description: "The kind of account." })),
          bankName: Nullable(Type.String({ description: "The bank." })),
          swiftCode: Nullable(Type.String({ description: "The bank's, abroad." })),
          address: Nullable(Type.String({ description: "Where a check goes, or the payee's address, in a line." })),
        },
        { description: "Where the money would go; null when it cannot be paid by this method." },
      ),
    ),
    detailsSince: Nullable(Timestamp("When these bank details were entered.")),
    detailsChanged: Type.Boolean({ description: "Whether they were entered after the recipient was made." }),
    detailsChangedBy: Nullable(Type.String({ description: "Who entered them: a person's or a token's name." })),
    history: object(
      {
        payments: Type.Integer({ description: "Payments that went out or are going, of the last 1,000." }),
        total: Usd("Of these."),
        median: Nullable(Usd("Half are at most this.")),
        largest: Nullable(Usd("The largest of them.")),
        latest: Type.Array(
          object({
            transactionId: Uuid("The payment."),
            amount: Usd("How much."),
            createdAt: Timestamp("When."),
            paymentMethod: OneOf(paymentMethods, "How."),
            status: OneOf(transactionStatuses, "What became of it."),
          }),
          { description: "The latest three, whatever became of them." },
        ),
      },
      { description: "What was paid to it before." },
    ),
  },
  { description: "Whom it pays; null for a transfer." },
);

/** Everything an approver needs to decide about a request. */
export const ReviewSchema = Type.Object(
  {
    kind: OneOf(["payment", "transfer"], "A payment to a recipient, or a transfer between own accounts."),
    request: Type.Union([PaymentRequestSchema, TransferRequestSchema], { description: "The request itself." }),
    purpose: Nullable(Type.String({ description: "Why money is sent, as the requester said." })),
    note: Nullable(Type.String({ description: "The requester's internal note." })),
    allowedActions: ActionsSchema,
    whyNotApprove: Nullable(RefusalSchema),
    stepUpNeeded: Type.Boolean({ description: "Whether approving wants the person to prove again who they are." }),
    requester: RequesterSchema,
    accountName: Type.String({ description: "The account it leaves." }),
    destinationAccountName: Nullable(Type.String({ description: "Of a transfer: where it arrives." })),
    payee: Nullable(PayeeSchema),
    duplicates: Type.Array(
      object({
        id: Uuid("The transaction or request."),
        kind: OneOf(["transaction", "request"], "What it is."),
        createdAt: Timestamp("When."),
        status: Type.String({ description: "Its state." }),
        accountName: Type.String({ description: "The account it leaves." }),
      }),
      { description: "Payments and open requests of the same payee and amount within seven days before or after." },
    ),
    rule: Nullable(
      object(
        {
          name: Type.String({ description: "Its name." }),
          description: Type.String({ description: "What it asks for, in a sentence." }),
        },
        { description: "The rule that decides while the request is open; null afterwards." },
      ),
    ),
    steps: Type.Array(
      object({
        approvals: Type.Integer({ description: "How many it asks for." }),
        isOpen: Type.Boolean({ description: "Whether it is this step's turn." }),
        approvedBy: Type.Array(PersonSchema, { description: "Who has approved." }),
        mayApprove: Type.Array(PersonSchema, { description: "Who could give what is missing." }),
      }),
      { description: "In sequence; empty once the request is decided." },
    ),
    reviews: Type.Array(
      object({
        userId: Uuid("Who."),
        name: Type.String({ description: "Their name." }),
        decision: OneOf(["approved", "rejected"], "What they said."),
        reason: Nullable(Type.String({ description: "Why." })),
        at: Timestamp("When."),
      }),
      { description: "Decisions that stand, oldest first." },
    ),
    outlook: Nullable(
      object(
        {
          leavesAt: PreviewSchema.properties.leavesAt,
          estimatedDeliveryDate: PreviewSchema.properties.estimatedDeliveryDate,
          fee: PreviewSchema.properties.fee,
          availableBalance: PreviewSchema.properties.availableBalance,
          balanceAfter: PreviewSchema.properties.balanceAfter,
          warnings: PreviewSchema.properties.warnings,
        },
        { description: "What would come of it if it were released now or on its day; null once it is decided." },
      ),
    ),
  },
  { $id: "RequestReview", description: "Everything an approver needs to decide about a request." },
);
export type Review = Static<typeof ReviewSchema>;
