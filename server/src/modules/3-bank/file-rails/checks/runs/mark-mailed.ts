import { assert } from "#kernel/assert.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { type Actor, recordAudit } from "#records/audit";
import { refuseCheck } from "../check-refusals.ts";
import { findRunOfFile, lockCheckRun } from "./check-runs.queries.ts";
import { mailRun } from "./mail-run.ts";

/**
 * A person has printed and mailed the checks of a PDF on our own printer: their payments are sent. Returns how many checks
 * are in the mail.
 */
export const markChecksMailed = (
  service: Service,
  { organizationId, fileId, actor }: { organizationId: OrganizationId; fileId: string; actor: Actor },
): Promise<number> =>
  service.database.transaction(async (tx) => {
    const found = await findRunOfFile(tx, organizationId, fileId);
    if (found === undefined) throw notFound("file with checks");
    const run = await lockCheckRun(tx, organizationId, found.run_id);
    if (run?.state !== "printed" || run.printed_by !== "us" || run.print_file_id !== fileId)
      throw refuseCheck("checksNotPrinted");
    assert(run.run_id === found.run_id, "the run that is mailed is the one that has the file");
    const { mailed } = await mailRun(service, tx, { organizationId, run });
    await recordAudit(service, tx, {
      organizationId,
      actor,
      entries: [{ action: "checks.mail", resourceType: "bankFile", resourceId: fileId, after: { checks: mailed } }],
    });
    return mailed;
  });
