import { Agent, type Dispatcher } from "undici";
import {
  type DeliveryOutcome,
  failureReason,
  printableSnippet,
  snippetBytesMax,
  TargetRefused,
} from "../delivery/delivery-outcome.ts";
import { checkWebhookUrl, type WebhookUrlRules } from "../endpoints/webhook-url.ts";
import { createGuardedConnector, createResolver, type ResolveAddresses } from "./guarded-connector.ts";

/** One attempt: the target, and the exact signed text. */
export type DeliveryRequest = {
  readonly url: string;
  /** Signature headers and all other headers; names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

export type SenderOptions = WebhookUrlRules & {
  /** The time limit of an attempt: waiting, name resolution, connection, response, body. Decision R9: 5,000. */
  readonly timeoutMs: number;
  /** The maximum number of connections per origin; further attempts wait within their own time limit. */
  readonly connectionsPerOrigin?: number;
  /** Keeps so many bytes of the answer, for a receiver whose answer means something; by default, none. */
  readonly answerBytesMax?: number;
  /** Certificates to trust instead of the system's, in PEM: for installations with their own certificate authority. */
  readonly trustedCertificates?: string;
  /** Replaces the system's name servers in tests. */
  readonly resolveAddresses?: ResolveAddresses;
};

export type Sender = {
  /** The longest that an attempt takes. */
  readonly timeoutMs: number;
  /** Makes one attempt. Takes at most `timeoutMs`, never throws, never follows a redirect, never retries. */
  readonly send: (request: DeliveryRequest) => Promise<DeliveryOutcome>;
  /** Closes all connections; running attempts end as `senderClosed`. */
  readonly close: () => Promise<void>;
};

/** Response bytes that are read and discarded so that the connection can be reused; beyond that, it is closed. */
const discardedBytesMax = 64 * 1024;
const userAgent = "Bursar-Webhooks/1";

/**
 * Sends webhooks to addresses chosen by strangers (decision R9; law 12). `webhook-url.ts` and `guarded-connector.ts`
 * keep them out of the service's own network; this file keeps a bad receiver from affecting the others: one time limit
 * for everything, a bounded response, and separate connections per origin.
 *
 * A 2xx status in time is a delivery, even if the body is slow, incomplete, or endless: the receiver has accepted the
 * event, and a retry would only duplicate it.
 */
export function createSender(options: SenderOptions): Sender {
  const agent = createAgent(options);
  return {
    timeoutMs: options.timeoutMs,
    send: (request) => attempt(request, agent, options),
    close: () => agent.destroy(),
  };
}

/** One pool of connections per origin, so that a slow receiver uses up only its own. */
function createAgent(options: SenderOptions): Agent {
  const { timeoutMs, allowLoopback, trustedCertificates } = options;
  // Two tries, the second twice as long, still leave time to connect.
  const resolveAddresses = options.resolveAddresses ?? createResolver({ attemptTimeoutMs: Math.ceil(timeoutMs / 5) });
  return new Agent({
    connect: createGuardedConnector({ allowLoopback, timeoutMs, resolveAddresses, trustedCertificates }),
    connections: options.connectionsPerOrigin ?? 16,
    pipelining: 1,
    allowH2: false,
    maxHeaderSize: 16 * 1024,
    // The attempt's own limit comes first; these are a fallback.
    headersTimeout: timeoutMs + 1_000,
    bodyTimeout: timeoutMs + 1_000,
    keepAliveTimeout: 10_000,
    keepAliveMaxTimeout: 60_000,
  });
}

type WithoutDuration<Outcome> = Outcome extends unknown ? Omit<Outcome, "durationMs"> : never;
type Ending = WithoutDuration<DeliveryOutcome>;

async function attempt(request: DeliveryRequest, agent: Agent, options: SenderOptions): Promise<DeliveryOutcome> {
  const startedAtMs = performance.now();
  const ending = await endingOf(request, agent, options);
  return { ...ending, durationMs: Math.round(performance.now() - startedAtMs) };
}

