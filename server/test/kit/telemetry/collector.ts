import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import { fieldsOf, manyOf, numberOf, oneOf } from "./protobuf.ts";

/** A span as a collector receives it (opentelemetry-proto, trace/v1). */
export interface ReceivedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for a root. */
  readonly parentSpanId: string;
  readonly traceState: string;
  readonly kind: "unspecified" | "internal" | "server" | "client";
  readonly ms: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly hasFailed: boolean;
  readonly resource: Readonly<Record<string, unknown>>;
}

/** A metric as a collector receives it (opentelemetry-proto, metrics/v1). */
export interface ReceivedMetric {
  readonly name: string;
  readonly type: "gauge" | "sum" | "histogram";
  readonly points: readonly {
    readonly attributes: Readonly<Record<string, unknown>>;
    /** Of a histogram: the number of observations. */
    readonly value: number;
    /** Of a histogram: observations between the bounds. */
    readonly buckets: readonly number[];
  }[];
}

/** An OpenTelemetry collector, of which only the receiver of OTLP over HTTP exists. */
export interface Collector {
  readonly endpoint: string;
  readonly spans: readonly ReceivedSpan[];
  readonly metrics: readonly ReceivedMetric[];
  /** Everything as it came, to look for what must not be in it. */
  readonly bytes: () => Buffer;
  close(): Promise<void>;
}

export async function openCollector(): Promise<Collector> {
  const spans: ReceivedSpan[] = [];
  const metrics: ReceivedMetric[] = [];
  const received: Buffer[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const sent = Buffer.concat(chunks);
    const body = request.headers["content-encoding"] === "gzip" ? gunzipSync(sent) : sent;
    received.push(body);
    if (request.url === "/v1/traces") spans.push(...spansIn(body));
    else if (request.url === "/v1/metrics") metrics.push(...metricsIn(body));
    else response.statusCode = 404;
    response.setHeader("content-type", "application/x-protobuf").end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  // A server that listens on a port always has an address.
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    spans,
    metrics,
    bytes: () => Buffer.concat(received),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

const KINDS = ["unspecified", "internal", "server", "client"] as const;
const FAILED = 2;

const spansIn = (body: Buffer): readonly ReceivedSpan[] =>
  manyOf(body, 1).flatMap((ofResource) =>
    manyOf(ofResource, 2).flatMap((ofScope) =>
      manyOf(ofScope, 2).map((span) => ({
        name: oneOf(span, 5).toString(),
        traceId: oneOf(span, 1).toString("hex"),
        spanId: oneOf(span, 2).toString("hex"),
        parentSpanId: oneOf(span, 4).toString("hex"),
        traceState: oneOf(span, 3).toString(),
        kind: KINDS[numberOf(span, 6)] ?? "unspecified",
        ms: Number(oneOf(span, 8).readBigUInt64LE() - oneOf(span, 7).readBigUInt64LE()) / 1e6,
        attributes: attributesOf(manyOf(span, 9)),
        links: manyOf(span, 13).map((link) => ({
          traceId: oneOf(link, 1).toString("hex"),
          spanId: oneOf(link, 2).toString("hex"),
        })),
        hasFailed: numberOf(oneOf(span, 15), 3) === FAILED,
        resource: attributesOf(manyOf(oneOf(ofResource, 1), 1)),
      })),
    ),
  );

const metricsIn = (body: Buffer): readonly ReceivedMetric[] =>
  manyOf(body, 1).flatMap((ofResource) =>
    manyOf(ofResource, 2).flatMap((ofScope) =>
      manyOf(ofScope, 2).map((metric): ReceivedMetric => {
        const name = oneOf(metric, 1).toString();
        const [gauge, sum, histogram] = [oneOf(metric, 5), oneOf(metric, 7), oneOf(metric, 9)];
        const points = [...manyOf(gauge, 1), ...manyOf(sum, 1)].map((point) => ({
          attributes: attributesOf(manyOf(point, 7)),
          value:
            oneOf(point, 4).length === 8 ? oneOf(point, 4).readDoubleLE() : Number(oneOf(point, 6).readBigInt64LE()),
          buckets: [],
        }));
        const distributions = manyOf(histogram, 1).map((point) => ({
          attributes: attributesOf(manyOf(point, 9)),
          value: Number(oneOf(point, 4).readBigUInt64LE()),
          buckets: fixedNumbers(manyOf(point, 6)),
        }));
        const type = histogram.length > 0 ? "histogram" : sum.length > 0 ? "sum" : "gauge";
        return { name, type, points: [...points, ...distributions] };
      }),
    ),
  );

/** Packed or not, as the writer likes. */
const fixedNumbers = (parts: readonly Buffer[]): readonly number[] =>
  parts.flatMap((part) =>
    Array.from({ length: part.length / 8 }, (_, index) => Number(part.readBigUInt64LE(index * 8))),
  );

function attributesOf(pairs: readonly Buffer[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(pairs.map((pair) => [oneOf(pair, 1).toString(), anyValueOf(oneOf(pair, 2))]));
}

function anyValueOf(any: Buffer): unknown {
  const [field] = fieldsOf(any);
  if (field === undefined) return undefined;
  if (typeof field.value === "bigint") return field.number === 2 ? field.value === 1n : Number(field.value);
  return field.number === 4 ? field.value.readDoubleLE() : field.value.toString();
}
