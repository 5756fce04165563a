import { assert } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { type EventId, idAt, type OrganizationId, type TransactionId } from "#kernel/values/ids.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import { appendOutbox } from "#kernel/work/outbox.ts";
import { provenEventId } from "./proven-event.ts";
import { findNewestEvents, insertEvents, type NewEventRow } from "./record-events.queries.ts";
import type { ResourceType } from "./resource-type.ts";

/**
 * One change of a transaction. A `create` carries nothing, because its content follows from columns that never change.
 */
export interface TransactionChange {
  readonly transactionId: TransactionId;
  /** The transaction's version after the change: 1 for its creation, plus one for every change. */
  readonly version: number;
  readonly operation: "create" | "update";
  /** An update's changed fields with their new and previous values, in the API's terms (wire contract §6.1). */
  readonly mergePatch?: Readonly<Record<string, unknown>>;
  readonly previousValues?: Readonly<Record<string, unknown>>;
  /** When it happened, for a backfill; now by default. */
  readonly at?: Date;
}

/**
 * Writes the events of this transaction's changes, one per change, and enqueues their webhook deliveries. The database
 * refuses a second event for one version of a transaction.
 */
export async function recordTransactionEvents(
  service: Recording,
  tx: Tx,
  { organizationId, changes }: { organizationId: OrganizationId; changes: readonly TransactionChange[] },
): Promise<void> {
  if (changes.length === 0) return;
  const now = service.clock.now();
  const rows = changes.map((change) => provenRow(service, organizationId, newRow(service, change, now)));
  const written = await insertEvents(tx, { organizationId, rows });
  assert(written === changes.length, "every change has its event");
  await appendOutbox(
    tx,
    organizationId,
    "events",
    rows.map((row) => row.eventId),
  );
}

type Recording = Pick<Service, "clock" | "newId" | "vault">;

/** The row with the ID that vouches for it. */
const provenRow = ({ vault }: Recording, organizationId: OrganizationId, row: NewEventRow): NewEventRow => ({
  ...row,
  eventId: provenEventId(vault, organizationId, row),
});

const jsonOrNull = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));

function newRow(service: Pick<Service, "newId">, change: TransactionChange, now: Date): NewEventRow {
  const { at, operation, version, mergePatch, previousValues } = change;
  assert(Number.isSafeInteger(version) && version >= 1, "versions are counted from 1");
  assert((operation === "create") === (mergePatch === undefined), "an update states what changed, a creation does not");
  return {
    eventId: at === undefined ? service.newId<EventId>() : idAt<EventId>(at, 0),
    occurredAt: at ?? now,
    resourceType: "transaction",
    resourceId: change.transactionId,
    version: BigInt(version),
    operation,
    changedPaths: mergePatch === undefined ? null : Object.keys(mergePatch),
    mergePatch: jsonOrNull(mergePatch),
    previousValues: jsonOrNull(previousValues),
  };
}

/** An account's balances at one moment, in cents. */
export interface BalanceState {
  readonly resourceType: Exclude<ResourceType, "transaction">;
  readonly accountId: string;
  readonly availableMinor: bigint;
  readonly heldMinor: bigint;
}

/**
 * Writes a balance event (decision R10) for each account whose balances differ from its last event; returns their ids.
 * Its version is the last event's plus one (ADR 0043). The stored patch contains all three balances, so that the next
 * event can compare; only the changed ones are shown. One caller at a time per organization: the fan-out.
 */
export async function recordBalanceEvents(
  service: Recording,
  tx: Tx,
  { organizationId, balances }: { organizationId: OrganizationId; balances: readonly BalanceState[] },
): Promise<readonly EventId[]> {
  if (balances.length === 0) return [];
  const newest = await findNewestEvents(
    tx,
    organizationId,
    balances.map((balance) => balance.accountId),
  );
  const newestOf = new Map(newest.map((row) => [row.resource_id, row]));
  const rows = balances.flatMap((balance) => {
    const last = newestOf.get(balance.accountId);
    const row = newBalanceRow(service, balance, last);
    return row === undefined ? [] : [provenRow(service, organizationId, row)];
  });
  if (rows.length === 0) return [];
  await insertEvents(tx, { organizationId, rows });
  return rows.map((row) => row.eventId);
}

function newBalanceRow(
  service: Pick<Service, "clock" | "newId">,
  balance: BalanceState,
  last: { readonly resource_version: bigint; readonly merge_patch: string | null } | undefined,
): NewEventRow | undefined {
  const now = balancesOf(balance);
  const lastPatch = last?.merge_patch ?? undefined;
  const before: Readonly<Record<string, unknown>> = lastPatch === undefined ? {} : JSON.parse(lastPatch);
  const changedPaths = Object.entries(now).flatMap(([name, value]) => (before[name] === value ? [] : [name]));
  if (changedPaths.length === 0) return undefined;
  return {
    eventId: service.newId<EventId>(),
    occurredAt: service.clock.now(),
    resourceType: balance.resourceType,
    resourceId: balance.accountId,
    version: (last?.resource_version ?? 0n) + 1n,
    operation: "update",
    changedPaths,
    mergePatch: JSON.stringify(now),
    previousValues: lastPatch === undefined ? null : JSON.stringify(before),
  };
}

/** Held amounts have left the available balance but are still in the current balance. */
const balancesOf = ({ availableMinor, heldMinor }: BalanceState) => ({
  availableBalance: dollarsFromMinor(availableMinor),
  currentBalance: dollarsFromMinor(availableMinor + heldMinor),
  inFlightBalance: dollarsFromMinor(heldMinor),
});
