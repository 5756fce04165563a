import { Readable } from "node:stream";
import { Type } from "typebox";
import type { Api } from "../../kernel/http/api.ts";
import { cursorParameters, idParams, object, SortOrder, Uuid } from "../../kernel/http/schemas.ts";
import type { Service } from "../../kernel/process/service.ts";
import { contentDisposition } from "../attachments/index.ts";
import { actorOf } from "../audit/index.ts";
import { callerOf } from "../identity/index.ts";
import {
  DirectionSchema,
  FileListSchema,
  FileWithPaymentsSchema,
  FormatSchema,
  RailSchema,
  StateSchema,
} from "./bank-file-schemas.ts";
import { downloadFile, listFiles, showFile } from "./read-files.ts";

const tags = ["Bank files"];
const scope = "bankFiles";
const params = idParams("fileId", "The file.");

/** The files exchanged with banks. */
export function bankFileRoutes(app: Api, service: Service): void {
  listRoute(app, service);
  readRoute(app, service);
  contentRoute(app, service);
}

function listRoute(app: Api, service: Service): void {
  app.get(
    "/bank-files",
    {
      config: { scope, refusals: ["unknownCursor", "conflictingCursors"] },
      schema: {
        operationId: "listBankFiles",
        summary: "List bank files",
        description:
          "Every file sent to a bank and received from one, the latest first. Files that still collect payments are listed only with `state=open`.",
        tags,
        querystring: object({
          ...cursorParameters,
          order: Type.Optional(SortOrder("Order of creation. The default is `desc`.")),
          direction: Type.Optional(DirectionSchema),
          state: Type.Optional(StateSchema),
          rail: Type.Optional(RailSchema),
          format: Type.Optional(FormatSchema),
          connectionId: Type.Optional(Uuid("Files of this bank connection.")),
        }),
        response: { 200: FileListSchema },
      },
    },
    async (request) => {
      const { organizationId } = callerOf(request);
      const { files, page } = await listFiles(service, organizationId, { filter: request.query, query: request.query });
      return { files: [...files], page };
    },
  );
}

function readRoute(app: Api, service: Service): void {
  app.get(
    "/bank-files/:fileId",
    {
      config: { scope, refusals: ["resourceNotFound"] },
      schema: {
        operationId: "getBankFile",
        summary: "Get a bank file",
        description: "A file with the payments it contains, at most 1,000 at a time.",
        tags,
        params,
        querystring: object({
          payments_after: Type.Optional(
            Type.Integer({ minimum: 0, maximum: 2_147_483_647, description: "The payments after this position." }),
          ),
        }),
        response: { 200: FileWithPaymentsSchema },
      },
    },
    (request) =>
      showFile(service, {
        organizationId: callerOf(request).organizationId,
        fileId: request.params.fileId,
        after: request.query.payments_after ?? 0,
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
          "The bytes of the file, with full account numbers. Each download is recorded in the audit log. A connection that ends before `Content-Length` bytes means that the file is incomplete.",
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
