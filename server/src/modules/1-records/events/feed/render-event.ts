import { present } from "#kernel/assert.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import type { EventObject } from "./event.ts";
import type { EventRow } from "./events.queries.ts";

type Members = Readonly<Record<string, unknown>>;

/**
 * The event object (wire contract §6.1). It follows from columns that never change, so a webhook's body has the same
 * bytes on every attempt. `mergePatch` holds exactly the fields in `changedPaths`; a creation lists the fields that
 * have a value.
 */
export function renderEvent(row: EventRow): EventObject {
  const change = row.operation === "create" ? creationOf(row) : updateOf(row);
  return {
    id: row.event_id,
    resourceType: row.resource_type,
    resourceId: row.resource_id,
    operationType: row.operation,
    resourceVersion: Number(row.resource_version),
    occurredAt: row.occurred_at.toISOString(),
    ...change,
  };
}

type Change = Pick<EventObject, "changedPaths" | "mergePatch" | "previousValues">;

function creationOf(row: EventRow): Change {
  const created: Members = {
    amount: dollarsFromMinor(present(row.amount_minor, "a created transaction has an amount")),
    bankDescription: row.bank_description,
    estimatedDeliveryDate: present(
      row.estimated_delivery_at,
      "a created transaction has a delivery date",
    ).toISOString(),
    externalMemo: row.external_memo,
    note: row.note,
    postedAt: row.posted_at?.toISOString() ?? null,
    status: present(row.status, "a created transaction has a status"),
  };
  // No value existed before, and null in a merge patch would mean removal (RFC 7396).
  const mergePatch = Object.fromEntries(Object.entries(created).filter(([, value]) => value !== null));
  return { changedPaths: Object.keys(mergePatch), mergePatch, previousValues: null };
}

function updateOf(row: EventRow): Change {
  const changedPaths = [...present(row.changed_paths, "an update states what changed")];
  const parse = (text: string): Members => JSON.parse(text);
  // A balance event's stored patch holds more than it shows (see recordBalanceEvents).
  const shown = (members: Members): Members =>
    row.resource_type === "transaction"
      ? members
      : Object.fromEntries(Object.entries(members).filter(([name]) => changedPaths.includes(name)));
  return {
    changedPaths,
    mergePatch: shown(parse(present(row.merge_patch, "an update has a patch"))),
    previousValues: row.previous_values === null ? null : shown(parse(row.previous_values)),
  };
}
