import { Type } from "typebox";
import { present } from "#kernel/assert.ts";
import type { Api } from "#kernel/http/api.ts";
import { idParams, object, Uuid } from "#kernel/http/schemas.ts";
import { takeUpload } from "#kernel/http/uploads.ts";
import { idempotencyKeyOf } from "#kernel/idempotency/key.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { actorOf } from "#records/audit";
import { callerOf } from "#records/identity";
import type { OwnerKind } from "./attachment.ts";
import {
  AttachmentSchema,
  renderAttachment,
  UploadWithFormSchema,
  UploadWithTypeSchema,
} from "./attachment-schemas.ts";
import { attachmentsOf } from "./attachments.queries.ts";
import { deleteAttachment } from "./delete-attachment.ts";
import { uploadFile } from "./upload-file.ts";

/** A resource to which files are attached: its module says where, by whom, and when. */
export interface AttachmentOwner {
  readonly kind: OwnerKind;
  /** The resource and its id: `transaction` and `transactionId` for `/transaction/:transactionId/attachments`. */
  readonly path: string;
  readonly param: string;
  /** For the reference page. */
  readonly noun: string;
  readonly tag: string;
  readonly scopes: { readonly read: string; readonly write: string };
  /** What a caller may state: the type of a document, or which tax form it is. */
  readonly states: "attachmentType" | "formType";
  /** What happens to the files, for the reference page. */
  readonly description: string;
  /** Refuses if there is none. */
  readonly requireOne: (db: Queryable, organizationId: OrganizationId, ownerId: string) => Promise<void>;
  /** Locks it; refuses if it takes no further files. */
  readonly admit: (tx: Tx, organizationId: OrganizationId, ownerId: string) => Promise<void>;
  /** Locks it; refuses if its files can no longer be deleted. */
  readonly admitDeletion: (tx: Tx, organizationId: OrganizationId, ownerId: string) => Promise<void>;
  /** Only the user or token that attached a file may delete it. */
  readonly deletedByUploader?: true;
  /** Some clients upload to `…/attachment` instead of `…/attachments`. */
  readonly singularPath?: true;
  readonly refusals?: readonly string[];
}

/** Upload, list, and delete the files of a resource. */
export function attachmentRoutes(app: Api, service: Service, owner: AttachmentOwner): void {
  uploadRoute(app, service, owner, { path: "attachments", name: "Attachment", note: "", alias: {} });
  if (owner.singularPath)
    uploadRoute(app, service, owner, {
      path: "attachment",
      name: "AttachmentAlias",
      note: " The same as the path in the plural, for clients that use this one.",
      alias: { deprecated: true },
    });
  listRoute(app, service, owner);
  deleteRoute(app, service, owner);
}

const paramsOf = ({ param, noun }: AttachmentOwner) => idParams(param, `The ${noun}.`);
const urlOf = ({ path, param }: AttachmentOwner): string => `/${path}/:${param}`;
/** The validated id in the path. */
const idIn = ({ param }: AttachmentOwner, params: Readonly<Record<string, string | undefined>>): string =>
  present(params[param], "the route has this parameter").toLowerCase();
const AttachmentsSchema = object(
  { attachments: Type.Array(AttachmentSchema, { description: "Its files." }) },
  { title: "AttachmentList" },
);
const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const operationOf = ({ kind }: AttachmentOwner): string => capitalized(kind);

function uploadRoute(
  app: Api,
  service: Service,
  owner: AttachmentOwner,
  { path, name, note, alias }: { path: string; name: string; note: string; alias: { readonly deprecated?: true } },
): void {
  const { kind, noun, scopes, states, admit, refusals = [] } = owner;
  app.post(
    `${urlOf(owner)}/${path}`,
    {
      config: {
        scope: scopes.write,
        upload: true,
        refusals: ["resourceNotFound", "fileTypeNotAccepted", "tooManyAttachments", "badRequest", ...refusals],
      },
      schema: {
        operationId: `upload${operationOf(owner)}${name}`,
        summary: `Attach a file to ${article(noun)}`,
        description: `${owner.description} The file is inspected: its content decides its type, and files that could be harmful are rejected. Images lose their metadata, such as the location. It is stored encrypted.${note}`,
        tags: [owner.tag],
        ...alias,
        params: paramsOf(owner),
        consumes: ["multipart/form-data"],
        body: states === "formType" ? UploadWithFormSchema : UploadWithTypeSchema,
        response: { 200: AttachmentSchema },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { organizationId } = caller;
      const ownerId = idIn(owner, request.params);
      const { body } = request;
      const key = idempotencyKeyOf(request, body);
      const answer = await uploadFile(service, {
        organizationId,
        operation: `upload${operationOf(owner)}Attachment`,
        key,
        owner: { kind, id: ownerId },
        file: takeUpload(request),
        fileName: body.file,
        attachmentType: "attachmentType" in body ? body.attachmentType : undefined,
        formType: "formType" in body ? body.formType : undefined,
        uploader: caller,
        actor: actorOf(caller),
        admit: (tx) => admit(tx, organizationId, ownerId),
      });
      if (answer.replayed) reply.header("idempotent-replayed", "true");
      return answer.body;
    },
  );
}

const article = (noun: string): string => `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`;

function listRoute(app: Api, service: Service, owner: AttachmentOwner): void {
  const { kind, noun, scopes, requireOne } = owner;
  app.get(
    `${urlOf(owner)}/attachments`,
    {
      config: { scope: scopes.read, refusals: ["resourceNotFound"] },
      schema: {
        operationId: `list${operationOf(owner)}Attachments`,
        summary: `List the files of ${article(noun)}`,
        description: "In the order in which they were attached; at most 100.",
        tags: [owner.tag],
        params: paramsOf(owner),
        response: { 200: AttachmentsSchema },
      },
    },
    async (request) => {
      const { organizationId } = callerOf(request);
      const ownerId = idIn(owner, request.params);
      await requireOne(service.database, organizationId, ownerId);
      const rows = await attachmentsOf(service.database, organizationId, { kind, ids: [ownerId] });
      return { attachments: rows.map((row) => renderAttachment(service, organizationId, row)) };
    },
  );
}

function deleteRoute(app: Api, service: Service, owner: AttachmentOwner): void {
  const { kind, noun, scopes, admitDeletion, deletedByUploader, refusals = [] } = owner;
  app.delete(
    `${urlOf(owner)}/attachments/:attachmentId`,
    {
      config: { scope: scopes.write, refusals: ["resourceNotFound", ...refusals] },
      schema: {
        operationId: `delete${operationOf(owner)}Attachment`,
        summary: `Delete a file of ${article(noun)}`,
        description: "It is no longer shown, its links stop working, and its content is deleted from the store.",
        tags: [owner.tag],
        params: object({ ...paramsOf(owner).properties, attachmentId: Uuid("The attachment.") }),
        response: { 204: Type.Unsafe<undefined>({ type: "null", description: "Deleted." }) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { organizationId } = caller;
      const ownerId = idIn(owner, request.params);
      const { attachmentId } = request.params;
      await service.database.transaction(async (tx) => {
        await admitDeletion(tx, organizationId, ownerId);
        await deleteAttachment(service, tx, {
          organizationId,
          owner: { kind, id: ownerId },
          attachmentId,
          actor: actorOf(caller),
          ...(deletedByUploader === true ? { onlyBy: caller } : {}),
        });
      });
      return reply.code(204).send(undefined);
    },
  );
}
