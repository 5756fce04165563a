import type { BankFileId } from "#bank/exchange";
import { assert } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";
import { type PaidCheck, payChecks } from "../checks.queries.ts";
import { confirmMailed, endMailedRun } from "../runs/mail-run.ts";
import { refuseVoid } from "./settle-void.ts";
import { lockOpenVoids } from "./voids.queries.ts";

export interface ChecksToPay {
  readonly organizationId: OrganizationId;
  readonly accountId: AccountId;
  readonly paid: readonly PaidCheck[];
  /** The received file that says it. */
  readonly sourceFileId: BankFileId;
}

/**
 * The bank pays checks, so they were mailed and can no longer be stopped. The caller has locked them. The number of
 * statements depends on the runs and stops, not on the checks: a company may have a month of them in one file.
 */
export async function settlePaid(
  service: Pick<Service, "clock">,
  tx: Tx,
  { organizationId, accountId, paid, sourceFileId }: ChecksToPay,
): Promise<void> {
  if (paid.length === 0) return;
  const at = service.clock.now();
  const numbers = paid.map((check) => check.check_number);
  await confirmMailed(service, tx, { organizationId, accountId, numbers, sourceFileId, at });
  for (const { paidMinor } of paid) assert(paidMinor >= 0n, "what a bank pays has no sign");
  assert(new Set(numbers).size === numbers.length, "a check is paid once");
  const settled = await payChecks(tx, organizationId, { accountId, paid, at });
  assert(settled === paid.length, "a locked check that may be paid is paid");
  const paidOn = new Map(paid.map((check) => [check.check_number, check.paidOn]));
  for (const found of await lockOpenVoids(tx, organizationId, { accountId, numbers })) {
    const reason = `The bank paid the check on ${paidOn.get(found.check_number)}.`;
    await refuseVoid(service, tx, { organizationId, found, reason });
  }
  for (const runId of new Set(paid.map((check) => check.run_id)))
    await endMailedRun(tx, organizationId, { run: { run_id: runId }, at });
}
