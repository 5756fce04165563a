import { Type } from "typebox";
import { present } from "../../../kernel/assert.ts";
import type { Api } from "../../../kernel/http/api.ts";
import { cursorParameters, OneOf, object, PageSchema, Uuid } from "../../../kernel/http/schemas.ts";
import { idempotencyKeyOf } from "../../../kernel/idempotency/key.ts";
import type { Service } from "../../../kernel/process/service.ts";
import { callerOf } from "../../identity/index.ts";
import { previewRequest } from "../preview/preview-payment.ts";
import { PreviewSchema } from "../preview/preview-schema.ts";
import { getRequest } from "./approval-requests.queries.ts";
import { listRequests } from "./list-requests.ts";
import { renderPaymentRequests } from "./render-request.ts";
import { requestAttachmentRoutes } from "./request-attachments.routes.ts";
import { requestPayment } from "./request-payment.ts";
import { PaymentRequestBodySchema, PaymentRequestSchema } from "./request-schemas.ts";
import { requestStatuses } from "./request-states.ts";

const tags = ["Approval requests"];

/** The approval path of payments (wire contract §4.5). Users decide in the dashboard: tokens cannot. */
export function paymentRequestRoutes(app: Api, service: Service): void {
  createRoute(app, service);
  listRoute(app, service);
  getRoute(app, service);
  requestAttachmentRoutes(app, service);
}

function createRoute(app: Api, service: Service): void {
  app.post(
    "/account/:accountId/request-send-money",
    {
      config: {
        scope: "requestSendMoney",
        refusals: [
          "requesterUnknown",
          "paymentLimitExceeded",
          "tokenDayLimitExceeded",
          "resourceNotFound",
          "accountCannotPay",
          "recipientNotFound",
          "recipientCannotReceive",
          "notBatchCreator",
          "batchNotOpen",
          "batchFull",
        ],
      },
      schema: {
        operationId: "requestSendMoney",
        summary: "Request a payment",
        description:
          "Always queues the payment: until the last approval, no money is held, and no transaction or event exists. Funds, recipient, and account are checked again then; a payment that cannot be made stays `pendingApproval` with its `problem`. " +
          "Supports all five methods; needs no allowlist; the duplicate guard does not apply. The token's limits do: per day, they count what it sent and requested, except rejected and withdrawn requests. Poll GET /request-send-money/{requestId}; the transaction has the `requestId`. " +
          "With `preview=true`, nothing is requested: the response says which rule would apply, who can approve, when the payment would be sent and arrive, and what to review.",
        tags,
        params: object({ accountId: Uuid("The source account.") }),
        querystring: object({
          preview: Type.Optional(
            OneOf(["true", "false"], "`true`: requests and writes nothing, but returns what would happen."),
          ),
        }),
        body: {
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
        },
        response: { 200: Type.Union([PaymentRequestSchema, PreviewSchema], { title: "SendMoneyApprovalOutcome" }) },
      },
    },
    async (request, reply) => {
      // Before the idempotency key is read: a preview writes nothing, so it has nothing to replay.
      if (request.query.preview === "true")
        return previewRequest(service, {
          caller: callerOf(request),
          accountId: request.params.accountId,
          body: request.body,
        });
      const { body, replayed } = await requestPayment(service, {
        caller: callerOf(request),
        accountId: request.params.accountId,
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
          status: Type.Optional(
            OneOf(
              [...requestStatuses, "all"],
              "Only this status; `pendingApproval` by default, `all` for every status.",
              "ApprovalRequestStatusFilter",
            ),
          ),
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
    async (request) => {
      const { organizationId } = callerOf(request);
      const { accountId, status, ...cursor } = request.query;
      const { rows, page } = await listRequests(service, organizationId, {
        kind: "payment",
        accountId,
        status,
        cursor,
      });
      return { requests: await renderPaymentRequests(service, service.database, { organizationId, rows }), page };
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
    async (request) => {
      const { organizationId } = callerOf(request);
      const { requestId } = request.params;
      const row = await getRequest(service.database, organizationId, { requestId, kind: "payment" });
      const [rendered] = await renderPaymentRequests(service, service.database, { organizationId, rows: [row] });
      return present(rendered, "one row renders to one request");
    },
  );
}
