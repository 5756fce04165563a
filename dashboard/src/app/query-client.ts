import { QueryClient } from "@tanstack/react-query";
import { ServiceUnavailable } from "../api/api-error.ts";

/** Retries only while the service is unavailable; an error response is final. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 2_000,
        retry: (_failures, error) => error instanceof ServiceUnavailable,
        retryDelay: (failures) => Math.min(500 * 2 ** failures, 5_000),
        // `navigator.onLine` says nothing about a service on the same machine.
        networkMode: "always",
      },
      mutations: { networkMode: "always", retry: false },
    },
  });
}
