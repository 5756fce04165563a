import { CheckFileError } from "bursar-bank-formats/checks";
import type { StoredContent } from "#bank/exchange";
import { assert } from "#kernel/assert.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { answerFile } from "../../answers/answers.queries.ts";
import type { BankFiles, FileToRecord } from "../../channels.ts";
import { orSetAside } from "../../orders/changed-orders.ts";
import { EndedOrders, requireNotEnded } from "../../orders/end-rehearsal.ts";
import { forgetContents, refuseOrders, unfileOrders } from "../../orders/orders.queries.ts";
import { unsentAmong } from "../../orders/unsent-orders.ts";
import type { FileService } from "../../rail-part.ts";
import type { CheckAccount, CheckConnection } from "../check-connection.ts";
import { lockChecksOfRun, setPayees } from "../checks.queries.ts";
import { type CheckRunRow, lockCheckRun, moveCheckRun, ordersOfRun } from "./check-runs.queries.ts";
import { setAsideChecks, setAsideUnnumbered, voidNumbers, voidRunChecks } from "./end-run-checks.ts";
import { type RunCheck, readRunChecks, takeMisplacedChecksOut } from "./run-checks.ts";
import { issueContent, printContent, unprintableChecks } from "./run-files.ts";

export interface RunToWrite {
  readonly organizationId: OrganizationId;
  readonly run: CheckRunRow;
  readonly connection: CheckConnection;
}

/**
 * Writes the positive-pay file of a numbered run. Checks that must not or cannot be printed fail first, so that the bank
 * never learns their numbers. After a crash at any point, the next pass builds the same file again. Returns the number of
 * payments.
 */
export async function issueRun(service: FileService, files: BankFiles, write: RunToWrite): Promise<number> {
  const { organizationId, run, connection } = write;
  const { checks, changed, hasMisplaced } = await readRunChecks(service, organizationId, run);
  if (hasMisplaced) return takeMisplacedChecksOut(service, organizationId, run);
  if (changed.length > 0) return failChecks(service, write, { only: changed, outcome: "blocked", code: "BF-CHANGED" });
  if (checks.length === 0) return dropRun(service, organizationId, run);
  const account = await connection.numbersOf(service.database, run.account_id);
  const content = account && issueText(service, write, { account, checks });
  const unprintable = account === undefined ? "all" : await unprintableChecks({ run, connection, account }, checks);
  if (account === undefined || content === undefined || unprintable === "all")
    return failChecks(service, write, { outcome: "rejected", code: "CK-PRINT" });
  if (unprintable.size > 0) {
    const only = checks.filter(({ checkNumber }) => unprintable.has(checkNumber)).map((check) => check.transactionId);
    return failChecks(service, write, { only, outcome: "rejected", code: "CK-PRINT" });
  }
  const issue = await files.store(organizationId, inOne(content));
  const print = run.is_rehearsal
    ? await files.store(organizationId, printContent({ run, connection, account }, checks))
    : undefined;
  const record = async (tx: Tx): Promise<void> => {
    if (await files.holdMode(tx, organizationId, connection))
      await recordIssue({ service, files }, tx, { ...write, checks, issue, print });
  };
  try {
    return await orSetAside(service, organizationId, {
      record: async () => {
        await service.database.transaction(record);
        return checks.length;
      },
      setAside: setAsideChecks(service, { organizationId, run, isKnownToBank: false }),
    });
  } catch (error) {
    if (!(error instanceof EndedOrders)) throw error;
    return failChecks(service, write, { only: error.transactionIds, outcome: "rejected", code: "BF-REHEARSAL" });
  }
}

async function* inOne(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}

/** The file's content; undefined if the bank's layout does not take the account, which the log tells. */
function issueText(
  service: FileService,
  { organizationId, run, connection }: RunToWrite,
  { account, checks }: { account: CheckAccount; checks: readonly RunCheck[] },
): Buffer | undefined {
  try {
    return issueContent({ run, connection, account }, checks);
  } catch (error) {
    if (!(error instanceof CheckFileError)) throw error;
    service.log.error(
      { organizationId, connectionId: connection.connectionId, problem: error.message },
      "Checks fail because the layout of the bank's positive-pay files cannot carry them. Choose another positivePayTemplate.",
    );
    return undefined;
  }
}

interface IssueToRecord extends RunToWrite {
  readonly checks: readonly RunCheck[];
  readonly issue: StoredContent;
  /** In a rehearsal. */
  readonly print: StoredContent | undefined;
}

