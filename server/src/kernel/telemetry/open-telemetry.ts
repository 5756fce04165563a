import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Link, type SpanContext, SpanKind, SpanStatusCode, TraceFlags } from "@opentelemetry/api";
import { getNumberFromEnv, millisToHrTime, setGlobalErrorHandler, TraceState } from "@opentelemetry/core";
import { OTLPMetricExporter } from "@opentelemetry/exporter-metrics-otlp-proto";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { detectResources, envDetector, type Resource, resourceFromAttributes } from "@opentelemetry/resources";
import { MeterProvider, PeriodicExportingMetricReader } from "@opentelemetry/sdk-metrics";
import { BatchSpanProcessor, type ReadableSpan } from "@opentelemetry/sdk-trace";
import { MINUTE_MS, SECOND_MS } from "../clock/clock.ts";
import type { Metrics } from "../process/metrics.ts";
import type { Service } from "../process/service.ts";
import { metricsFrom } from "./metrics-from.ts";
import { fixedSampler, limitedSampler, type Sampler } from "./sampler.ts";
import { type EndedSpan, type SpanIds, setSpanSink } from "./spans.ts";

/** Sends traces and metrics to an OpenTelemetry collector, over HTTP (OTLP, protobuf). */
export interface Telemetry {
  /** Sends these metrics from now on, once a minute. */
  exportMetrics(metrics: Metrics): void;
  /** Sends what is left, unless the collector does not answer. */
  close(): Promise<void>;
}

export interface TelemetryOptions {
  /** The collector's base address. */
  readonly endpoint: string;
  readonly version: string;
  readonly log: Pick<Service["log"], "warn">;
  /** OpenTelemetry's own variables, such as OTEL_TRACES_SAMPLER. */
  readonly environment: Readonly<Partial<Record<string, string>>>;
}

/**
 * Traces of each kind that begin in a second. More than an operator looks at, and few enough that a process under full
 * load spends at most a thirtieth of its time on them (docs/develop/benchmarks.md).
 */
const TRACES_PER_SECOND = 20;
const METRICS_EVERY_MS = MINUTE_MS;
const CLOSE_WITHIN_MS = 5 * SECOND_MS;
/** A collector that is away fails every few seconds, which need not fill the log. */
const COMPLAIN_EVERY_MS = 5 * MINUTE_MS;
/** The part of OpenTelemetry's scope that names who made the spans. */
const SCOPE = "bursar";

/** Begins to trace. Loaded only where it is wanted, because it takes a while. */
export function openTelemetry({ endpoint, version, log, environment }: TelemetryOptions): Telemetry {
  complainTo(log);
  const resource = resourceFromAttributes({
    "service.name": SCOPE,
    "service.version": version,
    "service.instance.id": randomUUID(),
  }).merge(detectResources({ detectors: [envDetector] }));
  const processor = new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }) });
  const scope = { name: SCOPE, version };
  setSpanSink({
    export: (span) => processor.onEnd(readable(span, resource, scope)),
    sampler: samplerOf(environment),
  });
  let meters: MeterProvider | undefined;
  return {
    exportMetrics: (metrics) => {
      const reader = new PeriodicExportingMetricReader({
        exporter: new OTLPMetricExporter({ url: `${endpoint}/v1/metrics` }),
        exportIntervalMillis: getNumberFromEnv("OTEL_METRIC_EXPORT_INTERVAL") ?? METRICS_EVERY_MS,
        metricProducers: [metricsFrom(metrics, { resource, scope })],
      });
      meters = new MeterProvider({ resource, readers: [reader] });
    },
    close: async () => {
      setSpanSink(undefined);
      const closed = Promise.allSettled([processor.shutdown(), meters?.shutdown()]);
      await Promise.race([closed, sleep(CLOSE_WITHIN_MS, undefined, { ref: false })]);
    },
  };
}

/** OpenTelemetry's own settings of what is sampled; a limit, which they lack, by default. */
function samplerOf(environment: TelemetryOptions["environment"]): Sampler {
  const part = Number(environment["OTEL_TRACES_SAMPLER_ARG"] ?? 1);
  switch (environment["OTEL_TRACES_SAMPLER"]?.replace("parentbased_", "")) {
    case "always_on":
      return fixedSampler(1);
    case "always_off":
      return fixedSampler(0);
    case "traceidratio":
      return fixedSampler(part >= 0 && part <= 1 ? part : 1);
    default:
      return limitedSampler(TRACES_PER_SECOND);
  }
}

function complainTo(log: Pick<Service["log"], "warn">): void {
  let nextAt = 0;
  setGlobalErrorHandler((problem) => {
    if (performance.now() < nextAt) return;
    nextAt = performance.now() + COMPLAIN_EVERY_MS;
    log.warn(
      { err: problem instanceof Error ? problem : new Error(String(problem)) },
      "traces or metrics were not sent",
    );
  });
}

const KINDS = { internal: SpanKind.INTERNAL, server: SpanKind.SERVER, client: SpanKind.CLIENT } as const;

const contextOf = ({ traceId, spanId }: SpanIds, traceState?: string): SpanContext => ({
  traceId,
  spanId,
  traceFlags: TraceFlags.SAMPLED,
  ...(traceState !== undefined && { traceState: new TraceState(traceState) }),
});

/** A span as the exporter reads it. */
function readable(
  span: EndedSpan,
  resource: Resource,
  instrumentationScope: ReadableSpan["instrumentationScope"],
): ReadableSpan {
  const context = contextOf(span, span.parent?.traceState);
  const links = span.links.map((link): Link => ({ context: contextOf(link) }));
  return {
    name: span.name,
    kind: KINDS[span.kind],
    spanContext: () => context,
    ...(span.parent !== undefined && {
      parentSpanContext: { ...contextOf(span.parent), isRemote: span.parent.isRemote },
    }),
    startTime: millisToHrTime(span.startedAtMs),
    endTime: millisToHrTime(span.startedAtMs + span.durationMs),
    duration: millisToHrTime(span.durationMs),
    status: { code: span.hasFailed ? SpanStatusCode.ERROR : SpanStatusCode.UNSET },
    attributes: span.attributes,
    links,
    events: [],
    ended: true,
    resource,
    instrumentationScope,
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}
