import type { Api } from "../../kernel/http/api.ts";
import type { Service } from "../../kernel/process/service.ts";
import { callerOf } from "../identity/index.ts";
import { overviewFor } from "./overview.ts";
import { OverviewSchema } from "./overview-schema.ts";

/** The first page of the dashboard. */
export function overviewRoutes(app: Api, service: Service): void {
  app.get(
    "/overview",
    {
      config: { scope: "person" },
      schema: {
        operationId: "getOverview",
        summary: "What a person wants to see first",
        description:
          "Balances, what waits for a decision, payments that went wrong lately, webhooks in trouble. A part the person's role may not see is null.",
        tags: ["Dashboard"],
        response: { 200: OverviewSchema },
      },
    },
    (request) => overviewFor(service, callerOf(request)),
  );
}
