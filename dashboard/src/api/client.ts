import { ApiError, type CallEffect, ServiceUnavailable } from "./api-error.ts";
import type { ResolvedRequestOptions } from "./generated/client/index.ts";
import { client } from "./generated/client.gen.ts";
import { serviceFetch } from "./service-fetch.ts";

/**
 * Configures the generated client: calls go to the page's origin with the session cookie, and an error response is
 * thrown as an ApiError.
 */
export function prepareClient(): void {
  client.setConfig({ credentials: "same-origin", fetch: serviceFetch, throwOnError: true });
  client.interceptors.error.use((error, response, _request, call) => {
    // A proxy may answer for an unavailable service without JSON, and a response can break off.
    const isAway =
      error instanceof ServiceUnavailable || response === undefined || response.ok || response.status >= 500;
    return isAway ? new ServiceUnavailable(error, outcomeOf(call)) : new ApiError(response.status, error);
  });
}

/** An idempotency key replays the first response; a version that was already decided is rejected. */
function outcomeOf({ method, body, query }: Pick<ResolvedRequestOptions, "method" | "body" | "query">): CallEffect {
  if (method === "GET" || query?.["preview"] !== undefined) return "read";
  const isRecognised = typeof body === "object" && body !== null && ("idempotencyKey" in body || "version" in body);
  return isRecognised ? "doOnce" : "do";
}
