import type { Service } from "#kernel/process/service.ts";
import { reportUnproven } from "#kernel/proofs/unproven-row.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { DeliveryId, EventId, OrganizationId } from "#kernel/values/ids.ts";
import type { NoteDelay } from "#kernel/work/delays.ts";
import { drainOutbox } from "#kernel/work/outbox.ts";
import { type BalanceState, recordBalanceEvents } from "#records/events";
import { type EventRow, findEvents, renderEvent } from "#records/events/feed";
import { insertDeliveries, type NewDelivery } from "../delivery/deliveries.queries.ts";
import { type EndpointRow, findActiveEndpoints } from "../endpoints/endpoints.queries.ts";
import { findBalances } from "./balances.queries.ts";
import { endpointWants, eventTypeOf } from "./event-filter.ts";

type FanningOut = Pick<Service, "database" | "clock" | "newId" | "log" | "vault">;

/** Passes events on to another module's outbox topic, in the same transaction. */
export type EventRelay = (tx: Tx, organizationId: OrganizationId, eventIds: readonly string[]) => Promise<void>;

/** Bounds for one transaction and for one statement. */
const COMMITS_PER_PASS = 200;
const DELIVERIES_PER_INSERT = 5_000;

/**
 * Creates a delivery for every active endpoint that wants an event, in the transaction that deletes the outbox row:
 * each event is queued for each endpoint exactly once, even after crashes. Returns the number of events.
 *
 * Events during a pause are not queued; the user can resend the time range.
 */
export const runWebhookFanOut = (service: FanningOut, relay?: EventRelay, onDue?: NoteDelay): Promise<number> =>
  drainOutbox(service, {
    topic: "events",
    rowsPerCommit: COMMITS_PER_PASS,
    handle: async (tx, organizationId, ids) => {
      await relay?.(tx, organizationId, ids);
      const endpoints = await findActiveEndpoints(tx, organizationId);
      // The outbox rows are deleted anyway: without an endpoint, there is nobody to deliver to.
      if (endpoints.length === 0) return;
      const found = new Map((await findEvents(service, tx, organizationId, ids)).map((row) => [row.event_id, row]));
      // In commit order, not id order: of two events at one instant, the first committed is delivered first.
      const events = ids.flatMap((id) => {
        const event = found.get(id as EventId);
        if (event === undefined) reportUnproven(service, { organizationId, table: "events", key: id });
        return event ?? [];
      });
      for (const event of events) onDue?.(event.occurred_at);
      events.push(...(await balanceEvents(service, tx, { organizationId, endpoints, events })));
      const deliveries = deliveriesFor(service, endpoints, events);
      for (let from = 0; from < deliveries.length; from += DELIVERIES_PER_INSERT) {
        const some = deliveries.slice(from, from + DELIVERIES_PER_INSERT);
        await insertDeliveries(tx, organizationId, { purpose: "event", at: service.clock.now(), deliveries: some });
      }
    },
  });

/** One delivery for each pair of an event and an endpoint that wants it. */
export function deliveriesFor(
  service: Pick<Service, "newId">,
  endpoints: readonly EndpointRow[],
  events: readonly EventRow[],
): readonly NewDelivery[] {
  return events.flatMap((row) => {
    const { changedPaths, ...event } = renderEvent(row);
    const eventType = eventTypeOf(event);
    if (eventType === undefined) return [];
    return endpoints
      .filter((endpoint) =>
        endpointWants(
          { eventTypes: endpoint.event_types, filterPaths: endpoint.filter_paths },
          { eventType, changedPaths },
        ),
      )
      .map((endpoint) => ({
        deliveryId: service.newId<DeliveryId>(),
        endpointId: endpoint.endpoint_id,
        eventId: row.event_id,
        resourceId: row.resource_id,
        resourceVersion: row.resource_version,
      }));
  });
}

/** Events of one organization, and the endpoints that may want them. */
interface Happened {
  readonly organizationId: OrganizationId;
  readonly endpoints: readonly EndpointRow[];
  readonly events: readonly EventRow[];
}

/**
 * Balance events exist only if an endpoint names them (decision R10): one for each account that the transactions
 * changed, with its balances now. Changes in one pass share an event (ADR 0043).
 */
async function balanceEvents(
  service: FanningOut,
  tx: Tx,
  { organizationId, endpoints, events }: Happened,
): Promise<readonly EventRow[]> {
  const named = new Set(endpoints.flatMap((endpoint) => endpoint.event_types ?? []));
  const accountIds = new Set(events.flatMap((row) => row.account_id ?? []));
  if (![...named].some((type) => type.endsWith(".balance.updated")) || accountIds.size === 0) return [];
  const balances = (await findBalances(tx, organizationId, [...accountIds])).flatMap((row): readonly BalanceState[] => {
    const resourceType = resourceTypesByKind[row.kind];
    if (!named.has(`${resourceType}.balance.updated`)) return [];
    return [
      {
        resourceType,
        accountId: row.account_id,
        availableMinor: row.available_minor,
        heldMinor: row.held_minor,
      },
    ];
  });
  return findEvents(service, tx, organizationId, await recordBalanceEvents(service, tx, { organizationId, balances }));
}

const resourceTypesByKind = {
  checking: "checkingAccount",
  savings: "savingsAccount",
  treasury: "treasuryAccount",
} as const;
