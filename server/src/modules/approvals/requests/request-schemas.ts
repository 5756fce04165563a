import { type Static, Type } from "typebox";
import { paymentMethods } from "../../../banking/identifiers/payment-method.ts";
import { Day, Nullable, OneOf, object, PaymentAmount, Timestamp, Usd, Uuid } from "../../../kernel/http/schemas.ts";
import { IdempotencyKey } from "../../../kernel/idempotency/key.ts";
import { inWords } from "../../../kernel/states/state-table.ts";
import { DirectSendBodySchema } from "../../payments/index.ts";
import { chargeTypes } from "./approval-request.ts";
import { requestStates, requestStatuses } from "./request-states.ts";

const { recipientId, note, externalMemo, purpose } = DirectSendBodySchema.properties;

/** The body of request-send-money (wire contract §4.5). */
export const PaymentRequestBodySchema = object({
  recipientId,
  amount: PaymentAmount("How much."),
  paymentMethod: OneOf(paymentMethods, "How to pay. `internationalWire` needs a `purpose`."),
  idempotencyKey: IdempotencyKey,
  note,
  externalMemo,
  purpose,
  chargeType: Type.Optional(
    Nullable(
      OneOf(
        chargeTypes,
        "International wires only: who bears the banks' fees. `ours` (the payer, the default) or `shared`.",
      ),
    ),
  ),
  sendOn: Type.Optional(
    Nullable(
      Day(
        "Pay on this day in New York, today or later and within a year, instead of when approved; on the banking day after when it is none.",
      ),
    ),
  ),
});
export type PaymentRequestBody = Static<typeof PaymentRequestBodySchema>;

const ReviewSchema = object({
  reviewerUserId: Uuid("Who."),
  status: OneOf(["approved", "rejected"], "What they said."),
  reviewedAt: Timestamp("When."),
});

const common = {
  requestId: Type.String({ description: "The request. The transaction it becomes carries it as `requestId`." }),
  amount: Usd("How much; positive."),
  status: OneOf(
    requestStatuses,
    `${inWords(requestStates, requestStatuses)} \`approved\` includes requests with a \`scheduledSendDate\` to come: they have no \`transactionId\` yet.`,
  ),
  requestedByUserId: Uuid(
    "The person who asked: the one signed in, or the one who made the token that asked. For a token made by the operator on the command line, which no person made, the token's id.",
  ),
  createdAt: Timestamp("When it was asked."),
  reviews: Type.Array(ReviewSchema, {
    description: "Who has said what, oldest first. Approvals that no longer count are left out.",
  }),
  memo: Nullable(Type.String({ description: "What the payee sees." })),
  numberOfApproversRequired: Type.Integer({ description: "How many people have to approve, in all." }),
  requesterMayApprove: Type.Boolean({ description: "Whether the person who asked may be one of them." }),
  version: Type.Integer({
    description: "Rises when the terms of the approval change; a decision names the version it is about.",
  }),
  problem: Nullable(Type.String({ description: "Why it could not be paid at the last try; null otherwise." })),
  transactionId: Nullable(Uuid("The transaction it became; the debit of a transfer. Null until then.")),
  dashboardLink: Type.String({ description: "Its page in the dashboard, where people decide." }),
};

/** SendMoneyApprovalRequestResponse (wire contract §3.5). */
export const PaymentRequestSchema = Type.Object(
  {
    ...common,
    accountId: Uuid("The account that pays."),
    recipientId: Uuid("Whom to pay."),
    paymentMethod: OneOf(paymentMethods, "How to pay."),
    scheduledSendDate: Nullable(Day("The day it is to be paid; null = as soon as approved.")),
  },
  { $id: "SendMoneyApprovalRequest", description: "A payment that waits for, or got, people's decision." },
);
export type PaymentRequest = Static<typeof PaymentRequestSchema>;

/** A transfer's request (wire contract §3.6). */
export const TransferRequestSchema = Type.Object(
  {
    ...common,
    sourceAccountId: Uuid("The account the money leaves."),
    destinationAccountId: Uuid("The account it arrives at."),
    note: Nullable(Type.String({ description: "Internal note, on both transactions." })),
  },
  { $id: "TransferApprovalRequest", description: "A transfer that waits for, or got, people's decision." },
);
export type TransferRequest = Static<typeof TransferRequestSchema>;
