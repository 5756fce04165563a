import { type Static, Type } from "typebox";
import { present } from "#kernel/assert.ts";
import type { Api } from "#kernel/http/api.ts";
import { Day, OneOf, object } from "#kernel/http/schemas.ts";
import { takeUpload, tooLarge } from "#kernel/http/uploads.ts";
import type { Service } from "#kernel/process/service.ts";
import type { SpooledFile } from "#kernel/storage/spool.ts";
import { inspectFile, refuseAttachment, UploadedFileSchema } from "#records/attachments";
import { actorOf } from "#records/audit";
import { callerOf } from "#records/identity";
import { requireStepUp } from "#records/people";
import { getTreasury, treasuryParams, treasuryTags } from "../reads/treasury.routes.ts";
import { documentTypes } from "./document.ts";
import { findDocument } from "./documents.queries.ts";
import { renderDocument, TreasuryStatementSchema } from "./documents.routes.ts";
import { DOCUMENT_BYTES_MAX, importDocument } from "./import-document.ts";

export const UploadTreasuryDocumentSchema = object(
  {
    file: UploadedFileSchema,
    documentType: OneOf(documentTypes, "What it is.", "TreasuryDocumentType"),
    description: Type.String({ minLength: 1, maxLength: 200, description: "What it is, in words." }),
    periodStart: Day("The first day that it covers."),
    periodEnd: Day("The last day that it covers."),
  },
  { title: "UploadTreasuryDocumentRequest" },
);

/** Adds a document of the custodian, such as a tax form, for users. */
export function uploadDocumentRoute(app: Api, service: Service): void {
  app.post(
    "/treasury/:treasuryId/statements",
    {
      config: {
        scope: "person",
        permission: "manageOrganization",
        upload: true,
        refusals: ["stepUpNeeded", "resourceNotFound", "fileTypeNotAccepted"],
      },
      schema: {
        operationId: "uploadTreasuryStatement",
        summary: "Add a document of the custodian",
        description:
          "A PDF of at most 5 MB, stored encrypted. The same file is stored once. Requires recent reauthentication.",
        tags: treasuryTags,
        params: treasuryParams,
        consumes: ["multipart/form-data"],
        body: UploadTreasuryDocumentSchema,
        response: { 200: TreasuryStatementSchema },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      requireStepUp(caller);
      const { organizationId } = caller;
      const { account_id: accountId } = await getTreasury(service, organizationId, request.params.treasuryId);
      const { file: fileName, ...document } = request.body as Static<typeof UploadTreasuryDocumentSchema>;
      const content = await readPdf(takeUpload(request), fileName);
      const account = { organizationId, accountId };
      return service.database.transaction(async (tx) => {
        const { documentId } = await importDocument(service, tx, {
          ...account,
          ...document,
          content,
          actor: actorOf(caller),
        });
        return renderDocument(service, present(await findDocument(tx, account, documentId), "a document is kept"));
      });
    },
  );
}

/** Reads the whole file, which is small, and discards what was received. */
async function readPdf(file: SpooledFile, fileName: string): Promise<Buffer> {
  try {
    if (file.sizeBytes > DOCUMENT_BYTES_MAX) throw tooLarge(DOCUMENT_BYTES_MAX);
    const { mediaType } = await inspectFile(file, fileName);
    if (mediaType !== "application/pdf")
      throw refuseAttachment("fileTypeNotAccepted", {
        details: { problem: "documents of the custodian are PDF files" },
      });
    const chunks: Buffer[] = [];
    for await (const chunk of file.chunks()) chunks.push(chunk);
    return Buffer.concat(chunks);
  } finally {
    await file.discard();
  }
}
