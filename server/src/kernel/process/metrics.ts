import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "@prometheus-io/client";

/** What a metric is: its name in Prometheus, what it says, and the names of its labels. */
export interface MetricSpec<Label extends string = never> {
  readonly name: string;
  readonly help: string;
  readonly labelNames?: readonly Label[];
}

/**
 * The metrics of one process. Each module declares its own (`*-metrics.ts`), so that a name is found next to what it
 * counts. What is counted often goes through `childrenOf`; what is read from the database is read when it is scraped.
 */
export interface Metrics {
  counter<Label extends string = never>(spec: MetricSpec<Label>): Counter<Label>;
  gauge<Label extends string = never>(spec: MetricSpec<Label>): Gauge<Label>;
  histogram<Label extends string = never>(spec: MetricSpec<Label>, buckets: readonly number[]): Histogram<Label>;
  /** Sets gauges when the metrics are scraped. */
  onScrape(read: () => void | Promise<void>): void;
  /** All metrics in the Prometheus text format. */
  text(): Promise<string>;
  readonly contentType: string;
}

/** Metrics of the process itself, to which modules add theirs. */
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

/** Makes the child of each set of labels once: counting then costs a look-up and allocates nothing. */
export function childrenOf<Labels extends string[], Child>(
  make: (...labels: Labels) => Child,
): (...labels: Labels) => Child {
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
