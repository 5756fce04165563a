import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from "@prometheus-io/client";

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
  /** An attempt to deliver a webhook ended. */
  webhookAttempted(outcome: string): void;
  /** A check of the ledger ended. */
  ledgerChecked(inDoubt: boolean): void;
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
}

const LATENCY_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const BATCH_BUCKETS = [1, 2, 4, 8, 16, 32, 64, 128];

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  const requests = new Histogram({
    name: "bursar_http_request_duration_seconds",
    help: "Requests answered, by route, method and status.",
    labelNames: ["route", "method", "status"],
    buckets: LATENCY_BUCKETS_SECONDS,
    registers,
  });
  const payments = new Counter({
    name: "bursar_payments_decided_total",
    help: "Direct sends decided, by method and outcome (accepted, replayed, or the refusal).",
    labelNames: ["method", "outcome"],
    registers,
  });
  const batches = new Histogram({ name: "bursar_payment_batch_size", help: "Payments per call to the database.", buckets: BATCH_BUCKETS, registers });
  const webhooks = new Counter({
    name: "bursar_webhook_attempts_total",
    help: "Attempts to deliver a webhook, by outcome.",
    labelNames: ["outcome"],
    registers,
  });
  const checks = new Counter({ name: "bursar_ledger_checks_total", help: "Ledger checks, by result.", labelNames: ["result"], registers });
  const queued = new Gauge({ name: "bursar_payments_queued", help: "Payments waiting for the writer of this process.", registers });
  const outbox = new Gauge({ name: "bursar_outbox_commits", help: "Commits background work has not dealt with yet, by topic.", labelNames: ["topic"], registers });
  const sealLag = new Gauge({ name: "bursar_audit_seal_lag_seconds", help: "Age of the oldest audit row not sealed yet.", registers });
  const inDoubt = new Gauge({ name: "bursar_ledger_in_doubt", help: "1 while a ledger check has found a difference nobody has cleared.", registers });

  const requestChildren = new Map<string, Map<number, { observe(seconds: number): void }>>();
  const paymentChildren = new Map<string, { inc(): void }>();
  let read: (() => Promise<ScrapedFigures>) | undefined;

  return {
    requestAnswered: ({ route, method, statusCode, durationMs }) => {
      const key = `${method} ${route}`;
      let byStatus = requestChildren.get(key);
      if (byStatus === undefined) requestChildren.set(key, (byStatus = new Map()));
      let child = byStatus.get(statusCode);
      if (child === undefined) byStatus.set(statusCode, (child = requests.labels(route, method, String(statusCode))));
      child.observe(durationMs / 1_000);
    },
    paymentDecided: (method, outcome) => {
      const key = `${method} ${outcome}`;
      let child = paymentChildren.get(key);
      if (child === undefined) paymentChildren.set(key, (child = payments.labels(method, outcome)));
      child.inc();
    },
    batchSent: (size) => batches.observe(size),
    webhookAttempted: (outcome) => webhooks.labels(outcome).inc(),
    ledgerChecked: (doubt) => checks.labels(doubt ? "difference" : "balanced").inc(),
    onScrape: (next) => {
      read = next;
    },
    text: async () => {
      if (read) {
        const figures = await read();
        queued.set(figures.paymentsQueued);
        for (const [topic, rows] of figures.outboxRows) outbox.labels(topic).set(rows);
        sealLag.set(figures.sealLagSeconds);
        inDoubt.set(figures.ledgerInDoubt ? 1 : 0);
      }
      return registry.metrics();
    },
    contentType: registry.contentType,
  };
}
