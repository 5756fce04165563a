import { childrenOf, type Metrics } from "#kernel/process/metrics.ts";
import type { Service } from "#kernel/process/service.ts";
import { handOverBacklog } from "./bank/hand-over.queries.ts";
import type { PaymentWriter, WriterObserver } from "./send/payment-writer.ts";

/** Up to the largest batch of payment-writer.ts. */
const BATCH_BUCKETS = [1, 2, 4, 8, 16, 32, 64, 128];

/** Counts the batches of a payment writer. */
export function writerMetrics(metrics: Metrics): WriterObserver {
  const batches = metrics.histogram(
    { name: "bursar_payment_batch_size", help: "Payments per call to the database." },
    BATCH_BUCKETS,
  );
  const splits = metrics.counter({
    name: "bursar_payment_batches_split_total",
    help: "Calls that failed as a whole, after which their payments were sent one at a time. Anything but 0 is a defect: see the log.",
  });
  return { batchSent: (size) => batches.observe(size), batchSplit: () => splits.inc() };
}

/** The writer, with its batches, its queue, and its decisions counted. */
export function countedWriter(writer: PaymentWriter, metrics: Metrics): PaymentWriter {
  const decided = metrics.counter({
    name: "bursar_payments_decided_total",
    help: "Direct sends decided, by method and outcome (accepted, replayed, or the refusal).",
    labelNames: ["method", "outcome"],
  });
  const decisions = childrenOf((method, outcome) => decided.labels(method, outcome));
  const queued = metrics.gauge({
    name: "bursar_payments_queued",
    help: "Payments waiting for the writer of this process.",
  });
  metrics.onScrape(() => queued.set(writer.queued()));
  writer.observe(writerMetrics(metrics));
  return {
    ...writer,
    submit: async (payment) => {
      const decision = await writer.submit(payment);
      decisions(payment.method, decision.outcome).inc();
      return decision;
    },
  };
}

/** Counts payments that were not submitted to the bank because their bank details do not verify. */
export function handOverMetrics(service: Service, metrics: Metrics): { onUnverified(count: number): void } {
  const unverified = metrics.counter({
    name: "bursar_payments_unverified_total",
    help: "Payments not submitted to the bank because their bank details do not verify. Anything but 0 means that someone changed the database.",
  });
  const waiting = metrics.gauge({
    name: "bursar_hand_over_commits",
    help: "Commits whose payments are due and that are not queued for the bank yet.",
  });
  metrics.onScrape(async () => {
    const due = await handOverBacklog(service.database, service.clock.now());
    waiting.set(Number(due.commits));
  });
  return { onUnverified: (count) => unverified.inc(count) };
}
