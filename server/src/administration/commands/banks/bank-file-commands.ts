import { type FileHandle, open, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { Type } from "typebox";
import {
  bankFileFormats,
  bankFileStates,
  bankRails,
  decideAboutFile,
  directions,
  downloadFile,
  fileDecisions,
  ignoreItem,
  listFiles,
  listItems,
  type ShownFile,
  type ShownItem,
  showFile,
  showItem,
} from "#bank/exchange";
import { assignAsOperator } from "#bank/file-rails";
import { present } from "#kernel/assert.ts";
import { invalidRequest } from "#kernel/http/http-refusals.ts";
import { OneOf, object, Uuid } from "#kernel/http/schemas.ts";
import type { TransactionId } from "#kernel/values/ids.ts";
import { payeeReader } from "#payments/payments";
import { type AdminCommand, adminCommand } from "../command.ts";
import { pickOrganization } from "../pick-organization.ts";

export type { ShownFile, ShownItem };

/** The result of a download. */
export interface ShownDownload {
  readonly file: string;
  readonly name: string;
  readonly bytes: number;
}

const organization = Type.Optional(Type.String());
const fileId = Uuid("The file.");
const itemId = Uuid("The open item.");
const Note = Type.String({ minLength: 1, maxLength: 500 });

export const bankFileCommands: Readonly<Record<string, AdminCommand>> = {
  "files.list": adminCommand(
    object({
      organization,
      direction: Type.Optional(OneOf(directions, "The direction.")),
      state: Type.Optional(OneOf(bankFileStates.states, "The state.")),
      rail: Type.Optional(OneOf(bankRails, "The rail.")),
      format: Type.Optional(OneOf(bankFileFormats, "The format.")),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    }),
    async ({ service }, { organization: named, limit, ...filter }): Promise<readonly ShownFile[]> => {
      const { organizationId } = await pickOrganization(service, named);
      const query = limit === undefined ? {} : { limit };
      return (await listFiles(service, organizationId, { filter, query })).files;
    },
  ),
  "files.show": adminCommand(
    object({ organization, fileId }),
    async ({ service }, { organization: named, fileId: id }): Promise<ShownFile> => {
      const { organizationId } = await pickOrganization(service, named);
      return showFile(service, { organizationId, fileId: id, after: 0, readPayees: payeeReader(service.database) });
    },
  ),
  /** Writes the content to a file of this machine that does not exist yet, so that no size has to fit into memory. */
  "files.download": adminCommand(
    object({ organization, fileId, to: Type.String({ minLength: 1, maxLength: 4096 }) }),
    async ({ service }, { organization: named, fileId: id, to }, actor): Promise<ShownDownload> => {
      const { organizationId } = await pickOrganization(service, named);
      const file = await newFile(to);
      try {
        const { name, bytes, chunks } = await downloadFile(service, { organizationId, fileId: id, actor });
        await pipeline(chunks, file.createWriteStream());
        return { file: to, name, bytes };
      } catch (error) {
        await rm(to, { force: true });
        throw error;
      } finally {
        await file.close();
      }
    },
  ),
  "files.decide": adminCommand(
    object({ organization, fileId, decision: OneOf(fileDecisions, "The decision."), reason: Type.Optional(Note) }),
    async ({ service }, { organization: named, fileId: id, decision, reason }, actor): Promise<ShownFile> => {
      const { organizationId } = await pickOrganization(service, named);
      return decideAboutFile(service, { organizationId, fileId: id, decision, reason, actor });
    },
  ),
  "files.items": adminCommand(
    object({ organization }),
    async ({ service }, { organization: named }): Promise<readonly ShownItem[]> => {
      const { organizationId } = await pickOrganization(service, named);
      return (await listItems(service, organizationId, { filter: { isOpen: true }, query: {} })).items;
    },
  ),
  "files.ignore": adminCommand(
    object({ organization, itemId, note: Note, always: Type.Boolean() }),
    async ({ service }, { organization: named, ...item }, actor): Promise<ShownItem> => {
      const { organizationId } = await pickOrganization(service, named);
      return ignoreItem(service, { organizationId, actor, ...item });
    },
  ),
  "files.assign": adminCommand(
    object({ organization, itemId, transactionId: Uuid("The payment."), note: Note }),
    async ({ service }, { organization: named, transactionId, ...item }, actor): Promise<ShownItem> => {
      const { organizationId } = await pickOrganization(service, named);
      const assigned = { organizationId, actor, transactionId: transactionId as TransactionId, ...item };
      await assignAsOperator(service, assigned);
      return present(await showItem(service.database, organizationId, item.itemId), "an assigned item exists");
    },
  ),
};

/** A file that only its owner can read. Refuses a path that exists. */
async function newFile(path: string): Promise<FileHandle> {
  try {
    return await open(path, "wx", 0o600);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST")
      throw invalidRequest([{ path: "--output", message: "exists already; name another file" }]);
    throw error;
  }
}
