import { ApiError, type Asked, ServiceUnavailable } from "./api-error.ts";
import type { ResolvedRequestOptions } from "./generated/client/index.ts";
import { client } from "./generated/client.gen.ts";
import { serviceFetch } from "./service-fetch.ts";

/**
 * Prepares the generated client (api/openapi.json is its only source): calls go to the service this page came from, with the
 * session's cookie, and a refusal is thrown as an ApiError.
 */
export function prepareClient(): void {
  client.setConfig({ credentials: "same-origin", fetch: serviceFetch, throwOnError: true });
  client.interceptors.error.use((error, response, _request, call) => {
    // A proxy in front may answer for a service that is away, and not in JSON; or an answer breaks off.
    const isAway =
      error instanceof ServiceUnavailable || response === undefined || response.ok || response.status >= 500;
    return isAway ? new ServiceUnavailable(error, outcomeOf(call)) : new ApiError(response.status, error);
  });
}

/** Keys make the service answer again what it answered first; what names a version is refused once that is decided. */
function outcomeOf({ method, body, query }: Pick<ResolvedRequestOptions, "method" | "body" | "query">): Asked {
  if (method === "GET" || query?.["preview"] !== undefined) return "read";
  const isRecognised = typeof body === "object" && body !== null && ("idempotencyKey" in body || "version" in body);
  return isRecognised ? "doOnce" : "do";
}
