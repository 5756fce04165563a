import type { Service } from "#kernel/process/service.ts";
import { findingsOf } from "#kernel/proofs/unproven-row.ts";
import { watchRows } from "#kernel/proofs/watch-rows.ts";
import { withinOrganization } from "#kernel/sql/scope.ts";
import type { Sql } from "#kernel/sql/sql.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";

/** Sends statements as the serving role, and says what is reported. */
export const attackerOf = (service: Service, organizationId: OrganizationId) => ({
  attack: (statement: Sql) => withinOrganization(organizationId, () => service.database.run(statement)),
  isReported: async (table: string): Promise<boolean> => {
    await watchRows(service);
    return [...findingsOf(service.vault).rows.values()].some(
      (row) => row.table === table && row.organizationId === organizationId,
    );
  },
});
