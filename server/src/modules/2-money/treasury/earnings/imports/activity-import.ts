import type { AccountId, Id, OrganizationId } from "#kernel/values/ids.ts";
import type { ImportStatus } from "./import-states.ts";

export type ImportId = Id<"treasuryImport">;

/** A row of treasury_imports. */
export interface ActivityImport {
  readonly importId: ImportId;
  readonly organizationId: OrganizationId;
  readonly accountId: AccountId;
  readonly fileName: string;
  readonly rows: number;
  readonly status: ImportStatus;
  readonly createdAt: Date;
}
