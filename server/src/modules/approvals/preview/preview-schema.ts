import { type Static, Type } from "typebox";
import { Nullable, OneOf, object, Timestamp, Usd, Uuid } from "../../../kernel/http/schemas.ts";

export const warningCodes = [
  "insufficientFunds",
  "notEnoughApprovers",
  "possibleDuplicate",
  "neverPaid",
  "bankDetailsChanged",
  "bankDetailsCoolingOff",
  "duplicatePayment",
  "approvalRequired",
  "ledgerInDoubt",
  "accountCannotPay",
  "recipientNotFound",
  "recipientCannotReceive",
] as const;

/** What would become of a payment if it were asked for now. */
export const PreviewSchema = Type.Object(
  {
    preview: Type.Literal(true, { description: "Nothing was asked for." }),
    rule: object(
      {
        name: Type.String({ description: "Its name." }),
        description: Type.String({ description: "What it asks for, in a sentence." }),
        bindsDirectSend: Type.Boolean({
          description: "Whether sending the payment directly is refused with `approvalRequired`.",
        }),
      },
      { description: "The approval rule that decides the payment as a request." },
    ),
    numberOfApproversRequired: Type.Integer({
      description:
        "How many people would have to approve, in all; 0 for one sent directly, unless the rule binds direct send: then as many as the request takes.",
    }),
    requesterMayApprove: Type.Boolean({ description: "Whether the person who asks may be one of them." }),
    steps: Type.Array(
      object({
        approvals: Type.Integer({ description: "How many of them have to approve." }),
        approvers: Type.Array(
          object({ userId: Uuid("The user."), name: Type.String({ description: "First and last name." }) }),
          { description: "Who could approve it now." },
        ),
      }),
      { description: "In sequence." },
    ),
    leavesAt: Timestamp("When it would leave for the bank, if approved now (or by its day)."),
    estimatedDeliveryDate: Timestamp("When it would arrive then."),
    fee: Usd("What it would cost beside the amount, as a transaction of its own."),
    availableBalance: Usd("Of the account, now."),
    balanceAfter: Nullable(Usd("What would be left of it; null when it does not cover the payment and its fee.")),
    warnings: Type.Array(
      object({
        code: OneOf(warningCodes, "For programs."),
        message: Type.String({ description: "For people." }),
      }),
      {
        description:
          "What to review first. None of it keeps a request from being made. A warning with the code of a refusal means that the payment would be refused with that code if it were sent, or approved, now; they come first, in the order of the checks.",
      },
    ),
  },
  { $id: "SendMoneyPreview", description: "What would become of a payment if it were asked for now." },
);
export type Preview = Static<typeof PreviewSchema>;
