import type { Api } from "#kernel/http/api.ts";
import type { Service } from "#kernel/process/service.ts";
import { countOpenRequests } from "#payments/approvals";
import { callerOf } from "#records/identity";
import { decidableBy, nothingToDecide, renderDecidable } from "./attention/decidable.ts";
import { overviewFor } from "./overview.ts";
import { DecidableSchema, OverviewSchema } from "./overview-schema.ts";

/** The home page of the dashboard, and the count in its menu. */
export function overviewRoutes(app: Api, service: Service): void {
  app.get(
    "/overview",
    {
      config: { scope: "person" },
      schema: {
        operationId: "getOverview",
        summary: "Get the overview",
        description:
          "Balances, and what needs the user: requests to decide, failed payments that nobody has handled, bank details to confirm, the payments of this week, the payment file that the user has begun, records that were changed outside the service, and failing webhooks. Parts that the user's role may not see are null.",
        tags: ["Dashboard"],
        response: { 200: OverviewSchema },
      },
    },
    (request) => overviewFor(service, callerOf(request)),
  );
  app.get(
    "/approvals/mine",
    {
      config: { scope: "person", permission: "fetchSendMoneyRequests" },
      schema: {
        operationId: "getDecidableRequests",
        summary: "Get the number of requests that the user may approve",
        description: "For the menu and the title of every page; the overview has it as well.",
        tags: ["Dashboard"],
        response: { 200: DecidableSchema },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { count } = await countOpenRequests(service.database, caller.organizationId);
      return renderDecidable(count === 0n ? nothingToDecide : await decidableBy(service, caller, 0));
    },
  );
}
