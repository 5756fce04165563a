import { assert } from "#kernel/assert.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { type Actor, recordAudit } from "#records/audit";
import { answerIdOf } from "../../answers/bank-answer.ts";
import { recordAnswers } from "../../answers/record-answers.ts";
import { lockOrder, refuseOrders } from "../../orders/orders.queries.ts";
import { unsentAmong } from "../../orders/unsent-orders.ts";
import { refuseCheck } from "../check-refusals.ts";
import { type CheckRow, findCheckOfPayment, lockCheckOfPayment } from "../checks.queries.ts";
import { lockCheckRun } from "../runs/check-runs.queries.ts";
import { voidRunChecks } from "../runs/end-run-checks.ts";
import { acceptVoid } from "./settle-void.ts";
import { type StopOutcome, stopOutcomeOf } from "./stop-outcome.ts";
import { type CheckVoidId, insertVoids, lockOpenVoids } from "./voids.queries.ts";

export interface CheckToStop {
  readonly organizationId: OrganizationId;
  readonly transactionId: string;
  readonly actor: Actor;
}

/**
 * Stops the check of a payment that the bank receives in files. A check that is not printed is voided at once. One that is
 * may be in someone's hands: its money is back only when the bank has accepted the stop. A repeat changes nothing.
 */
export const stopCheck = (service: Service, { organizationId, transactionId, actor }: CheckToStop) =>
  service.database.transaction(async (tx): Promise<StopOutcome> => {
    const order = await lockOrder(tx, organizationId, transactionId);
    if (order === undefined || order.rail !== "check") throw notFound("check");
    const id = order.transaction_id;
    const isWaiting = order.state === "waiting" || order.state === "open";
    const outcome =
      isWaiting && (await unsentAmong(service, tx, organizationId, [id])).has(id)
        ? await withdrawOrder(service, tx, organizationId, id)
        : await stopNumbered(service, tx, organizationId, id);
    await recordAudit(service, tx, {
      organizationId,
      actor,
      entries: [{ action: "check.stop", resourceType: "transaction", resourceId: id, after: { outcome } }],
    });
    return outcome;
  });

/** It has no number yet. */
async function withdrawOrder(
  service: Service,
  tx: Tx,
  organizationId: OrganizationId,
  transactionId: TransactionId,
): Promise<StopOutcome> {
  const refused = await refuseOrders(tx, organizationId, [transactionId]);
  assert(refused.length === 1, "a locked payment that waits is withdrawn");
  const now = service.clock.now();
  const answer = { answerId: answerIdOf(transactionId, "rejected"), transactionId, answeredAt: now };
  const answers = [{ ...answer, outcome: "rejected", code: "CK-VOID" } as const];
  await recordAnswers(tx, organizationId, { answers, now });
  return "voided";
}

async function stopNumbered(
  service: Service,
  tx: Tx,
  organizationId: OrganizationId,
  transactionId: TransactionId,
): Promise<StopOutcome> {
  const found = await findCheckOfPayment(tx, organizationId, transactionId);
  if (found === undefined) throw refuseCheck("checkNotStoppable", { details: { state: "not numbered" } });
  // The run before its checks, as when it is printed: a check is voided or printed, never both.
  const run = await lockCheckRun(tx, organizationId, found.run_id);
  const check = await lockCheckOfPayment(tx, organizationId, transactionId);
  const outcome = run && check && stopOutcomeOf(check.state, run.state);
  if (run === undefined || check === undefined || outcome === undefined)
    throw refuseCheck("checkNotStoppable", { details: { state: found.state } });
  if (outcome === "voided") {
    const isKnownToBank = run.state === "issued";
    const only = [transactionId];
    await voidRunChecks(service, tx, {
      organizationId,
      run,
      only,
      outcome: "rejected",
      code: "CK-VOID",
      isKnownToBank,
    });
  } else await requestStop(service, tx, organizationId, check);
  return outcome;
}

const requestStop = (service: Service, tx: Tx, organizationId: OrganizationId, check: CheckRow): Promise<number> =>
  insertVoids(tx, organizationId, {
    voids: [{ ...check, void_id: service.newId<CheckVoidId>() }],
    accountId: check.account_id,
    connectionId: check.connection_id,
    kind: "stop",
    code: "CK-STOP",
    at: service.clock.now(),
  });

/**
 * A person enters that the bank has accepted a stop, such as by telephone, where its files do not say so. The money is back
 * from then on.
 */
export const confirmStop = (service: Service, { organizationId, transactionId, actor }: CheckToStop): Promise<void> =>
  service.database.transaction(async (tx) => {
    const order = await lockOrder(tx, organizationId, transactionId);
    const check = order && (await lockCheckOfPayment(tx, organizationId, order.transaction_id));
    if (check === undefined) throw notFound("check");
    const key = { accountId: check.account_id, numbers: [check.check_number] };
    const [open] = await lockOpenVoids(tx, organizationId, key);
    if (open === undefined || open.state === "waiting") throw refuseCheck("checkStopNotOpen");
    await acceptVoid(service, tx, { organizationId, found: check, sourceFileId: undefined });
    await recordAudit(service, tx, {
      organizationId,
      actor,
      entries: [
        {
          action: "check.confirmStop",
          resourceType: "transaction",
          resourceId: check.transaction_id,
          after: { checkNumber: String(check.check_number) },
        },
      ],
    });
  });
