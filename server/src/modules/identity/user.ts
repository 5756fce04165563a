import type { UserId } from "../../kernel/ids.ts";

export const userRoles = ["administrator", "approver", "bookkeeper", "viewer", "custom"] as const;
export type UserRole = (typeof userRoles)[number];

/** A person of an organisation. */
export interface User {
  readonly userId: UserId;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: UserRole;
  readonly createdAt: Date;
  /** Set when the user may not sign in. */
  readonly lockedAt: Date | undefined;
}
