import { type Static, Type } from "typebox";
import { undoKinds, undoReasons, undoStates } from "#bank/file-rails";
import { Nullable, OneOf, object, Timestamp, Usd, Uuid } from "#kernel/http/schemas.ts";
import { inWords } from "#kernel/states/state-table.ts";

const Kind = OneOf(
  undoKinds,
  "`reversal`: an ACH debit takes the money back. `recall`: the recipient's bank is asked to return a wire or a real-time payment.",
  "PaymentUndoKind",
);

export const UndoReasonSchema = OneOf(
  undoReasons,
  "Why the payment is undone. Reversals: `duplicate`, `wrongAmount`, `wrongRecipient`, or `wrongDate`. Recalls: all but `wrongDate`.",
  "PaymentUndoReason",
);

export const undoActions = ["approve", "decline", "withdraw"] as const;

export const UndoSchema = object(
  {
    id: Uuid("The request."),
    transactionId: Uuid("The payment."),
    kind: Kind,
    state: OneOf(undoStates.states, inWords(undoStates), "PaymentUndoState"),
    amount: Usd("The amount of the payment."),
    counterpartyName: Type.String({ description: "The recipient's name at the time of the payment." }),
    reason: UndoReasonSchema,
    note: Nullable(Type.String({ description: "What the requester adds, for approvers." })),
    requestedAt: Timestamp("When it was requested."),
    requestedByUserId: Nullable(Uuid("The requester, or the creator of the token.")),
    requestedByTokenId: Nullable(Uuid("The token that requested it.")),
    approvals: Type.Array(
      object(
        {
          userId: Uuid("The user."),
          decision: OneOf(["approved", "declined"], "The decision.", "PaymentUndoDecision"),
          comment: Nullable(Type.String({ description: "What the user adds." })),
          at: Timestamp("When."),
        },
        { title: "PaymentUndoReview" },
      ),
      { description: "Who has decided, oldest first." },
    ),
    approvalsRequired: Type.Integer({ description: "How many approvals the rule requires." }),
    sendBy: Nullable(Timestamp("A reversal expires if it has not left by then; null for recalls.")),
    sentAt: Nullable(Timestamp("When its file was made for the bank.")),
    countsAt: Nullable(Timestamp("Reversal: when the money counts as back if the entry is not returned.")),
    code: Nullable(Type.String({ description: "The bank's reason, or a code of ours that begins with BF-." })),
    codeMeaning: Nullable(Type.String({ description: "The reason in words." })),
    endedAt: Nullable(Timestamp("When it ended.")),
    allowedActions: Type.Array(OneOf(undoActions, "An action.", "PaymentUndoAction"), {
      description: "What the signed-in user may do now; empty for tokens. The decision checks again.",
    }),
  },
  { title: "PaymentUndo", description: "A request to reverse or recall a payment at the bank." },
);
export type ShownUndo = Static<typeof UndoSchema>;

export const UndoOptionsSchema = object(
  {
    possible: Nullable(
      object(
        {
          kind: Kind,
          reasons: Type.Array(UndoReasonSchema, { description: "The reasons that it may be undone for." }),
          until: Nullable(Timestamp("Until when it can be reversed; null for recalls, which have no deadline.")),
        },
        { title: "PaymentUndoTerms", description: "How the payment can be undone now; null if it cannot." },
      ),
    ),
    refusal: Nullable(Type.String({ description: "Why it cannot be undone now, and what to do instead." })),
    undos: Type.Array(UndoSchema, { description: "The requests of this payment, the latest first." }),
  },
  { title: "PaymentUndoOptions" },
);

export const UndoListSchema = object(
  { undos: Type.Array(UndoSchema, { description: "At most 200, the oldest first." }) },
  { title: "PaymentUndoList" },
);
