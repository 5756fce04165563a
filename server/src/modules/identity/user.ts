export const userRoles = ["administrator", "approver", "bookkeeper", "viewer", "custom"] as const;
export type UserRole = (typeof userRoles)[number];
