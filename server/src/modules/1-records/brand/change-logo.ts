import { tooLarge } from "#kernel/http/uploads.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { type SpooledFile, spool } from "#kernel/storage/spool.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { attachmentsOf, deleteAttachment, uploadFile } from "#records/attachments";
import { actorOf } from "#records/audit";
import { type Caller, lockOrganization } from "#records/identity";
import { drawLogoInThread } from "./logo-in-thread.ts";

const LOGO_BYTES_MAX = 256 * 1024;

/** Replaces the logo, and discards the received file. Refuses with `bodyTooLarge` and `invalidRequest`. */
export async function uploadLogo(
  service: Service,
  { caller, file }: { readonly caller: Caller; readonly file: SpooledFile },
): Promise<void> {
  const { organizationId } = caller;
  try {
    if (file.sizeBytes > LOGO_BYTES_MAX) throw tooLarge(LOGO_BYTES_MAX);
    const drawn = await drawLogoInThread(await file.read(0, file.sizeBytes));
    await uploadFile(service, {
      organizationId,
      operation: "uploadLogo",
      key: undefined,
      owner: { kind: "organization", id: organizationId },
      file: await spool(service.config.dataDir, whole(drawn), { maxBytes: drawn.length }),
      fileName: "logo.png",
      uploader: caller,
      actor: actorOf(caller),
      replaces: {},
      admit: async (tx) => void (await lockOrganization(tx, organizationId)),
    });
  } finally {
    await file.discard();
  }
}

async function* whole(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}

/** Does nothing if there is none. */
export async function removeLogo(service: Service, tx: Tx, caller: Caller): Promise<void> {
  const { organizationId } = caller;
  await lockOrganization(tx, organizationId);
  const logos = await logosOf(tx, organizationId);
  for (const { attachment_id: attachmentId } of logos)
    await deleteAttachment(service, tx, {
      organizationId,
      owner: { kind: "organization", id: organizationId },
      attachmentId,
      actor: actorOf(caller),
    });
}

const logosOf = (tx: Tx, organizationId: OrganizationId) =>
  attachmentsOf(tx, organizationId, { kind: "organization", ids: [organizationId] });
