import { present } from "#kernel/assert.ts";
import { plusMs } from "#kernel/clock/clock.ts";
import { newWebhookSecret } from "#kernel/crypto/delivery-signatures.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import { type Answer, idempotently } from "#kernel/idempotency/idempotently.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { type AuditAction, actorOf, recordAudit } from "#records/audit";
import type { Caller } from "#records/identity";
import { abandonWaiting, restartWaiting } from "../delivery/deliveries.queries.ts";
import { endpointSecrets } from "../tables.ts";
import { healthy } from "./endpoint-health.ts";
import { type EndpointStatus, endpointStates } from "./endpoint-states.ts";
import { type EndpointRow, lockEndpoint, updateEndpoint, updateHealth } from "./endpoints.queries.ts";
import { settleTrouble } from "./notify-of-trouble.ts";
import {
  auditedMembers,
  filtersOf,
  PREVIOUS_SECRET_MS,
  refuseBadUrl,
  renderWebhook,
  type Webhook,
  type WebhookChange,
} from "./webhook.ts";

/** The statuses that a caller can request, by their triggers. */
const requestedMoves = { active: "activate", paused: "pause" } as const;

/** The row is locked and not deleted, so every one of these triggers moves it. */
const statusAfter = (status: EndpointStatus, trigger: "activate" | "pause" | "delete"): EndpointStatus =>
  present(endpointStates.next(status, trigger), "an endpoint that is not deleted can be changed");

/** Who changes which endpoint. */
interface OfEndpoint {
  readonly caller: Caller;
  readonly endpointId: string;
}

interface Keyed {
  readonly key: string | undefined;
}

/**
 * Changes an endpoint; omitted members keep their values. Setting `active` enables a paused or disabled endpoint:
 * waiting deliveries are due now, for another three days. Events in between were not queued: resend that range.
 */
export function updateWebhook(
  service: Service,
  {
    caller,
    endpointId,
    change,
    instruction,
    key,
  }: OfEndpoint & { readonly change: WebhookChange; readonly instruction: WebhookChange } & Keyed,
): Promise<Answer<Webhook>> {
  const { organizationId } = caller;
  const { eventTypes, filterPaths } = filtersOf(change);
  if (change.url !== undefined) refuseBadUrl(service.config, change.url);
  const body = { ...instruction, webhookEndpointId: endpointId };
  return idempotently(service, { organizationId, operation: "updateWebhook", key, body }, async (tx) => {
    const before = await lock(tx, organizationId, endpointId);
    const at = service.clock.now();
    const after: EndpointRow = {
      ...before,
      url: change.url ?? before.url,
      event_types: eventTypes === undefined ? before.event_types : eventTypes,
      filter_paths: filterPaths === undefined ? before.filter_paths : filterPaths,
      status: change.status === undefined ? before.status : statusAfter(before.status, requestedMoves[change.status]),
      updated_at: at,
    };
    await updateEndpoint(tx, organizationId, after);
    // Its history of failures ends here, so that one new failure does not disable it again.
    if (after.status !== before.status && after.status === endpointStates.moves.activate.to) {
      await updateHealth(tx, organizationId, after.endpoint_id, healthy);
      await restartWaiting(tx, organizationId, { endpointId: after.endpoint_id, at });
    }
    await audit(service, tx, { caller, action: "webhook.update", before, after });
    if (after.status !== before.status) await settleTrouble(service, tx, organizationId, after.endpoint_id);
    return { statusCode: 200, body: renderWebhook(after) };
  });
}

/** Deletes an endpoint permanently; waiting deliveries are abandoned. Its secrets are erased. */
export function deleteWebhook(service: Service, { caller, endpointId }: OfEndpoint): Promise<void> {
  const { organizationId } = caller;
  return service.database.transaction(async (tx) => {
    const before = await lock(tx, organizationId, endpointId);
    const after: EndpointRow = {
      ...before,
      status: statusAfter(before.status, "delete"),
      secret: null,
      previous_secret: null,
      previous_secret_until: null,
      updated_at: service.clock.now(),
    };
    await updateEndpoint(tx, organizationId, after);
    // After the endpoint, whose lock comes before the locks of deliveries.
    await abandonWaiting(tx, organizationId, before.endpoint_id);
    await audit(service, tx, { caller, action: "webhook.delete", before, after });
    await settleTrouble(service, tx, organizationId, before.endpoint_id);
  });
}

/**
 * Creates a new secret for an endpoint and returns it, once: a replay omits it. The replaced secret also signs for 24
 * hours (decision R9); one that is still in its own 24 hours ends now.
 */
export function rotateWebhookSecret(
  service: Service,
  { caller, endpointId, key }: OfEndpoint & Keyed,
): Promise<Answer<Webhook>> {
  const { organizationId } = caller;
  return idempotently<Webhook>(
    service,
    { organizationId, operation: "rotateWebhookSecret", key, body: { webhookEndpointId: endpointId } },
    async (tx) => {
      const before = await lock(tx, organizationId, endpointId);
      const secret = newWebhookSecret();
      const at = service.clock.now();
      const after: EndpointRow = {
        ...before,
        secret: await service.vault.seal(tx, organizationId, endpointSecrets.contextOf(before.endpoint_id), secret),
        // Both sign for a day, so that the receiver can be switched at any time in between.
        previous_secret: before.secret,
        previous_secret_until: plusMs(at, PREVIOUS_SECRET_MS),
        updated_at: at,
      };
      await updateEndpoint(tx, organizationId, after);
      await audit(service, tx, { caller, action: "webhook.rotateSecret", before, after });
      return { statusCode: 200, body: renderWebhook(after), once: { secret } };
    },
  );
}

/** The locked endpoint; refuses with `resourceNotFound`. */
async function lock(tx: Tx, organizationId: OrganizationId, endpointId: string): Promise<EndpointRow> {
  const row = await lockEndpoint(tx, organizationId, endpointId);
  if (!row) throw notFound("webhook");
  return row;
}

interface Audited {
  readonly caller: Caller;
  readonly action: AuditAction;
  readonly before: EndpointRow;
  readonly after: EndpointRow;
}

/** The audit row of a change. Secrets are never part of it. */
const audit = (service: Service, tx: Tx, { caller, action, before, after }: Audited): Promise<void> =>
  recordAudit(service, tx, {
    organizationId: caller.organizationId,
    actor: actorOf(caller),
    entries: [
      {
        action,
        resourceType: "webhook",
        resourceId: after.endpoint_id,
        before: auditedMembers(before),
        after: auditedMembers(after),
      },
    ],
  });
