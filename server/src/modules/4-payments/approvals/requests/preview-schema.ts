import { type Static, Type } from "typebox";
import { Nullable, OneOf, object, Timestamp, Usd, Uuid } from "#kernel/http/schemas.ts";

/** The codes of warnings, including those of refusals that a preview can announce. */
export const warningCodes = [
  "insufficientFunds",
  "notEnoughApprovers",
  "noLiveBankConnection",
  "bankConnectionInRehearsal",
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
  "recipientNameUnwritable",
  "sameDayUnavailable",
  "sameDayLimitExceeded",
  "sameDayCutOffPassed",
  "recipientAddressMissing",
] as const;

/** The result of a preview. */
export const PreviewSchema = Type.Object(
  {
    preview: Type.Literal(true, { description: "True: nothing was requested." }),
    rule: object(
      {
        name: Type.String({ description: "Its name." }),
        description: Type.String({ description: "What it requires, in a sentence." }),
        bindsDirectSend: Type.Boolean({
          description: "Whether sending the payment directly is rejected with `approvalRequired`.",
        }),
      },
      { title: "PreviewRule", description: "The approval rule that applies to the payment as a request." },
    ),
    numberOfApproversRequired: Type.Integer({
      description:
        "The total number of required approvals; 0 for a direct send, unless the rule applies to direct send: then as many as for a request.",
    }),
    requesterMayApprove: Type.Boolean({ description: "Whether the requester may be one of them." }),
    steps: Type.Array(
      object(
        {
          approvals: Type.Integer({ description: "The number of required approvals." }),
          approvers: Type.Array(
            object(
              { userId: Uuid("The user."), name: Type.String({ description: "First and last name." }) },
              { title: "Approver" },
            ),
            { description: "Who could approve it now." },
          ),
        },
        { title: "PreviewStep" },
      ),
      { description: "In sequence." },
    ),
    leavesAt: Timestamp("When it would be sent to the bank, if approved now (or by its date)."),
    estimatedDeliveryDate: Timestamp("When it would then arrive."),
    fee: Usd("The fee in addition to the amount, charged as a separate transaction."),
    availableBalance: Usd("The account's available balance now."),
    balanceAfter: Nullable(Usd("The balance after payment; null if it does not cover the payment and its fee.")),
    warnings: Type.Array(
      object(
        {
          code: OneOf(warningCodes, "The warning's code.", "PreviewWarningCode"),
          message: Type.String({ description: "The warning's message." }),
        },
        { title: "PreviewWarning" },
      ),
      {
        description:
          "What to review first. Warnings do not prevent a request. A warning with the code of a refusal means that the payment would be rejected with that code if it were sent, or approved, now; those come first, in the order of the checks.",
      },
    ),
  },
  { title: "SendMoneyPreview", description: "What would happen to a payment if it were requested now." },
);
export type Preview = Static<typeof PreviewSchema>;
