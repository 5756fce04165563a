import type { User } from "#api/generated/types.gen.ts";

/** For users who may not call GET /roles. */
export const roleNames: Readonly<Record<User["role"], string>> = {
  administrator: "Administrator",
  approver: "Approver",
  bookkeeper: "Bookkeeper",
  viewer: "Viewer",
  custom: "Custom",
};
