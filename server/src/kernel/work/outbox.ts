import type { Metrics } from "../process/metrics.ts";
import type { Service } from "../process/service.ts";
import type { Database, Tx } from "../sql/database.ts";
import type { OrganizationId } from "../values/ids.ts";
import { type EachOrganization, eachOrganization } from "./each-organization.ts";
import {
  addOutboxConsumer,
  deleteOutboxRows,
  insertOutboxRow,
  newestOutboxRow,
  type OutboxTopic,
  oldestOutboxRows,
  organizationsWithOutboxRows,
  outboxBacklog,
  outboxTopics,
  tryLockConsumer,
} from "./outbox.queries.ts";

/**
 * The outbox: what a commit created, for the workers that process it later. The transaction that creates the resources
 * writes the row, and the transaction that processes them deletes it, so nothing is lost or processed twice. One row
 * per commit and topic keeps its cost low on the hot path (ADR 0005).
 */
export async function appendOutbox(
  tx: Tx,
  organizationId: OrganizationId,
  topic: OutboxTopic,
  ids: readonly string[],
): Promise<void> {
  if (ids.length > 0) await insertOutboxRow(tx, organizationId, topic, ids);
}

/** Also for an organization that a version without this topic created. */
export async function appendNewTopic(
  tx: Tx,
  organizationId: OrganizationId,
  topic: OutboxTopic,
  ids: readonly string[],
): Promise<void> {
  await addOutboxConsumer(tx, organizationId, topic);
  await appendOutbox(tx, organizationId, topic, ids);
}

/** Creates the consumers of a new organization, in the transaction that creates the organization. */
export async function createOutboxConsumers(tx: Tx, organizationId: OrganizationId): Promise<void> {
  for (const topic of outboxTopics) await addOutboxConsumer(tx, organizationId, topic);
}

export interface Drain {
  readonly topic: OutboxTopic;
  /** Outbox rows (commits) taken per transaction. */
  readonly rowsPerCommit: number;
  /** Processes what the commits created, oldest first, in the transaction that deletes the outbox rows. */
  readonly handle: (tx: Tx, organizationId: OrganizationId, ids: readonly string[]) => Promise<void>;
  /** Whether an organization's rows are processed now, by the position of its newest one; always, by default. */
  readonly isDue?: (organizationId: OrganizationId, newest: bigint) => boolean;
}

/**
 * Processes a topic's outbox rows, organization by organization, in commit order. Skips an organization that another
 * process is working on. One pass takes at most one batch per organization, so that none starves the others. Returns
 * the number of processed ids.
 */
export async function drainOutbox(service: Pick<Service, "database" | "log">, drain: Drain): Promise<number> {
  const { database } = service;
  const waiting = await organizationsWithOutboxRows(database, drain.topic);
  const ids = waiting.map((row) => row.organization_id);
  return each[drain.topic].run(service, ids, (organizationId) =>
    database.transaction(async (tx) => {
      if (!(await tryLockConsumer(tx, organizationId, drain.topic))) return 0;
      if (!(await isDue(tx, organizationId, drain))) return 0;
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

async function isDue(tx: Tx, organizationId: OrganizationId, drain: Drain): Promise<boolean> {
  if (drain.isDue === undefined) return true;
  const newest = await newestOutboxRow(tx, organizationId, drain.topic);
  return newest !== undefined && drain.isDue(organizationId, newest.position);
}

const each: Readonly<Record<OutboxTopic, EachOrganization>> = {
  events: eachOrganization("webhook-fan-out"),
  audit: eachOrganization("audit-seal"),
  notices: eachOrganization("payment-notices"),
  incoming: eachOrganization("incoming-payments"),
  categories: eachOrganization("category-rules"),
  memos: eachOrganization("memo-words"),
};

/** Reports the commits that background work has not processed yet. */
export function outboxMetrics(database: Database, metrics: Metrics): void {
  const commits = metrics.gauge({
    name: "bursar_outbox_commits",
    help: "Commits that background work has not processed yet, by topic.",
    labelNames: ["topic"],
  });
  metrics.onScrape(async () => {
    const backlog = await outboxBacklog(database);
    for (const topic of outboxTopics)
      commits.labels(topic).set(Number(backlog.find((row) => row.topic === topic)?.commits ?? 0));
  });
}
