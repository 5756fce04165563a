import type { Service } from "../../../kernel/process/service.ts";
import type { Tx } from "../../../kernel/sql/database.ts";
import type { OrganizationId } from "../../../kernel/values/ids.ts";
import { settleNotifications } from "../../notifications/index.ts";
import type { RequestRow } from "../requests/approval-request.ts";

/** Nobody is waited for any more: the question was answered or withdrawn, or the request was decided. */
export const settleQuestion = (
  service: Pick<Service, "clock">,
  tx: Tx,
  organizationId: OrganizationId,
  { request_id: id }: Pick<RequestRow, "request_id">,
): Promise<void> =>
  settleNotifications(service, tx, {
    organizationId,
    subject: { type: "approvalRequest", id },
    kinds: ["questionAsked"],
  });
