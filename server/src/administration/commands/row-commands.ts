import { Type } from "typebox";
import { object } from "#kernel/http/schemas.ts";
import { subjectOf } from "#kernel/proofs/row-proof.ts";
import { acceptRow, findAllUnproven } from "#kernel/proofs/watch-rows.ts";
import { withinOrganization } from "#kernel/sql/scope.ts";
import { recordAudit } from "#records/audit";
import { type AdminCommand, adminCommand } from "./command.ts";
import { pickOrganization } from "./pick-organization.ts";

export interface ShownRow {
  readonly organizationId: string;
  /** The table and the key of the row, as `rows accept` takes it. */
  readonly row: string;
}

const ROWS_MAX = 1_000;

export const rowCommands: Readonly<Record<string, AdminCommand>> = {
  "rows.list": adminCommand(
    object({ organization: Type.Optional(Type.String()) }),
    async ({ service }, { organization }): Promise<readonly ShownRow[]> => {
      const picked = organization === undefined ? undefined : await pickOrganization(service, organization);
      const found = await findAllUnproven(service, { organizationId: picked?.organizationId, limit: ROWS_MAX });
      return found.map((row) => ({ organizationId: row.organizationId, row: subjectOf(row) }));
    },
  ),
  "rows.accept": adminCommand(
    object({ organization: Type.Optional(Type.String()), row: Type.String({ pattern: "^[a-z_]+/.+$" }) }),
    async ({ service }, { organization, row }, actor): Promise<{ readonly accepted: boolean }> => {
      const { organizationId } = await pickOrganization(service, organization);
      const [table = "", ...key] = row.split("/");
      return withinOrganization(organizationId, () =>
        service.database.transaction(async (tx) => {
          const accepted = await acceptRow(service, tx, { organizationId, table, key: key.join("/") });
          if (accepted)
            await recordAudit(service, tx, {
              organizationId,
              actor,
              entries: [{ action: "row.accept", resourceType: table, resourceId: key.join("/") }],
            });
          return { accepted };
        }),
      );
    },
  ),
};
