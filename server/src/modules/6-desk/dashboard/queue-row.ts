import { paymentMethods } from "bursar-banking/identifiers/payment-method";
import { type Static, Type } from "typebox";
import { Day, Nullable, OneOf, object, Timestamp, Usd, Uuid } from "#kernel/http/schemas.ts";
import type { UserId } from "#kernel/values/ids.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import {
  allowedActionsOf,
  FlagSchema,
  flagsIn,
  isSentBack,
  publicRequestStatusOf,
  type RequestCase,
  type Risks,
  requestActions,
  requestStatuses,
} from "#payments/approvals";
import { type TransactionStatus, transactionStatuses } from "#payments/payments";
import { type Names, nameOfUser } from "./names.ts";

export const RequesterSchema = object(
  {
    userId: Nullable(Uuid("The requester; null for a token without a creator.")),
    name: Nullable(Type.String({ description: "The requester's name." })),
    tokenName: Nullable(Type.String({ description: "The requesting token; null if a user made the request." })),
  },
  { title: "Requester", description: "Who requested it." },
);
export const PaymentStatusSchema = Nullable(
  OneOf(transactionStatuses, "The status of the payment it released; null before.", "TransactionStatus"),
);
/** The batch with which a request is decided. */
export const BatchOfRequestSchema = Nullable(
  object(
    { batchId: Uuid("The batch."), name: Type.String({ description: "Its name." }) },
    { title: "BatchOfRequest", description: "The batch with which it is decided; null if it is in none." },
  ),
);
export const ActionsSchema = Type.Array(OneOf(requestActions, "An action.", "RequestAction"), {
  description: "What the signed-in user may do with it now.",
});

/** The question for which a request was sent back. */
export const SentBackSchema = Nullable(
  object(
    {
      commentId: Uuid("The question."),
      userId: Uuid("Who asked it."),
      name: Type.String({ description: "Their name." }),
      at: Timestamp("When."),
    },
    {
      title: "OpenQuestion",
      description: "The question with which it was sent back and that waits for an answer; null = none.",
    },
  ),
);

/** A request in a queue, with names for display. */
export const QueueRowSchema = object(
  {
    requestId: Uuid("The request."),
    kind: OneOf(
      ["payment", "transfer"],
      "A payment to a recipient, or a transfer between the organization's accounts.",
    ),
    status: OneOf(requestStatuses, "Its status.", "ApprovalRequestStatus"),
    version: Type.Integer({ description: "The version that a decision must name." }),
    amount: Usd("The amount."),
    paymentMethod: Nullable(OneOf(paymentMethods, "The payment method; null for a transfer.", "PaymentMethod")),
    payeeName: Type.String({ description: "The recipient, or the destination account of a transfer." }),
    memo: Nullable(Type.String({ description: "What the recipient sees, or the internal note if there is no memo." })),
    accountId: Uuid("The source account."),
    accountName: Type.String({ description: "The source account's name." }),
    requester: RequesterSchema,
    batch: BatchOfRequestSchema,
    createdAt: Timestamp("When it was requested."),
    scheduledSendDate: Nullable(Day("The payment date; null = as soon as it is approved.")),
    approvalsGiven: Type.Integer({ description: "Approvals of its current version." }),
    approvalsRequired: Type.Integer({ description: "Required approvals." }),
    flags: Type.Array(FlagSchema, {
      description: "What to review first, in the order of weight. Empty once the request is decided.",
    }),
    paymentStatus: PaymentStatusSchema,
    problem: Nullable(Type.String({ description: "Why the last attempt to pay it failed." })),
    sentBack: SentBackSchema,
    comments: Type.Integer({ description: "The number of comments, questions, and answers." }),
    mayDecide: Type.Boolean({ description: "Whether the signed-in user may approve it now." }),
    allowedActions: ActionsSchema,
  },
  { title: "ApprovalQueueItem" },
);
export type QueueRow = Static<typeof QueueRowSchema>;

export const requesterIn = ({ request, approvals }: RequestCase, names: Names) => ({
  userId: request.requester_user_id,
  name: nameOfUser(approvals.people, request.requester_user_id),
  tokenName: request.requester_token_id === null ? null : (names.tokens.get(request.requester_token_id) ?? null),
});

export const sentBackOf = ({ request, approvals }: RequestCase): Static<typeof SentBackSchema> => {
  const { question_id: commentId, asked_by: userId, asked_at: at } = request;
  return commentId === null || userId === null || at === null || !isSentBack(request)
    ? null
    : { commentId, userId, name: nameOfUser(approvals.people, userId) ?? "", at: at.toISOString() };
};
export const batchIn = ({ request: { batch_id: batchId } }: RequestCase, { batches }: Names) =>
  batchId === null ? null : { batchId, name: batches.get(batchId) ?? "" };

/** What happened to an approved payment: it may have failed since. */
export const paymentStatusOf = ({ request }: RequestCase, { paymentStatuses }: Names): TransactionStatus | null =>
  (request.transaction_id === null ? undefined : paymentStatuses.get(request.transaction_id)) ?? null;

export function renderQueueRow(
  found: RequestCase,
  { names, userId, risks }: { names: Names; userId: UserId; risks: Risks },
): QueueRow {
  const { request, approvals } = found;
  const allowedActions = [...allowedActionsOf(found, userId)];
  const payee =
    request.kind === "payment"
      ? names.recipients.get(request.recipient_id)
      : names.accounts.get(request.destination_account_id);
  return {
    requestId: request.request_id,
    kind: request.kind,
    status: publicRequestStatusOf(request.status),
    version: request.version,
    amount: dollarsFromMinor(request.amount_minor),
    paymentMethod: request.method,
    payeeName: payee ?? "",
    memo: request.external_memo ?? request.note,
    accountId: request.account_id,
    accountName: names.accounts.get(request.account_id) ?? "",
    requester: requesterIn(found, names),
    batch: batchIn(found, names),
    createdAt: request.created_at.toISOString(),
    scheduledSendDate: request.send_on,
    approvalsGiven: approvals.reviews.filter((review) => review.decision === "approved").length,
    approvalsRequired: request.approvers_required,
    flags: flagsIn(risks, request.request_id),
    paymentStatus: paymentStatusOf(found, names),
    problem: request.problem,
    sentBack: sentBackOf(found),
    comments: names.comments.get(request.request_id) ?? 0,
    mayDecide: allowedActions.includes("approve"),
    allowedActions,
  };
}
