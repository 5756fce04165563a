import { present } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId, SessionId, UserId } from "#kernel/values/ids.ts";
import { type Caller, findStepUpAmount } from "#records/identity";
import { refusePeople } from "./people-refusals.ts";

/** The signed-in user, on routes whose scope is `person`. */
export function personOf(caller: Caller): { organizationId: OrganizationId; userId: UserId; sessionId: SessionId } {
  return {
    organizationId: caller.organizationId,
    userId: present(caller.userId, "only signed-in users open a route for users"),
    sessionId: present(caller.person, "only signed-in users open a route for users").sessionId,
  };
}

/**
 * Refuses with `stepUpNeeded` unless the user has reauthenticated within the last ten minutes (POST /session/step-up).
 * For actions that an unattended session must not allow.
 */
export function requireStepUp(caller: Caller): void {
  if (caller.person?.steppedUp !== true) throw refusePeople("stepUpNeeded");
}

/**
 * The same for moving an amount at or above the organization's setting (`approvalStepUpFrom`). Tokens are exempt: they
 * have limits of their own.
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
