import { Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { cursorParameters, object, PageSchema, Uuid } from "#kernel/http/schemas.ts";
import { idempotencyKeyOf } from "#kernel/idempotency/key.ts";
import type { Service } from "#kernel/process/service.ts";
import { TransferBodySchema } from "#payments/payments";
import { callerOf } from "#records/identity";
import { getShown, listShown } from "../requests/list-requests.ts";
import { RequestStatusFilter, TransferRequestSchema } from "../requests/request-schemas.ts";
import { requestTransfer } from "./request-transfer.ts";

const tags = ["Approval requests"];

/**
 * The approval path of transfers (wire contract §4.6). The contract publishes no scopes for it; it uses those of
 * payment requests (ADR 0015).
 */
export function transferRequestRoutes(app: Api, service: Service): void {
  createRoute(app, service);
  listRoute(app, service);
  getRoute(app, service);
}

function createRoute(app: Api, service: Service): void {
  app.post(
    "/request-transfer",
    {
      config: {
        scope: "requestSendMoney",
        refusals: [
          "requesterUnknown",
          "paymentLimitExceeded",
          "accountNotAllowed",
          "tokenDayLimitExceeded",
          "tokenMonthLimitExceeded",
          "tokenPaymentsPerDayExceeded",
        ],
      },
      schema: {
        operationId: "requestTransferMoney",
        summary: "Request a transfer",
        description:
          "Queues a transfer between two of your accounts. Nothing is held and nothing moves until the last approval.",
        tags,
        body: {
          ...TransferBodySchema,
          examples: [
            {
              sourceAccountId: "01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b10",
              destinationAccountId: "01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b11",
              amount: 50_000,
              idempotencyKey: "reserve-2026-11",
            },
          ],
        },
        response: { 200: TransferRequestSchema },
      },
    },
    async (request, reply) => {
      const { body, replayed } = await requestTransfer(service, {
        caller: callerOf(request),
        body: request.body,
        key: idempotencyKeyOf(request, request.body),
      });
      // Shows clients that nothing new was requested (decision P6).
      if (replayed) reply.header("idempotent-replayed", "true");
      return body;
    },
  );
}

function listRoute(app: Api, service: Service): void {
  app.get(
    "/request-transfer",
    {
      config: { scope: "fetchSendMoneyRequests", refusals: ["unknownCursor", "conflictingCursors"] },
      schema: {
        operationId: "listTransferMoneyApprovalRequests",
        summary: "List transfer requests",
        description: "Open requests unless `status` says otherwise, oldest first.",
        tags,
        querystring: object({
          sourceAccountId: Type.Optional(Uuid("Only from this account.")),
          destinationAccountId: Type.Optional(Uuid("Only to this account.")),
          status: RequestStatusFilter,
          start_at: Type.Optional(Uuid("Returns the page that starts with this request.")),
          ...cursorParameters,
        }),
        response: {
          200: object(
            { requests: Type.Array(TransferRequestSchema, { description: "The page." }), page: PageSchema },
            { title: "TransferApprovalRequestList" },
          ),
        },
      },
    },
    (request) => {
      const { sourceAccountId, destinationAccountId, status, ...cursor } = request.query;
      return listShown(service, callerOf(request).organizationId, {
        kind: "transfer",
        accountId: sourceAccountId,
        destinationAccountId,
        status,
        cursor,
      });
    },
  );
}

function getRoute(app: Api, service: Service): void {
  app.get(
    "/request-transfer/:requestId",
    {
      config: { scope: "fetchSendMoneyRequests", refusals: ["resourceNotFound"] },
      schema: {
        operationId: "getTransferMoneyApprovalRequest",
        summary: "Get a transfer request",
        description: "Its status, its reviews, and the resulting transaction.",
        tags,
        params: object({ requestId: Uuid("The approval request.") }),
        response: { 200: TransferRequestSchema },
      },
    },
    (request) =>
      getShown(service, callerOf(request).organizationId, { kind: "transfer", requestId: request.params.requestId }),
  );
}
