import { buffer } from "node:stream/consumers";
import { type Static, Type } from "typebox";
import { Nullable, object } from "#kernel/http/schemas.ts";
import type { Metrics } from "#kernel/process/metrics.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { attachmentsOf, downloadUrlOf, openAttachment } from "#records/attachments";
import { findOrganization } from "#records/identity";

/** The logo and the color, for pages. */
export const BrandSchema = object(
  {
    color: Nullable(
      Type.String({ description: "Its color, #rrggbb, on which white text can be read. Null until one is chosen." }),
    ),
    logoUrl: Nullable(
      Type.String({
        description:
          "A link to its logo, a PNG, for 12 hours. Each response has a new one. Null until one is uploaded.",
      }),
    ),
  },
  { title: "Brand", description: "The logo and the color of the organization." },
);
export type Brand = Static<typeof BrandSchema>;

const logoRow = async (db: Queryable, organizationId: OrganizationId) =>
  (await attachmentsOf(db, organizationId, { kind: "organization", ids: [organizationId] })).at(-1);

export async function findBrand(
  service: Pick<Service, "vault" | "clock" | "config">,
  db: Queryable,
  organizationId: OrganizationId,
): Promise<Brand> {
  const logo = await logoRow(db, organizationId);
  return {
    color: (await findOrganization(db, organizationId))?.brandColor ?? null,
    logoUrl: logo === undefined ? null : downloadUrlOf(service, organizationId, logo.attachment_id),
  };
}

export const hasLogo = async (db: Queryable, organizationId: OrganizationId): Promise<boolean> =>
  (await logoRow(db, organizationId)) !== undefined;

type Reading = Pick<Service, "database" | "vault" | "objects" | "log">;

/** Of this process. */
let leftOut = 0;

/** Counts the logos that could not be read. */
export function brandMetrics(metrics: Metrics): void {
  const counter = metrics.counter({
    name: "bursar_logos_left_out_total",
    help: "Documents and emails that left without the organization's logo, because the file storage did not give it.",
  });
  metrics.onScrape(() => {
    counter.reset();
    counter.inc(leftOut);
  });
}

/**
 * The logo, a PNG. Undefined also if the store does not answer, which is counted: an invoice without a logo is better than
 * none.
 */
export async function readLogo(service: Reading, organizationId: OrganizationId): Promise<Buffer | undefined> {
  const row = await logoRow(service.database, organizationId);
  if (row === undefined) return undefined;
  try {
    const found = await openAttachment(service, organizationId, row.attachment_id);
    return found && (await buffer(found.content));
  } catch (error) {
    leftOut += 1;
    service.log.warn({ organizationId, err: error }, "a logo could not be read and is left out");
    return undefined;
  }
}

/** For documents: the logo in base64. */
export interface PaperBrand {
  readonly color?: string;
  readonly logo?: string;
}

export async function paperBrand(service: Reading, organizationId: OrganizationId): Promise<PaperBrand> {
  const color = (await findOrganization(service.database, organizationId))?.brandColor;
  const logo = await readLogo(service, organizationId);
  return {
    ...(color === undefined ? {} : { color }),
    ...(logo === undefined ? {} : { logo: logo.toString("base64") }),
  };
}
