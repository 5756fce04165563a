import type { Service } from "../process/service.ts";
import type { Tx } from "../sql/database.ts";
import type { OrganizationId } from "../values/ids.ts";
import { type EachOrganization, eachOrganization } from "./each-organization.ts";
import {
  addOutboxConsumer,
  deleteOutboxRows,
  insertOutboxRow,
  type OutboxTopic,
  oldestOutboxRows,
  organizationsWithOutboxRows,
  tryLockConsumer,
} from "./outbox.queries.ts";

/**
 * The outbox: what a commit made, told to the workers that act on it later. A row is written by the transaction that made
 * the things it names and is deleted by the transaction that dealt with them, so nothing is lost or dealt with twice.
 * One row per commit and topic keeps its cost off the hot path (ADR 0005).
 */
export async function appendOutbox(
  tx: Tx,
  organizationId: OrganizationId,
  topic: OutboxTopic,
  ids: readonly string[],
): Promise<void> {
  if (ids.length > 0) await insertOutboxRow(tx, organizationId, topic, ids);
}

/** Gives a new organization its consumers. In the transaction that makes the organization. */
export async function createOutboxConsumers(tx: Tx, organizationId: OrganizationId): Promise<void> {
  for (const topic of ["events", "audit"] as const) await addOutboxConsumer(tx, organizationId, topic);
}

export interface Drain {
  readonly topic: OutboxTopic;
  /** Outbox rows (commits) taken per transaction. */
  readonly rowsPerCommit: number;
  /** Deals with what the commits made, oldest first, inside the transaction that forgets them. */
  readonly handle: (tx: Tx, organizationId: OrganizationId, ids: readonly string[]) => Promise<void>;
}

/**
 * Deals with what waits for a topic, organization by organization, in the order of the commits. An organization another
 * process is working on is left to it. One pass takes at most one bite of each organization, so none starves the others.
 * Returns how many ids were dealt with; 0 means there was nothing to do.
 */
export async function drainOutbox(service: Pick<Service, "database" | "log">, drain: Drain): Promise<number> {
  const { database } = service;
  const waiting = await organizationsWithOutboxRows(database, drain.topic);
  const ids = waiting.map((row) => row.organization_id);
  return each[drain.topic].run(service, ids, (organizationId) =>
    database.transaction(async (tx) => {
      if (!(await tryLockConsumer(tx, organizationId, drain.topic))) return 0;
      const rows = await oldestOutboxRows(tx, organizationId, drain.topic, drain.rowsPerCommit);
      const ids = rows.flatMap((row) => row.ids.split(","));
      if (ids.length === 0) return 0;
      await drain.handle(tx, organizationId, ids);
      await deleteOutboxRows(
        tx,
        organizationId,
        drain.topic,
        rows.map((row) => row.position),
      );
      return ids.length;
    }),
  );
}

const each: Readonly<Record<OutboxTopic, EachOrganization>> = {
  events: eachOrganization("webhook-fan-out"),
  audit: eachOrganization("audit-seal"),
};
