/**
 * Reads across modules for the dashboard: its home page, figures over time, the queue of requests, and everything an
 * approver needs. Owns no table.
 *
 * Guarantees: read-only, except for noticing that a request's terms have changed; shows what the user may do with the
 * same code that decides it; figures cost time per day, not per transaction.
 */
import type { Api } from "#kernel/http/api.ts";
import type { Service } from "#kernel/process/service.ts";
import { chartRoutes } from "./charts.routes.ts";
import { figureRoutes } from "./figures.routes.ts";
import { overviewRoutes } from "./overview.routes.ts";
import { pennyTestRoutes } from "./penny-test.routes.ts";
import { queueRoutes } from "./queue.routes.ts";
import { reviewRoutes } from "./review/review.routes.ts";

export { followPennyTest, type PennyTest } from "./penny-test.ts";

export function dashboardRoutes(app: Api, service: Service): void {
  overviewRoutes(app, service);
  chartRoutes(app, service);
  figureRoutes(app, service);
  queueRoutes(app, service);
  reviewRoutes(app, service);
  pennyTestRoutes(app, service);
}
