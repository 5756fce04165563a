import { reasonText } from "bursar-banking/codes/describe-reason";
import type { FileItem, FilePayment } from "#bank/exchange";
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
import { type CheckStatusAnswer, itemOfStatus } from "./read-check-statuses.ts";
import type { CheckStatusTools, ReceivedStatuses } from "./received-statuses.ts";

interface Applied {
  readonly payments: readonly FilePayment[];
  readonly items: readonly FileItem[];
}

/**
 * Applies a status report, in the transaction that marks it as processed. What was applied before changes nothing. Returns
 * the payments that it is about, and what does not fit what was sent.
 */
export async function applyCheckStatuses(
  tools: CheckStatusTools,
  tx: Tx,
  received: ReceivedStatuses,
): Promise<Applied> {
  const { organizationId, connection, fileName, items } = received;
  const named = { connectionId: connection.connectionId, name: fileName };
  const found = await findRunByFileName(tx, organizationId, named);
  const voids = found === undefined ? await findVoidFile(tx, organizationId, named) : undefined;
  const of = async (): Promise<Applied> => {
    if (found !== undefined) return applyToRun(tools, tx, received, found);
    if (voids === undefined)
      return whole(received, "unknownPayment", `No file of this connection has the name ${fileName}.`);
    return { payments: await applyVoidStatuses(tools, tx, received, voids.file_id), items: [] };
  };
  const noted = await of();
  return { ...noted, items: [...items, ...noted.items] };
}

/** Nothing follows from the report. */
const whole = (
  { fileName, verdict, code = "" }: ReceivedStatuses,
  kind: FileItem["kind"],
  reason: string,
): Applied => ({
  payments: [],
  items: [
    {
      kind,
      place: "The whole report",
      position: 0,
      reason,
      identity: ["report", fileName, verdict ?? "", code],
      reference: fileName,
    },
  ],
});

type FoundRun = NonNullable<Awaited<ReturnType<typeof findRunByFileName>>>;

async function applyToRun(
  tools: CheckStatusTools,
  tx: Tx,
  received: ReceivedStatuses,
  found: FoundRun,
): Promise<Applied> {
  const { organizationId, verdict, code } = received;
  const run = await lockCheckRun(tx, organizationId, found.run_id);
  const isSent =
    found.file === "issue" ? found.state !== "numbered" : ["printed", "mailed", "rejected"].includes(found.state);
  if (run === undefined || !isSent || run.is_rehearsal || run.state === "dropped")
    return whole(
      received,
      "contradiction",
      `It is about the file ${received.fileName}, which was not sent over this connection.`,
    );
  const file = { organizationId, fileId: found.file === "issue" ? run.run_id : run.print_file_id };
  if (verdict === "rejected") {
    const rejection = { organizationId, run, file: found.file, code: code ?? "BF-REJECTED" };
    const problem = await rejectFileOfRun(tools, tx, rejection);
    if (problem !== undefined) return whole(received, "contradiction", problem);
    if (run.state !== "rejected") await tools.files.reject(tx, file, reasonText(rejection.code));
    return NOTHING;
  }
  // An acceptance that arrives after the rejection was sent before it.
  if (run.state === "rejected" && received.checks.length === 0) return NOTHING;
  if (verdict === "accepted") {
    const accepted = await tools.files.accept(tx, organizationId, [file.fileId]);
    if (accepted === 0 && run.state !== "rejected")
      return quarantine(`It accepts the file ${received.fileName}, which was not sent.`);
  }
  return received.checks.length === 0 ? NOTHING : applyChecks(tools, tx, received, run);
}

const NOTHING: Applied = { payments: [], items: [] };

interface RunRejection {
  readonly organizationId: OrganizationId;
  readonly run: CheckRunRow;
  readonly file: "issue" | "print";
  readonly code: string;
}

