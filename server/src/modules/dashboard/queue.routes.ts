import { Type } from "typebox";
import type { Api } from "../../kernel/http/api.ts";
import { OneOf, object, PageSchema, Uuid } from "../../kernel/http/schemas.ts";
import type { Service } from "../../kernel/process/service.ts";
import { requestStatuses } from "../approvals/index.ts";
import { callerOf } from "../identity/index.ts";
import { personOf } from "../people/index.ts";
import { readQueue } from "./queue.ts";
import { QueueRowSchema } from "./queue-row.ts";

/** Payments and transfers that people decide about, in one queue. */
export function queueRoutes(app: Api, service: Service): void {
  app.get(
    "/approvals",
    {
      config: { scope: "person", permission: "fetchSendMoneyRequests", refusals: ["unknownCursor"] },
      schema: {
        operationId: "listApprovals",
        summary: "The queue of requests",
        description:
          "Requests for payments and transfers together, with the names people go by and what the person signed in may do with each. The open ones, oldest first, unless asked otherwise.",
        tags: ["Dashboard"],
        querystring: object({
          status: Type.Optional(
            OneOf(
              [...requestStatuses, "all"],
              "Only in this state; `pendingApproval` by default, `all` for every state.",
            ),
          ),
          kind: Type.Optional(OneOf(["payment", "transfer"], "Only of this kind.")),
          accountId: Type.Optional(Uuid("Only from this account.")),
          mine: Type.Optional(OneOf(["true", "false"], "`true`: only what the person signed in may approve now.")),
          limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: "How many; 50 by default." })),
          order: Type.Optional(OneOf(["asc", "desc"], "Order of creation; `asc` by default.")),
          start_after: Type.Optional(Uuid("The page after this request.")),
        }),
        response: {
          200: object({
            requests: Type.Array(QueueRowSchema, { description: "The page." }),
            page: PageSchema,
          }),
        },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { organizationId, userId } = personOf(caller);
      const { status, kind, accountId, mine, limit = 50, order = "asc", start_after: after } = request.query;
      const { rows, next } = await readQueue(service, {
        organizationId,
        userId,
        status,
        kind,
        accountId,
        mine: mine === "true",
        limit,
        order,
        after,
      });
      return { requests: [...rows], page: next === undefined ? {} : { nextPage: next } };
    },
  );
}
