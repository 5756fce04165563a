import { timingSafeEqual } from "node:crypto";
import type { Config } from "#kernel/process/config.ts";
import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import type { InvoiceId, InvoiceRow } from "./invoice.ts";

/**
 * The last part of a pay page's address, in base64url: organization (16 bytes), invoice (16 bytes), from the second link
 * of an invoice on its number (3 bytes), and 128 bits of a keyed hash of all. Nobody can guess one, it is stored nowhere,
 * and a look-up reads one organization.
 */
const TEXT = /^(?:[A-Za-z0-9_-]{64}|[A-Za-z0-9_-]{68})$/;
const MAC_BYTES = 16;
const IDS_BYTES = 32;
const LINK_BYTES = 3;

const bytesOf = (id: string): Buffer => Buffer.from(id.replaceAll("-", ""), "hex");
const idOf = (bytes: Buffer): string =>
  bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");

type Mac = Pick<Service, "vault">;

export interface SlugTarget {
  readonly organizationId: OrganizationId;
  readonly invoiceId: InvoiceId;
  /** Which of the invoice's links it is; only the last one works. */
  readonly link: number;
}

const macOf = ({ vault }: Mac, { organizationId, invoiceId, link }: SlugTarget): Buffer =>
  vault.mac("tokens", `invoice:${organizationId}/${invoiceId}${link === 1 ? "" : `/${link}`}`).subarray(0, MAC_BYTES);

export function slugOf(
  service: Mac,
  organizationId: OrganizationId,
  { invoice_id: invoiceId, pay_link: link }: Pick<InvoiceRow, "invoice_id" | "pay_link">,
): string {
  const number = Buffer.alloc(link === 1 ? 0 : LINK_BYTES);
  if (link !== 1) number.writeUIntBE(link, 0, LINK_BYTES);
  const mac = macOf(service, { organizationId, invoiceId, link });
  return Buffer.concat([bytesOf(organizationId), bytesOf(invoiceId), number, mac]).toString("base64url");
}

/** The organization in a slug, if the text has the form of one. */
export const organizationOfSlug = (text: string): OrganizationId | undefined =>
  // Only the format of an id; the database knows whether the organization exists.
  TEXT.test(text) ? (idOf(Buffer.from(text, "base64url").subarray(0, 16)) as OrganizationId) : undefined;

/** The link that a slug names; undefined unless this service made the slug. */
export function readSlug(service: Mac, text: string): SlugTarget | undefined {
  if (!TEXT.test(text)) return undefined;
  const bytes = Buffer.from(text, "base64url");
  const macAt = bytes.length - MAC_BYTES;
  const target: SlugTarget = {
    // The service made both ids.
    organizationId: idOf(bytes.subarray(0, 16)) as OrganizationId,
    invoiceId: idOf(bytes.subarray(16, IDS_BYTES)) as InvoiceId,
    link: macAt === IDS_BYTES ? 1 : bytes.readUIntBE(IDS_BYTES, LINK_BYTES),
  };
  return timingSafeEqual(bytes.subarray(macAt), macOf(service, target)) ? target : undefined;
}

/** The page on which the customer pays (decision P1). */
export const payUrlOf = ({ publicUrl }: Pick<Config, "publicUrl">, slug: string): string => `${publicUrl}/pay/${slug}`;
