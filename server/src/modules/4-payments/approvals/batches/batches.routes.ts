import { Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { invalidRequest, notFound } from "#kernel/http/http-refusals.ts";
import { findsRow, keysetOf, readPage } from "#kernel/http/paging.queries.ts";
import { cursorParameters, idParams, object, PageSchema } from "#kernel/http/schemas.ts";
import { idempotencyKeyOf } from "#kernel/idempotency/key.ts";
import type { Service } from "#kernel/process/service.ts";
import { minorFromDollars } from "#kernel/values/money.ts";
import { callerOf } from "#records/identity";
import {
  BatchSchema,
  CreatedBatchSchema,
  GroupSchema,
  NewBatchSchema,
  RemoveSchema,
  SubmitSchema,
} from "./batch-schemas.ts";
import { batchKey, batchWithId, findBatch, pageOfWaitingBatches } from "./batches.queries.ts";
import { removeFromBatch, submitBatch, ungroupBatch } from "./change-batch.ts";
import { groupRequests, openBatch } from "./create-batch.ts";
import { renderBatch, renderBatches } from "./render-batch.ts";

const tags = ["Dashboard"];
const params = idParams("batchId", "The batch.");
const EXAMPLE_ID = "01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b10";

/** Batches of approval requests: making them, reading them, and changing what they contain. */
export function batchRoutes(app: Api, service: Service): void {
  createRoutes(app, service);
  readRoutes(app, service);
  submitRoute(app, service);
  leaveRoutes(app, service);
}

function createRoutes(app: Api, service: Service): void {
  app.post(
    "/approval-batches",
    {
      config: { scope: "person", permission: "requestSendMoney", refusals: [] },
      schema: {
        operationId: "createApprovalBatch",
        summary: "Open a batch of payments",
        description:
          "The user then requests each payment with its own call and the `batchId`, and submits the batch. Until then, approvers see how many of the announced payments have arrived, and can only decide them one by one.",
        tags,
        body: {
          ...NewBatchSchema,
          examples: [{ name: "Supplier run November", announced: { count: 400, total: 182_330.1 } }],
        },
        response: { 201: CreatedBatchSchema },
      },
    },
    async (request, reply) => {
      const { body } = request;
      const answer = await openBatch(service, {
        caller: callerOf(request),
        body,
        key: idempotencyKeyOf(request, body),
      });
      if (answer.replayed) reply.header("idempotent-replayed", "true");
      return reply.code(201).send(answer.body);
    },
  );
  app.post(
    "/approval-batches/group",
    {
      config: {
        scope: "person",
        permission: "fetchSendMoneyRequests",
        refusals: ["mayNotChangeBatch", "requestNotGroupable"],
      },
      schema: {
        operationId: "groupApprovalRequests",
        summary: "Group approval requests as a batch",
        description:
          "Makes a submitted batch of requests that wait for a decision and are in no batch. For users who may approve payments, and for the requester of all of them.",
        tags,
        body: { ...GroupSchema, examples: [{ name: "Supplier run November", requestIds: [EXAMPLE_ID] }] },
        response: { 201: CreatedBatchSchema },
      },
    },
    async (request, reply) => {
      const { body } = request;
      const key = idempotencyKeyOf(request, body);
      const answer = await groupRequests(service, { caller: callerOf(request), body, key });
      if (answer.replayed) reply.header("idempotent-replayed", "true");
      return reply.code(201).send(answer.body);
    },
  );
}

/** Evaluating a batch costs as much as a page of the queue. */
const LISTED = 20;

function readRoutes(app: Api, service: Service): void {
  app.get(
    "/approval-batches",
    {
      config: {
        scope: "person",
        permission: "fetchSendMoneyRequests",
        refusals: ["unknownCursor", "conflictingCursors"],
      },
      schema: {
        operationId: "listApprovalBatches",
        summary: "List batches that wait",
        description:
          "Batches that are not complete yet, and those with requests that wait for a decision, in order of creation.",
        tags,
        querystring: object({
          ...cursorParameters,
          limit: Type.Optional(
            Type.Integer({ minimum: 1, maximum: 50, description: `Batches per page. The default is ${LISTED}.` }),
          ),
        }),
        response: {
          200: object(
            { batches: Type.Array(BatchSchema, { description: "The page." }), page: PageSchema },
            { title: "ApprovalBatchList" },
          ),
        },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { organizationId } = caller;
      const keyset = await keysetOf(
        { limit: LISTED, ...request.query },
        {
          column: batchKey,
          exists: (id) => findsRow(service.database, batchWithId(organizationId, id)),
        },
      );
      const { rows, page } = await readPage(
        keyset,
        (range) => pageOfWaitingBatches(service.database, organizationId, range),
        (row) => row.batch_id,
      );
      return { batches: await renderBatches(service, caller, { rows }), page };
    },
  );
  app.get(
    "/approval-batches/:batchId",
    {
      config: { scope: "person", permission: "fetchSendMoneyRequests", refusals: ["resourceNotFound"] },
      schema: {
        operationId: "getApprovalBatch",
        summary: "Get a batch of approval requests",
        description:
          "Its sums, what the signed-in user may decide, and how far a decision about it is. Its requests are those of GET /approvals with the `batchId`. If the terms of a request have changed, it gets a new version now.",
        tags,
        params,
        response: { 200: BatchSchema },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const row = await findBatch(service.database, caller.organizationId, request.params.batchId.toLowerCase());
      if (row === undefined) throw notFound("batch");
      return renderBatch(service, caller, row);
    },
  );
}

function submitRoute(app: Api, service: Service): void {
  app.post(
    "/approval-batches/:batchId/submit",
    {
      config: {
        scope: "person",
        permission: "requestSendMoney",
        refusals: ["resourceNotFound", "batchNotOpen", "notBatchCreator", "batchIncomplete"],
      },
      schema: {
        operationId: "submitApprovalBatch",
        summary: "Submit a batch for approval",
        description:
          "Nothing can join it from now on, and approvers can decide about it as one. It may have fewer requests than were announced: the user confirms how many.",
        tags,
        params,
        body: { ...SubmitSchema, examples: [{ count: 1, total: 12_500 }] },
        response: { 200: BatchSchema },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { count, total } = request.body;
      const totalMinor = minorFromDollars(total);
      if (totalMinor === undefined)
        throw invalidRequest([{ path: "total", message: "must have at most two decimals" }]);
      const { batchId } = request.params;
      return renderBatch(service, caller, await submitBatch(service, { caller, batchId, count, totalMinor }));
    },
  );
}

/** What takes requests out of a batch. */
function leaveRoutes(app: Api, service: Service): void {
  app.post(
    "/approval-batches/:batchId/remove",
    {
      config: {
        scope: "person",
        permission: "fetchSendMoneyRequests",
        refusals: ["resourceNotFound", "batchNotSubmitted", "mayNotChangeBatch", "requestNotInBatch"],
      },
      schema: {
        operationId: "removeFromApprovalBatch",
        summary: "Remove requests from a batch",
        description:
          "They wait for a decision of their own. For the user who created the batch and for users who may approve payments.",
        tags,
        params,
        body: { ...RemoveSchema, examples: [{ requestIds: [EXAMPLE_ID] }] },
        response: { 200: BatchSchema },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const call = { caller, batchId: request.params.batchId, requestIds: request.body.requestIds };
      return renderBatch(service, caller, await removeFromBatch(service, call));
    },
  );
  app.post(
    "/approval-batches/:batchId/ungroup",
    {
      config: {
        scope: "person",
        permission: "fetchSendMoneyRequests",
        refusals: ["resourceNotFound", "batchUngrouped", "mayNotChangeBatch", "batchDecisionRunning"],
      },
      schema: {
        operationId: "ungroupApprovalBatch",
        summary: "Ungroup a batch",
        description:
          "Its open requests are decided one by one; nothing is decided now. For the user who created the batch and for users who may approve payments.",
        tags,
        params,
        response: { 200: BatchSchema },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { batchId } = request.params;
      return renderBatch(service, caller, await ungroupBatch(service, { caller, batchId }));
    },
  );
}
