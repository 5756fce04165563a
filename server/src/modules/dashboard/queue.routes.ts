import { Type } from "typebox";
import type { Api } from "../../kernel/http/api.ts";
import { refuseHttp } from "../../kernel/http/http-refusals.ts";
import { OneOf, object, PageSchema, SortOrder, Uuid } from "../../kernel/http/schemas.ts";
import type { Service } from "../../kernel/process/service.ts";
import { requestStatuses } from "../approvals/index.ts";
import { callerOf } from "../identity/index.ts";
import { personOf } from "../people/index.ts";
import { type QueueQuery, readQueue } from "./queue.ts";
import { QueueRowSchema } from "./queue-row.ts";

/** The queue of payments and transfers waiting for approval. */
export function queueRoutes(app: Api, service: Service): void {
  app.get(
    "/approvals",
    {
      config: {
        scope: "person",
        permission: "fetchSendMoneyRequests",
        refusals: ["unknownCursor", "conflictingCursors"],
      },
      schema: {
        operationId: "listApprovals",
        summary: "List requests for approval",
        description:
          "Requests for payments and transfers together, with names and what the signed-in user may do with each. By default, open requests, oldest first.",
        tags: ["Dashboard"],
        querystring: object({
          status: Type.Optional(
            OneOf(
              [...requestStatuses, "all"],
              "Only this status; `pendingApproval` by default, `all` for every status.",
              "ApprovalRequestStatusFilter",
            ),
          ),
          kind: Type.Optional(OneOf(["payment", "transfer"], "Only of this kind.")),
          accountId: Type.Optional(Uuid("Only from this account.")),
          mine: Type.Optional(
            OneOf(["true", "false"], "`true`: only requests that the signed-in user may approve now."),
          ),
          limit: Type.Optional(
            Type.Integer({ minimum: 1, maximum: 200, description: "Number of requests; 50 by default." }),
          ),
          order: Type.Optional(SortOrder("Order of creation. The default is `asc`.")),
          start_after: Type.Optional(Uuid("Returns the page after this request.")),
          end_before: Type.Optional(Uuid("Returns the page that ends just before this request.")),
        }),
        response: {
          200: object(
            {
              requests: Type.Array(QueueRowSchema, { description: "The page." }),
              page: PageSchema,
            },
            { title: "ApprovalQueue" },
          ),
        },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { organizationId, userId } = personOf(caller);
      const { mine, limit = 50, order = "asc", start_after: after, end_before: before, ...filter } = request.query;
      if (after !== undefined && before !== undefined) throw refuseHttp("conflictingCursors");
      const query = { ...filter, organizationId, userId, mine: mine === "true", limit };
      return before === undefined
        ? pageAfter(service, { ...query, order, after })
        : pageBefore(service, { ...query, order, after: before });
    },
  );
}

async function pageAfter(service: Service, query: QueueQuery) {
  const { rows, next } = await readQueue(service, query);
  const first = query.after === undefined ? undefined : rows[0]?.requestId;
  return { requests: [...rows], page: pageOf({ nextPage: next, previousPage: first }) };
}

/** Reads in the opposite order from the request on, and turns the page around. */
async function pageBefore(service: Service, query: QueueQuery) {
  const order = query.order === "asc" ? "desc" : "asc";
  const { rows, next } = await readQueue(service, { ...query, order });
  return { requests: rows.toReversed(), page: pageOf({ nextPage: rows[0]?.requestId, previousPage: next }) };
}

const pageOf = ({ nextPage, previousPage }: Record<"nextPage" | "previousPage", string | undefined>) => ({
  ...(nextPage === undefined ? {} : { nextPage }),
  ...(previousPage === undefined ? {} : { previousPage }),
});
