import { paymentMethods } from "bursar-banking/identifiers/payment-method";
import { NO_HIDDEN_CHARACTERS } from "bursar-banking/text/hidden-characters";
import { type Static, Type } from "typebox";
import { Nullable, OneOf, object, PaymentAmount, Timestamp, Usd, Uuid } from "#kernel/http/schemas.ts";
import { IdempotencyKey } from "#kernel/idempotency/key.ts";
import { inWords } from "#kernel/states/state-table.ts";
import { BATCH_MAX, batchVerbs } from "./batch.ts";
import { batchDecisionStates, batchStates } from "./batch-states.ts";

/** As many as a page of the queue and more can have selected. */
const SELECTED_MAX = 1_000;

const Name = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: NO_HIDDEN_CHARACTERS,
  description: "Its name, such as that of a file.",
});
const RequestIds = Type.Array(Uuid("An approval request."), {
  minItems: 1,
  maxItems: SELECTED_MAX,
  description: "The requests.",
});

export const NewBatchSchema = object(
  {
    name: Name,
    announced: object(
      {
        count: Type.Integer({ minimum: 1, maximum: BATCH_MAX, description: "How many payments will be requested." }),
        total: Type.Number({
          minimum: 0.01,
          maximum: 999_999_999_999.99,
          description: "What they add up to. US dollars, at most two decimals.",
        }),
      },
      { description: "What the batch will contain. It cannot have more payments." },
    ),
    idempotencyKey: IdempotencyKey,
  },
  { title: "CreateApprovalBatchRequest" },
);
export type NewBatchBody = Static<typeof NewBatchSchema>;

export const GroupSchema = object(
  { name: Name, requestIds: RequestIds, idempotencyKey: IdempotencyKey },
  { title: "GroupApprovalRequestsRequest" },
);
export type GroupBody = Static<typeof GroupSchema>;

export const CreatedBatchSchema = object(
  {
    batchId: Uuid("The batch."),
    name: Type.String({ description: "Its name." }),
    state: OneOf(batchStates.states, inWords(batchStates)),
    createdBy: Uuid("The user who created it."),
  },
  { title: "CreatedApprovalBatch" },
);
export type CreatedBatch = Static<typeof CreatedBatchSchema>;

export const SubmitSchema = object(
  {
    count: Type.Integer({ minimum: 1, maximum: BATCH_MAX, description: "How many requests the user has seen in it." }),
    total: Type.Number({ minimum: 0.01, description: "What they add up to. US dollars." }),
  },
  { title: "SubmitApprovalBatchRequest" },
);

export const RemoveSchema = object({ requestIds: RequestIds }, { title: "RemoveFromApprovalBatchRequest" });

const Content = Type.String({
  pattern: "^[0-9a-f]{64}$",
  description:
    "The `content` of the batch that the user has read, so that nothing is decided that was added, removed, or changed since.",
});
const Reason = Type.String({ minLength: 1, maxLength: 500, description: "The reason, which the requester can read." });
const decision = { content: Content, idempotencyKey: IdempotencyKey };

export const ApproveBatchSchema = object(decision, { title: "ApproveApprovalBatchRequest" });
export const RejectBatchSchema = object({ ...decision, reason: Reason }, { title: "RejectApprovalBatchRequest" });
export const WithdrawBatchSchema = object(
  { ...decision, reason: Type.Optional(Reason) },
  { title: "WithdrawApprovalBatchRequest" },
);

export const StartedDecisionSchema = object(
  {
    decisionId: Uuid("The decision."),
    batchId: Uuid("The batch."),
    userId: Uuid("The user who decided."),
    count: Type.Integer({ description: "How many requests are decided." }),
    total: Usd("What they add up to."),
  },
  {
    title: "ApprovalBatchDecisionStarted",
    description:
      "The decision was accepted. Its requests are decided one by one; `decision` of the batch says how far.",
  },
);
export type StartedDecision = Static<typeof StartedDecisionSchema>;

const sumOf = (description: string) =>
  object(
    { count: Type.Integer({ description: "How many requests." }), total: Usd("What they add up to.") },
    { title: "RequestSum", description },
  );

