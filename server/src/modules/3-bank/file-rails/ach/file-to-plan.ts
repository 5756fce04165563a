import type { OrganizationId } from "#kernel/values/ids.ts";
import type { AchConnection } from "./ach-connection.ts";

/** The file of a window that is due. */
export interface FileToPlan {
  readonly organizationId: OrganizationId;
  readonly connection: AchConnection;
  readonly windowAt: Date;
  readonly now: Date;
}
