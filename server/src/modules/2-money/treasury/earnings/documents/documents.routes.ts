import { type Static, Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import { findsRow, keysetOf } from "#kernel/http/paging.queries.ts";
import { cursorParameters, Day, OneOf, object, PageSchema, Timestamp, Uuid } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import { callerOf } from "#records/identity";
import { getTreasury, treasuryParams, treasuryTags } from "../reads/treasury.routes.ts";
import { documentTypes, type TreasuryDocument } from "./document.ts";
import { documentCursorColumn, documentWithId, findDocument, pageOfDocuments } from "./documents.queries.ts";
import { readDocument } from "./read-document.ts";

export const TreasuryStatementSchema = object(
  {
    id: Uuid("The statement."),
    accountId: Uuid("The treasury account."),
    documentType: OneOf(documentTypes, "What it is.", "TreasuryDocumentType"),
    description: Type.String({ description: "What it is, in words." }),
    periodStart: Day("The first day that it covers."),
    periodEnd: Day("The last day that it covers."),
    creationDate: Timestamp("When it was issued."),
    createdAt: Timestamp("When it was issued."),
    updatedAt: Timestamp("When it was issued: statements do not change."),
    downloadUrl: Type.String({ description: "The PDF, with the same authentication." }),
  },
  { title: "TreasuryStatement", description: "A statement, trade confirmation, or tax form of a treasury account." },
);
export const TreasuryStatementListSchema = object(
  { statements: Type.Array(TreasuryStatementSchema, { description: "The page." }), page: PageSchema },
  { title: "TreasuryStatementList" },
);

export const renderDocument = (
  service: Service,
  document: TreasuryDocument,
): Static<typeof TreasuryStatementSchema> => ({
  id: document.documentId,
  accountId: document.accountId,
  documentType: document.documentType,
  description: document.description,
  periodStart: document.periodStart,
  periodEnd: document.periodEnd,
  creationDate: document.createdAt.toISOString(),
  createdAt: document.createdAt.toISOString(),
  updatedAt: document.createdAt.toISOString(),
  downloadUrl: `${service.config.publicUrl}/api/v1/treasury/${document.accountId}/statements/${document.documentId}/pdf`,
});

/** Statements of treasury accounts (wire contract §4.10). */
export function documentRoutes(app: Api, service: Service): void {
  app.get(
    "/treasury/:treasuryId/statements",
    {
      config: {
        scope: "fetchTreasuryStatements",
        refusals: ["resourceNotFound", "unknownCursor", "conflictingCursors"],
      },
      schema: {
        operationId: "getTreasuryStatements",
        summary: "List treasury statements",
        description: "Monthly statements, trade confirmations, and documents of the custodian, in order of issue.",
        tags: treasuryTags,
        params: treasuryParams,
        querystring: object({
          ...cursorParameters,
          documentType: Type.Optional(
            OneOf(documentTypes, "Returns documents of this type only.", "TreasuryDocumentType"),
          ),
        }),
        response: { 200: TreasuryStatementListSchema },
      },
    },
    async (request) => {
      const { organizationId } = callerOf(request);
      const { account_id: accountId } = await getTreasury(service, organizationId, request.params.treasuryId);
      const account = { organizationId, accountId };
      const { documentType, ...cursors } = request.query;
      const keyset = await keysetOf(cursors, {
        column: documentCursorColumn,
        exists: (id) => findsRow(service.database, documentWithId(account, id)),
      });
      const read = await pageOfDocuments(service.database, account, { documentType, keyset });
      const { rows, page } = keyset.finish(read, ({ documentId }) => documentId);
      return { statements: rows.map((row) => renderDocument(service, row)), page };
    },
  );
  downloadRoute(app, service);
}

function downloadRoute(app: Api, service: Service): void {
  app.get(
    "/treasury/:treasuryId/statements/:treasuryStatementId/pdf",
    {
      config: { scope: "fetchTreasuryStatements", refusals: ["resourceNotFound"] },
      schema: {
        operationId: "getTreasuryStatementPdf",
        summary: "Download a treasury statement",
        description: "As a PDF file, always the same.",
        tags: treasuryTags,
        params: object({ treasuryId: Uuid("The treasury account."), treasuryStatementId: Uuid("The statement.") }),
        produces: ["application/pdf"],
        response: { 200: Type.Unsafe<Buffer>({ type: "string", format: "binary", description: "A PDF file." }) },
      },
    },
    async (request, reply) => {
      const { organizationId } = callerOf(request);
      const treasury = await getTreasury(service, organizationId, request.params.treasuryId);
      const account = { organizationId, accountId: treasury.account_id };
      const document = await findDocument(service.database, account, request.params.treasuryStatementId);
      if (document === undefined) throw notFound("statement");
      const name = `treasury-${document.documentType.toLowerCase()}-${document.periodEnd}.pdf`;
      return reply
        .type("application/pdf")
        .header("content-disposition", `attachment; filename="${name}"`)
        .send(await readDocument(service, { organizationId, treasury, document }));
    },
  );
}
