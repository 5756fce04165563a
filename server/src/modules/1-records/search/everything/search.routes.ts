import type { Api } from "#kernel/http/api.ts";
import type { Service } from "#kernel/process/service.ts";
import { callerOf } from "#records/identity";
import { searchEverything } from "./search-everything.ts";
import { SearchRequest, SearchResultList } from "./search-results.ts";

const RESULTS = 5;

/** Search for everything that the dashboard shows. */
export function searchRoutes(app: Api, service: Service): void {
  app.post(
    "/search",
    {
      config: { scope: "person" },
      schema: {
        operationId: "searchEverything",
        summary: "Search everything",
        description:
          "Recipients, transactions, requests for approval, invoices, and accounts that the signed-in user may open. Of what is common, the newest are found. A POST, because addresses end up in logs and the text may be an account number; it changes nothing.",
        tags: ["Dashboard"],
        body: {
          ...SearchRequest,
          examples: [{ text: "4,210.50" }, { text: "acme invoice", limit: 10 }],
        },
        response: { 200: SearchResultList },
      },
    },
    async (request) => {
      const { organizationId, scopes } = callerOf(request);
      const { text, limit = RESULTS } = request.body;
      const results = await searchEverything(service.database, { organizationId, scopes, text, limit });
      return { results: [...results] };
    },
  );
}
