import { Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { refuseHttp } from "#kernel/http/http-refusals.ts";
import { OneOf, object, PageSchema, SortOrder, Uuid } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import { Refusal } from "#kernel/refusal.ts";
import { RequestStatusFilter } from "#payments/approvals";
import { MOST_SORTED } from "#payments/payments";
import { callerOf } from "#records/identity";
import { personOf } from "#records/people";
import { type QueueQuery, readQueue } from "./queue.ts";
import { queueSorts } from "./queue-order.ts";
import { QueueRowSchema } from "./queue-row.ts";

/** The filters, the order, and the place of a page. */
const QueueQuerySchema = object({
  status: RequestStatusFilter,
  kind: Type.Optional(OneOf(["payment", "transfer"], "Only of this kind.")),
  accountId: Type.Optional(Uuid("Only from this account.")),
  batchId: Type.Optional(Uuid("Only the requests of this batch.")),
  alone: Type.Optional(
    OneOf(["true", "false"], "`true`: only requests that are in no batch. Batches: GET /approval-batches."),
  ),
  mine: Type.Optional(OneOf(["true", "false"], "`true`: only requests that the signed-in user may approve now.")),
  flagged: Type.Optional(OneOf(["true", "false"], "`true`: only requests with flags or a `problem`.")),
  sentBack: Type.Optional(OneOf(["true", "false"], "`true`: only requests that were sent back with a question.")),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: "Number of requests; 50 by default." })),
  sort: Type.Optional(
    OneOf(
      ["created", ...queueSorts],
      `The column to sort by; ties are in the order of creation. \`flags\`: flagged requests that are waiting, then the others. The default is \`created\`. The others sort at most ${MOST_SORTED.toLocaleString("en-US")} requests.`,
      "ApprovalSort",
    ),
  ),
  order: Type.Optional(SortOrder("The direction. The default is `asc`.")),
  start_after: Type.Optional(Uuid("Returns the page after this request.")),
  end_before: Type.Optional(Uuid("Returns the page that ends just before this request.")),
});

/** The queue of payments and transfers waiting for approval. */
export function queueRoutes(app: Api, service: Service): void {
  app.get(
    "/approvals",
    {
      config: {
        scope: "person",
        permission: "fetchSendMoneyRequests",
        refusals: ["unknownCursor", "conflictingCursors", "tooManyToSort"],
      },
      schema: {
        operationId: "listApprovals",
        summary: "List requests for approval",
        description:
          "Requests for payments and transfers together, with names, flags, and what the signed-in user may do with each. By default, open requests, oldest first. A page in the order of a column begins after the present place of its cursor.",
        tags: ["Dashboard"],
        querystring: QueueQuerySchema,
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
      const { mine, flagged, sentBack, alone, limit = 50, order = "asc", ...others } = request.query;
      const { start_after: after, end_before: before, ...filter } = others;
      if (after !== undefined && before !== undefined) throw refuseHttp("conflictingCursors");
      const only = {
        mine: mine === "true",
        flagged: flagged === "true",
        sentBack: sentBack === "true",
        alone: alone === "true",
      };
      const query = { ...filter, ...only, organizationId, userId, limit };
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
  const { rows, next } = await readQueue(service, { ...query, order }).catch((error: unknown) => {
    // Read as the cursor of the opposite order, but the caller must find the one that they sent.
    if (error instanceof Refusal && error.code === "unknownCursor")
      throw refuseHttp("unknownCursor", { details: { parameter: "end_before" } });
    throw error;
  });
  return { requests: rows.toReversed(), page: pageOf({ nextPage: rows[0]?.requestId, previousPage: next }) };
}

const pageOf = ({ nextPage, previousPage }: Record<"nextPage" | "previousPage", string | undefined>) => ({
  ...(nextPage === undefined ? {} : { nextPage }),
  ...(previousPage === undefined ? {} : { previousPage }),
});
