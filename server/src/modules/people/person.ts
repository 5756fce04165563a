import { present } from "../../kernel/assert.ts";
import type { Caller } from "../../kernel/http/caller.ts";
import type { OrganizationId, SessionId, UserId } from "../../kernel/ids.ts";
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
