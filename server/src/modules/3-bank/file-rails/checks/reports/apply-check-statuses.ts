import { reasonText } from "bursar-banking/codes/describe-reason";
import type { FilePayment } from "#bank/exchange";
import { assert } from "#kernel/assert.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { quarantine } from "../../answers/quarantined-file.ts";
import { type CheckRow, lockChecks, lockChecksOfRun } from "../checks.queries.ts";
import { type CheckRunRow, findRunByFileName, lockCheckRun, moveCheckRun } from "../runs/check-runs.queries.ts";
import { voidRunChecks } from "../runs/end-run-checks.ts";
import { confirmMailed, endMailedRun } from "../runs/mail-run.ts";
import { findVoidFile } from "../stops/voids.queries.ts";
import { applyVoidStatuses } from "./apply-void-statuses.ts";
import type { CheckStatusAnswer } from "./read-check-statuses.ts";
import type { CheckStatusTools, ReceivedStatuses } from "./received-statuses.ts";

/**
 * Applies a status report, in the transaction that marks it as processed. What was applied before changes nothing. Throws
 * QuarantinedFile if it does not fit what was sent. Returns the payments that it is about.
 */
export async function applyCheckStatuses(
  tools: CheckStatusTools,
  tx: Tx,
  received: ReceivedStatuses,
): Promise<readonly FilePayment[]> {
  const { organizationId, connection, fileName } = received;
  const named = { connectionId: connection.connectionId, name: fileName };
  const found = await findRunByFileName(tx, organizationId, named);
  if (found !== undefined) return applyToRun(tools, tx, received, found);
  const voids = await findVoidFile(tx, organizationId, named);
  if (voids === undefined) return quarantine(`No file of this connection has the name ${fileName}.`);
  return applyVoidStatuses(tools, tx, received, voids.file_id);
}

type FoundRun = NonNullable<Awaited<ReturnType<typeof findRunByFileName>>>;

async function applyToRun(
  tools: CheckStatusTools,
  tx: Tx,
  received: ReceivedStatuses,
  found: FoundRun,
): Promise<readonly FilePayment[]> {
  const { organizationId, verdict, code } = received;
  const run = await lockCheckRun(tx, organizationId, found.run_id);
  const isSent =
    found.file === "issue" ? found.state !== "numbered" : ["printed", "mailed", "rejected"].includes(found.state);
  if (run === undefined || !isSent || run.is_rehearsal || run.state === "dropped")
    return quarantine(`It is about the file ${received.fileName}, which was not sent over this connection.`);
  const file = { organizationId, fileId: found.file === "issue" ? run.run_id : run.print_file_id };
  if (verdict === "rejected") {
    await rejectFileOfRun(tools, tx, { organizationId, run, file: found.file, code: code ?? "BF-REJECTED" });
    if (run.state !== "rejected") await tools.files.reject(tx, file, reasonText(code ?? "BF-REJECTED"));
    return [];
  }
  // An acceptance that arrives after the rejection was sent before it.
  if (run.state === "rejected" && received.checks.length === 0) return [];
  if (verdict === "accepted") {
    const accepted = await tools.files.accept(tx, organizationId, [file.fileId]);
    if (accepted === 0 && run.state !== "rejected")
      return quarantine(`It accepts the file ${received.fileName}, which was not sent.`);
  }
  return received.checks.length === 0 ? [] : applyChecks(tools, tx, received, run);
}

interface RunRejection {
  readonly organizationId: OrganizationId;
  readonly run: CheckRunRow;
  readonly file: "issue" | "print";
  readonly code: string;
}

/** The bank rejects a file of the run as a whole: none of its checks is mailed. */
async function rejectFileOfRun(
  { service }: CheckStatusTools,
  tx: Tx,
  { organizationId, run, file, code }: RunRejection,
): Promise<void> {
  if (run.state === "rejected") return;
  const checks = await lockChecksOfRun(tx, organizationId, run.run_id);
  if (run.state === "mailed" || checks.some(({ mailed_at: mailedAt }) => mailedAt !== null))
    quarantine("It rejects a file, but checks of that file were mailed. Ask the bank what is right.");
  // A positive-pay file that the bank did not take leaves nothing to void.
  const isKnownToBank = file === "print";
  await voidRunChecks(service, tx, { organizationId, run, outcome: "rejected", code, isKnownToBank });
  const at = service.clock.now();
  const rejected = await moveCheckRun(tx, organizationId, { runId: run.run_id, trigger: "reject", at });
  assert(rejected === 1, "a locked run that was sent is rejected");
}

/** What the bank says about single checks of a run: they are in the mail, or will not be. */
async function applyChecks(
  { service }: CheckStatusTools,
  tx: Tx,
  received: ReceivedStatuses,
  run: CheckRunRow,
): Promise<readonly FilePayment[]> {
  const { organizationId, fileId: sourceFileId } = received;
  const rows = await checksNamed(tx, received, run);
  assert(rows.length === received.checks.length, "each check that a report names is found");
  const byOutcome = Map.groupBy(rows, ({ answer }) => answer.outcome);
  const at = service.clock.now();
  const mailed = byOutcome.get("mailed") ?? [];
  if (mailed.length > 0 && run.state === "issued")
    quarantine("It reports checks as mailed whose PDF was not sent yet. Ask the bank what it mailed.");
  const numbers = mailed.map(({ check }) => check.check_number);
  await confirmMailed(service, tx, { organizationId, accountId: run.account_id, numbers, sourceFileId, at });
  for (const { answer, check } of [...(byOutcome.get("rejected") ?? []), ...(byOutcome.get("blocked") ?? [])]) {
    if (check.mailed_at !== null)
      quarantine(`It rejects check ${check.check_number}, which was mailed. Ask the bank what is right.`);
    const only = [check.transaction_id];
    const outcome = answer.outcome === "blocked" ? "blocked" : "rejected";
    await voidRunChecks(service, tx, { organizationId, run, only, outcome, code: answer.code, isKnownToBank: false });
  }
  await endMailedRun(tx, organizationId, { run, at });
  return rows.map(({ check }) => ({
    transactionId: check.transaction_id,
    purpose: "answer",
    reference: String(check.check_number),
  }));
}

/** The checks of the run that the report names. Throws QuarantinedFile if one is not in it, or is named twice. */
async function checksNamed(
  tx: Tx,
  { organizationId, connection, checks }: ReceivedStatuses,
  run: CheckRunRow,
): Promise<readonly { readonly answer: CheckStatusAnswer; readonly check: CheckRow }[]> {
  const numbers = await connection.numbersOf(tx, run.account_id);
  if (checks.some(({ accountNumber }) => accountNumber !== numbers?.accountNumber))
    return quarantine("It reports checks of another account than that of the file.");
  if (new Set(checks.map(({ checkNumber }) => checkNumber)).size < checks.length)
    return quarantine("It reports a check twice.");
  const rows = await lockChecks(tx, organizationId, {
    accountId: run.account_id,
    numbers: checks.map(({ checkNumber }) => checkNumber),
  });
  const byNumber = new Map(rows.map((row) => [row.check_number, row]));
  return checks.map((answer) => {
    const check = byNumber.get(answer.checkNumber);
    if (check?.run_id !== run.run_id) return quarantine(`The file has no check with the number ${answer.checkNumber}.`);
    return { answer, check };
  });
}
