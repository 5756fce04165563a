import { checkNumberText } from "bursar-banking/references/check-number";
import type { BankFileId } from "#bank/exchange";
import { assert } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { answerIdOf } from "../../answers/bank-answer.ts";
import { recordAnswers } from "../../answers/record-answers.ts";
import { type CheckRow, endChecks, lockChecks } from "../checks.queries.ts";
import { endMailedRun } from "../runs/mail-run.ts";
import { type CheckVoidRow, decideVoid, lockOpenVoids } from "./voids.queries.ts";

type SettleService = Pick<Service, "clock">;

export interface CheckToEnd {
  readonly organizationId: OrganizationId;
  readonly check: Pick<CheckRow, "account_id" | "check_number" | "transaction_id" | "run_id">;
  readonly trigger: "stop" | "return";
  readonly code: string;
  /** The received file that says it. */
  readonly sourceFileId: BankFileId | undefined;
}

/**
 * The bank no longer pays a printed check: its money is back. It counts as mailed, so that the end is the same whether or
 * not the bank has reported the mailing before. The caller has locked the check. False if it had ended before.
 */
export async function endUnpaid(service: SettleService, tx: Tx, end: CheckToEnd): Promise<boolean> {
  const { organizationId, check, trigger, code, sourceFileId } = end;
  const { account_id: accountId, check_number: checkNumber, transaction_id: transactionId } = check;
  const now = service.clock.now();
  const ended = await endChecks(tx, organizationId, { accountId, numbers: [checkNumber], trigger, code, at: now });
  if (ended.length === 0) return false;
  assert(ended.length === 1, "one check ends at a time");
  assert(ended[0]?.transaction_id === transactionId, "the payment whose money is back is that of the check");
  const answer = { transactionId, answeredAt: now, sourceFileId };
  await recordAnswers(tx, organizationId, {
    answers: [
      {
        ...answer,
        answerId: answerIdOf(transactionId, "confirmed"),
        outcome: "confirmed",
        checkNumber: checkNumberText(Number(checkNumber)),
      },
      { ...answer, answerId: answerIdOf(transactionId, "returned", code), outcome: "returned", code },
    ],
    now,
  });
  await endMailedRun(tx, organizationId, { run: check, at: now });
  return true;
}

export interface VoidToSettle {
  readonly organizationId: OrganizationId;
  readonly found: Pick<CheckVoidRow, "account_id" | "check_number">;
  readonly sourceFileId: BankFileId | undefined;
}

/** The bank accepts a void or a stop: the money of a stopped check is back. False if nothing was being reported. */
export async function acceptVoid(service: SettleService, tx: Tx, settle: VoidToSettle): Promise<boolean> {
  const { organizationId, found, sourceFileId } = settle;
  const key = { accountId: found.account_id, numbers: [found.check_number] };
  // The check before what is reported about it, as everywhere.
  const [check] = await lockChecks(tx, organizationId, key);
  const [open] = await lockOpenVoids(tx, organizationId, key);
  if (check === undefined || open === undefined) return false;
  const at = service.clock.now();
  const accepted = await decideVoid(tx, organizationId, { voidId: open.void_id, trigger: "accept", at });
  assert(accepted <= 1, "the bank accepts one void at a time");
  if (open.kind === "stop")
    await endUnpaid(service, tx, { organizationId, check, trigger: "stop", code: open.code, sourceFileId });
  return true;
}

/** The bank does not accept a void or a stop, or has paid the check: it stays as it is. */
export async function refuseVoid(
  service: SettleService,
  tx: Tx,
  { organizationId, found, reason }: Omit<VoidToSettle, "sourceFileId"> & { readonly reason: string },
): Promise<boolean> {
  const key = { accountId: found.account_id, numbers: [found.check_number] };
  await lockChecks(tx, organizationId, key);
  const [open] = await lockOpenVoids(tx, organizationId, key);
  if (open === undefined) return false;
  const refusal = { voidId: open.void_id, trigger: "refuse", reason, at: service.clock.now() } as const;
  return (await decideVoid(tx, organizationId, refusal)) === 1;
}