/** Ends at the time limit at the latest, regardless of the receiver. */
async function endingOf(request: DeliveryRequest, agent: Agent, options: SenderOptions): Promise<Ending> {
  const checked = checkWebhookUrl(request.url, options);
  if (!checked.ok) return { kind: "refused", reason: checked.fault };
  const { timeoutMs } = options;
  const controller = new AbortController();
  // The client honors an abort only once a request has its connection, so the limit does not rely on it: the first to
  // finish wins. An aborted request that still waits is dropped unsent.
  const limit = Promise.withResolvers<Ending>();
  const progress: Progress = {
    response: undefined,
    kept: [],
    keptMax: Math.max(snippetBytesMax, options.answerBytesMax ?? 0),
    isComplete: false,
  };
  const timer = setTimeout(() => {
    controller.abort();
    limit.resolve(
      progress.response === undefined
        ? { kind: "failed", reason: "timeout" }
        : // A slow answer that means something is incomplete.
          options.answerBytesMax === undefined
          ? answered(progress.response, progress)
          : { kind: "failed", reason: "timeout" },
    );
  }, timeoutMs);
  try {
    return await Promise.race([
      exchange(request, { agent, url: checked.url, signal: controller.signal, progress }),
      limit.promise,
    ]);
  } finally {
    clearTimeout(timer);
  }
}

/** What has arrived so far, so that the time limit can distinguish a slow body from no response. */
type Progress = {
  response: Dispatcher.ResponseData | undefined;
  readonly kept: Uint8Array[];
  /** More than a snippet if the answer means something. */
  readonly keptMax: number;
  /** The body has ended, and all of it is kept. */
  isComplete: boolean;
};
type Exchange = {
  readonly agent: Agent;
  readonly url: URL;
  readonly signal: AbortSignal;
  readonly progress: Progress;
};

/** One request and the start of its response. Never throws. */
async function exchange(request: DeliveryRequest, { agent, url, signal, progress }: Exchange): Promise<Ending> {
  try {
    const response = await agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": userAgent, ...request.headers },
      body: request.body,
      signal,
    });
    progress.response = response;
    await readStart(response.body, progress);
    return answered(response, progress);
  } catch (error) {
    if (error instanceof TargetRefused) return { kind: "refused", reason: "privateAddress" };
    return { kind: "failed", reason: failureReason(error) };
  }
}

/** Keeps the first bytes of the body, discards some more, and closes the connection if the body has not ended. */
async function readStart(body: Dispatcher.ResponseData["body"], progress: Progress): Promise<void> {
  const { kept, keptMax } = progress;
  let bytesRead = 0;
  try {
    for await (const chunk of body) {
      if (!(chunk instanceof Uint8Array)) break;
      if (bytesRead < keptMax) kept.push(Uint8Array.from(chunk.subarray(0, keptMax - bytesRead)));
      bytesRead += chunk.length;
      // Leaving the loop destroys the body and its connection.
      if (bytesRead > Math.max(discardedBytesMax, keptMax)) break;
    }
    progress.isComplete = bytesRead <= keptMax;
  } catch {
    // The status has been received and decides, regardless of how the body ended.
  }
}

/** Only 2xx is a delivery. Redirects are never followed: they could lead to an address that was not checked. */
function answered(response: Dispatcher.ResponseData, { kept, keptMax, isComplete }: Progress): Ending {
  const { statusCode, headers } = response;
  const content = Buffer.concat(kept);
  const responseSnippet = printableSnippet(content);
  const answer = keptMax > snippetBytesMax && isComplete ? { answer: content } : {};
  if (statusCode >= 200 && statusCode < 300) return { kind: "delivered", statusCode, responseSnippet, ...answer };
  const reason = statusCode >= 300 && statusCode < 400 ? "redirect" : "httpStatus";
  const header = headers["retry-after"];
  const retryAfter = typeof header === "string" ? { retryAfter: header.slice(0, 64) } : {};
  return { kind: "failed", reason, statusCode, responseSnippet, ...retryAfter };
}
