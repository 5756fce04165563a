import { type Attributes, type HrTime, ValueType } from "@opentelemetry/api";
import { type InstrumentationScope, millisToHrTime } from "@opentelemetry/core";
import type { Resource } from "@opentelemetry/resources";
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type HistogramMetricData,
  type MetricData,
  type MetricProducer,
} from "@opentelemetry/sdk-metrics";
import type { MetricReading, MetricSample, Metrics } from "../process/metrics.ts";

/** The metrics of `/metrics` for OpenTelemetry, with the same names: dashboards and alerts work with either. */
export function metricsFrom(
  metrics: Metrics,
  { resource, scope }: { readonly resource: Resource; readonly scope: InstrumentationScope },
): MetricProducer {
  const startTime = millisToHrTime(Date.now());
  return {
    collect: async () => {
      const readings = await metrics.read();
      const times = { startTime, endTime: millisToHrTime(Date.now()) };
      const found = readings.flatMap((reading) => metricOf(reading, times) ?? []);
      return { resourceMetrics: { resource, scopeMetrics: [{ scope, metrics: found }] }, errors: [] };
    },
  };
}

interface Times {
  readonly startTime: HrTime;
  readonly endTime: HrTime;
}

function metricOf(reading: MetricReading, times: Times): MetricData | undefined {
  const common = {
    descriptor: {
      name: reading.name,
      description: reading.help,
      unit: unitOf(reading.name),
      valueType: ValueType.DOUBLE,
    },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  const points = (): DataPoint<number>[] =>
    reading.values.map(({ labels, value }) => ({ ...times, attributes: attributesOf(labels), value }));
  switch (reading.type) {
    case "counter":
      return { ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: points() };
    case "gauge":
      return { ...common, dataPointType: DataPointType.GAUGE, dataPoints: points() };
    case "histogram":
      return { ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints: histogramPoints(reading, times) };
    // OpenTelemetry has none.
    case "summary":
      return undefined;
  }
}

/** Prometheus counts what is at or below each bound, OpenTelemetry what is between two. */
function histogramPoints({ name, values }: MetricReading, times: Times): HistogramMetricData["dataPoints"] {
  const series = Map.groupBy(values, ({ labels: { le: _, ...others } }) =>
    JSON.stringify(Object.entries(others).sort()),
  );
  return [...series.values()].map((samples) => {
    const buckets = samples.filter(({ metricName }) => metricName === `${name}_bucket`);
    const sampleOf = (suffix: string) =>
      samples.find(({ metricName }) => metricName === `${name}_${suffix}`)?.value ?? 0;
    const { le: _, ...labels } = samples[0]?.labels ?? {};
    return {
      ...times,
      attributes: attributesOf(labels),
      value: {
        buckets: {
          boundaries: buckets.map((bucket) => Number(bucket.labels["le"])).filter(Number.isFinite),
          counts: buckets.map(({ value }, at) => value - (buckets[at - 1]?.value ?? 0)),
        },
        sum: sampleOf("sum"),
        count: sampleOf("count"),
      },
    };
  });
}

const attributesOf = (labels: MetricSample["labels"]): Attributes =>
  Object.fromEntries(Object.entries(labels).map(([name, value]) => [name, String(value)]));

const unitOf = (name: string): string =>
  /_seconds(_total)?$/.test(name) ? "s" : /_bytes(_total)?$/.test(name) ? "By" : "";
