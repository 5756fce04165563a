import { isDeepStrictEqual } from "node:util";
import { usAddressProblems } from "bursar-banking/identifiers/us-address";
import { invalidRequest, notFound } from "#kernel/http/http-refusals.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { isUuid } from "#kernel/values/ids.ts";
import { type Actor, type AuditEntry, recordAudit } from "#records/audit";
import type { Organization, OrganizationDetails, Plan, PostalAddress } from "./organization.ts";
import { lockOrganization } from "./organization-lock.queries.ts";
import {
  findOrganization,
  updateBrandColor,
  updateDetails,
  updateLegalAddress,
  updatePlan,
} from "./organizations.queries.ts";

/** Refuses with `resourceNotFound`. */
export async function getOrganization(db: Queryable, organizationId: string): Promise<Organization> {
  const organization = isUuid(organizationId) ? await findOrganization(db, organizationId) : undefined;
  if (!organization) throw notFound("organization");
  return organization;
}

/** Locked, so that changes take turns. Refuses with `resourceNotFound`. */
async function lockAndGet(tx: Tx, id: string): Promise<Organization> {
  const { organizationId } = await getOrganization(tx, id);
  await lockOrganization(tx, organizationId);
  return getOrganization(tx, organizationId);
}

/**
 * Changes the organization's plan; invoicing requires a plan other than free (decision R11). Refuses with
 * `resourceNotFound`.
 */
export async function setPlan(
  service: Service,
  tx: Tx,
  { organizationId, plan, actor }: { organizationId: string; plan: Plan; actor: Actor },
): Promise<void> {
  const before = await lockAndGet(tx, organizationId);
  if (before.plan === plan) return;
  await updatePlan(tx, before.organizationId, plan);
  await audit(service, tx, {
    organization: before,
    actor,
    action: "organization.setPlan",
    before: { plan: before.plan },
    after: { plan },
  });
}

/**
 * Changes the address printed on the organization's statements; those already made keep theirs. Refuses an address that
 * is not a US address with `invalidRequest`.
 */
export async function setLegalAddress(
  service: Service,
  tx: Tx,
  { organizationId, address, actor }: { organizationId: string; address: PostalAddress; actor: Actor },
): Promise<void> {
  const problems = [
    ...usAddressProblems(address),
    ...(address.country === "US" ? [] : [{ path: "country", message: "must be US" }]),
  ];
  if (problems.length > 0) throw invalidRequest(problems);
  const before = await lockAndGet(tx, organizationId);
  if (isDeepStrictEqual(before.legalAddress, address)) return;
  await updateLegalAddress(tx, before.organizationId, address);
  await audit(service, tx, {
    organization: before,
    actor,
    action: "organization.setAddress",
    before: { legalAddress: before.legalAddress ?? null },
    after: { legalAddress: address },
  });
}

const COLOR = /^#[0-9a-f]{6}$/;
/** WCAG 2.2, 1.4.3: of text on its background, and of the color's own text on white. */
const CONTRAST_MIN = 4.5;

/** The contrast of a color, #rrggbb, with white (WCAG 2.2, relative luminance). */
export function contrastWithWhite(color: string): number {
  const linear = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const [red = 0, green = 0, blue = 0] = linear;
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}

/**
 * Changes the color of what customers and recipients receive; null removes it. Refuses with `invalidRequest` a color on
 * which white text, or which on white, would be hard to read.
 */
export async function setBrandColor(
  service: Service,
  tx: Tx,
  { organizationId, color: given, actor }: { organizationId: string; color: string | null; actor: Actor },
): Promise<void> {
  const color = given?.toLowerCase() ?? null;
  if (color !== null && !COLOR.test(color))
    throw invalidRequest([{ path: "color", message: "must be written as #rrggbb, such as #1d5c8a" }]);
  if (color !== null && contrastWithWhite(color) < CONTRAST_MIN)
    throw invalidRequest([{ path: "color", message: "is too light to be read on white. Choose a darker color" }]);
  const before = await lockAndGet(tx, organizationId);
  if ((before.brandColor ?? null) === color) return;
  await updateBrandColor(tx, before.organizationId, color);
  await audit(service, tx, {
    organization: before,
    actor,
    action: "organization.setBrandColor",
    before: { color: before.brandColor ?? null },
    after: { color },
  });
}

const EIN = /^\d{2}-\d{7}$/;
const DBAS_MAX = 10;
const DBA = /^(?=.*\S)[^\p{C}]{1,200}$/u;

/**
 * Changes the given details and keeps the others; the first DBA is the default one. Refuses an EIN or a name in a wrong
 * form with `invalidRequest`.
 */
export async function setOrganizationDetails(
  service: Service,
  tx: Tx,
  { organizationId, actor, ...given }: { organizationId: string; actor: Actor } & Partial<OrganizationDetails>,
): Promise<void> {
  const problems = [
    ...(given.ein === undefined || EIN.test(given.ein) ? [] : [{ path: "ein", message: "must look like 12-3456789" }]),
    ...((given.dbas ?? []).length <= DBAS_MAX ? [] : [{ path: "dbas", message: `must be at most ${DBAS_MAX} names` }]),
    ...(given.dbas ?? []).flatMap((name, index) =>
      DBA.test(name) ? [] : [{ path: `dbas.${index}`, message: "must be a name of at most 200 characters" }],
    ),
  ];
  if (problems.length > 0) throw invalidRequest(problems);
  const organization = await lockAndGet(tx, organizationId);
  const { kind, ein, dbas, billingCadence } = organization;
  const before: OrganizationDetails = { kind, ein, dbas, billingCadence };
  const after = { ...before, ...given };
  if (isDeepStrictEqual(before, after)) return;
  await updateDetails(tx, organization.organizationId, after);
  await audit(service, tx, {
    organization: organization,
    actor,
    action: "organization.setDetails",
    before: { ...before, ein: before.ein ?? null },
    after: { ...after, ein: after.ein ?? null },
  });
}

const audit = (
  service: Service,
  tx: Tx,
  {
    organization: { organizationId },
    actor,
    ...change
  }: { organization: Organization; actor: Actor } & Pick<AuditEntry, "action" | "before" | "after">,
): Promise<void> =>
  recordAudit(service, tx, {
    organizationId,
    actor,
    entries: [{ ...change, resourceType: "organization", resourceId: organizationId }],
  });
