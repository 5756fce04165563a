import { createHmac, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { isDeepStrictEqual } from "node:util";

export type WebhookType =
  | "transaction.created"
  | "transaction.updated"
  | "checkingAccount.balance.updated"
  | "savingsAccount.balance.updated"
  | "treasuryAccount.balance.updated";

/** A change of a transaction or of a balance, as it was delivered. */
export interface WebhookEvent {
  readonly id: string;
  readonly resourceType: string;
  readonly resourceId: string;
  readonly operationType: "create" | "update" | "delete";
  readonly resourceVersion: number;
  readonly occurredAt: string;
  readonly changedPaths: readonly string[];
  /** The new values of what changed. */
  readonly mergePatch: Readonly<Record<string, unknown>>;
  readonly previousValues: Readonly<Record<string, unknown>> | null;
}

/** What is expected: members, at any depth, or a function that says so. */
export type ExpectedWebhook<Value = WebhookEvent> = Readonly<Record<string, unknown>> | ((value: Value) => boolean);

export interface NextWebhook {
  /** For example `{ resourceId: payment.id, mergePatch: { status: "sent" } }`. Any event of the type by default. */
  readonly where?: ExpectedWebhook;
  /** How long to wait; 5,000 by default. */
  readonly timeoutMs?: number;
}

/** What the service has delivered to a receiver in this process, with verified signatures. */
export interface Webhooks {
  /** Where this process receives webhooks. */
  readonly url: string;
  /**
   * The next event of the type that hasExpected, also if it was delivered before: each event is returned once. Throws after the
   * time limit, with what was delivered instead.
   */
  next(type: WebhookType, options?: NextWebhook): Promise<WebhookEvent>;
  /** Everything that was delivered since the start or the last reset, in order; repeats are left out. */
  received(): readonly WebhookEvent[];
  /** Forgets what was delivered until now. */
  clear(): void;
}

interface Waiting {
  readonly type: WebhookType;
  readonly where: ExpectedWebhook | undefined;
  readonly found: (event: WebhookEvent) => void;
  readonly failed: (error: Error) => void;
}

export interface Receiver {
  readonly url: string;
  readonly webhooks: Webhooks;
  readonly onEvent: (listener: (event: WebhookEvent) => void, failed: (error: Error) => void) => () => void;
  /** Deliveries that are signed with this secret count from now on. */
  accept(secret: string): void;
  /** No delivery counts until the next secret. */
  ignore(): void;
  close(): Promise<void>;
}

const TIMEOUT_MS = 5_000;
const BODY_BYTES_MAX = 1_048_576;
/** Receivers refuse signatures that are older (docs/spec/wire-contract.md, 6.2). */
const TOLERANCE_SECONDS = 300;
const SHOWN_MAX = 20;
const NO_WEBHOOKS = "This service was started with `webhooks: false`, so there are no events to wait for.";

/** Listens on a free port of this machine. Does not keep the process running. */
export async function startReceiver(): Promise<Receiver> {
  let secret: string | undefined;
  let hasEndpoint = false;
  let refused = 0;
  let received: WebhookEvent[] = [];
  let unread: WebhookEvent[] = [];
  const waiting = new Set<Waiting>();
  const listeners = new Map<(event: WebhookEvent) => void, (error: Error) => void>();

  const take = (event: WebhookEvent): void => {
    if (received.some(({ id }) => id === event.id)) return;
    received.push(event);
    for (const listener of [...listeners.keys()]) listener(event);
    const first = [...waiting].find((each) => isExpected(event, each));
    if (first === undefined) unread.push(event);
    else first.found(event);
  };
  const server = createServer((request, response) => {
    receive(request, response, (body) => {
      // Of an endpoint that is gone: accepted, so that nobody sends it again.
      if (secret === undefined) return true;
      if (!isSigned(request, body, secret)) {
        refused += 1;
        return false;
      }
      take(JSON.parse(body) as WebhookEvent);
      return true;
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  server.unref();
  // A server that listens on a port has an address with a port.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`;

  const next: Webhooks["next"] = (type, { where, timeoutMs = TIMEOUT_MS } = {}) => {
    const at = unread.findIndex((event) => isExpected(event, { type, where }));
    const [found] = at < 0 ? [] : unread.splice(at, 1);
    if (found !== undefined) return Promise.resolve(found);
    if (!hasEndpoint) return Promise.reject(new Error(NO_WEBHOOKS));
    const expected = new Promise<WebhookEvent>((resolve, reject) => {
      const end = (act: () => void): void => {
        clearTimeout(timer);
        waiting.delete(entry);
        act();
      };
      const entry: Waiting = {
        type,
        where,
        found: (event) => end(() => resolve(event)),
        failed: (error) => end(() => reject(error)),
      };
      const timer = setTimeout(
        () => entry.failed(new Error(missing({ type, where, timeoutMs, received, refused }))),
        timeoutMs,
      );
      waiting.add(entry);
    });
    // One that nobody awaits, because the test has failed, is no other failure.
    expected.catch(() => undefined);
    return expected;
  };
  const failAll = (error: Error): void => {
    for (const each of [...waiting]) each.failed(error);
    for (const failed of listeners.values()) failed(error);
    listeners.clear();
  };
  return {
    url,
    webhooks: {
      url,
      next,
      received: () => [...received],
      clear: () => {
        received = [];
        unread = [];
        refused = 0;
      },
    },
    onEvent: (listener, failed) => {
      if (!hasEndpoint) throw new Error(NO_WEBHOOKS);
      listeners.set(listener, failed);
      return () => void listeners.delete(listener);
    },
    accept: (given) => {
      secret = given;
      hasEndpoint = true;
    },
    ignore: () => {
      secret = undefined;
      failAll(new Error("The service was reset."));
    },
    close: async () => {
      failAll(new Error("The service was stopped."));
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Answers 204, or 400 if the delivery is not accepted. */
function receive(request: IncomingMessage, response: ServerResponse, accepts: (body: string) => boolean): void {
  const pieces: Buffer[] = [];
  let bytes = 0;
  request.on("data", (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > BODY_BYTES_MAX) request.destroy();
    else pieces.push(piece);
  });
  request.on("error", () => undefined);
  request.on("end", () => {
    response.statusCode = accepts(Buffer.concat(pieces).toString()) ? 204 : 400;
    response.end();
  });
}

/** By Mercury-Signature: `t=<seconds>,v1=<hex>`, over the time, a dot, and the body. */
function isSigned({ headers }: IncomingMessage, body: string, secret: string): boolean {
  const parts = String(headers["mercury-signature"] ?? "").split(",");
  const seconds = Number(/^t=(\d{1,12})$/.exec(parts[0] ?? "")?.[1]);
  const isFresh = Math.abs(Date.now() / 1_000 - seconds) <= TOLERANCE_SECONDS;
  const expected = createHmac("sha256", secret).update(`${seconds}.${body}`).digest();
  return isFresh && parts.slice(1).some((part) => isSame(Buffer.from(part.replace(/^v1=/, ""), "hex"), expected));
}

const isSame = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);

const isExpected = (event: WebhookEvent, { type, where }: Pick<Waiting, "type" | "where">): boolean =>
  typeOf(event) === type && hasExpected(event, where);

/** Whether the members that are named have these values. */
export function hasExpected<Value>(value: Value, where: ExpectedWebhook<Value> | undefined): boolean {
  if (where === undefined) return true;
  return typeof where === "function" ? where(value) : contains(value, where);
}

function contains(value: unknown, expected: unknown): boolean {
  if (!isMembers(expected) || !isMembers(value)) return isDeepStrictEqual(value, expected);
  return Object.entries(expected).every(([name, member]) => contains(value[name], member));
}

const isMembers = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The type is not in the body: it follows from what changed (docs/spec/wire-contract.md, 6.1). */
function typeOf({ resourceType, operationType }: WebhookEvent): string {
  if (resourceType !== "transaction") return `${resourceType}.balance.updated`;
  return operationType === "create" ? "transaction.created" : `transaction.${operationType}d`;
}

interface Missing extends Pick<Waiting, "type" | "where"> {
  readonly timeoutMs: number;
  readonly received: readonly WebhookEvent[];
  readonly refused: number;
}

/** Says what came instead, and what usually has not happened. */
function missing({ type, where, timeoutMs, received, refused }: Missing): string {
  const wish = where === undefined ? "" : ` where ${typeof where === "function" ? where : JSON.stringify(where)}`;
  const shown = received
    .slice(-SHOWN_MAX)
    .map((event) => `  ${typeOf(event)} ${event.resourceId} ${JSON.stringify(event.mergePatch)}`);
  return [
    `No ${type}${wish} was delivered within ${timeoutMs} ms.`,
    shown.length === 0 ? "Nothing was delivered since the start or the last reset." : "What was delivered:",
    ...shown,
    ...(refused === 0 ? [] : [`${refused} deliveries had no valid signature.`]),
    "The bank answers when the clock passes its hours: use bursar.clock.advance or bursar.bank.",
  ].join("\n");
}
