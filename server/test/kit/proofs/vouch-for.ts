import type { Service } from "#kernel/process/service.ts";
import type { RowPlace } from "#kernel/proofs/row-proof.ts";
import { acceptRow, proveAsIs } from "#kernel/proofs/watch-rows.ts";
import type { ProvenTable } from "#kernel/sql/proven-table.ts";
import { withinOrganization } from "#kernel/sql/scope.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";

/** What a test has written into these tables counts as written by the service. */
export const vouchFor = (service: Service, organizationId: OrganizationId, ...tables: readonly ProvenTable[]) =>
  withinOrganization(organizationId, async () => {
    for (const table of tables) await proveAsIs(service, table, organizationId);
  });

/** The same for one row. */
export const vouchForRow = (service: Service, row: RowPlace): Promise<boolean> =>
  service.database.transaction((tx) => acceptRow(service, tx, row));
