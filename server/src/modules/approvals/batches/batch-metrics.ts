import type { Metrics } from "../../../kernel/process/metrics.ts";
import type { BatchObserver } from "./run-batch-decisions.ts";

/** Counts decisions about batches that were not carried out because they were changed in the database. */
export function batchMetrics(metrics: Metrics): BatchObserver {
  const unverified = metrics.counter({
    name: "bursar_batch_decisions_unverified_total",
    help: "Decisions about batches not carried out because they do not verify. Anything but 0 means that someone changed the database.",
  });
  return { unverified: () => unverified.inc() };
}
