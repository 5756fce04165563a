import { ApiError, ServiceAway } from "./api-error.ts";
import { client } from "./generated/client.gen.ts";
import { serviceFetch } from "./service-fetch.ts";

/**
 * Prepares the generated client (api/openapi.json is its only source): calls go to the service this page came from, with the
 * session's cookie, and a refusal is thrown as an ApiError.
 */
export function prepareClient(): void {
  client.setConfig({ credentials: "same-origin", fetch: serviceFetch, throwOnError: true });
  client.interceptors.error.use((error, response) => {
    if (error instanceof ServiceAway) return error;
    if (response === undefined) return new ServiceAway(error);
    // A proxy in front may answer for a service that is away, and not in JSON.
    return response.status >= 500 ? new ServiceAway(error) : new ApiError(response.status, error);
  });
}
