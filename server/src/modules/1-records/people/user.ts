import type { OrganizationId, UserId } from "#kernel/values/ids.ts";

export const userRoles = ["administrator", "approver", "bookkeeper", "viewer", "custom"] as const;
export type UserRole = (typeof userRoles)[number];

/** A user of an organization. The same person in two organizations is two users. */
export interface User {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
  /** In lower case. */
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: UserRole;
  /** The rights of the role custom; empty for other roles. */
  readonly customPermissions: readonly string[];
  readonly createdAt: Date;
  readonly lockedAt: Date | undefined;
}

export const userStatusOf = ({ lockedAt }: Pick<User, "lockedAt">) => (lockedAt === undefined ? "active" : "locked");
