import { AsyncLocalStorage } from "node:async_hooks";
import { randomFillSync } from "node:crypto";
import type { Sampler } from "./sampler.ts";

/**
 * Traces, as OpenTelemetry defines them: spans of work that belong together, on one or several machines. Nothing here
 * loads OpenTelemetry; `openTelemetry` does, and exports what ends here. Without it, each function returns at once.
 *
 * A request and a pass of a background job have traces of their own. So does each thing whose life is longer, such as a
 * payment or a bank file: its trace is named after its ID, so that any process can add to it without having stored
 * anything, and a person can look it up (ADR 0116).
 *
 * Spans contain names, IDs, counts, and codes, never bodies, texts of errors, or values of statements: these may be bank
 * details or tokens (law 20).
 */
export type SpanKind = "internal" | "server" | "client";
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** What identifies a span: 16 and 8 bytes in hexadecimal. */
export interface SpanIds {
  readonly traceId: string;
  readonly spanId: string;
}

/** A span of another service, from its `traceparent` and `tracestate` headers (W3C Trace Context). */
export interface RemoteSpan extends SpanIds {
  readonly isSampled: boolean;
  readonly traceState?: string;
}

export interface SpanOptions {
  readonly kind?: SpanKind;
  readonly attributes?: Attributes;
  /** Spans of other traces that it has to do with. */
  readonly links?: readonly SpanIds[];
  /** In milliseconds since 1970; now by default. */
  readonly startedAtMs?: number;
}

/** A span that has ended. */
export interface EndedSpan extends SpanIds {
  readonly name: string;
  readonly kind: SpanKind;
  readonly parent: (SpanIds & { readonly isRemote: boolean; readonly traceState?: string | undefined }) | undefined;
  readonly startedAtMs: number;
  readonly durationMs: number;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
  readonly links: readonly SpanIds[];
  readonly hasFailed: boolean;
}

/** Where ended spans go, and how many of them. */
export interface SpanSink {
  export(span: EndedSpan): void;
  /** Whether a trace is sampled, among those of its kind. */
  readonly sampler: Sampler;
}

let sink: SpanSink | undefined;

/** Of the whole process, as its exporter is. Undefined ends tracing. */
export function setSpanSink(next: SpanSink | undefined): void {
  sink = next;
}

export const isTracing = (): boolean => sink !== undefined;

const current = new AsyncLocalStorage<TraceSpan | undefined>();

/** The span of the work in progress, if it is sampled. */
export const currentSpan = (): TraceSpan | undefined => (sink === undefined ? undefined : current.getStore());

/** Runs work whose statements and steps belong to the span; with undefined, to none. */
export const withinSpan = <T>(span: TraceSpan | undefined, work: () => T): T =>
  sink === undefined || current.getStore() === span ? work() : current.run(span, work);

/** A pass of a job has few statements per organization. One that has more is explained by its first ones. */
const HELD_MAX = 200;

/** A span in progress. */
export class TraceSpan implements SpanIds {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly startedAtMs: number;
  readonly #kind: SpanKind;
  readonly #parent: EndedSpan["parent"];
  readonly #startedAt = performance.now();
  readonly #links: SpanIds[];
  #attributes: Record<string, string | number | boolean> = {};
  /** The ended spans of a trace that may turn out not to be worth keeping. */
  held: EndedSpan[] | undefined;

  constructor(name: string, { traceId, spanId }: SpanIds, parent: EndedSpan["parent"], options: SpanOptions) {
    this.name = name;
    this.traceId = traceId;
    this.spanId = spanId;
    this.#parent = parent;
    this.#kind = options.kind ?? "internal";
    this.#links = [...(options.links ?? [])];
    this.startedAtMs = options.startedAtMs ?? Date.now();
    if (options.startedAtMs !== undefined) this.#startedAt -= Math.max(Date.now() - options.startedAtMs, 0);
    if (options.attributes !== undefined) this.set(options.attributes);
  }

  set(attributes: Attributes): void {
    for (const [name, value] of Object.entries(attributes)) if (value !== undefined) this.#attributes[name] = value;
  }

  get(name: string): string | number | boolean | undefined {
    return this.#attributes[name];
  }

  link(to: SpanIds): void {
    this.#links.push({ traceId: to.traceId, spanId: to.spanId });
  }

  child(name: string, options: SpanOptions = {}): TraceSpan {
    const span = new TraceSpan(
      name,
      { traceId: this.traceId, spanId: newSpanId() },
      { ...idsOf(this), isRemote: false },
      options,
    );
    span.held = this.held;
    return span;
  }

  /** Ends it; with an error, as failed. */
  end(error?: unknown): void {
    if (error !== undefined) this.set({ "error.type": kindOf(error) });
    const ended: EndedSpan = {
      name: this.name,
      traceId: this.traceId,
      spanId: this.spanId,
      kind: this.#kind,
      parent: this.#parent,
      startedAtMs: this.startedAtMs,
      durationMs: performance.now() - this.#startedAt,
      attributes: this.#attributes,
      links: this.#links,
      hasFailed: this.#attributes["error.type"] !== undefined,
    };
    if (this.held === undefined) sink?.export(ended);
    else if (this.held.length < HELD_MAX) this.held.push(ended);
  }
}

const idsOf = ({ traceId, spanId }: SpanIds): SpanIds => ({ traceId, spanId });

/** The SQLSTATE or code of an error, or its class. Its message may repeat a value. */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}

