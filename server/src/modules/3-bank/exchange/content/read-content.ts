import { UnreadableValue } from "#kernel/crypto/vault.ts";
import type { Service } from "#kernel/process/service.ts";
import { ObjectMissing } from "#kernel/storage/object-store.ts";
import { DamagedContent } from "#kernel/storage/sealed-content.ts";
import { readVerified } from "#kernel/storage/verified-content.ts";
import type { FileKey } from "../bank-file.ts";
import type { ConnectionId } from "../bank-rail.ts";
import { findFileContent } from "./contents.queries.ts";
import { sealedFacts } from "./sealed-facts.ts";

export interface OpenFile {
  readonly connectionId: ConnectionId;
  readonly name: string;
  readonly bytes: number;
  /** Decrypted and checked: throws before the last bytes if the content is not what was stored. */
  chunks(): AsyncGenerator<Buffer, void>;
}

/** A file's content; undefined if it has none. Rejects with DamagedContent or UnreadableValue if its row was changed. */
export async function openBankFile(
  service: Pick<Service, "database" | "vault" | "objects">,
  { organizationId, fileId }: FileKey,
): Promise<OpenFile | undefined> {
  const row = await findFileContent(service.database, organizationId, fileId);
  if (row === undefined) return undefined;
  const { name, object_name: objectName, sha256, content_key: sealed } = row;
  const bytes = Number(row.bytes);
  const facts = { name, objectName, bytes, sha256 };
  const key = await sealedFacts.open(service, service.database, { organizationId, fileId, facts, sealed });
  return {
    connectionId: row.connection_id,
    name,
    bytes,
    chunks: () => readVerified(service.objects, { objectName, key, sizeBytes: bytes, sha256 }),
  };
}

/** True if the stored content is missing, damaged, or was changed; retrying does not help. */
export const isDamage = (error: unknown): boolean =>
  error instanceof DamagedContent || error instanceof UnreadableValue || error instanceof ObjectMissing;
