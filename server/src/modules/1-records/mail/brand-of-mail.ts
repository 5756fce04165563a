import type { Queryable } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { hasLogo } from "#records/brand";
import { findOrganization } from "#records/identity";
import type { LetterBrand } from "./letter.ts";
import type { MailKind } from "./mail.ts";

/**
 * Emails to customers and recipients. Those to users, about passwords, invitations, and approvals, are the service's own:
 * a picture of the organization's choosing must not vouch for them.
 */
const branded: ReadonlySet<MailKind> = new Set(["invoice", "recipientInvite", "remittanceAdvice"]);

export async function brandOf(
  db: Queryable,
  organizationId: OrganizationId,
  kind: MailKind,
): Promise<LetterBrand | undefined> {
  if (!branded.has(kind)) return undefined;
  const organization = await findOrganization(db, organizationId);
  return (
    organization && {
      legalName: organization.legalBusinessName,
      color: organization.brandColor,
      hasLogo: await hasLogo(db, organizationId),
    }
  );
}
