import type { Api } from "#kernel/http/api.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { attachmentRoutes, refuseAttachment } from "#records/attachments";
import type { RequestRow } from "./approval-request.ts";
import { getRequest, lockRequest, wasReviewed } from "./approval-requests.queries.ts";
import { requestStates } from "./request-states.ts";

/**
 * Invoices and other files for the approvers. They are not part of the terms: attaching one changes nothing that was
 * approved, and approvers see when it was attached. The caller who attached a file can delete it, until the first review:
 * all approvers see what the first one saw.
 */
export function requestAttachmentRoutes(app: Api, service: Service): void {
  attachmentRoutes(app, service, {
    kind: "request",
    path: "request-send-money",
    param: "requestId",
    noun: "approval request",
    tag: "Approval requests",
    scopes: { read: "fetchSendMoneyRequests", write: "requestSendMoney" },
    states: "attachmentType",
    description:
      "For the approvers: an invoice or a contract. After approval, the transaction has these files, too. Accepted while the request is open.",
    refusals: ["attachmentFixed"],
    deletedByUploader: true,
    requireOne: async (db, organizationId, requestId) =>
      void (await getRequest(db, organizationId, { requestId, kind: "payment" })),
    admit: async (tx, organizationId, requestId) => void (await lockOpen(tx, organizationId, requestId)),
    admitDeletion: async (tx, organizationId, requestId) => {
      const { request_id: id } = await lockOpen(tx, organizationId, requestId);
      if (await wasReviewed(tx, organizationId, id))
        throw refuseAttachment("attachmentFixed", { details: { problem: "the request was already reviewed" } });
    },
  });
}

async function lockOpen(tx: Tx, organizationId: OrganizationId, requestId: string): Promise<RequestRow> {
  const row = await lockRequest(tx, organizationId, requestId);
  if (row?.kind !== "payment") throw notFound("request");
  if (!requestStates.statesBefore("pay").includes(row.status))
    throw refuseAttachment("attachmentFixed", { details: { problem: "the request is closed" } });
  return row;
}
