import { paymentMethods } from "bursar-banking/identifiers/payment-method";
import { type Static, Type } from "typebox";
import { Day, Nullable, OneOf, object, PaymentAmount, Timestamp, Usd, Uuid } from "#kernel/http/schemas.ts";
import { IdempotencyKey } from "#kernel/idempotency/key.ts";
import { inWords } from "#kernel/states/state-table.ts";
import { DirectSendBodySchema, PaymentAchFieldsSchema } from "#payments/payments";
import { chargeTypes } from "./approval-request.ts";
import { requestStates, requestStatuses } from "./request-states.ts";

// The same members as in direct send, so that a client can switch from one path to the other.
const { recipientId, note, externalMemo, purpose, achFields } = DirectSendBodySchema.properties;

/** The body of request-send-money (wire contract §4.5). */
export const PaymentRequestBodySchema = object(
  {
    recipientId,
    amount: PaymentAmount("The amount."),
    paymentMethod: OneOf(
      paymentMethods,
      "The payment method. `internationalWire` requires a `purpose`.",
      "PaymentMethod",
    ),
    idempotencyKey: IdempotencyKey,
    note,
    externalMemo,
    purpose,
    achFields,
    chargeType: Type.Optional(
      Nullable(
        OneOf(
          chargeTypes,
          "International wires only: who bears the banks' fees. `ours` (the payer, the default) or `shared`.",
          "ChargeType",
        ),
      ),
    ),
    sendOn: Type.Optional(
      Nullable(
        Day(
          "The payment date in New York, today or later and within a year, instead of on approval; moved to the next banking day if necessary.",
        ),
      ),
    ),
    batchId: Type.Optional(
      Nullable(
        Uuid(
          "Only for signed-in users: a batch that the user has created and not yet submitted, in which approvers decide about the payment. It is not a term of the payment: a repeated key returns the first request, whichever batch it is in.",
        ),
      ),
    ),
  },
  { title: "CreateSendMoneyApprovalRequest" },
);
export type PaymentRequestBody = Static<typeof PaymentRequestBodySchema>;

const ReviewSchema = object(
  {
    reviewerUserId: Uuid("Who."),
    status: OneOf(["approved", "rejected"], "Approved or rejected."),
    reviewedAt: Timestamp("When."),
  },
  { title: "ApprovalReview" },
);

/** The members that both kinds of requests have. */
const common = {
  requestId: Type.String({ description: "The request. The transaction it becomes carries it as `requestId`." }),
  amount: Usd("How much; positive."),
  status: OneOf(
    requestStatuses,
    `${inWords(requestStates, requestStatuses)} \`approved\` includes requests with a \`scheduledSendDate\` to come: they have no \`transactionId\` yet.`,
    "ApprovalRequestStatus",
  ),
  requestedByUserId: Uuid(
    "The requester: the signed-in user, or the creator of the token. For a token created by the operator on the command line, the token's id.",
  ),
  createdAt: Timestamp("When it was requested."),
  reviews: Type.Array(ReviewSchema, {
    description: "Decisions, oldest first. Approvals that no longer count are omitted.",
  }),
  memo: Nullable(Type.String({ description: "What the recipient sees." })),
  numberOfApproversRequired: Type.Integer({ description: "The total number of required approvals." }),
  requesterMayApprove: Type.Boolean({ description: "Whether the requester may be one of them." }),
  version: Type.Integer({
    description: "Increases when the terms of the approval change; a decision names the version it is about.",
  }),
  problem: Nullable(Type.String({ description: "Why the last attempt to pay it failed; null otherwise." })),
  transactionId: Nullable(Uuid("The resulting transaction; the debit of a transfer. Null until then.")),
  dashboardLink: Type.String({ description: "Its page in the dashboard, where users decide." }),
};

/** SendMoneyApprovalRequestResponse (wire contract §3.5). */
export const PaymentRequestSchema = Type.Object(
  {
    ...common,
    accountId: Uuid("The source account."),
    recipientId: Uuid("The recipient."),
    paymentMethod: OneOf(paymentMethods, "The payment method.", "PaymentMethod"),
    scheduledSendDate: Nullable(Day("The payment date; null = as soon as it is approved.")),
    achFields: Type.Optional(PaymentAchFieldsSchema),
  },
  { title: "SendMoneyApprovalRequest", description: "A payment request and its approvals." },
);
export type PaymentRequest = Static<typeof PaymentRequestSchema>;

/** A transfer's request (wire contract §3.6). */
export const TransferRequestSchema = Type.Object(
  {
    ...common,
    sourceAccountId: Uuid("The source account."),
    destinationAccountId: Uuid("The destination account."),
    note: Nullable(Type.String({ description: "Internal note, on both transactions." })),
  },
  { title: "TransferApprovalRequest", description: "A transfer request and its approvals." },
);
export type TransferRequest = Static<typeof TransferRequestSchema>;

/** A query parameter of lists. */
export const RequestStatusFilter = Type.Optional(
  OneOf(
    [...requestStatuses, "all"],
    "Only this status; `pendingApproval` by default, `all` for every status.",
    "ApprovalRequestStatusFilter",
  ),
);
