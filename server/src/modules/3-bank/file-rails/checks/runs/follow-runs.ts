import type { BankFileId } from "#bank/exchange";
import { assert } from "#kernel/assert.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { type BankFiles, hasReachedBank } from "../../channels.ts";
import type { FileService } from "../../rail-part.ts";
import type { CheckConnection } from "../check-connection.ts";
import { type CheckRunRow, lockCheckRun, moveCheckRun } from "./check-runs.queries.ts";
import { voidRunChecks } from "./end-run-checks.ts";
import { mailRun } from "./mail-run.ts";
import { printRun } from "./print-run.ts";

export interface RunToFollow {
  readonly organizationId: OrganizationId;
  readonly run: CheckRunRow;
  readonly connection: CheckConnection;
}

/**
 * What follows once a file of the run reached the bank: checks are printed when the bank has their numbers, and are in the
 * mail when the bank's printer has them. Where the bank acknowledges files, its answer counts, not their arrival. Returns
 * how many checks or runs moved.
 */
export async function followRun(service: FileService, files: BankFiles, follow: RunToFollow): Promise<number> {
  const { organizationId, run, connection } = follow;
  const { settings } = connection;
  const fileId = run.state === "issued" ? run.run_id : run.print_file_id;
  const outcome = (await files.outcomesOf(service.database, organizationId, [fileId])).get(fileId);
  if (outcome === "dismissed") return rejectRun(service, { organizationId, runId: run.run_id, code: "BF-DISMISSED" });
  const has = settings.answerWithinMs === undefined ? hasReachedBank(outcome) : outcome === "acknowledged";
  if (!has) return 0;
  if (run.state === "issued") return printRun(service, files, follow);
  if (run.printed_by === "us" || settings.mailedWhen === "reported") return 0;
  return service.database.transaction(async (tx) => {
    const locked = await lockCheckRun(tx, organizationId, run.run_id);
    if (locked?.state !== "printed") return 0;
    const { mailed, ended } = await mailRun(service, tx, { organizationId, run: locked });
    return mailed + ended;
  });
}

/** One of the run's files will not be used: none of its checks is mailed. Returns the number of payments that fail. */
export const rejectRun = (
  service: FileService,
  { organizationId, runId, code }: { organizationId: OrganizationId; runId: BankFileId; code: string },
): Promise<number> =>
  service.database.transaction(async (tx) => {
    const run = await lockCheckRun(tx, organizationId, runId);
    if (run?.state !== "issued" && run?.state !== "printed") return 0;
    // If the positive-pay file was not sent or not accepted, the bank knows none of the numbers.
    const isKnownToBank = run.state === "printed";
    const failed = await voidRunChecks(service, tx, { organizationId, run, outcome: "rejected", code, isKnownToBank });
    const rejected = await moveCheckRun(tx, organizationId, { runId, trigger: "reject", at: service.clock.now() });
    assert(rejected === 1, "a locked run that is out is rejected");
    return failed;
  });
