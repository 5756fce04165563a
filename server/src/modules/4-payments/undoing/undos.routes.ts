import { Type } from "typebox";
import { requestedUndos, type UndoChannels, type undoRefusals, undosOfPayment } from "#bank/file-rails";
import type { Api } from "#kernel/http/api.ts";
import { idParams, Nullable, object } from "#kernel/http/schemas.ts";
import { IdempotencyKey, idempotencyKeyOf } from "#kernel/idempotency/key.ts";
import type { Service } from "#kernel/process/service.ts";
import { refusalsToApprove } from "#payments/approvals";
import { getTransaction } from "#payments/payments";
import { callerOf } from "#records/identity";
import { decideUndo } from "./decide-undo.ts";
import { renderUndos } from "./render-undo.ts";
import { possibleUndo, requestUndo } from "./request-undo.ts";
import { undoOptionsText } from "./undo-options-text.ts";
import { UndoListSchema, UndoOptionsSchema, UndoReasonSchema, UndoSchema } from "./undo-schemas.ts";

const tags = ["Transactions"];
const params = idParams("transactionId", "The payment.");
/** Open requests of an organization that a page shows. */
const LISTED_MAX = 200;

const Note = Type.Optional(
  Nullable(Type.String({ maxLength: 500, description: "For approvers; null or empty for none." })),
);

const refusalsToRequest = [
  "requesterUnknown",
  "resourceNotFound",
  "paymentLimitExceeded",
  "accountNotAllowed",
  "recipientNotAllowed",
  "undoNotAPayment",
  "undoIsCheck",
  "undoNotSent",
  "undoNotSettled",
  "undoNotPaid",
  "undoAlreadyReturned",
  "undoTooLate",
  "undoAlreadyOpen",
  "undoRefusedBefore",
  "undoWithoutConnection",
  "undoReasonNotAllowed",
] as const satisfies readonly (keyof typeof undoRefusals | string)[];

/** Reversals and recalls: requested for a payment, decided by users. */
export function undoRoutes(app: Api, service: Service, channels: UndoChannels): void {
  app.get(
    "/transaction/:transactionId/undo",
    {
      config: { scope: "fetchTransactions", refusals: ["resourceNotFound"] },
      schema: {
        operationId: "getPaymentUndoOptions",
        summary: "Get whether the bank can undo a payment",
        description:
          "Whether and until when the payment can be reversed (ACH) or recalled (wires and real-time payments), why not, and what was requested before.",
        tags,
        params,
        response: { 200: UndoOptionsSchema },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { organizationId } = caller;
      const { database } = service;
      const payment = await getTransaction(database, organizationId, request.params.transactionId);
      const found = await possibleUndo(service, channels, database, { organizationId, payment });
      const undos = await undosOfPayment(database, organizationId, payment.transaction_id);
      return { ...undoOptionsText(found), undos: [...(await renderUndos(database, caller, undos))] };
    },
  );
  app.post(
    "/transaction/:transactionId/undo",
    {
      config: { scope: "requestSendMoney", refusals: [...refusalsToRequest] },
      schema: {
        operationId: "requestPaymentUndo",
        summary: "Request that the bank undoes a payment",
        description:
          "Requests the reversal of an ACH payment, within five banking days of its settlement, or the recall of a wire or real-time payment. Users approve it by the rule of a payment of the same amount; tokens cannot. The money is back only when the payment is `reversed`: a recipient's bank may refuse. Follow it with GET /transaction/{transactionId}/undo.",
        tags,
        params,
        body: {
          ...object(
            {
              reason: UndoReasonSchema,
              note: Note,
              idempotencyKey: IdempotencyKey,
            },
            { title: "RequestPaymentUndoRequest" },
          ),
          examples: [{ reason: "duplicate", idempotencyKey: "undo-invoice-2026-0043" }],
        },
        response: { 200: UndoSchema },
      },
    },
    async (request, reply) => {
      const { reason, note } = request.body;
      const answer = await requestUndo(service, channels, {
        caller: callerOf(request),
        transactionId: request.params.transactionId,
        reason,
        note: note || null,
        key: idempotencyKeyOf(request, request.body),
      });
      if (answer.replayed) reply.header("idempotent-replayed", "true");
      return reply.code(200).send(answer.body);
    },
  );
  app.get(
    "/payment-undos",
    {
      config: { scope: "fetchSendMoneyRequests", refusals: [] },
      schema: {
        operationId: "listPaymentUndos",
        summary: "List reversals and recalls that wait for approval",
        description: "The oldest first.",
        tags,
        response: { 200: UndoListSchema },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const rows = await requestedUndos(service.database, caller.organizationId, LISTED_MAX);
      return { undos: [...(await renderUndos(service.database, caller, rows))] };
    },
  );
  for (const { verb, summary, description, permission, refusals } of verbs)
    app.post(
      `/payment-undos/:undoId/${verb}`,
      {
        config: { scope: "person", ...(permission === undefined ? {} : { permission }), refusals: [...refusals] },
        schema: {
          operationId: `${verb}PaymentUndo`,
          summary,
          description,
          tags,
          params: idParams("undoId", "The reversal or recall."),
          body: {
            ...object({ comment: Note }, { title: "DecidePaymentUndoRequest" }),
            examples: [{ comment: "Confirmed with the vendor" }],
          },
          response: { 200: UndoSchema },
        },
      },
      (request) =>
        decideUndo(service, channels, {
          caller: callerOf(request),
          undoId: request.params.undoId,
          verb,
          comment: request.body.comment || null,
        }),
    );
}

const verbs = [
  {
    verb: "approve",
    summary: "Approve a reversal or recall",
    description:
      "For users who may approve payments of its amount; not for the requester unless the rule allows it. With the last approval it goes to the bank.",
    permission: "approvePayments",
    refusals: [
      "resourceNotFound",
      "undoDecided",
      ...refusalsToApprove.filter((code) => code !== "recipientEditor"),
      "undoTooLate",
      "undoAlreadyReturned",
      "undoNotPaid",
      "undoNotSent",
      "undoNotSettled",
      "undoIsCheck",
      "undoWithoutConnection",
    ],
  },
  {
    verb: "decline",
    summary: "Decline a reversal or recall",
    description: "Ends the request. For users who may approve payments, except the requester.",
    permission: "approvePayments",
    refusals: ["resourceNotFound", "undoDecided", "mayNotDecide", "ownRequest"],
  },
  {
    verb: "withdraw",
    summary: "Withdraw a reversal or recall",
    description: "Until its file is made for the bank. For the requester and for administrators.",
    permission: undefined,
    refusals: ["resourceNotFound", "undoOnItsWay", "mayNotWithdraw"],
  },
] as const;
