/**
 * Invites with which recipients enter their own bank details.
 *
 * Guarantees: a link works once, for at most 30 days, and until it is withdrawn; it is stored as a keyed hash and
 * sealed, shown only to the user or token that created it, and emailed to the recipient; an unknown, used, expired, or
 * withdrawn link gets the same refusal; the entered details are checked, sealed, and confirmed like any bank details.
 */
import type { Api } from "../../kernel/http/api.ts";
import type { PeopleService } from "../people/index.ts";
import { payeeRoutes } from "./payee.routes.ts";
import { inviteRoutes } from "./recipient-invites.routes.ts";

export { inviteRefusals } from "./invite-refusals.ts";
export { inviteStates } from "./invite-states.ts";

/** Routes for the organization's invites, and for recipients who answer them. */
export function recipientInviteRoutes(app: Api, service: PeopleService): void {
  inviteRoutes(app, service);
  payeeRoutes(app, service);
}
