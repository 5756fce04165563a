import { notFound } from "#kernel/http/http-refusals.ts";
import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { decideRequest, findFirstEligibleApprover, findRequest, type RequestRow } from "#payments/approvals";
import type { Actor } from "#records/audit";
import { listPeople, type Person } from "#records/people";
import { refuseSandbox } from "./sandbox-refusals.ts";

export interface DecisionOnBehalf {
  readonly organizationId: OrganizationId;
  readonly requestId: string;
  readonly decision: "approve" | "reject";
  /** The user who decides; by default, the first who may approve. */
  readonly userEmail?: string | undefined;
  readonly reason?: string | undefined;
  /** Where the request came from. */
  readonly actor: Pick<Actor, "address" | "httpRequestId">;
}

/**
 * Decides a request as a user, through the same function as the dashboard, with all of its checks. For tests: in
 * production, no token and no operator can decide. Refuses with `noSuchApprover` and as decideRequest does.
 */
export async function decideOnBehalf(service: Service, given: DecisionOnBehalf): Promise<RequestRow> {
  const { organizationId, requestId, decision, reason, actor } = given;
  const request = await findRequest(service.database, organizationId, requestId);
  if (request === undefined) throw notFound("request");
  const person = await personOf(service, given, request);
  return decideRequest(service, {
    organizationId,
    requestId: request.request_id,
    userId: person.user_id,
    decision,
    version: request.version,
    reason,
    actor: { ...actor, type: "user", id: person.user_id },
  });
}

async function personOf(
  service: Service,
  { organizationId, userEmail }: DecisionOnBehalf,
  request: RequestRow,
): Promise<Person> {
  const { database, clock } = service;
  const person =
    userEmail === undefined
      ? await findFirstEligibleApprover(database, organizationId, { request, now: clock.now() })
      : (await listPeople(database, organizationId)).find(({ email }) => email === userEmail.toLowerCase());
  if (person === undefined) throw refuseSandbox("noSuchApprover");
  return person;
}
