import { childrenOf, type Metrics } from "../process/metrics.ts";
import type { Api } from "./api.ts";

const LATENCY_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Measures the response time of each request, and counts what was ignored in it. */
export function measureRequests(api: Api, metrics: Metrics): void {
  const durations = metrics.histogram(
    {
      name: "bursar_http_request_duration_seconds",
      help: "Requests answered, by route, method, and status.",
      labelNames: ["route", "method", "status"],
    },
    LATENCY_BUCKETS_SECONDS,
  );
  const byRoute = childrenOf((route, method, status) => durations.labels(route, method, status));
  const ignored = metrics.counter({
    name: "bursar_ignored_parameters_total",
    help: "Query parameters of GET requests that the route does not have, by route.",
    labelNames: ["route"],
  });
  const ignoredByRoute = childrenOf((route) => ignored.labels(route));
  api.addHook("onResponse", (request, reply, done) => {
    // The route's pattern, never the path: ids would create one metric per payment.
    const route = request.routeOptions.url ?? "(none)";
    if (request.ignoredParameters > 0) ignoredByRoute(route).inc(request.ignoredParameters);
    byRoute(route, request.method, String(reply.statusCode)).observe(reply.elapsedTime / 1_000);
    done();
  });
}
