import { resealColumn } from "../../kernel/crypto/reseal.ts";
import type { EndpointId, OrganizationId } from "../../kernel/ids.ts";
import type { Service } from "../../kernel/service.ts";
import { lockSealedSecrets, replaceSealedSecret, type SecretColumn } from "./endpoints.queries.ts";
import { secretContextOf } from "./webhook.ts";

/** Seals the secrets of older key versions with the newest one. Returns how many. Runs beside the service. */
export async function resealWebhookSecrets(service: Service, organizationId: OrganizationId): Promise<number> {
  const columns: readonly SecretColumn[] = ["secret", "previous_secret"];
  let resealed = 0;
  for (const column of columns) {
    resealed += await resealColumn<EndpointId>(service, organizationId, {
      contextOf: secretContextOf,
      lock: (tx, range) => lockSealedSecrets(tx, organizationId, { column, ...range }),
      replace: (tx, id, sealed) => replaceSealedSecret(tx, organizationId, { column, id, sealed }),
    });
  }
  return resealed;
}
