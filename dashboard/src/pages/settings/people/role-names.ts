import type { User } from "../../../api/generated/types.gen.ts";

/** What people call the roles, where the service's own words (GET /roles) may not be asked for. */
export const roleNames: Readonly<Record<User["role"], string>> = {
  administrator: "Administrator",
  approver: "Approver",
  bookkeeper: "Bookkeeper",
  viewer: "Viewer",
  custom: "Custom",
};
