import { type Static, Type } from "typebox";
import { plusMs } from "#kernel/clock/clock.ts";
import { invalidRequest, notFound } from "#kernel/http/http-refusals.ts";
import { object, Timestamp, Uuid } from "#kernel/http/schemas.ts";
import { type Answer, idempotently } from "#kernel/idempotency/idempotently.ts";
import { IdempotencyKey } from "#kernel/idempotency/key.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { firstIdAt, type OrganizationId } from "#kernel/values/ids.ts";
import { actorOf, recordAudit } from "#records/audit";
import { type EventRow, findEvents, findEventsInRange } from "#records/events/feed";
import type { Caller } from "#records/identity";
import { lockEndpoint } from "../endpoints/endpoints.queries.ts";
import { deliveriesFor } from "../filter/fan-out.ts";
import { refuseWebhook } from "../webhook-refusals.ts";
import { findWaitingEvents, insertDeliveries } from "./deliveries.queries.ts";

/** The maximum number of events per request. */
export const RESEND_EVENTS_MAX = 10_000;

export const ResendSchema = object(
  {
    eventId: Type.Optional(Uuid("Resend this event.")),
    from: Type.Optional(Timestamp("Or resend events from this time on,")),
    to: Type.Optional(Timestamp("and before this time; now by default.")),
    idempotencyKey: IdempotencyKey,
  },
  { title: "ResendWebhookEventsRequest" },
);
export const ResendReplySchema = object(
  { count: Type.Integer({ minimum: 0, description: "Events queued." }) },
  { title: "ResentWebhookEvents" },
);
type Resend = Static<typeof ResendSchema>;

interface Asked {
  readonly caller: Caller;
  readonly endpointId: string;
  readonly body: Resend;
  readonly key: string | undefined;
}

/**
 * Queues events for an endpoint again: those that match its filters and do not already wait. They keep their ids. For a
 * paused or disabled endpoint, they wait until it is active.
 */
export function resendEvents(
  service: Service,
  { caller, endpointId, body, key }: Asked,
): Promise<Answer<{ count: number }>> {
  const { organizationId } = caller;
  refuseUnclear(body);
  const instruction = {
    organizationId,
    operation: "resendWebhook",
    key,
    body: { ...body, webhookEndpointId: endpointId },
  };
  return idempotently(service, instruction, async (tx) => {
    // Locked, so that two concurrent requests do not queue the same events twice.
    const endpoint = await lockEndpoint(tx, organizationId, endpointId);
    if (!endpoint) throw notFound("webhook");
    const found = deliveriesFor(service, [endpoint], await findAsked(service, tx, { organizationId, body }));
    const waiting = await findWaitingEvents(tx, organizationId, {
      endpointId: endpoint.endpoint_id,
      eventIds: found.map((delivery) => delivery.eventId),
    });
    const waitingIds = new Set(waiting.map((row) => row.event_id));
    const deliveries = found.filter((delivery) => !waitingIds.has(delivery.eventId));
    await insertDeliveries(tx, organizationId, { purpose: "resend", at: service.clock.now(), deliveries });
    const { idempotencyKey: _, ...asked } = body;
    await recordAudit(service, tx, {
      organizationId,
      actor: actorOf(caller),
      entries: [
        {
          action: "webhook.resend",
          resourceType: "webhook",
          resourceId: endpointId,
          after: { ...asked, count: deliveries.length },
        },
      ],
    });
    return { statusCode: 200, body: { count: deliveries.length } };
  });
}

/** Refuses a request that names neither an event nor a range, or both. */
function refuseUnclear({ eventId, from, to }: Resend): void {
  if ((eventId === undefined) === (from === undefined))
    throw invalidRequest([{ path: "eventId", message: "or from is required, but not both" }]);
  if (from === undefined && to !== undefined)
    throw invalidRequest([{ path: "to", message: "is accepted only together with from" }]);
  if (from !== undefined && to !== undefined && Date.parse(to) <= Date.parse(from))
    throw invalidRequest([{ path: "to", message: "must be after from" }]);
}

async function findAsked(
  service: Service,
  tx: Tx,
  { organizationId, body }: { organizationId: OrganizationId; body: Resend },
): Promise<readonly EventRow[]> {
  if (body.eventId !== undefined) {
    const found = await findEvents(service, tx, organizationId, [body.eventId]);
    if (found.length === 0) throw notFound("event");
    return found;
  }
  const from = new Date(body.from ?? 0);
  // The range excludes its end, so one millisecond more includes the events of this instant.
  const to = body.to === undefined ? plusMs(service.clock.now(), 1) : new Date(body.to);
  // One event more than allowed: if it is found, the range is too large.
  const range = { fromId: firstIdAt(from), belowId: firstIdAt(to), limit: RESEND_EVENTS_MAX + 1 };
  const found = await findEventsInRange(service, tx, organizationId, range);
  if (found.length > RESEND_EVENTS_MAX)
    throw refuseWebhook("resendRangeTooLarge", { details: { limit: RESEND_EVENTS_MAX } });
  return found;
}
