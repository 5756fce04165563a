import { assert } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import { reportUnproven } from "#kernel/proofs/unproven-row.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { answerIdOf } from "../../answers/bank-answer.ts";
import { recordAnswers } from "../../answers/record-answers.ts";
import { refuseOrders } from "../../orders/orders.queries.ts";
import type { FileService } from "../../rail-part.ts";
import { endChecks, lockChecksOfRun } from "../checks.queries.ts";
import { type CheckVoidId, insertVoids } from "../stops/voids.queries.ts";
import { type CheckRunRow, ordersOfRun } from "./check-runs.queries.ts";

export interface ChecksToVoid {
  readonly organizationId: OrganizationId;
  readonly run: CheckRunRow;
  /** Undefined: all that are not in the mail. */
  readonly only?: readonly TransactionId[];
  /** What happens to the payments; undefined: nothing, because they are in another file already. */
  readonly outcome: "rejected" | "blocked" | undefined;
  readonly code: string;
  /** The bank knows the numbers as issued, so it receives a report that they are void. */
  readonly isKnownToBank: boolean;
}

/** For `orSetAside`: the checks of payments that were changed in the database are void. */
export const setAsideChecks =
  (service: Pick<Service, "clock" | "newId">, run: Pick<ChecksToVoid, "organizationId" | "run" | "isKnownToBank">) =>
  (tx: Tx, only: readonly TransactionId[]): Promise<number> =>
    voidRunChecks(service, tx, { ...run, only, outcome: undefined, code: "CK-VOID" });

/**
 * Checks of a run that will not be mailed: their payments fail, and their numbers are void. Returns the number of payments.
 * The caller has locked the run.
 */
export async function voidRunChecks(
  service: Pick<Service, "clock" | "newId">,
  tx: Tx,
  { organizationId, run, only, outcome, code, isKnownToBank }: ChecksToVoid,
): Promise<number> {
  const now = service.clock.now();
  // In a rehearsal, no numbers are used, so there are no checks.
  const numbered = (await lockChecksOfRun(tx, organizationId, run.run_id)).filter((row) => row.state === "numbered");
  const candidates = run.is_rehearsal ? await ordersOfRun(tx, organizationId, run.run_id) : numbered;
  const chosen = candidates.map((row) => row.transaction_id).filter((id) => only?.includes(id) !== false);
  const refused = new Set((await refuseOrders(tx, organizationId, chosen)).map((row) => row.transaction_id));
  assert(refused.size <= chosen.length, "only payments of the chosen checks fail");
  const numbers = numbered.filter((row) => refused.has(row.transaction_id)).map((row) => row.check_number);
  const ended = await endChecks(tx, organizationId, {
    accountId: run.account_id,
    numbers,
    trigger: "void",
    code,
    at: now,
  });
  assert(ended.length === numbers.length, "the number of a check that will not be mailed is void");
  if (isKnownToBank) {
    const reported = await insertVoids(tx, organizationId, {
      voids: ended.map((row) => ({ ...row, void_id: service.newId<CheckVoidId>() })),
      accountId: run.account_id,
      connectionId: run.connection_id,
      kind: "void",
      code,
      at: now,
    });
    assert(reported <= ended.length, "a void check is reported once");
  }
  if (outcome === undefined) return refused.size;
  const answers = [...refused].map((transactionId) => ({
    answerId: answerIdOf(transactionId, outcome),
    transactionId,
    outcome,
    code,
    answeredAt: now,
  }));
  await recordAnswers(tx, organizationId, { answers, now });
  return refused.size;
}

/**
 * Of payments that were taken out of a run, those that it has no proven number for: they leave it, too, but nothing else
 * happens to them, because they may be in another run. Returns their number.
 */
export async function setAsideUnnumbered(
  service: FileService,
  tx: Tx,
  organizationId: OrganizationId,
  only: readonly TransactionId[],
): Promise<number> {
  const left = await refuseOrders(tx, organizationId, only);
  for (const { transaction_id: key } of left) reportUnproven(service, { organizationId, table: "bank_orders", key });
  return left.length;
}

/** The numbers of a run that nothing will use, because its payments wait for another connection. The caller has locked it. */
export async function voidNumbers(
  service: Pick<Service, "clock">,
  tx: Tx,
  { organizationId, run }: Pick<ChecksToVoid, "organizationId" | "run">,
): Promise<void> {
  const checks = await lockChecksOfRun(tx, organizationId, run.run_id);
  await endChecks(tx, organizationId, {
    accountId: run.account_id,
    numbers: checks.map((row) => row.check_number),
    trigger: "void",
    code: "CK-VOID",
    at: service.clock.now(),
  });
}
