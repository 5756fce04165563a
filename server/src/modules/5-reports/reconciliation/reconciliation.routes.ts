import type { Api } from "#kernel/http/api.ts";
import { importStatementRoute } from "./importing/import.routes.ts";
import { matchRoutes } from "./matching/match.routes.ts";
import { readReconciliationRoutes } from "./reads/reconciliation.routes.ts";

/** Statements of banks, and what they are matched with. */
export function reconciliationRoutes(app: Api, service: Parameters<typeof importStatementRoute>[1]): void {
  readReconciliationRoutes(app, service);
  matchRoutes(app, service);
  importStatementRoute(app, service);
}
