import { type Resealed, resealColumn } from "#kernel/crypto/reseal.ts";
import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { type ConnectionId, secretsContextOf } from "./bank-rail.ts";
import { lockSealed, replaceSealed } from "./connections/connections.queries.ts";

/** Re-encrypts secrets of older key versions under the newest one, while the service runs. */
export const resealBankSecrets = (service: Service, organizationId: OrganizationId): Promise<Resealed> =>
  resealColumn<ConnectionId>(service, organizationId, {
    name: "bank_connections.secrets",
    contextOf: secretsContextOf,
    lock: (tx, range) => lockSealed(tx, organizationId, range),
    replace: (tx, id, sealed) => replaceSealed(tx, organizationId, { id, sealed }),
  });
