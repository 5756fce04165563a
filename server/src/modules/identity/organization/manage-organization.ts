import { isDeepStrictEqual } from "node:util";
import { usAddressProblems } from "../../../banking/identifiers/us-address.ts";
import { invalidRequest, notFound } from "../../../kernel/http/http-refusals.ts";
import type { Service } from "../../../kernel/process/service.ts";
import type { Queryable, Tx } from "../../../kernel/sql/database.ts";
import { isUuid } from "../../../kernel/values/ids.ts";
import { type Actor, recordAudit } from "../../audit/index.ts";
import type { Organization, Plan, PostalAddress } from "./organization.ts";
import { findOrganization, updateLegalAddress, updatePlan } from "./organizations.queries.ts";

/** Refuses with `resourceNotFound`. */
export async function getOrganization(db: Queryable, organizationId: string): Promise<Organization> {
  const organization = isUuid(organizationId) ? await findOrganization(db, organizationId) : undefined;
  if (!organization) throw notFound("organization");
  return organization;
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
  const before = await getOrganization(tx, organizationId);
  if (before.plan === plan) return;
  await updatePlan(tx, before.organizationId, plan);
  await recordAudit(service, tx, {
    organizationId: before.organizationId,
    actor,
    entries: [
      {
        action: "organization.setPlan",
        resourceType: "organization",
        resourceId: before.organizationId,
        before: { plan: before.plan },
        after: { plan },
      },
    ],
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
  const before = await getOrganization(tx, organizationId);
  if (isDeepStrictEqual(before.legalAddress, address)) return;
  await updateLegalAddress(tx, before.organizationId, address);
  await recordAudit(service, tx, {
    organizationId: before.organizationId,
    actor,
    entries: [
      {
        action: "organization.setAddress",
        resourceType: "organization",
        resourceId: before.organizationId,
        before: { legalAddress: before.legalAddress ?? null },
        after: { legalAddress: address },
      },
    ],
  });
}
