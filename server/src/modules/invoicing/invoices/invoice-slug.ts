import { timingSafeEqual } from "node:crypto";
import type { Config } from "../../../kernel/process/config.ts";
import type { Service } from "../../../kernel/process/service.ts";
import type { OrganizationId } from "../../../kernel/values/ids.ts";
import type { InvoiceId } from "./invoice.ts";

/**
 * The last part of a pay page's address: organization (16 bytes), invoice (16 bytes), and 128 bits of a keyed hash of
 * both, in base64url. Nobody can guess one, it is stored nowhere, and a look-up reads one organization.
 */
const TEXT = /^[A-Za-z0-9_-]{64}$/;
const MAC_BYTES = 16;

const bytesOf = (id: string): Buffer => Buffer.from(id.replaceAll("-", ""), "hex");
const idOf = (bytes: Buffer): string =>
  bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");

type Mac = Pick<Service, "vault">;

const macOf = ({ vault }: Mac, organizationId: string, invoiceId: string): Buffer =>
  vault.mac("tokens", `invoice:${organizationId}/${invoiceId}`).subarray(0, MAC_BYTES);

export const slugOf = (service: Mac, organizationId: OrganizationId, invoiceId: InvoiceId): string =>
  Buffer.concat([bytesOf(organizationId), bytesOf(invoiceId), macOf(service, organizationId, invoiceId)]).toString(
    "base64url",
  );

export interface SlugTarget {
  readonly organizationId: OrganizationId;
  readonly invoiceId: InvoiceId;
}

/** The invoice that a slug names; undefined unless this service made the slug. */
export function readSlug(service: Mac, text: string): SlugTarget | undefined {
  if (!TEXT.test(text)) return undefined;
  const bytes = Buffer.from(text, "base64url");
  const organizationId = idOf(bytes.subarray(0, 16));
  const invoiceId = idOf(bytes.subarray(16, 32));
  if (!timingSafeEqual(bytes.subarray(32), macOf(service, organizationId, invoiceId))) return undefined;
  // The service made both ids.
  return { organizationId: organizationId as OrganizationId, invoiceId: invoiceId as InvoiceId };
}

/** The page on which the customer pays (decision P1). */
export const payUrlOf = ({ publicUrl }: Pick<Config, "publicUrl">, slug: string): string => `${publicUrl}/pay/${slug}`;
