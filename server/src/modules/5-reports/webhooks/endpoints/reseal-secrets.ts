import { type Resealed, resealColumn } from "#kernel/crypto/reseal.ts";
import type { Service } from "#kernel/process/service.ts";
import type { EndpointId, OrganizationId } from "#kernel/values/ids.ts";
import { endpoints } from "../tables.ts";
import { lockSealedSecrets, replaceSealedSecret, type SecretColumn } from "./endpoints.queries.ts";
import { secretContextOf } from "./webhook.ts";

/** Re-encrypts secrets of older key versions under the newest one, while the service runs. */
export async function resealWebhookSecrets(
  service: Service,
  organizationId: OrganizationId,
): Promise<readonly Resealed[]> {
  const columns: readonly SecretColumn[] = ["secret", "previous_secret"];
  const done: Resealed[] = [];
  for (const column of columns) {
    const resealed = await resealColumn<EndpointId>(service, organizationId, {
      name: `webhook_endpoints.${column}`,
      contextOf: secretContextOf,
      table: endpoints,
      lock: (tx, range) => lockSealedSecrets(tx, organizationId, { column, ...range }),
      replace: (tx, id, sealed) => replaceSealedSecret(tx, organizationId, { column, id, sealed }),
    });
    done.push(resealed);
  }
  return done;
}
