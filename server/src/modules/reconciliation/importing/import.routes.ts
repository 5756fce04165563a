import { type Static, Type } from "typebox";
import type { Api } from "../../../kernel/http/api.ts";
import { object, Uuid } from "../../../kernel/http/schemas.ts";
import { takeUpload } from "../../../kernel/http/uploads.ts";
import type { AccountId } from "../../../kernel/values/ids.ts";
import { FileSchema } from "../../bank-files/index.ts";
import { callerOf } from "../../identity/index.ts";
import { importStatement } from "./import-statement.ts";

export const UploadStatementSchema = object(
  {
    file: Type.String({
      format: "binary",
      minLength: 1,
      maxLength: 255,
      description: "camt.052, camt.053, camt.054, or BAI2, at most 32 MB.",
    }),
    accountId: Type.Optional(Uuid("The account that it must be about; for banks that hide part of the number.")),
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
        refusals: ["resourceNotFound", "statementNotImported", "statementNeedsConnection"],
      },
      schema: {
        operationId: "importBankStatement",
        summary: "Import a bank statement",
        description:
          "Returns the file: `processed`, `repeated` if it is known, or `quarantined` if it contradicts what is known. Its movements are matched; incoming money is booked by people.",
        tags: ["Bank files"],
        consumes: ["multipart/form-data"],
        body: UploadStatementSchema,
        response: { 200: FileSchema },
      },
    },
    async (request) => {
      const { organizationId } = callerOf(request);
      const { file: name, accountId } = request.body as Static<typeof UploadStatementSchema>;
      const upload = takeUpload(request);
      try {
        return await importStatement(service, {
          organizationId,
          // A UUID by its schema; the lookup checks whether the account exists.
          accountId: accountId?.toLowerCase() as AccountId | undefined,
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
