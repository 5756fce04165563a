import { Readable } from "node:stream";
import { Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { cursorParameters, idParams, object, SortOrder } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import { contentDisposition } from "#records/attachments";
import { actorOf } from "#records/audit";
import { callerOf } from "#records/identity";
import { FileListSchema, FileSchema, filterParameters } from "./bank-file-schemas.ts";
import { fileDecisionRoutes } from "./decisions/decisions.routes.ts";
import { downloadFile, listFiles, type ReadPayees, showFile } from "./read-files.ts";

const tags = ["Bank files"];
const scope = "bankFiles";
const params = idParams("fileId", "The file.");

/** The files exchanged with banks. */
export function bankFileRoutes(app: Api, service: Service, readPayees: ReadPayees): void {
  listRoute(app, service);
  readRoute(app, service, readPayees);
  contentRoute(app, service);
  fileDecisionRoutes(app, service);
}

function listRoute(app: Api, service: Service): void {
  app.get(
    "/bank-files",
    {
      config: { scope, refusals: ["unknownCursor", "conflictingCursors"] },
      schema: {
        operationId: "listBankFiles",
        summary: "List bank files",
        description: "Files sent and received, the latest first; with `state=open`, those that still collect payments.",
        tags,
        querystring: object({
          ...cursorParameters,
          order: Type.Optional(SortOrder("Order of creation. The default is `desc`.")),
          ...filterParameters,
        }),
        response: { 200: FileListSchema },
      },
    },
    async (request) => {
      const { organizationId } = callerOf(request);
      const { attention, ...filter } = request.query;
      const needsPersonAt = attention === "true" ? service.clock.now() : undefined;
      const { files, page } = await listFiles(service, organizationId, {
        filter: { ...filter, needsPersonAt },
        query: request.query,
      });
      return { files: [...files], page };
    },
  );
}

function readRoute(app: Api, service: Service, readPayees: ReadPayees): void {
  app.get(
    "/bank-files/:fileId",
    {
      config: { scope, refusals: ["resourceNotFound"] },
      schema: {
        operationId: "getBankFile",
        summary: "Get a bank file",
        description: "A file with its payments.",
        tags,
        params,
        querystring: object({
          payments_after: Type.Optional(
            Type.Integer({ minimum: 0, maximum: 2_147_483_647, description: "Payments after this position." }),
          ),
        }),
        response: { 200: FileSchema },
      },
    },
    (request) =>
      showFile(service, {
        organizationId: callerOf(request).organizationId,
        fileId: request.params.fileId,
        after: request.query.payments_after ?? 0,
        readPayees,
      }),
  );
}

function contentRoute(app: Api, service: Service): void {
  app.get(
    "/bank-files/:fileId/content",
    {
      config: { scope, refusals: ["resourceNotFound", "bankFileEmpty"] },
      schema: {
        operationId: "downloadBankFile",
        summary: "Download a bank file",
        description:
          "Its bytes, with full account numbers; recorded in the audit log. Incomplete if the connection ends before `Content-Length` bytes.",
        tags,
        params,
        produces: ["application/octet-stream"],
        response: { 200: Type.Unsafe<Readable>({ type: "string", format: "binary", description: "The file." }) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { organizationId } = caller;
      const { fileId } = request.params;
      const file = await downloadFile(service, { organizationId, fileId, actor: actorOf(caller) });
      return reply
        .type("application/octet-stream")
        .headers({
          "content-length": file.bytes,
          "content-disposition": contentDisposition(file.name),
          "cache-control": "no-store",
          "content-security-policy": "default-src 'none'; sandbox",
        })
        .send(Readable.from(file.chunks, { objectMode: false }));
    },
  );
}
