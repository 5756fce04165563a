import { type InvalidateOptions, type InvalidateQueryFilters, QueryClient } from "@tanstack/react-query";
import { ServiceUnavailable } from "../api/api-error.ts";

/**
 * After a change, no page keeps an answer from before it. The library refetches what is on a page, but a first answer that
 * is still on its way counts as the new one, although the service may have read it before the change: it is requested again.
 */
class FreshQueryClient extends QueryClient {
  override invalidateQueries<TKey extends readonly unknown[] = readonly unknown[]>(
    filters?: InvalidateQueryFilters<TKey>,
    options?: InvalidateOptions,
  ): Promise<void> {
    for (const query of this.getQueryCache().findAll(filters))
      if (query.state.data === undefined && query.isActive()) void query.cancel({ silent: true });
    return super.invalidateQueries(filters, options);
  }
}

/** Retries only while the service is unavailable; an error response is final. */
export function createQueryClient(): QueryClient {
  return new FreshQueryClient({
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