/** Begins a trace, or continues another service's, if it is sampled. `among` names the traces that share a limit. */
export function beginTrace(
  name: string,
  among: string,
  { remote, ...options }: SpanOptions & { readonly remote?: RemoteSpan | undefined } = {},
): TraceSpan | undefined {
  if (sink === undefined || remote?.isSampled === false) return undefined;
  const traceId = remote?.traceId ?? newTraceId();
  if (!sink.sampler.admits(among, traceId)) return undefined;
  const parent = remote && { ...idsOf(remote), traceState: remote.traceState, isRemote: true };
  return new TraceSpan(name, { traceId, spanId: newSpanId() }, parent, options);
}

/** Does asynchronous work in a span below the current one, if there is one. */
export function traced<T>(
  name: string,
  options: SpanOptions,
  work: (span: TraceSpan | undefined) => Promise<T>,
): Promise<T> {
  const span = currentSpan()?.child(name, options);
  return span === undefined ? work(undefined) : endAfter(span, () => current.run(span, () => work(span)));
}

async function endAfter<T>(span: TraceSpan, work: () => Promise<T>): Promise<T> {
  try {
    const result = await work();
    span.end();
    return result;
  } catch (error) {
    span.end(error);
    throw error;
  }
}

/** A call of the database, below the current span: the commonest one, and nothing is below it. */
export function tracedStatement<T>(name: string, work: () => Promise<T>): Promise<T> {
  const parent = currentSpan();
  return parent === undefined ? work() : endAfter(parent.child(name, STATEMENT), work);
}

const STATEMENT: SpanOptions = { kind: "client", attributes: { "db.system.name": "postgresql" } };

/** A pass of a background job. Most find nothing to do, and only the others are exported. */
export async function tracedPass(job: string, pass: () => Promise<number>): Promise<number> {
  const span = beginTrace(`job ${job}`, "jobs", { attributes: { "bursar.job": job } });
  if (span === undefined) return withinSpan(undefined, pass);
  span.held = [];
  const release = (error?: unknown): void => {
    span.end(error);
    for (const ended of span.held ?? []) sink?.export(ended);
  };
  try {
    const done = await current.run(span, pass);
    span.set({ "bursar.job.work": done });
    if (done > 0) release();
    return done;
  } catch (error) {
    release(error);
    throw error;
  }
}

/** A thing with a trace of its own: its ID, in the form of a UUID, and the names of its attribute and of its kind. */
export interface TracedThing {
  readonly kind: "transaction" | "bank_file";
  readonly id: string;
}

/** The first span of the thing's trace, whether or not it was exported: everything else is below it. */
export const firstSpanOf = ({ id }: Pick<TracedThing, "id">): SpanIds => {
  const traceId = id.replaceAll("-", "").toLowerCase();
  return { traceId, spanId: traceId.slice(16) };
};

/** A step in the life of a thing, in the thing's own trace, linked with the work that did it. */
export function beginStep(
  subject: TracedThing,
  name: string,
  { isFirst = false, ...options }: SpanOptions & { readonly isFirst?: boolean } = {},
): TraceSpan | undefined {
  if (sink === undefined) return undefined;
  const first = firstSpanOf(subject);
  if (!sink.sampler.admits(name, first.traceId)) return undefined;
  const doer = current.getStore();
  const ids = isFirst ? first : { traceId: first.traceId, spanId: newSpanId() };
  const parent = isFirst ? undefined : { ...first, isRemote: false };
  const span = new TraceSpan(name, ids, parent, {
    ...options,
    links: [...(doer ? [doer] : []), ...(options.links ?? [])],
  });
  span.set({ [`bursar.${subject.kind}_id`]: subject.id });
  return span;
}

/** A step of many things that ended together, just now. */
export function noteSteps(
  kind: TracedThing["kind"],
  ids: Iterable<string>,
  { name, ...options }: SpanOptions & { readonly name: string },
): void {
  if (sink === undefined) return;
  for (const id of ids) beginStep({ kind, id }, name, options)?.end();
}

/** The header by which a receiver continues the trace (W3C Trace Context). */
export const traceparentOf = ({ traceId, spanId }: SpanIds): string => `00-${traceId}-${spanId}-01`;

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/;
const TRACESTATE_LENGTH_MAX = 512;

/** The caller's span; undefined if there is none or its header is invalid. */
export function remoteSpanOf(traceparent: unknown, traceState: unknown): RemoteSpan | undefined {
  if (typeof traceparent !== "string" || traceparent.length > TRACESTATE_LENGTH_MAX) return undefined;
  const [, version, traceId = "", spanId = "", flags = ""] = TRACEPARENT.exec(traceparent) ?? [];
  // Version 00 has four fields; ff is invalid; later ones may append some. IDs of zeros are invalid.
  const isOther = version === undefined || version === "ff" || (version === "00" && traceparent.length !== 55);
  if (isOther || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  const isSampled = (Number.parseInt(flags, 16) & 1) === 1;
  const isKept = typeof traceState === "string" && traceState.length <= TRACESTATE_LENGTH_MAX;
  return { traceId, spanId, isSampled, ...(isKept && { traceState }) };
}

const pool = Buffer.allocUnsafe(4096);
let random = "";
let used = 0;

function randomHex(digits: number): string {
  if (used + digits > random.length) {
    random = randomFillSync(pool).toString("hex");
    used = 0;
  }
  used += digits;
  return random.slice(used - digits, used);
}

// One of 2^64 is invalid, and then the receiver drops one span.
const newSpanId = (): string => randomHex(16);
const newTraceId = (): string => randomHex(32);
