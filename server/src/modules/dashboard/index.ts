/**
 * Reads that cross modules, for the dashboard: its first page, figures over time, the queue of requests, and everything an
 * approver needs about one. Owns no table.
 *
 * Promises: only reads, but for noticing that a request's terms have changed; says what the person signed in may do by the
 * very code that decides it; figures cost as much as there are days, however many transactions there are.
 */
import type { Api } from "../../kernel/http/api.ts";
import type { Service } from "../../kernel/process/service.ts";
import { chartRoutes } from "./charts.routes.ts";
import { overviewRoutes } from "./overview.routes.ts";
import { queueRoutes } from "./queue.routes.ts";
import { reviewRoutes } from "./review/review.routes.ts";

export function dashboardRoutes(app: Api, service: Service): void {
  overviewRoutes(app, service);
  chartRoutes(app, service);
  queueRoutes(app, service);
  reviewRoutes(app, service);
}
