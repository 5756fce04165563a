import type { Api } from "../../kernel/http/api.ts";
import type { Service } from "../../kernel/process/service.ts";
import { callerOf } from "../identity/index.ts";
import { overviewFor } from "./overview.ts";
import { OverviewSchema } from "./overview-schema.ts";

/** The home page of the dashboard. */
export function overviewRoutes(app: Api, service: Service): void {
  app.get(
    "/overview",
    {
      config: { scope: "person" },
      schema: {
        operationId: "getOverview",
        summary: "Get the overview",
        description:
          "Balances, requests waiting for a decision, recently failed payments, and failing webhooks. Parts that the user's role may not see are null.",
        tags: ["Dashboard"],
        response: { 200: OverviewSchema },
      },
    },
    (request) => overviewFor(service, callerOf(request)),
  );
}
