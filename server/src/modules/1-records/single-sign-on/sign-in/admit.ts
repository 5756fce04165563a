import type { Tx } from "#kernel/sql/database.ts";
import type { UserId } from "#kernel/values/ids.ts";
import { type Actor, recordAudit } from "#records/audit";
import { readSignOnPolicy } from "#records/identity";
import {
  findUserByEmail,
  lockInvitationByEmail,
  lockUserRow,
  markInvitationAccepted,
  type Origin,
  type PeopleService,
  type RequestedRole,
  type User,
} from "#records/people";
import { findLink, findLinkOfUser, type IdentityLinkId, insertLink } from "../links/links.queries.ts";
import type { Claims } from "../provider/relying-party.ts";
import { domainOf, mappedRole, type Provider, valuesOfClaim } from "../provider.ts";
import { SignOnProblem, type SignOnProblemCode } from "../sign-on-problem.ts";
import { createUser, giveRole, NO_RIGHTS, visible } from "../users/provider-users.ts";
import { findProvisioned, findProvisionedBy } from "../users/provisioned-users.queries.ts";

interface Admission {
  readonly provider: Provider;
  readonly claims: Claims;
  readonly origin: Origin;
}

/**
 * The user whom the provider vouches for, with the role that it gives them; or why nobody is admitted. In the caller's
 * transaction, under the organization's lock.
 *
 * Who someone is, is their permanent ID at the provider (`iss` and `sub`), never an address: it decides as soon as it is
 * linked to a user. It is linked once: to the user that the provider created over SCIM under this ID, or by an address that
 * the provider has verified and that belongs to the company, to the user or the invited person who has it.
 */
export async function admit(
  service: PeopleService,
  tx: Tx,
  { provider, claims, origin }: Admission,
): Promise<{ readonly userId: UserId } | SignOnProblemCode> {
  const admission = { provider, claims, origin };
  const user = (await linkedUser(tx, admission)) ?? (await linkUser(service, tx, admission));
  const { organizationId } = provider;
  const provisioned = await findProvisioned(tx, organizationId, user.userId);
  if (user.lockedAt !== undefined || provisioned?.deactivated_at) throw new SignOnProblem("locked");
  const { breakGlassUsers } = await readSignOnPolicy(tx, organizationId);
  // Their account is for when the provider fails, or has fallen into wrong hands: it must not depend on it.
  if (breakGlassUsers.includes(user.userId)) throw new SignOnProblem("breakGlass");
  if (provider.roleSource !== "claim") {
    const hasNone = user.role === "custom" && user.customPermissions.length === 0;
    return hasNone ? "noRole" : { userId: user.userId };
  }
  const role = roleOf(provider, claims);
  await giveRole(service, tx, { user, role: role ?? NO_RIGHTS, actor: actorOf(origin) });
  return role === undefined ? "noRole" : { userId: user.userId };
}

const roleOf = ({ roleClaim, roleMappings }: Provider, claims: Claims): RequestedRole | undefined =>
  mappedRole(roleMappings, roleClaim === null ? [] : valuesOfClaim(claims, roleClaim));

/** The provider decides, not the user. */
const actorOf = ({ address, httpRequestId }: Origin): Actor => ({ type: "service", address, httpRequestId });

async function linkedUser(tx: Tx, { provider, claims }: Admission): Promise<User | undefined> {
  const { organizationId, issuer } = provider;
  const link = await findLink(tx, organizationId, { issuer, subject: claims.sub });
  return link && lockUserRow(tx, organizationId, link.user_id);
}

async function linkUser(service: PeopleService, tx: Tx, admission: Admission): Promise<User> {
  const { provider, claims, origin } = admission;
  const { organizationId, issuer } = provider;
  const user = (await provisionedUser(tx, admission)) ?? (await userOfAddress(service, tx, admission));
  const { breakGlassUsers } = await readSignOnPolicy(tx, organizationId);
  if (breakGlassUsers.includes(user.userId)) throw new SignOnProblem("breakGlass");
  if ((await findLinkOfUser(tx, organizationId, user.userId)) !== undefined) throw new SignOnProblem("linkedToAnother");
  const link = { linkId: service.newId<IdentityLinkId>(), issuer, subject: claims.sub, userId: user.userId };
  await insertLink(tx, organizationId, { ...link, at: service.machineClock.now() });
  await recordAudit(service, tx, {
    organizationId,
    actor: actorOf(origin),
    entries: [
      {
        action: "user.linkProvider",
        resourceType: "user",
        resourceId: user.userId,
        after: { issuer, subject: claims.sub },
      },
    ],
  });
  return user;
}

