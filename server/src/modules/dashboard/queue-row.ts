import { type Static, Type } from "typebox";
import { paymentMethods } from "../../banking/identifiers/payment-method.ts";
import { Day, Nullable, OneOf, object, Timestamp, Usd, Uuid } from "../../kernel/http/schemas.ts";
import type { UserId } from "../../kernel/values/ids.ts";
import { dollarsFromMinor } from "../../kernel/values/money.ts";
import {
  allowedActionsOf,
  publicRequestStatusOf,
  type RequestCase,
  requestActions,
  requestStatuses,
} from "../approvals/index.ts";
import { type Names, nameOfUser } from "./names.ts";

export const RequesterSchema = object(
  {
    userId: Nullable(Uuid("The person behind it; null for a token that nobody made.")),
    name: Nullable(Type.String({ description: "That person's name." })),
    tokenName: Nullable(Type.String({ description: "The token that asked; null when the person did." })),
  },
  { description: "Who asked." },
);
export const ActionsSchema = Type.Array(OneOf(requestActions, "An action."), {
  description: "What the person signed in may do with it now.",
});

/** A request in a queue, with the names that people go by. */
export const QueueRowSchema = object({
  requestId: Uuid("The request."),
  kind: OneOf(["payment", "transfer"], "A payment to a recipient, or a transfer between own accounts."),
  status: OneOf(requestStatuses, "Its state."),
  version: Type.Integer({ description: "A decision names it." }),
  amount: Usd("How much."),
  paymentMethod: Nullable(OneOf(paymentMethods, "How it is paid; null for a transfer.")),
  payeeName: Type.String({ description: "Whom it pays; of a transfer, the account it goes to." }),
  accountId: Uuid("The account it leaves."),
  accountName: Type.String({ description: "What that is called." }),
  requester: RequesterSchema,
  createdAt: Timestamp("When it was asked."),
  scheduledSendDate: Nullable(Day("The day it is to be paid; null = as soon as approved.")),
  approvalsGiven: Type.Integer({ description: "Approvals on its present version." }),
  approvalsRequired: Type.Integer({ description: "Approvals it needs." }),
  problem: Nullable(Type.String({ description: "Why it could not be paid at the last try." })),
  mayDecide: Type.Boolean({ description: "Whether the person signed in may approve it now." }),
  allowedActions: ActionsSchema,
});
export type QueueRow = Static<typeof QueueRowSchema>;

export const requesterIn = ({ request, approvals }: RequestCase, names: Names) => ({
  userId: request.requester_user_id,
  name: nameOfUser(approvals.people, request.requester_user_id),
  tokenName: request.requester_token_id === null ? null : (names.tokens.get(request.requester_token_id) ?? null),
});

export function renderQueueRow(found: RequestCase, { names, userId }: { names: Names; userId: UserId }): QueueRow {
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
    accountId: request.account_id,
    accountName: names.accounts.get(request.account_id) ?? "",
    requester: requesterIn(found, names),
    createdAt: request.created_at.toISOString(),
    scheduledSendDate: request.send_on,
    approvalsGiven: approvals.reviews.filter((review) => review.decision === "approved").length,
    approvalsRequired: request.approvers_required,
    problem: request.problem,
    mayDecide: allowedActions.includes("approve"),
    allowedActions,
  };
}
