import type { Metrics } from "../process/metrics.ts";
import type { Database } from "../sql/database.ts";
import { outboxBacklog, outboxTopics } from "./outbox.queries.ts";

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
