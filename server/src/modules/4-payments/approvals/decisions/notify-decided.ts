import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, UserId } from "#kernel/values/ids.ts";
import { notify, settleNotifications } from "#records/notifications";
import type { RequestRow } from "../requests/approval-request.ts";
import { factsOfRequest } from "../requests/facts-of-request.ts";

/** A decision that ended a request, or scheduled its payment. */
interface Decision {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
  readonly decision: keyof typeof kinds;
  readonly reason?: string | undefined;
}

const kinds = { approve: "requestApproved", reject: "requestRejected", withdraw: "requestWithdrawn" } as const;

/**
 * A request was decided: it waits for nobody, and its requester is notified. Not of the approval of a token's request,
 * which its program expects.
 */
export async function notifyDecided(
  service: Service,
  tx: Tx,
  { decision, request }: { readonly decision: Decision; readonly request: RequestRow },
): Promise<void> {
  const { organizationId, userId, decision: verb, reason } = decision;
  await settleApproval(service, tx, { organizationId, request });
  const { requester_user_id: requester, requester_token_id: token, request_id: id } = request;
  if (requester === null || requester === userId || (verb === "approve" && token !== null)) return;
  await notify(service, tx, {
    organizationId,
    kind: kinds[verb],
    subject: { type: "approvalRequest", id },
    // A request that was open again can be decided again.
    sourceId: service.newId(),
    recipients: [requester],
    actorId: userId,
    facts: { ...(await factsOfRequest(tx, organizationId, request)), text: reason },
  });
}

/** A request no longer waits for these users, or for anybody. */
export const settleApproval = (
  service: Pick<Service, "clock">,
  tx: Tx,
  {
    organizationId,
    request,
    users,
  }: { readonly organizationId: OrganizationId; readonly request: RequestRow; readonly users?: readonly UserId[] },
): Promise<void> =>
  settleNotifications(service, tx, {
    organizationId,
    subject: { type: "approvalRequest", id: request.request_id },
    kinds:
      users === undefined
        ? ["approvalRequested", "ownPaymentProblem", "otherPaymentProblem", "questionAsked"]
        : ["approvalRequested"],
    ...(users && { users }),
  });
