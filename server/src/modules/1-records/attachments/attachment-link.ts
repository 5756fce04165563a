import { timingSafeEqual } from "node:crypto";
import { HOUR_MS, MINUTE_MS } from "#kernel/clock/clock.ts";
import type { Service } from "#kernel/process/service.ts";
import type { AttachmentId, OrganizationId } from "#kernel/values/ids.ts";

/**
 * A link to a file: its holder can download the file for 12 hours, without a token. Its last part is base64url of the
 * organization (16 bytes), the attachment (16), the end of its validity in minutes (4), and a keyed hash of these (16).
 */
const VALID_MS = 12 * HOUR_MS;
const SIGNED_BYTES = 36;
const MAC_BYTES = 16;
const TEXT = /^[A-Za-z0-9_-]{70}$/;

type Links = Pick<Service, "vault" | "clock" | "config">;

const bytesOf = (id: string): Buffer => Buffer.from(id.replaceAll("-", ""), "hex");
const idFrom = (bytes: Buffer): string =>
  bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
const macOf = ({ vault }: Pick<Service, "vault">, signed: Buffer): Buffer =>
  vault.mac("links", signed).subarray(0, MAC_BYTES);

/** The same text within a minute, so that a page that reloads does not download its pictures again. */
export function downloadUrlOf(service: Links, organizationId: OrganizationId, attachmentId: AttachmentId): string {
  const until = Buffer.alloc(4);
  until.writeUInt32BE(Math.ceil((service.clock.now().getTime() + VALID_MS) / MINUTE_MS));
  const signed = Buffer.concat([bytesOf(organizationId), bytesOf(attachmentId), until]);
  const text = Buffer.concat([signed, macOf(service, signed)]).toString("base64url");
  return `${service.config.publicUrl}/attachments/${text}`;
}

/** The same file's link, valid from now on: for stored responses, whose links may have expired. */
export function renewLink(service: Links, url: string): string {
  const bytes = Buffer.from(url.slice(url.lastIndexOf("/") + 1), "base64url");
  // Only this service writes stored responses; what it did not sign stays as it is.
  if (bytes.length !== SIGNED_BYTES + MAC_BYTES || !isSigned(service, bytes)) return url;
  const { organizationId, attachmentId } = namedIn(bytes);
  return downloadUrlOf(service, organizationId, attachmentId);
}

const isSigned = (service: Pick<Links, "vault">, bytes: Buffer): boolean =>
  timingSafeEqual(bytes.subarray(SIGNED_BYTES), macOf(service, bytes.subarray(0, SIGNED_BYTES)));

/** This service signed the ids. */
const namedIn = (bytes: Buffer) => ({
  organizationId: idFrom(bytes.subarray(0, 16)) as OrganizationId,
  attachmentId: idFrom(bytes.subarray(16, 32)) as AttachmentId,
});

/** What a valid link names; undefined if it was changed, was not made here, or has expired. */
export function readLink(
  service: Pick<Links, "vault" | "clock">,
  text: string,
): { organizationId: OrganizationId; attachmentId: AttachmentId } | undefined {
  if (!TEXT.test(text)) return undefined;
  const bytes = Buffer.from(text, "base64url");
  // One of several texts that decode to the same bytes.
  if (bytes.toString("base64url") !== text) return undefined;
  if (!isSigned(service, bytes) || bytes.readUInt32BE(32) * MINUTE_MS <= service.clock.now().getTime())
    return undefined;
  return namedIn(bytes);
}
