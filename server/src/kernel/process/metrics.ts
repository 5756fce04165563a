import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "@prometheus-io/client";

/** What a metric is: its name in Prometheus, its help text, and the names of its labels. */
export interface MetricSpec<Label extends string = never> {
  readonly name: string;
  readonly help: string;
  readonly labelNames?: readonly Label[];
}

/**
 * The metrics of one process. Each module declares its own next to the code that it measures.
 * Frequent counters use `childrenOf`; values from the database are read on scrape.
 */
export interface Metrics {
  counter<Label extends string = never>(spec: MetricSpec<Label>): Counter<Label>;
  gauge<Label extends string = never>(spec: MetricSpec<Label>): Gauge<Label>;
  histogram<Label extends string = never>(spec: MetricSpec<Label>, buckets: readonly number[]): Histogram<Label>;
  /** Sets gauges on each scrape. */
  onScrape(read: () => void | Promise<void>): void;
  /** All metrics, for another format than Prometheus's. */
  read(): Promise<readonly MetricReading[]>;
  /** All metrics in the Prometheus text format. */
  text(): Promise<string>;
  readonly contentType: string;
}

/** A metric with its current values. */
export interface MetricReading {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram" | "summary";
  readonly values: readonly MetricSample[];
}

export interface MetricSample {
  readonly value: number;
  readonly labels: Readonly<Partial<Record<string, string | number>>>;
  /** Of a histogram's sample: with `_bucket`, `_sum`, or `_count`. */
  readonly metricName?: string;
}

/**
 * Of the metrics that the library has of every process: those whose names Prometheus does not accept (`promtool check
 * metrics`). They count open handles, which other metrics do, or say what the lag of the event loop says.
 */
const LEFT_OUT = [
  "nodejs_active_handles_total",
  "nodejs_active_requests_total",
  "nodejs_active_resources_total",
  "nodejs_eventloop_utilization_histogram",
  "nodejs_eventloop_utilization_summary",
];

/** The longest that a timer can take. */
const NEVER_MS = 2 ** 31 - 1;

/** Metrics of the process; modules add theirs. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  // What is left out below is not measured, either: it would take a sample every 100 ms.
  collectDefaultMetrics({ register: registry, eventLoopUtilizationTimeout: NEVER_MS });
  for (const name of LEFT_OUT) registry.removeSingleMetric(name);
  const readers: (() => void | Promise<void>)[] = [];
  const update = async (): Promise<void> => {
    for (const read of readers) await read();
  };
  return {
    counter: (spec) => new Counter({ ...spec, registers }),
    gauge: (spec) => new Gauge({ ...spec, registers }),
    histogram: (spec, buckets) => new Histogram({ ...spec, buckets: [...buckets], registers }),
    onScrape: (read) => void readers.push(read),
    read: async () => {
      await update();
      return registry.getMetricsAsJSON();
    },
    text: async () => {
      await update();
      return registry.metrics();
    },
    contentType: registry.contentType,
  };
}

/** Creates the child of each label set once: counting then costs one lookup and allocates nothing. */
export function childrenOf<Labels extends string[], Child>(
  make: (...labels: Labels) => Child,
): (...labels: Labels) => Child {
  const children = new Map<string, Child>();
  return (...labels) => {
    const key = labels.join(" ");
    const existing = children.get(key);
    if (existing !== undefined) return existing;
    const made = make(...labels);
    children.set(key, made);
    return made;
  };
}
