import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "@prometheus-io/client";

/**
 * Every metric this service has, declared once, so that names and labels cannot drift apart. What is counted per request
 * goes through a child that is made once per set of labels; what is read from the database is read when it is scraped.
 */
export interface Metrics {
  /** A request was answered: its route's pattern (never its path), method, status and duration. */
  requestAnswered(request: AnsweredRequest): void;
  /** The writer decided a payment: `accepted`, `replayed`, or the code it was refused with. */
  paymentDecided(method: string, outcome: string): void;
  /** The writer sent a batch of this many payments to the database. */
  batchSent(size: number): void;
  /** A call to the database failed as a whole, and the writer sent its payments one at a time. */
  batchSplit(): void;
  /** An attempt to deliver a webhook ended. */
  webhookAttempted(outcome: string): void;
  /** A check of the ledger ended. */
  ledgerChecked(inDoubt: boolean): void;
  /** So many payments were not handed to the bank because their bank details do not verify. */
  paymentsUnverified(count: number): void;
  /** Registers what to read when the metrics are scraped. */
  onScrape(read: () => Promise<ScrapedFigures>): void;
  /** All metrics in Prometheus' text format. */
  text(): Promise<string>;
  readonly contentType: string;
}

export interface AnsweredRequest {
  readonly route: string;
  readonly method: string;
  readonly statusCode: number;
  readonly durationMs: number;
}

export interface ScrapedFigures {
  readonly paymentsQueued: number;
  /** Commits waiting in the outbox, by topic. */
  readonly outboxRows: ReadonlyMap<string, number>;
  /** Age of the oldest audit row that is not sealed yet. */
  readonly sealLagSeconds: number;
  readonly ledgerInDoubt: boolean;
  /** What is wrong with the audit log, as far as this process has found. */
  readonly auditProblems: number;
}

const LATENCY_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const BATCH_BUCKETS = [1, 2, 4, 8, 16, 32, 64, 128];

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const declared = declareMetrics([registry]);
  const requests = childrenOf((route, method, status) => declared.requests.labels(route, method, status));
  const payments = childrenOf((method, outcome) => declared.payments.labels(method, outcome));
  const webhooks = childrenOf((outcome) => declared.webhooks.labels(outcome));
  let read: (() => Promise<ScrapedFigures>) | undefined;

  return {
    requestAnswered: ({ route, method, statusCode, durationMs }) =>
      requests(route, method, String(statusCode)).observe(durationMs / 1_000),
    paymentDecided: (method, outcome) => payments(method, outcome).inc(),
    batchSent: (size) => declared.batches.observe(size),
    batchSplit: () => declared.splits.inc(),
    webhookAttempted: (outcome) => webhooks(outcome).inc(),
    ledgerChecked: (doubt) => declared.checks.labels(doubt ? "difference" : "balanced").inc(),
    paymentsUnverified: (count) => declared.unverified.inc(count),
    onScrape: (next) => {
      read = next;
    },
    text: async () => {
      if (read) {
        const figures = await read();
        declared.queued.set(figures.paymentsQueued);
        for (const [topic, rows] of figures.outboxRows) declared.outbox.labels(topic).set(rows);
        declared.sealLag.set(figures.sealLagSeconds);
        declared.inDoubt.set(figures.ledgerInDoubt ? 1 : 0);
        declared.auditProblems.set(figures.auditProblems);
      }
      return registry.metrics();
    },
    contentType: registry.contentType,
  };
}

const declareMetrics = (registers: Registry[]) => ({
  requests: new Histogram({
    name: "bursar_http_request_duration_seconds",
    help: "Requests answered, by route, method and status.",
    labelNames: ["route", "method", "status"],
    buckets: LATENCY_BUCKETS_SECONDS,
    registers,
  }),
  payments: new Counter({
    name: "bursar_payments_decided_total",
    help: "Direct sends decided, by method and outcome (accepted, replayed, or the refusal).",
    labelNames: ["method", "outcome"],
    registers,
  }),
  batches: new Histogram({
    name: "bursar_payment_batch_size",
    help: "Payments per call to the database.",
    buckets: BATCH_BUCKETS,
    registers,
  }),
  splits: new Counter({
    name: "bursar_payment_batches_split_total",
    help: "Calls that failed as a whole, after which their payments were sent one at a time. Anything but 0 is a defect: see the log.",
    registers,
  }),
  webhooks: new Counter({
    name: "bursar_webhook_attempts_total",
    help: "Attempts to deliver a webhook, by outcome.",
    labelNames: ["outcome"],
    registers,
  }),
  checks: new Counter({
    name: "bursar_ledger_checks_total",
    help: "Ledger checks, by result.",
    labelNames: ["result"],
    registers,
  }),
  unverified: new Counter({
    name: "bursar_payments_unverified_total",
    help: "Payments not handed to the bank because their bank details do not verify. Anything but 0 means that someone changed the database.",
    registers,
  }),
  queued: new Gauge({
    name: "bursar_payments_queued",
    help: "Payments waiting for the writer of this process.",
    registers,
  }),
  outbox: new Gauge({
    name: "bursar_outbox_commits",
    help: "Commits background work has not dealt with yet, by topic.",
    labelNames: ["topic"],
    registers,
  }),
  sealLag: new Gauge({
    name: "bursar_audit_seal_lag_seconds",
    help: "Age of the oldest audit row not sealed yet.",
    registers,
  }),
  auditProblems: new Gauge({
    name: "bursar_audit_problems",
    help: "What this process has found wrong with the audit log; anything but 0 is an alarm: see the log.",
    registers,
  }),
  inDoubt: new Gauge({
    name: "bursar_ledger_in_doubt",
    help: "1 while a ledger check has found a difference nobody has cleared.",
    registers,
  }),
});

/** Makes the child of a set of labels once: a request then costs a look-up, and no object of labels. */
function childrenOf<Labels extends string[], Child>(make: (...labels: Labels) => Child): (...labels: Labels) => Child {
  const children = new Map<string, Child>();
  return (...labels) => {
    const key = labels.join(" ");
    const known = children.get(key);
    if (known !== undefined) return known;
    const made = make(...labels);
    children.set(key, made);
    return made;
  };
}
