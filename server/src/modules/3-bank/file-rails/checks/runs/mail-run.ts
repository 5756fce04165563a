import { checkNumberText } from "bursar-banking/references/check-number";
import type { BankFileId } from "#bank/exchange";
import { assert } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";
import { answerIdOf } from "../../answers/bank-answer.ts";
import { recordAnswers } from "../../answers/record-answers.ts";
import { hasUnmailedChecks, lockChecksOfRun, mailChecks } from "../checks.queries.ts";
import { type CheckRunRow, moveCheckRun } from "./check-runs.queries.ts";

export interface ChecksToMail {
  readonly organizationId: OrganizationId;
  readonly accountId: AccountId;
  readonly numbers: readonly bigint[];
  /** The received file that says it. */
  readonly sourceFileId: BankFileId | undefined;
  readonly at: Date;
}

/** Checks are in the mail, so their payments are confirmed with their numbers. Returns how many moved. */
export async function confirmMailed(
  service: Pick<Service, "clock">,
  tx: Tx,
  { organizationId, accountId, numbers, sourceFileId, at }: ChecksToMail,
): Promise<number> {
  const mailed = await mailChecks(tx, organizationId, { accountId, numbers, at });
  assert(mailed.length <= numbers.length, "only checks that were named are in the mail");
  const answers = mailed.map(({ transaction_id: transactionId, check_number: checkNumber }) => ({
    answerId: answerIdOf(transactionId, "confirmed"),
    transactionId,
    outcome: "confirmed" as const,
    checkNumber: checkNumberText(Number(checkNumber)),
    answeredAt: at,
    sourceFileId,
  }));
  await recordAnswers(tx, organizationId, { answers, now: service.clock.now() });
  return mailed.length;
}

/** All checks of a printed run are in the mail. The caller has locked the run. Returns how many checks and runs moved. */
export async function mailRun(
  service: Pick<Service, "clock">,
  tx: Tx,
  {
    organizationId,
    run,
    sourceFileId,
  }: { organizationId: OrganizationId; run: CheckRunRow; sourceFileId?: BankFileId },
): Promise<{ readonly mailed: number; readonly ended: number }> {
  const checks = await lockChecksOfRun(tx, organizationId, run.run_id);
  const at = service.clock.now();
  const numbers = checks.map((row) => row.check_number);
  const mailed = await confirmMailed(service, tx, {
    organizationId,
    accountId: run.account_id,
    numbers,
    sourceFileId,
    at,
  });
  return { mailed, ended: await endMailedRun(tx, organizationId, { run, at }) };
}

/** A run ends once none of its checks is left to be mailed. Returns 1 if it did. */
export async function endMailedRun(
  tx: Tx,
  organizationId: OrganizationId,
  { run, at }: { run: Pick<CheckRunRow, "run_id">; at: Date },
): Promise<number> {
  if ((await hasUnmailedChecks(tx, organizationId, run.run_id)).found) return 0;
  const ended = await moveCheckRun(tx, organizationId, { runId: run.run_id, trigger: "mail", at });
  assert(ended <= 1, "one run ends at a time");
  return ended;
}
