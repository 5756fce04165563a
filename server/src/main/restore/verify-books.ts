import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "#kernel/process/config.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { objectsInUse } from "#records/attachments";
import { sentenceOf, verifyAudit } from "#records/audit/trail";
import { listOrganizations } from "#records/identity";
import { verifyLedger } from "#records/ledger/check";
import { StartUpProblem } from "../start-up-problem.ts";

export interface VerifiedBooks {
  readonly organizations: number;
  readonly transactions: number;
  readonly entries: number;
  readonly auditRows: number;
  readonly attachments: number;
}

/** Compares ledger and audit log with themselves, and finds missing attachments. Throws a StartUpProblem. */
export async function verifyBooks(service: Service): Promise<VerifiedBooks> {
  const { database } = service;
  const problems: string[] = [];
  const ledger = await verifyLedger(database);
  problems.push(...ledger.differences.map(({ problem }) => problem));
  let auditRows = 0;
  for (const { organizationId } of await listOrganizations(database)) {
    const report = await verifyAudit(service, database, organizationId);
    problems.push(...report.problems.map(sentenceOf));
    auditRows += Number(report.rowsSealed + report.rowsUnsealed);
  }
  const attachments = await attachmentsIn(database, service.config, problems);
  if (problems.length > 0)
    throw new StartUpProblem(
      `The copy is not intact (${problems.length} problems), so nothing was changed:\n${problems.slice(0, PROBLEMS_SHOWN).join("\n")}`,
    );
  const { organizations, transactions, entries } = ledger;
  return { organizations, transactions: Number(transactions), entries: Number(entries), auditRows, attachments };
}

const PROBLEMS_SHOWN = 20;
const PAGE = 1_000;
/** Below every id. */
const START = "00000000-0000-0000-0000-000000000000" as OrganizationId;

async function attachmentsIn(database: Queryable, config: Config, problems: string[]): Promise<number> {
  if (config.attachments !== undefined) return 0;
  let count = 0;
  let after = { organizationId: START, objectName: "" };
  for (;;) {
    const page = await objectsInUse(database, after, PAGE);
    for (const { object_name: name } of page)
      if (!existsSync(join(config.dataDir, "attachments", name.slice(0, 2), name)))
        problems.push(`The attachment ${name} is missing`);
    count += page.length;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return count;
    after = { organizationId: last.organization_id, objectName: last.object_name };
  }
}
