import type { Id, OrganizationId } from "#kernel/values/ids.ts";
import type { RequestedRole, UserRole } from "#records/people";

export type ClientSecretId = Id<"clientSecret">;

/** Who decides a user's role: people in Bursar, a claim at each sign-in, or groups that the provider sends over SCIM. */
export const roleSources = ["bursar", "claim", "groups"] as const;
export type RoleSource = (typeof roleSources)[number];

/** The role of users with this value in the claim, or in a group of this name. */
export interface RoleMapping {
  readonly value: string;
  readonly role: UserRole;
  readonly customPermissions: readonly string[];
}

/** Fits every user. */
export const EVERYONE = "*";

/** What two people agree on. */
export interface ProviderSettings {
  readonly enabled: boolean;
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly secretId: ClientSecretId | null;
  /** In lower case. */
  readonly emailDomains: readonly string[];
  /** Whether someone who was not invited becomes a user at their first sign-in, if a mapping gives them a role. */
  readonly createsUsers: boolean;
  readonly roleSource: RoleSource;
  readonly roleClaim: string | null;
  readonly roleMappings: readonly RoleMapping[];
}

export interface Provider extends ProviderSettings {
  readonly organizationId: OrganizationId;
  readonly version: number;
  readonly changedAt: Date;
}

/** The role that the first fitting mapping gives; undefined if none fits. */
export function mappedRole(mappings: readonly RoleMapping[], values: readonly string[]): RequestedRole | undefined {
  const found = mappings.find(({ value }) => value === EVERYONE || values.includes(value));
  return found && { role: found.role, customPermissions: found.customPermissions };
}

const VALUES_MAX = 1_000;

/**
 * The texts in a claim: one, or a list of them. A name with periods is first taken as it is, because names are often URLs,
 * and then as a path, such as Keycloak's `realm_access.roles`. Anything but text gives no role.
 */
export function valuesOfClaim(claims: Readonly<Record<string, unknown>>, name: string): readonly string[] {
  const value = Object.hasOwn(claims, name) ? claims[name] : memberAt(claims, name.split("."));
  const values = Array.isArray(value) ? value : [value];
  return values.slice(0, VALUES_MAX).filter((item) => typeof item === "string");
}

function memberAt(value: unknown, [first, ...rest]: readonly string[]): unknown {
  if (first === undefined) return value;
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, first)) return undefined;
  return memberAt(Object.entries(value).find(([name]) => name === first)?.[1], rest);
}

export const domainOf = (email: string): string => email.slice(email.lastIndexOf("@") + 1).toLowerCase();
