import { Agent, fetch } from "undici";
import { checkWebhookUrl, type WebhookUrlRules } from "../endpoints/webhook-url.ts";
import { createGuardedConnector, createResolver } from "./guarded-connector.ts";

export type GuardedFetchOptions = WebhookUrlRules & {
  /** For everything: name resolution, connection, response, body. */
  readonly timeoutMs: number;
  readonly bodyBytesMax: number;
  /** Hosts that the operator has at private addresses. */
  readonly internalHosts: readonly string[];
};

export type FetchRequest = {
  readonly method?: string | undefined;
  readonly headers?: ConstructorParameters<typeof Headers>[0];
  readonly body?: ConstructorParameters<typeof Response>[0];
  readonly signal?: AbortSignal | null | undefined;
};

export type GuardedFetch = {
  /** Rejects for an address that is not allowed, a redirect, a body that is too long, and at the time limit. */
  readonly fetch: (url: string, request: FetchRequest) => Promise<Response>;
  readonly close: () => Promise<void>;
};

/** `fetch` for addresses that an organization chooses, such as its identity provider's: as guarded as webhooks (law 12). */
export function createGuardedFetch(options: GuardedFetchOptions): GuardedFetch {
  const { timeoutMs, allowLoopback, internalHosts, bodyBytesMax } = options;
  const resolveAddresses = createResolver({ attemptTimeoutMs: Math.ceil(timeoutMs / 5) });
  const connectWith = (allowPrivate: boolean) =>
    createGuardedConnector({ allowLoopback, allowPrivate, timeoutMs, resolveAddresses });
  const [outside, inside] = [connectWith(false), connectWith(true)];
  const agent = new Agent({
    connect: (target, callback) =>
      (internalHosts.includes(target.hostname.toLowerCase()) ? inside : outside)(target, callback),
    connections: 8,
    pipelining: 1,
    allowH2: false,
    maxHeaderSize: 16 * 1024,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    keepAliveTimeout: 4_000,
  });
  return {
    fetch: async (text, { method = "GET", headers, body, signal }) => {
      const checked = checkWebhookUrl(text, options);
      const isInternal = !checked.ok && checked.fault === "privateAddress" && internalHosts.includes(hostOf(text));
      if (!checked.ok && !isInternal) throw new TypeError(checked.problem);
      const limit = AbortSignal.timeout(timeoutMs);
      const response = await fetch(text, {
        method,
        headers: Object.fromEntries(new Headers(headers)),
        body: body === undefined || body === null ? null : await new Response(body).text(),
        // A redirect could lead to an address that nobody chose.
        redirect: "error",
        dispatcher: agent,
        signal: signal === undefined || signal === null ? limit : AbortSignal.any([signal, limit]),
      });
      const content = await bounded(response.body, bodyBytesMax);
      const hasBody = ![204, 205, 304].includes(response.status);
      return new Response(hasBody ? content : null, {
        status: response.status,
        headers: Object.fromEntries(response.headers),
      });
    },
    close: () => agent.destroy(),
  };
}

const hostOf = (url: string): string => URL.parse(url)?.hostname.toLowerCase() ?? "";

async function bounded(body: AsyncIterable<Uint8Array> | null, bytesMax: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw new TypeError("The response is too long");
    chunks.push(chunk);
  }
  return Uint8Array.from(Buffer.concat(chunks));
}
