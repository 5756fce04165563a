import { Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import type { Service } from "#kernel/process/service.ts";
import { callerOf } from "#records/identity";
import { FileDraftSchema, SavedFileDraftSchema, SaveFileDraftSchema } from "./file-draft.ts";
import { deleteDraft, readDraft, saveDraft } from "./file-drafts.ts";

const tags = ["Dashboard"];

/** The payment file that a user has begun. The dashboard reads files; the service keeps what it needs to continue. */
export function fileDraftRoutes(app: Api, service: Service): void {
  const config = { scope: "person", permission: "requestSendMoney" } as const;
  app.get(
    "/payment-file-draft",
    {
      config,
      schema: {
        operationId: "getPaymentFileDraft",
        summary: "Get the unfinished payment file",
        description: "The signed-in user's own, or null. A user has one at a time.",
        tags,
        response: { 200: FileDraftSchema },
      },
    },
    async (request) => ({ draft: await readDraft(service, callerOf(request)) }),
  );

  app.post(
    "/payment-file-draft",
    {
      config: { ...config, refusals: ["fileDraftChanged"] },
      schema: {
        operationId: "savePaymentFileDraft",
        summary: "Save the unfinished payment file",
        description:
          "Replaces the signed-in user's file. Refused if another browser has saved a newer version meanwhile.",
        tags,
        body: {
          ...SaveFileDraftSchema,
          examples: [{ name: "unpaid-bills.csv", payments: 25, requested: 14, version: 0, content: "H4sIAAAAAAAA" }],
        },
        response: { 200: SavedFileDraftSchema },
      },
    },
    (request) => saveDraft(service, callerOf(request), request.body),
  );

  app.delete(
    "/payment-file-draft",
    {
      config,
      schema: {
        operationId: "deletePaymentFileDraft",
        summary: "Delete the unfinished payment file",
        description: "The signed-in user's own, if there is one. What was requested from it stays.",
        tags,
        response: { 204: Type.Null({ description: "There is none." }) },
      },
    },
    async (request, reply) => {
      await deleteDraft(service, callerOf(request));
      return reply.code(204).send(null);
    },
  );
}
