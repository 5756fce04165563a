import { type Resealed, resealColumn } from "../../../kernel/crypto/reseal.ts";
import type { Service } from "../../../kernel/process/service.ts";
import type { EndpointId, OrganizationId } from "../../../kernel/values/ids.ts";
import { lockSealedSecrets, replaceSealedSecret, type SecretColumn } from "./endpoints.queries.ts";
import { secretContextOf } from "./webhook.ts";

/** Seals the secrets of older key versions with the newest one. Runs while the service does. */
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
      lock: (tx, range) => lockSealedSecrets(tx, organizationId, { column, ...range }),
      replace: (tx, id, sealed) => replaceSealedSecret(tx, organizationId, { column, id, sealed }),
    });
    done.push(resealed);
  }
  return done;
}
