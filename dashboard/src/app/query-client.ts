import { QueryClient } from "@tanstack/react-query";
import { ServiceUnavailable } from "../api/api-error.ts";

/** What the service refused stays refused; only a service that is away is asked again, for as long as the page is open. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 2_000,
        retry: (_failures, error) => error instanceof ServiceUnavailable,
        retryDelay: (failures) => Math.min(500 * 2 ** failures, 5_000),
        // The browser's own idea of "online" says nothing about a service on this machine.
        networkMode: "always",
      },
      mutations: { networkMode: "always", retry: false },
    },
  });
}