/** Claims that only Microsoft's provider fills itself; elsewhere, people might. */
const isMicrosoft = ({ issuer }: Provider): boolean =>
  /^https:\/\/login\.(?:microsoftonline\.(?:com|us)|partner\.microsoftonline\.cn)\//.test(issuer);

/** The provider's IDs of someone, as it sends them over SCIM: `sub`, and Microsoft's `oid`. */
const idsOf = ({ provider, claims }: Pick<Admission, "provider" | "claims">): readonly string[] => {
  const oid = isMicrosoft(provider) ? claims["oid"] : undefined;
  return [claims.sub, ...(typeof oid === "string" ? [oid] : [])];
};

/** Whom the provider created over SCIM. */
async function provisionedUser(tx: Tx, { provider, claims }: Admission): Promise<User | undefined> {
  const { organizationId } = provider;
  for (const id of idsOf({ provider, claims })) {
    const found = await findProvisionedBy(tx, organizationId, id);
    if (found !== undefined) return lockUserRow(tx, organizationId, found.user_id);
  }
  return undefined;
}

/** The user or the invited person with the address, or a new user. */
async function userOfAddress(service: PeopleService, tx: Tx, admission: Admission): Promise<User> {
  const { provider, claims } = admission;
  const { organizationId } = provider;
  const email = verifiedAddress(provider, claims);
  const user = await findUserByEmail(tx, organizationId, email);
  if (user !== undefined) {
    // Someone else at the provider, whom it created over SCIM under another ID, does not become this user by an address.
    const provisioned = await findProvisioned(tx, organizationId, user.userId);
    if (provisioned?.external_id && !idsOf(admission).includes(provisioned.external_id))
      throw new SignOnProblem("linkedToAnother");
    const locked = await lockUserRow(tx, organizationId, user.userId);
    if (locked === undefined) throw new SignOnProblem("noAccount");
    return locked;
  }
  return join(service, tx, admission, email);
}

/** The address, if the provider has verified it and it belongs to the company. */
function verifiedAddress(provider: Provider, claims: Claims): string {
  const { issuer, emailDomains } = provider;
  const { email, email_verified: verified, xms_edov: ownedDomain } = claims;
  // Microsoft's has no email_verified; it has xms_edov for an address whose domain the company has proven.
  const isOwned = isMicrosoft(provider) && ["true", "1"].includes(String(ownedDomain).toLowerCase());
  const isVerified = verified === true || isOwned;
  if (typeof email !== "string" || !isVerified) throw new SignOnProblem("emailNotVerified");
  const domain = domainOf(email);
  if (!emailDomains.includes(domain)) throw new SignOnProblem("otherDomain");
  // Anyone can have a Google account with any address; only `hd` says that the company's directory has it.
  if (issuer === "https://accounts.google.com" && claims["hd"] !== domain) throw new SignOnProblem("otherDomain");
  return email.trim().toLowerCase();
}

/** An invited person joins with the invitation's role; others only where the provider creates users, with a mapped role. */
async function join(
  service: PeopleService,
  tx: Tx,
  { provider, claims, origin }: Admission,
  email: string,
): Promise<User> {
  const { organizationId, roleSource, createsUsers } = provider;
  const at = service.machineClock.now();
  const invitation = await lockInvitationByEmail(tx, organizationId, email, at);
  const mapped = roleSource === "claim" ? roleOf(provider, claims) : undefined;
  if (invitation === undefined && !createsUsers) throw new SignOnProblem("noAccount");
  const invited = invitation && { role: invitation.role, customPermissions: invitation.custom_permissions };
  const role = roleSource === "claim" ? mapped : invited;
  if (role === undefined) throw new SignOnProblem(roleSource === "claim" ? "noRole" : "noAccount");
  if (invitation !== undefined) await markInvitationAccepted(tx, organizationId, invitation.invitation_id, at);
  const names = invitation
    ? { firstName: invitation.first_name, lastName: invitation.last_name }
    : namesIn(claims, email);
  return createUser(service, tx, { organizationId, email, ...names, role, actor: actorOf(origin), from: "provider" });
}

/** Names as the provider has them; without names, what is before the @. */
function namesIn(claims: Claims, email: string): { readonly firstName: string; readonly lastName: string } {
  const text = (name: string): string => {
    const value = claims[name];
    return typeof value === "string" ? visible(value) : "";
  };
  const [first = "", ...rest] = text("name").split(" ");
  const firstName = text("given_name") || first || visible(email.split("@")[0] ?? "");
  return { firstName, lastName: text("family_name") || rest.join(" ") || firstName };
}
