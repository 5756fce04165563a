import { UnreadableValue } from "../../../../kernel/crypto/vault.ts";
import type { Service } from "../../../../kernel/process/service.ts";
import type { OrganizationId, TransactionId } from "../../../../kernel/values/ids.ts";
import { isOrdered } from "../../orders/changed-orders.ts";
import { orderContentOf, orderSealContext } from "../../orders/order.ts";
import { type FiledRow, filedOrders } from "../../orders/orders.queries.ts";
import { type CheckFacts, checkFactsOf } from "../check-facts.ts";
import type { CheckRunRow } from "./check-runs.queries.ts";

/** A check of a run, as its files need it. */
export interface RunCheck extends CheckFacts {
  readonly transactionId: TransactionId;
  readonly checkNumber: number;
  readonly amountMinor: bigint;
}

export interface RunChecks {
  /** In the order of their numbers. */
  readonly checks: readonly RunCheck[];
  /** Payments whose stored instructions are not what was ordered: they must not be paid. */
  readonly changed: readonly TransactionId[];
}

/** The checks of a run that are still to be issued or printed, from the instructions as they were received. */
export async function readRunChecks(
  service: Pick<Service, "database" | "vault">,
  organizationId: OrganizationId,
  run: Pick<CheckRunRow, "run_id" | "checks">,
): Promise<RunChecks> {
  const rows = await filedOrders(service.database, organizationId, { fileId: run.run_id, after: 0, limit: run.checks });
  const checks: RunCheck[] = [];
  const changed: TransactionId[] = [];
  for (const row of rows) {
    const check = await verifiedCheck(service, organizationId, row);
    if (check === undefined) changed.push(row.transaction_id);
    else checks.push(check);
  }
  return { checks, changed };
}

async function verifiedCheck(
  { database, vault }: Pick<Service, "database" | "vault">,
  organizationId: OrganizationId,
  row: FiledRow,
): Promise<RunCheck | undefined> {
  if (row.content === null) return undefined;
  try {
    const context = orderSealContext(row.transaction_id);
    const content = orderContentOf(await vault.open(database, organizationId, context, row.content));
    const facts = checkFactsOf(content);
    if ("code" in facts || !isOrdered(content, row)) return undefined;
    return {
      ...facts,
      transactionId: row.transaction_id,
      checkNumber: Number(row.reference),
      amountMinor: row.amount_minor,
    };
  } catch (error) {
    if (error instanceof UnreadableValue) return undefined;
    throw error;
  }
}
