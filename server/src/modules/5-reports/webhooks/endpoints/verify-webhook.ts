import { signDelivery } from "#kernel/crypto/delivery-signatures.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import { type Answer, idempotentlyOutside } from "#kernel/idempotency/idempotently.ts";
import type { Service } from "#kernel/process/service.ts";
import type { EventId } from "#kernel/values/ids.ts";
import type { EventObject } from "#records/events/feed";
import type { Caller } from "#records/identity";
import type { WebhookEventType } from "../filter/event-filter.ts";
import type { Sender } from "../sender/guarded-sender.ts";
import { refuseWebhook } from "../webhook-refusals.ts";
import { findEndpoint } from "./endpoints.queries.ts";
import { signingSecretsOf } from "./signing-secrets.ts";

/** A test of one endpoint with one type of event. */
interface Trial {
  readonly caller: Caller;
  readonly endpointId: string;
  readonly eventType: WebhookEventType;
}

/**
 * Sends one test event of the type, signed like any other, regardless of the endpoint's filters and status, so that a
 * receiver can be tested before it is used or enabled again. The event is not stored; its ids are invented.
 */
export function verifyWebhook(
  service: Service,
  sender: Sender,
  { key, ...trial }: Trial & { readonly key: string | undefined },
): Promise<Answer<null>> {
  const { organizationId } = trial.caller;
  const body = { webhookEndpointId: trial.endpointId, eventType: trial.eventType };
  // Outside a transaction: locks must not wait for a receiver. The result is stored afterward.
  return idempotentlyOutside(service, { organizationId, operation: "verifyWebhook", key, body }, async () => {
    await tryEndpoint(service, sender, trial);
    return { statusCode: 204, body: null };
  });
}

/** Makes one attempt; refuses with `webhookVerificationFailed`, which says why. */
async function tryEndpoint(
  service: Service,
  sender: Sender,
  { caller: { organizationId }, endpointId, eventType }: Trial,
): Promise<void> {
  const endpoint = await findEndpoint(service.database, organizationId, endpointId);
  if (!endpoint) throw notFound("webhook");
  const now = service.clock.now();
  const secrets = await signingSecretsOf(service, service.database, { organizationId, endpoint, now });
  const event = exampleEvent(service, eventType);
  const body = JSON.stringify(event);
  // Receivers compare the signature's time with their own clock, so it is the machine's.
  const headers = signDelivery({ secrets, eventId: event.id, body, at: new Date() });
  const outcome = await sender.send({ url: endpoint.url, headers, body });
  if (outcome.kind === "delivered") return;
  const statusCode = "statusCode" in outcome ? outcome.statusCode : undefined;
  const reason = statusCode === undefined ? outcome.reason : `${outcome.reason} ${statusCode}`;
  throw refuseWebhook("webhookVerificationFailed", {
    details: {
      url: endpoint.url,
      reason,
      durationMs: outcome.durationMs,
      ...(statusCode === undefined ? {} : { statusCode }),
    },
  });
}

/** An example event of this type (wire contract §6.1). */
export function exampleEvent(service: Pick<Service, "clock" | "newId">, eventType: WebhookEventType): EventObject {
  const at = service.clock.now().toISOString();
  const common = { id: service.newId<EventId>(), resourceId: service.newId(), occurredAt: at };
  switch (eventType) {
    case "transaction.created":
      return {
        ...common,
        resourceType: "transaction",
        operationType: "create",
        resourceVersion: 1,
        changedPaths: ["amount", "bankDescription", "estimatedDeliveryDate", "status"],
        mergePatch: { amount: -125.5, bankDescription: "Test delivery", estimatedDeliveryDate: at, status: "pending" },
        previousValues: null,
      };
    case "transaction.updated":
      return {
        ...common,
        resourceType: "transaction",
        operationType: "update",
        resourceVersion: 2,
        changedPaths: ["status", "postedAt"],
        mergePatch: { status: "sent", postedAt: at },
        previousValues: { status: "pending", postedAt: null },
      };
    default:
      return {
        ...common,
        resourceType: resourceTypesByEvent[eventType],
        operationType: "update",
        resourceVersion: 2,
        changedPaths: ["availableBalance", "inFlightBalance"],
        mergePatch: { availableBalance: 874.5, inFlightBalance: 125.5 },
        previousValues: { availableBalance: 1000, inFlightBalance: 0 },
      };
  }
}

const resourceTypesByEvent = {
  "checkingAccount.balance.updated": "checkingAccount",
  "savingsAccount.balance.updated": "savingsAccount",
  "treasuryAccount.balance.updated": "treasuryAccount",
  "investmentAccount.balance.updated": "investmentAccount",
  "creditAccount.balance.updated": "creditAccount",
} as const;
