import { createWriteStream } from "node:fs";
import { isAbsolute } from "node:path";
import { finished } from "node:stream/promises";
import { Type } from "typebox";
import { invalidRequest } from "#kernel/http/http-refusals.ts";
import { object } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { chainKeyOf } from "#records/audit";
import { exportAudit, sentenceOf, verifyAudit } from "#records/audit/trail";
import { listOrganizations } from "#records/identity";
import { type AdminCommand, adminCommand } from "./command.ts";
import { pickOrganization } from "./pick-organization.ts";

/** The command line's report about one organization's audit log. */
export interface ShownAuditReport {
  readonly organizationId: string;
  readonly intact: boolean;
  readonly problems: readonly string[];
  readonly rowsSealed: number;
  readonly rowsUnsealed: number;
  readonly seals: number;
  readonly anchored: boolean;
}

export interface ShownAuditExport {
  readonly file: string;
  readonly rows: number;
  readonly seals: number;
  /** Only on request: its holder can verify the export, and forge one. */
  readonly chainKey: string | null;
}

type Report = Awaited<ReturnType<typeof verifyAudit>>;

export const auditCommands: Readonly<Record<string, AdminCommand>> = {
  "audit.verify": adminCommand(
    object({ organization: Type.Optional(Type.String()) }),
    async ({ service }, { organization }) => {
      const reports = [];
      for (const organizationId of await chosen(service, organization))
        reports.push(shown(await verifyAudit(service, service.database, organizationId)));
      return reports;
    },
  ),
  "audit.export": adminCommand(
    object({ organization: Type.Optional(Type.String()), file: Type.String(), withKey: Type.Boolean() }),
    async ({ service }, { organization, file, withKey }) => {
      if (!isAbsolute(file)) throw invalidRequest([{ path: "file", message: "must be an absolute path" }]);
      const { organizationId } = await pickOrganization(service, organization);
      // Never overwrites a file: an export is evidence.
      const out = createWriteStream(file, { flags: "wx", mode: 0o600 });
      const written = finished(out);
      const failed = written.then(() => new Promise<never>(() => undefined));
      const totals = await Promise.race([exportAudit(service, service.database, organizationId, out), failed]);
      out.end();
      await written;
      return { file, ...totals, chainKey: withKey ? chainKeyOf(service.vault, organizationId).toString("hex") : null };
    },
  ),
};

async function chosen(service: Service, named: string | undefined): Promise<readonly OrganizationId[]> {
  if (named !== undefined) return [(await pickOrganization(service, named)).organizationId];
  return (await listOrganizations(service.database)).map(({ organizationId }) => organizationId);
}

const shown = ({ organizationId, intact, problems, rowsSealed, rowsUnsealed, seals, anchored }: Report) => ({
  organizationId,
  intact,
  problems: problems.map(sentenceOf),
  rowsSealed,
  rowsUnsealed,
  seals,
  anchored,
});
