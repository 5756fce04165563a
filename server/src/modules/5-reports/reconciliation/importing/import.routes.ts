import { type Static, Type } from "typebox";
import { FileSchema } from "#bank/exchange";
import type { Api } from "#kernel/http/api.ts";
import { object } from "#kernel/http/schemas.ts";
import { takeUpload } from "#kernel/http/uploads.ts";
import { callerOf } from "#records/identity";
import { importStatement } from "./import-statement.ts";

export const UploadStatementSchema = object(
  {
    file: Type.String({
      format: "binary",
      minLength: 1,
      maxLength: 255,
      description: "camt.052, camt.053, camt.054, or BAI2, at most 32 MB.",
    }),
  },
  { title: "ImportBankStatementRequest" },
);

/** Users import what they download from the bank's website. */
export function importStatementRoute(app: Api, service: Parameters<typeof importStatement>[0]): void {
  app.post(
    "/reconciliation/statements",
    {
      config: {
        scope: "person",
        permission: "bankFiles",
        upload: true,
        refusals: ["statementNotImported", "statementNeedsConnection"],
      },
      schema: {
        operationId: "importBankStatement",
        summary: "Import a bank statement",
        description:
          "The file is `processed`, `repeated`, or `quarantined` if it contradicts what is known. Incoming money in it is not recorded.",
        tags: ["Bank files"],
        consumes: ["multipart/form-data"],
        body: UploadStatementSchema,
        response: { 200: FileSchema },
      },
    },
    async (request) => {
      const { organizationId } = callerOf(request);
      const { file: name } = request.body as Static<typeof UploadStatementSchema>;
      const upload = takeUpload(request);
      try {
        return await importStatement(service, {
          organizationId,
          accountId: undefined,
          name,
          chunks: () => upload.chunks(),
          books: false,
        });
      } finally {
        await upload.discard();
      }
    },
  );
}