const EvaluationSchema = object(
  {
    flagged: Type.Integer({ description: "Waiting requests with flags or a `problem`." }),
    accounts: Type.Array(
      object({
        accountId: Uuid("The account."),
        accountName: Type.String({ description: "Its name." }),
        ...sumOf("").properties,
      }),
      { description: "What waits, by the account that pays it, the largest total first." },
    ),
    methods: Type.Array(
      object({
        paymentMethod: Nullable(OneOf(paymentMethods, "How; null for transfers.", "PaymentMethod")),
        ...sumOf("").properties,
      }),
      { description: "What waits, by payment method, the largest total first." },
    ),
    approvable: sumOf("What the signed-in user may approve now."),
    rejectable: sumOf("What the signed-in user may reject now."),
    withdrawable: sumOf("What the signed-in user may withdraw now."),
    notApprovable: Type.Array(
      object({
        code: Type.String({ description: "The refusal's code." }),
        message: Type.String({ description: "A message for users." }),
        count: Type.Integer({ description: "How many waiting requests." }),
      }),
      { description: "Why the signed-in user may not approve the rest." },
    ),
    stepUpNeeded: Type.Boolean({ description: "Whether approving requires that the user reauthenticates first." }),
    shortfalls: Type.Array(
      object({
        accountId: Uuid("The account."),
        accountName: Type.String({ description: "Its name." }),
        total: Usd("What the user's approval would pay from it, with fees."),
        available: Usd("Its available balance."),
      }),
      { description: "Accounts whose balance does not cover the payments that the user's approval would make." },
    ),
    content: Type.String({ description: "Digest of the waiting requests as they are now; a decision names it." }),
  },
  { title: "ApprovalBatchEvaluation", description: "What waits for a decision, as the signed-in user sees it now." },
);

const DecisionSchema = object(
  {
    decisionId: Uuid("The decision."),
    verb: OneOf(batchVerbs, "What was decided."),
    userName: Type.String({ description: "Who decided." }),
    at: Timestamp("When."),
    state: OneOf(batchDecisionStates.states, inWords(batchDecisionStates)),
    count: Type.Integer({ description: "How many requests it is about." }),
    decided: Type.Integer({ description: "How many were decided so far." }),
    refused: Type.Integer({ description: "How many could not be decided." }),
    refusals: Type.Array(
      object({
        requestId: Uuid("The request."),
        payeeName: Type.String({ description: "The recipient, or the destination account of a transfer." }),
        amount: PaymentAmount("The amount."),
        code: Type.String({ description: "The refusal's code." }),
        message: Type.String({ description: "A message for users." }),
      }),
      { description: "Why, for the first 100." },
    ),
  },
  { title: "ApprovalBatchDecision", description: "The latest decision about the batch; null before." },
);

export const BatchSchema = object(
  {
    batchId: Uuid("The batch."),
    name: Type.String({ description: "Its name." }),
    state: OneOf(batchStates.states, inWords(batchStates)),
    createdBy: object(
      {
        userId: Uuid("The user."),
        name: Type.String({ description: "The user's name." }),
      },
      { description: "The user who created it." },
    ),
    createdAt: Timestamp("When it was created."),
    submittedAt: Nullable(Timestamp("When it was submitted.")),
    announced: sumOf("What its creator announced."),
    arrived: sumOf("What is in it."),
    waiting: sumOf("What waits for a decision."),
    approved: sumOf("What was approved, including payments of a later day."),
    rejected: sumOf("What was rejected."),
    withdrawn: sumOf("What was withdrawn."),
    removed: Type.Integer({ description: "How many requests were removed from it." }),
    allowedActions: Type.Array(
      OneOf([...batchVerbs, "submit", "remove", "ungroup"], "An action.", "ApprovalBatchAction"),
      { description: "What the signed-in user may do with it now." },
    ),
    evaluation: Nullable(EvaluationSchema),
    decision: Nullable(DecisionSchema),
  },
  {
    title: "ApprovalBatch",
    description:
      "Requests that approvers decide about together. `evaluation` is null if no request waits. A list evaluates at most 100 requests, batch by batch: get a batch without an evaluation alone.",
  },
);
export type Batch = Static<typeof BatchSchema>;
