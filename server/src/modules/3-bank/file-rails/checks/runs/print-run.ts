import type { StoredContent } from "#bank/exchange";
import { assert } from "#kernel/assert.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { BankFiles } from "../../channels.ts";
import { orSetAside } from "../../orders/changed-orders.ts";
import { forgetContents } from "../../orders/orders.queries.ts";
import type { FileService } from "../../rail-part.ts";
import { lockCheckRun, moveCheckRun, ordersOfRun } from "./check-runs.queries.ts";
import { setAsideChecks, setAsideUnnumbered, voidRunChecks } from "./end-run-checks.ts";
import { dropRun, type RunToWrite, recordedFile } from "./issue-run.ts";
import { type RunCheck, readRunChecks, takeMisplacedChecksOut } from "./run-checks.ts";
import { printContent } from "./run-files.ts";

/**
 * Prints an issued run, without checks that were voided meanwhile: from then on, a check that must not be paid has to be
 * stopped at the bank. After a crash at any point, the next pass builds the same PDF again. Returns the number of checks.
 */
export async function printRun(service: FileService, files: BankFiles, write: RunToWrite): Promise<number> {
  const { organizationId, run, connection } = write;
  const { checks, changed, hasMisplaced } = await readRunChecks(service, organizationId, run);
  if (hasMisplaced) return takeMisplacedChecksOut(service, organizationId, run);
  const account = await connection.numbersOf(service.database, run.account_id);
  if (changed.length > 0 || account === undefined)
    return service.database.transaction(async (tx) => {
      const locked = await lockCheckRun(tx, organizationId, run.run_id);
      if (locked?.state !== "issued") return 0;
      const failing = { organizationId, run: locked, isKnownToBank: true };
      if (changed.length === 0)
        return voidRunChecks(service, tx, { ...failing, outcome: "rejected", code: "CK-PRINT" });
      const only = { only: changed, outcome: "blocked", code: "BF-CHANGED" } as const;
      const voided = await voidRunChecks(service, tx, { ...failing, ...only });
      return voided + (await setAsideUnnumbered(service, tx, organizationId, changed));
    });
  if (checks.length === 0) return dropRun(service, organizationId, run);
  const stored = await files.store(organizationId, printContent({ run, connection, account }, checks));
  return orSetAside(service, organizationId, {
    record: () =>
      service.database.transaction((tx) => recordPrint({ service, files }, tx, { ...write, checks, stored })),
    setAside: setAsideChecks(service, { organizationId, run, isKnownToBank: true }),
  });
}

interface PrintToRecord extends RunToWrite {
  readonly checks: readonly RunCheck[];
  readonly stored: StoredContent;
}

/** 0 if another process was faster, or if a check was voided while the PDF was built: the next pass builds it without it. */
async function recordPrint(
  { service, files }: { readonly service: FileService; readonly files: BankFiles },
  tx: Tx,
  { stored, ...print }: PrintToRecord,
): Promise<number> {
  const { organizationId, run, checks } = print;
  const locked = await lockCheckRun(tx, organizationId, run.run_id);
  if (locked?.state !== "issued") return 0;
  assert(locked.print_file_id === run.print_file_id, "a run has one PDF");
  const left = await ordersOfRun(tx, organizationId, run.run_id);
  if (left.length !== checks.length) return 0;
  const moved = await moveCheckRun(tx, organizationId, {
    runId: run.run_id,
    trigger: "print",
    at: service.clock.now(),
  });
  assert(moved === 1, "a locked issued run is printed");
  await files.record(tx, organizationId, [recordedFile({ ...print, format: "checks-pdf", content: stored })]);
  await forgetContents(tx, organizationId, [run.run_id]);
  return checks.length;
}
