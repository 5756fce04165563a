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
  /** All metrics in the Prometheus text format. */
  text(): Promise<string>;
  readonly contentType: string;
}

/** Metrics of the process; modules add theirs. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const readers: (() => void | Promise<void>)[] = [];
  return {
    counter: (spec) => new Counter({ ...spec, registers }),
    gauge: (spec) => new Gauge({ ...spec, registers }),
    histogram: (spec, buckets) => new Histogram({ ...spec, buckets: [...buckets], registers }),
    onScrape: (read) => void readers.push(read),
    text: async () => {
      for (const read of readers) await read();
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
