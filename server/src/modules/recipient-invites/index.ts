/**
 * Invites by which payees enter their own bank details.
 *
 * Promises: an invite's link is good once, for 30 days at most, and until it is withdrawn; it is stored as a keyed hash and
 * sealed, and is shown only to the person or token that made it, and mailed to the payee; a link that is unknown, used, expired or
 * withdrawn is answered with one refusal; what payees enter is checked, sealed and confirmed like any bank details.
 */
import type { Api } from "../../kernel/http/api.ts";
import type { PeopleService } from "../people/index.ts";
import { payeeRoutes } from "./payee.routes.ts";
import { inviteRoutes } from "./recipient-invites.routes.ts";

export { inviteRefusals } from "./invite-refusals.ts";
export { inviteStates } from "./invite-states.ts";
export { resealInvites } from "./reseal-invites.ts";

/** What the organisation does with its invites, and what payees do with theirs. */
export function recipientInviteRoutes(app: Api, service: PeopleService): void {
  inviteRoutes(app, service);
  payeeRoutes(app, service);
}
