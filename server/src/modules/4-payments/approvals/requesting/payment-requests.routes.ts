import { Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { asUndocumented, cursorParameters, object, PageSchema, previewParameter, Uuid } from "#kernel/http/schemas.ts";
import { idempotencyKeyOf } from "#kernel/idempotency/key.ts";
import type { Service } from "#kernel/process/service.ts";
import { callerOf } from "#records/identity";
import { previewRequest } from "../preview/preview-payment.ts";
import { getShown, listShown } from "../requests/list-requests.ts";
import { PreviewSchema } from "../requests/preview-schema.ts";
import { requestAttachmentRoutes } from "../requests/request-attachments.routes.ts";
import { PaymentRequestBodySchema, PaymentRequestSchema, RequestStatusFilter } from "../requests/request-schemas.ts";
import { requestPayment } from "./request-payment.ts";

const tags = ["Approval requests"];

/** The approval path of payments (wire contract §4.5). Users decide in the dashboard: tokens cannot. */
export function paymentRequestRoutes(app: Api, service: Service): void {
  createRoute(app, service);
  previewRoute(app, service);
  listRoute(app, service);
  getRoute(app, service);
  requestAttachmentRoutes(app, service);
}

const accountParams = object({ accountId: Uuid("The source account.") });
const body = {
  ...PaymentRequestBodySchema,
  examples: [
    {
      recipientId: "01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b10",
      amount: 12_500,
      paymentMethod: "domesticWire",
      idempotencyKey: "invoice-2026-0043",
      externalMemo: "Invoice 43",
    },
  ],
};
/** In the order of the checks. */
const requestRefusals = [
  "requesterUnknown",
  "paymentLimitExceeded",
  "accountNotAllowed",
  "recipientNotAllowed",
  "tokenDayLimitExceeded",
  "tokenMonthLimitExceeded",
  "tokenPaymentsPerDayExceeded",
  "resourceNotFound",
  "accountCannotPay",
  "recipientNotFound",
  "recipientCannotReceive",
  "recipientNameUnwritable",
  "sameDayUnavailable",
  "sameDayLimitExceeded",
];

function createRoute(app: Api, service: Service): void {
  app.post(
    "/account/:accountId/request-send-money",
    {
      config: {
        scope: "requestSendMoney",
        refusals: [...requestRefusals, "notBatchCreator", "batchNotOpen", "batchFull"],
      },
      schema: {
        operationId: "requestSendMoney",
        summary: "Request a payment",
        description:
          "Always queues the payment: until the last approval, no money is held, and no transaction or event exists. Funds, recipient, and account are checked again then; a payment that cannot be made stays `pendingApproval` with its `problem`. " +
          "Supports all five methods; needs no allowlist; the duplicate guard does not apply. The token's limits do: per day, they count what it sent and requested, except rejected and withdrawn requests. Poll GET /request-send-money/{requestId}; the transaction has the `requestId`.",
        tags,
        params: accountParams,
        querystring: previewParameter,
        body,
        response: { 200: PaymentRequestSchema },
      },
    },
    async (request, reply) => {
      const instruction = { caller: callerOf(request), accountId: request.params.accountId, body: request.body };
      // Before the idempotency key is read: a preview writes nothing, so it has nothing to replay.
      if (request.query.preview === "true") return asUndocumented(await previewRequest(service, instruction));
      const key = idempotencyKeyOf(request, request.body);
      const answer = await requestPayment(service, { ...instruction, key });
      // Shows clients that nothing new was requested (decision P6).
      if (answer.replayed) reply.header("idempotent-replayed", "true");
      return answer.body;
    },
  );
}

function previewRoute(app: Api, service: Service): void {
  app.post(
    "/account/:accountId/request-send-money/preview",
    {
      config: { scope: "requestSendMoney", isPreview: true, refusals: requestRefusals },
      schema: {
        operationId: "previewSendMoneyRequest",
        summary: "Preview a request for a payment",
        description:
          "Requests and writes nothing: the response says which rule would apply, who can approve, when the payment would be sent and arrive, and what to review. Takes the body of POST /account/{accountId}/request-send-money, whose `idempotencyKey` is not used here.",
        tags,
        params: accountParams,
        body,
        response: { 200: PreviewSchema },
      },
    },
    (request) =>
      previewRequest(service, {
        caller: callerOf(request),
        accountId: request.params.accountId,
        body: request.body,
      }),
  );
}

function listRoute(app: Api, service: Service): void {
  app.get(
    "/request-send-money",
    {
      config: { scope: "fetchSendMoneyRequests", refusals: ["unknownCursor", "conflictingCursors"] },
      schema: {
        operationId: "listSendMoneyApprovalRequests",
        summary: "List approval requests",
        description: "Open requests unless `status` says otherwise, oldest first.",
        tags,
        querystring: object({
          accountId: Type.Optional(Uuid("Only this account.")),
          status: RequestStatusFilter,
          ...cursorParameters,
        }),
        response: {
          200: object(
            { requests: Type.Array(PaymentRequestSchema, { description: "The page." }), page: PageSchema },
            { title: "SendMoneyApprovalRequestList" },
          ),
        },
      },
    },
    (request) => {
      const { accountId, status, ...cursor } = request.query;
      return listShown(service, callerOf(request).organizationId, { kind: "payment", accountId, status, cursor });
    },
  );
}

function getRoute(app: Api, service: Service): void {
  app.get(
    "/request-send-money/:requestId",
    {
      config: { scope: "fetchSendMoneyRequests", refusals: ["resourceNotFound"] },
      schema: {
        operationId: "getSendMoneyApprovalRequest",
        summary: "Get an approval request",
        description: "Its status, its reviews, and the resulting transaction.",
        tags,
        params: object({ requestId: Uuid("The approval request.") }),
        response: { 200: PaymentRequestSchema },
      },
    },
    (request) =>
      getShown(service, callerOf(request).organizationId, { kind: "payment", requestId: request.params.requestId }),
  );
}
