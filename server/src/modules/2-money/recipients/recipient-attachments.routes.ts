import { Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import { keysetOf } from "#kernel/http/paging.queries.ts";
import { cursorParameters, object, PageSchema } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import {
  attachmentKey,
  attachmentRoutes,
  findAttachment,
  pageOfAttachments,
  RecipientAttachmentItemSchema,
  renderForRecipient,
} from "#records/attachments";
import { callerOf } from "#records/identity";
import type { RecipientRow } from "./recipient.ts";
import { findRecipientRow, lockRecipientRow } from "./recipients.queries.ts";

/** Tax forms and other files of recipients (wire contract §4.4). */
export function recipientAttachmentRoutes(app: Api, service: Service): void {
  listRoute(app, service);
  attachmentRoutes(app, service, {
    kind: "recipient",
    path: "recipient",
    param: "recipientId",
    noun: "recipient",
    tag: "Recipients",
    scopes: { read: "fetchRecipients", write: "editRecipients" },
    states: "formType",
    description: "For tax forms (W-9, W-8) and other documents of the recipient.",
    singularPath: true,
    requireOne: async (db, organizationId, id) => requireActive(await findRecipientRow(db, organizationId, id)),
    admit: async (tx, organizationId, id) => requireActive(await lockRecipientRow(tx, organizationId, id)),
    admitDeletion: async (tx, organizationId, id) => requireActive(await lockRecipientRow(tx, organizationId, id)),
  });
}

/** A deleted recipient is not found. Its files are kept, and listed with those of all recipients. */
function requireActive(row: RecipientRow | undefined): void {
  if (row?.status !== "active") throw notFound("recipient");
}

function listRoute(app: Api, service: Service): void {
  app.get(
    "/recipients/attachments",
    {
      config: { scope: "fetchRecipients", refusals: ["unknownCursor", "conflictingCursors"] },
      schema: {
        operationId: "listRecipientsAttachments",
        summary: "List the files of all recipients",
        description:
          "Tax forms and other files in the order in which they were uploaded, also those of deleted recipients.",
        tags: ["Recipients"],
        querystring: object(cursorParameters),
        response: {
          200: object(
            {
              attachments: Type.Array(RecipientAttachmentItemSchema, { description: "The files of this page." }),
              page: PageSchema,
              total: Type.Integer({ description: "Number of files on this page." }),
            },
            { title: "RecipientAttachmentList" },
          ),
        },
      },
    },
    async (request) => {
      const { organizationId } = callerOf(request);
      const { database } = service;
      const keyset = await keysetOf(request.query, {
        column: attachmentKey,
        exists: (id) => isOfRecipient(service, organizationId, id),
      });
      const { rows, page } = keyset.finish(
        await pageOfAttachments(database, organizationId, { kind: "recipient", keyset }),
        (row) => row.attachment_id,
      );
      const attachments = rows.map((row) => ({
        id: row.attachment_id,
        recipientId: row.owner_id,
        ...renderForRecipient(service, organizationId, row),
      }));
      return { attachments, page, total: rows.length };
    },
  );
}

const isOfRecipient = async ({ database }: Service, organizationId: OrganizationId, id: string): Promise<boolean> =>
  (await findAttachment(database, organizationId, id))?.owner_kind === "recipient";
