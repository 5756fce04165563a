import { present } from "../../kernel/assert.ts";
import type { Service } from "../../kernel/process/service.ts";
import type { OrganizationId, SessionId, UserId } from "../../kernel/values/ids.ts";
import { type Caller, findStepUpAmount } from "../identity/index.ts";
import { refusePeople } from "./people-refusals.ts";

/** The person signed in, on routes whose scope is `person`. */
export function personOf(caller: Caller): { organizationId: OrganizationId; userId: UserId; sessionId: SessionId } {
  return {
    organizationId: caller.organizationId,
    userId: present(caller.userId, "only people open a route for people"),
    sessionId: present(caller.person, "only people open a route for people").sessionId,
  };
}

/**
 * Refuses with `stepUpNeeded` unless the person proved again, within the last ten minutes, to be who signed in
 * (POST /session/step-up). For what a session left open on a desk must not do.
 */
export function requireStepUp(caller: Caller): void {
  if (caller.person?.steppedUp !== true) throw refusePeople("stepUpNeeded");
}

/**
 * The same for moving an amount at once, from the amount on that the organization sets (`approvalStepUpFrom`). Tokens are not
 * people: their own limits hold them.
 */
export async function requireStepUpForAmount(
  { database }: Pick<Service, "database">,
  caller: Caller,
  amountMinor: bigint,
): Promise<void> {
  if (caller.person === undefined || caller.person.steppedUp) return;
  const fromMinor = await findStepUpAmount(database, caller.organizationId);
  if (fromMinor !== null && amountMinor >= fromMinor) throw refusePeople("stepUpNeeded");
}
