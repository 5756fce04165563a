import { newWebhookSecret } from "#kernel/crypto/delivery-signatures.ts";
import { type Answer, idempotently } from "#kernel/idempotency/idempotently.ts";
import type { Service } from "#kernel/process/service.ts";
import type { EndpointId } from "#kernel/values/ids.ts";
import { actorOf, recordAudit } from "#records/audit";
import type { Caller } from "#records/identity";
import { endpointSecrets } from "../tables.ts";
import { refuseWebhook } from "../webhook-refusals.ts";
import { countEndpoints, type EndpointRow, insertEndpoint, lockOldestEndpoint } from "./endpoints.queries.ts";
import {
  auditedMembers,
  ENDPOINTS_MAX,
  filtersOf,
  type NewWebhook,
  refuseBadUrl,
  renderWebhook,
  type Webhook,
} from "./webhook.ts";

/** Creates an endpoint and returns its secret, once: a replay omits it. Checks, in this order: filters, URL, limit. */
export function createWebhook(
  service: Service,
  { caller, body, key }: { readonly caller: Caller; readonly body: NewWebhook; readonly key: string | undefined },
): Promise<Answer<Webhook>> {
  const { organizationId } = caller;
  const { eventTypes, filterPaths } = filtersOf(body);
  refuseBadUrl(service.config, body.url);
  return idempotently<Webhook>(service, { organizationId, operation: "createWebhook", key, body }, async (tx) => {
    await lockOldestEndpoint(tx, organizationId);
    // Under the lock, so that concurrent requests cannot exceed the limit together.
    const { count } = await countEndpoints(tx, organizationId);
    if (count >= ENDPOINTS_MAX) throw refuseWebhook("webhookLimitReached", { details: { limit: ENDPOINTS_MAX } });
    const endpointId = service.newId<EndpointId>();
    const secret = newWebhookSecret();
    const at = service.clock.now();
    const row: EndpointRow = {
      endpoint_id: endpointId,
      url: body.url,
      status: "active",
      event_types: eventTypes ?? null,
      filter_paths: filterPaths ?? null,
      secret: await service.vault.seal(tx, organizationId, endpointSecrets.contextOf(endpointId), secret),
      previous_secret: null,
      previous_secret_until: null,
      created_at: at,
      updated_at: at,
    };
    await insertEndpoint(tx, organizationId, row);
    await recordAudit(service, tx, {
      organizationId,
      actor: actorOf(caller),
      entries: [
        { action: "webhook.create", resourceType: "webhook", resourceId: endpointId, after: auditedMembers(row) },
      ],
    });
    // The secret is in this response only and is not stored with it (decision P6).
    return { statusCode: 200, body: renderWebhook(row), once: { secret } };
  });
}
