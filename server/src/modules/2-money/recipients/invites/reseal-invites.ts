import { type Resealed, resealColumn } from "#kernel/crypto/reseal.ts";
import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { invites } from "../tables.ts";
import { type InviteRowId, inviteContextOf } from "./recipient-invite.ts";
import { lockSealedInvites, replaceSealedInvite } from "./recipient-invites.queries.ts";

/** Re-encrypts links of older key versions under the newest one, while the service runs. */
export const resealInvites = (service: Service, organizationId: OrganizationId): Promise<Resealed> =>
  resealColumn<InviteRowId>(service, organizationId, {
    name: "recipient_invites.secret",
    contextOf: inviteContextOf,
    table: invites,
    lock: (tx, range) => lockSealedInvites(tx, organizationId, range),
    replace: (tx, id, sealed) => replaceSealedInvite(tx, organizationId, id, sealed),
  });
