import { type Resealed, resealColumn } from "#kernel/crypto/reseal.ts";
import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId, RoutingId } from "#kernel/values/ids.ts";
import { recipientSealContext } from "../recipient.ts";
import { lockSealedRoutings, replaceSealedRouting } from "../recipients.queries.ts";

/** Re-encrypts account numbers of older key versions under the newest one, while the service runs. */
export const resealRoutings = (service: Service, organizationId: OrganizationId): Promise<Resealed> =>
  resealColumn<RoutingId>(service, organizationId, {
    name: "recipient_routings.account_number",
    contextOf: recipientSealContext,
    lock: (tx, range) => lockSealedRoutings(tx, organizationId, range),
    replace: (tx, id, sealed) => replaceSealedRouting(tx, organizationId, id, sealed),
  });