/** The bank rejects a file of the run as a whole: none of its checks is mailed. Returns why that cannot be. */
async function rejectFileOfRun(
  { service }: CheckStatusTools,
  tx: Tx,
  { organizationId, run, file, code }: RunRejection,
): Promise<string | undefined> {
  if (run.state === "rejected") return undefined;
  const checks = await lockChecksOfRun(tx, organizationId, run.run_id);
  if (run.state === "mailed" || checks.some(({ mailed_at: mailedAt }) => mailedAt !== null))
    return "It rejects a file, but checks of that file were mailed.";
  // A positive-pay file that the bank did not take leaves nothing to void.
  const isKnownToBank = file === "print";
  await voidRunChecks(service, tx, { organizationId, run, outcome: "rejected", code, isKnownToBank });
  const at = service.clock.now();
  const rejected = await moveCheckRun(tx, organizationId, { runId: run.run_id, trigger: "reject", at });
  assert(rejected === 1, "a locked run that was sent is rejected");
  return undefined;
}

/** What the bank says about single checks of a run: they are in the mail, or will not be. */
async function applyChecks(
  { service }: CheckStatusTools,
  tx: Tx,
  received: ReceivedStatuses,
  run: CheckRunRow,
): Promise<Applied> {
  const { organizationId, fileId: sourceFileId } = received;
  const { rows, items } = await checksNamed(tx, received, run);
  assert(
    rows.length + items.length === received.checks.length,
    "each check that a report names is found, or an open item",
  );
  const byOutcome = Map.groupBy(rows, ({ answer }) => answer.outcome);
  const at = service.clock.now();
  const mailed = byOutcome.get("mailed") ?? [];
  const numbers = mailed.map(({ check }) => check.check_number);
  await confirmMailed(service, tx, { organizationId, accountId: run.account_id, numbers, sourceFileId, at });
  for (const { answer, check } of [...(byOutcome.get("rejected") ?? []), ...(byOutcome.get("blocked") ?? [])]) {
    const only = [check.transaction_id];
    const outcome = answer.outcome === "blocked" ? "blocked" : "rejected";
    await voidRunChecks(service, tx, { organizationId, run, only, outcome, code: answer.code, isKnownToBank: false });
  }
  await endMailedRun(tx, organizationId, { run, at });
  const payments = rows.map(({ check }) => ({
    transactionId: check.transaction_id,
    purpose: "answer" as const,
    reference: String(check.check_number),
  }));
  return { payments, items };
}

/** The checks of the run that the report names, and what it says about others, or contradicts. */
async function checksNamed(
  tx: Tx,
  { organizationId, connection, checks }: ReceivedStatuses,
  run: CheckRunRow,
): Promise<{ readonly rows: readonly NamedCheck[]; readonly items: readonly FileItem[] }> {
  const numbers = await connection.numbersOf(tx, run.account_id);
  const found = await lockChecks(tx, organizationId, {
    accountId: run.account_id,
    numbers: checks.map(({ checkNumber }) => checkNumber),
  });
  const byNumber = new Map(found.map((row) => [row.check_number, row]));
  const rows: NamedCheck[] = [];
  const items: FileItem[] = [];
  const named = new Set<bigint>();
  for (const answer of checks) {
    const { checkNumber, accountNumber, outcome } = answer;
    const check = byNumber.get(checkNumber);
    const keep = (kind: FileItem["kind"], reason: string) =>
      items.push(
        itemOfStatus(
          { index: answer.index, number: String(checkNumber), status: outcome },
          kind,
          reason,
          check?.transaction_id,
        ),
      );
    if (accountNumber !== numbers?.accountNumber)
      keep("unknownPayment", "It is about a check of another account than that of the file.");
    else if (check?.run_id !== run.run_id)
      keep("unknownPayment", `The file has no check with the number ${checkNumber}.`);
    else if (named.has(checkNumber)) keep("contradiction", `It reports the check ${checkNumber} twice.`);
    else if (outcome === "mailed" && run.state === "issued")
      keep("contradiction", `It reports the check ${checkNumber} as mailed, but its PDF was not sent yet.`);
    else if (outcome !== "mailed" && check.mailed_at !== null)
      keep("contradiction", `It rejects the check ${checkNumber}, which was mailed.`);
    else {
      named.add(checkNumber);
      rows.push({ answer, check });
    }
  }
  assert(named.size === rows.length, "a report decides a check once");
  return { rows, items };
}

interface NamedCheck {
  readonly answer: CheckStatusAnswer;
  readonly check: CheckRow;
}
