import { Type } from "typebox";
import { FileItemListSchema, FileItemSchema, ignoreItem, listItems, showItem } from "#bank/exchange";
import { present } from "#kernel/assert.ts";
import type { Api } from "#kernel/http/api.ts";
import { cursorParameters, idParams, OneOf, object, SortOrder, Uuid } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import type { TransactionId } from "#kernel/values/ids.ts";
import { actorOf } from "#records/audit";
import { callerOf } from "#records/identity";
import { personOf, renderWaiting, requireStepUp, TAKES_TWO, WaitingChangeSchema } from "#records/people";
import { type PaymentInWords, proposeAssignment } from "./assign-item.ts";

const tags = ["Bank files"];

/** What received files say and could not be applied, and how people decide. */
export function bankFileItemRoutes(app: Api, service: Service, paymentInWords: PaymentInWords): void {
  app.get(
    "/bank-file-items",
    {
      config: { scope: "bankFiles", refusals: ["unknownCursor", "conflictingCursors"] },
      schema: {
        operationId: "listBankFileItems",
        summary: "List open items of bank files",
        description: "What received files say and could not be applied, the latest first.",
        tags,
        querystring: object({
          ...cursorParameters,
          order: Type.Optional(SortOrder("Order of creation. The default is `desc`.")),
          open: Type.Optional(OneOf(["true", "false"], "`true`: only those that a person has to decide.")),
          fileId: Type.Optional(Uuid("Only those of this file.")),
        }),
        response: { 200: FileItemListSchema },
      },
    },
    async (request) => {
      const { open, fileId, ...query } = request.query;
      const isOpen = open === undefined ? undefined : open === "true";
      const { items, page } = await listItems(service, callerOf(request).organizationId, {
        filter: { isOpen, fileId },
        query,
      });
      return { items: [...items], page };
    },
  );
  app.post(
    "/bank-file-items/:itemId/decision",
    {
      config: {
        scope: "person",
        permission: "manageOrganization",
        refusals: [
          "resourceNotFound",
          "stepUpNeeded",
          "bankFileItemDecided",
          "bankFileItemNotAssignable",
          "bankFileItemNotIgnorable",
          "tooManyControlChanges",
        ],
      },
      schema: {
        operationId: "decideAboutBankFileItem",
        summary: "Decide about an open item of a bank file",
        description: `With \`transactionId\`, what the bank says is applied to that payment, which ${TAKES_TWO} Otherwise nothing follows from the item. Requires recent reauthentication (POST /session/step-up).`,
        tags,
        params: idParams("itemId", "The item."),
        body: {
          ...object(
            {
              transactionId: Type.Optional(Uuid("The payment that it is about.")),
              note: Type.String({ minLength: 1, maxLength: 500, description: "Why, such as what the bank said." }),
              always: Type.Optional(
                Type.Boolean({
                  description: "Items about the same company or account over this connection are ignored from now on.",
                }),
              ),
            },
            { title: "DecideAboutBankFileItemRequest" },
          ),
          examples: [{ note: "Belongs to our payroll provider, which sends under the same company." }],
        },
        response: { 200: FileItemSchema, 202: WaitingChangeSchema },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      requireStepUp(caller);
      const { organizationId, userId } = personOf(caller);
      const { itemId } = request.params;
      const { transactionId, note, always = false } = request.body;
      const actor = actorOf(caller);
      if (transactionId === undefined) return ignoreItem(service, { organizationId, itemId, note, always, actor });
      const assigned = transactionId as TransactionId;
      const change = await proposeAssignment(service, {
        organizationId,
        itemId,
        transactionId: assigned,
        note,
        userId,
        actor,
        paymentInWords,
      });
      if (change !== undefined) return reply.code(202).send(renderWaiting(change));
      return present(await showItem(service.database, organizationId, itemId), "an assigned item exists");
    },
  );
}