async function recordIssue(
  { service, files }: { readonly service: FileService; readonly files: BankFiles },
  tx: Tx,
  { organizationId, run, connection, checks, issue, print }: IssueToRecord,
): Promise<void> {
  const { run_id: runId } = run;
  const locked = await lockCheckRun(tx, organizationId, runId);
  // Another process was faster.
  if (locked?.state !== "numbered") return;
  assert(locked.first_number === run.first_number, "a run keeps the numbers that it was given");
  const now = service.clock.now();
  const trigger = run.is_rehearsal ? "rehearse" : "issue";
  const moved = await moveCheckRun(tx, organizationId, { runId, trigger, at: now });
  assert(moved === 1, "a locked numbered run is issued");
  if (!run.is_rehearsal) await requireNotEnded(tx, organizationId, [runId]);
  await lockChecksOfRun(tx, organizationId, runId);
  const named = await setPayees(tx, organizationId, { runId, payees: checks });
  assert(
    run.is_rehearsal || named === checks.length,
    "the bank compares each check with the name that is printed on it",
  );
  const file = { organizationId, connection, run, checks };
  await files.record(tx, organizationId, [recordedFile({ ...file, format: "positive-pay", content: issue })]);
  if (print === undefined) return;
  await files.record(tx, organizationId, [recordedFile({ ...file, format: "checks-pdf", content: print })]);
  await forgetContents(tx, organizationId, [runId]);
  // Nothing is paid in a rehearsal, so the payments must not stay pending.
  await answerFile(tx, organizationId, { fileId: runId, code: "BF-REHEARSAL", sourceFileId: undefined, now });
}

/** What is recorded about one of the two files of a run. */
export function recordedFile({
  connection,
  run,
  checks,
  format,
  content,
}: RunToWrite & {
  readonly checks: readonly RunCheck[];
  readonly format: "positive-pay" | "checks-pdf";
  readonly content: StoredContent;
}): FileToRecord {
  const isIssue = format === "positive-pay";
  assert(new Set(checks.map(({ checkNumber }) => checkNumber)).size === checks.length, "a check number is used once");
  const name = isIssue ? run.issue_name : run.print_name;
  return {
    content,
    connectionId: connection.connectionId,
    rail: "check",
    format,
    name,
    messageId: name,
    fileId: isIssue ? run.run_id : run.print_file_id,
    rehearsal: run.is_rehearsal,
    kept: !isIssue && run.printed_by === "us" && !run.is_rehearsal,
    answerWithinMs: connection.settings.answerWithinMs,
    payments: checks.map(({ transactionId, checkNumber }) => ({
      transactionId,
      purpose: isIssue ? "issue" : "print",
      reference: String(checkNumber),
    })),
  };
}

interface FailedChecks {
  readonly only?: readonly TransactionId[];
  readonly outcome: "rejected" | "blocked";
  readonly code: string;
}

/** Checks whose numbers the bank has not received fail. */
async function failChecks(
  service: FileService,
  { organizationId, run }: RunToWrite,
  failed: FailedChecks,
): Promise<number> {
  const { only, outcome, code } = failed;
  service.log.error(
    { organizationId, runId: run.run_id, code, transactionIds: only },
    "Checks fail before they are issued",
  );
  return service.database.transaction(async (tx) => {
    const locked = await lockCheckRun(tx, organizationId, run.run_id);
    if (locked?.state !== "numbered") return 0;
    const ids = only ?? (await ordersOfRun(tx, organizationId, run.run_id)).map((row) => row.transaction_id);
    const unsent = [...(await unsentAmong(service, tx, organizationId, ids))];
    const filedBefore = ids.filter((id) => !unsent.includes(id));
    const left = await refuseOrders(tx, organizationId, filedBefore);
    const failing = { organizationId, run: locked, only: unsent, outcome, code, isKnownToBank: false };
    const voided = await voidRunChecks(service, tx, failing);
    return left.length + voided + (await setAsideUnnumbered(service, tx, organizationId, unsent));
  });
}

/** No check of the run is left to print. */
export const dropRun = (service: FileService, organizationId: OrganizationId, run: CheckRunRow): Promise<number> =>
  service.database.transaction((tx) =>
    moveCheckRun(tx, organizationId, { runId: run.run_id, trigger: "drop", at: service.clock.now() }),
  );

/**
 * The connection of a numbered run is gone: its payments wait for another one, and get other numbers there. The numbers of
 * this run are void.
 */
export const abandonRun = (service: FileService, organizationId: OrganizationId, run: CheckRunRow): Promise<number> =>
  service.database.transaction(async (tx) => {
    const locked = await lockCheckRun(tx, organizationId, run.run_id);
    if (locked?.state !== "numbered") return 0;
    await voidNumbers(service, tx, { organizationId, run: locked });
    const at = service.clock.now();
    const dropped = await moveCheckRun(tx, organizationId, { runId: run.run_id, trigger: "drop", at });
    assert(dropped === 1, "a locked numbered run is dropped");
    return unfileOrders(tx, organizationId, run.run_id);
  });
