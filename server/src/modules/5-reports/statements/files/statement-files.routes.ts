import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import { idParams, object } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { callerOf } from "#records/identity";
import { linesOfStatement } from "../read-lines.ts";
import { numberFor } from "../render-statement.ts";
import type { Statement } from "../statement.ts";
import { findStatement } from "../statements.queries.ts";
import { refuseStatement } from "../statements-refusals.ts";
import { quickBooksCsvFormat, xeroCsvFormat } from "./statement-bank-csv.ts";
import { camtFormat } from "./statement-camt.ts";
import { csvFormat } from "./statement-csv.ts";
import { type FileFormat, type FileOptions, fileNameOf } from "./statement-file.ts";
import { beancountFormat, hledgerFormat } from "./statement-journal.ts";
import { jsonFormat } from "./statement-json.ts";
import { ofxFormat, qboFormat } from "./statement-ofx.ts";
import { renderStatementPdf } from "./statement-pdf.ts";

const tags = ["Statements"];
const scope = "fetchAccountStatements";
const params = idParams("statementId", "The statement.");

/** About 900 pages. What is longer is for software, not for readers. */
const PDF_LINES_MAX = 20_000n;

const formats: readonly FileFormat[] = [
  csvFormat,
  camtFormat,
  ofxFormat,
  qboFormat,
  quickBooksCsvFormat,
  xeroCsvFormat,
  hledgerFormat,
  beancountFormat,
  jsonFormat,
];

/** Downloads of a statement. */
export function statementFileRoutes(app: Api, service: Service): void {
  pdfRoute(app, service);
  for (const format of formats) fileRoute(app, service, format);
}

async function getStatement(service: Service, organizationId: OrganizationId, id: string): Promise<Statement> {
  const statement = await findStatement(service.database, organizationId, id);
  if (statement === undefined) throw notFound("statement");
  return statement;
}

const named = (reply: FastifyReply, statement: Statement, extension: string): FastifyReply =>
  reply.header("content-disposition", `attachment; filename="${fileNameOf(statement, extension)}"`);

function pdfRoute(app: Api, service: Service): void {
  app.get(
    "/statements/:statementId/pdf",
    {
      config: { scope, refusals: ["resourceNotFound", "statementTooLong", "serviceUnavailable"] },
      schema: {
        operationId: "getStatementPdf",
        summary: "Download a statement as PDF",
        description:
          "A tagged PDF with the account number masked. The same statement always has the same bytes, unless a new version of the service changes the layout.",
        tags,
        params,
        produces: ["application/pdf"],
        response: {
          200: Type.Unsafe<Buffer>({ type: "string", format: "binary", description: "The PDF." }),
        },
      },
    },
    async (request, reply) => {
      const { organizationId } = callerOf(request);
      const statement = await getStatement(service, organizationId, request.params.statementId);
      if (statement.lines > PDF_LINES_MAX) {
        const details = { lines: Number(statement.lines), limit: Number(PDF_LINES_MAX) };
        throw refuseStatement("statementTooLong", { details });
      }
      const file = await renderStatementPdf(statement, linesOfStatement(service.database, organizationId, statement), {
        isSandbox: service.config.mode === "sandbox",
      });
      return named(reply, statement, "pdf").type("application/pdf").send(file);
    },
  );
}

function fileRoute(app: Api, service: Service, format: FileFormat): void {
  const { path, operation, title, extension, mediaType, description, schema, options } = format;
  app.get(
    `/statements/:statementId/${path}`,
    {
      config: { scope, refusals: ["resourceNotFound"] },
      schema: {
        operationId: `getStatement${operation}`,
        summary: `Download a statement as ${title}`,
        description: `${description} Streamed: a connection that ends before the last chunk means that the file is incomplete. The same statement always has the same bytes for the same kind of caller; signed-in users get the account number masked.`,
        tags,
        params,
        ...(options === undefined ? {} : { querystring: object(options) }),
        produces: [mediaType.split(";")[0] ?? mediaType],
        response: { 200: Type.Unsafe<Readable>(schema ?? { type: "string", description: `${title}, in UTF-8.` }) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { organizationId } = caller;
      const statement = await getStatement(service, organizationId, request.params.statementId);
      const accountNumber = await numberFor(service, caller, statement);
      const lines = linesOfStatement(service.database, organizationId, statement);
      // Validated by the schema of this format's options.
      const pieces = format.pieces({ statement, lines, accountNumber, options: request.query as FileOptions });
      // The receiver sets the pace.
      return named(reply, statement, extension)
        .type(mediaType)
        .send(Readable.from(pieces, { highWaterMark: 1 }));
    },
  );
}
