import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { Service } from "../../kernel/process/service.ts";
import { StorageUnavailable } from "../../kernel/storage/object-store.ts";
import { DamagedContent, openContent } from "../../kernel/storage/sealed-content.ts";
import type { AttachmentId, OrganizationId } from "../../kernel/values/ids.ts";
import { type AttachmentRow, keyContextOf } from "./attachment.ts";
import { findStored } from "./attachments.queries.ts";

export interface OpenAttachment {
  readonly row: AttachmentRow;
  /** Fails before its last bytes if the content is not what was uploaded. */
  readonly content: Readable;
}

/** A file and its content; undefined if there is none. Rejects if the store fails or the content is damaged. */
export async function openAttachment(
  service: Pick<Service, "database" | "vault" | "objects">,
  organizationId: OrganizationId,
  attachmentId: AttachmentId,
): Promise<OpenAttachment | undefined> {
  const row = await findStored(service.database, organizationId, attachmentId);
  if (row === undefined) return undefined;
  const context = keyContextOf(row.object_name);
  const key = await service.vault.open(service.database, organizationId, context, row.content_key);
  const sealed = await service.objects.get(row.object_name);
  const chunks = verified(
    openContent(reportingCuts(sealed), {
      key: { key: Buffer.from(key, "base64"), context: row.object_name },
      sizeBytes: row.size_bytes,
    }),
    row.sha256,
  );
  // A damaged beginning is an error response; later damage cuts off the response.
  const first = await chunks.next();
  return { row, content: Readable.from(startingWith(first, chunks), { objectMode: false }) };
}

/** The store may fail while it sends. */
async function* reportingCuts(stream: Readable): AsyncGenerator<Buffer> {
  try {
    yield* stream;
  } catch (cause) {
    throw new StorageUnavailable("The object store stopped sending", { cause });
  }
}

async function* startingWith(
  first: IteratorResult<Buffer, void>,
  rest: AsyncGenerator<Buffer, void>,
): AsyncGenerator<Buffer> {
  if (first.done !== true) yield first.value;
  yield* rest;
}

/** The same bytes. The last ones are withheld until the digest of all of them is known to be right. */
async function* verified(chunks: AsyncIterable<Buffer>, sha256: Buffer): AsyncGenerator<Buffer, void> {
  const hash = createHash("sha256");
  let waiting: Buffer | undefined;
  for await (const chunk of chunks) {
    if (waiting !== undefined) yield waiting;
    hash.update(chunk);
    waiting = chunk;
  }
  if (!hash.digest().equals(sha256)) throw new DamagedContent("The content is not what was uploaded");
  if (waiting !== undefined) yield waiting;
}
