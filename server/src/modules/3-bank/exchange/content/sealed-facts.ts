import type { Service } from "#kernel/process/service.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import { DamagedContent } from "#kernel/storage/sealed-content.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import type { BankFileId } from "../bank-file.ts";
import { fileKeys } from "../tables.ts";

/** What a row says about its content. */
export interface ContentFacts {
  readonly name: string;
  readonly objectName: string;
  readonly bytes: number;
  readonly sha256: Buffer;
}

interface SealedFile {
  readonly organizationId: OrganizationId;
  readonly fileId: BankFileId;
}

const textOf = ({ name, objectName, bytes, sha256 }: ContentFacts, key: string): string =>
  JSON.stringify([key, name, objectName, bytes, sha256.toString("hex")]);

/**
 * A content's key is sealed together with the facts in its row, so that nobody with access to the database alone
 * can exchange the contents of two files, or give a sent content another name.
 */
export const sealedFacts = {
  seal: (
    { vault }: Pick<Service, "vault">,
    db: Queryable,
    { organizationId, fileId, facts, key }: SealedFile & { facts: ContentFacts; key: Buffer },
  ): Promise<Buffer> =>
    vault.seal(db, organizationId, fileKeys.contextOf(fileId), textOf(facts, key.toString("base64"))),

  /** The key. Rejects with DamagedContent if the row says something else, or with UnreadableValue. */
  open: async (
    { vault }: Pick<Service, "vault">,
    db: Queryable,
    { organizationId, fileId, facts, sealed }: SealedFile & { facts: ContentFacts; sealed: Buffer },
  ): Promise<Buffer> => {
    const text = await vault.open(db, organizationId, fileKeys.contextOf(fileId), sealed);
    const parsed: unknown = JSON.parse(text);
    const key: unknown = Array.isArray(parsed) ? parsed[0] : undefined;
    if (typeof key !== "string" || textOf(facts, key) !== text)
      throw new DamagedContent("The row of the file was changed after its content was stored");
    return Buffer.from(key, "base64");
  },
};
