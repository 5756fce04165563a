import { assert } from "#kernel/assert.ts";
import { UnreadableValue } from "#kernel/crypto/vault.ts";
import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { isOrdered } from "../../orders/changed-orders.ts";
import { type Carrier, carries, takeMisplacedOut } from "../../orders/misplaced-orders.ts";
import { orderContentOf } from "../../orders/order.ts";
import { type FiledRow, filedOrders } from "../../orders/orders.queries.ts";
import type { FileService } from "../../rail-part.ts";
import { orderContents } from "../../tables.ts";
import { type CheckFacts, checkFactsOf } from "../check-facts.ts";
import { numbersOfRun } from "../checks.queries.ts";
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
  /** Payments whose stored instructions are not what was ordered, or whose number is not theirs: they must not be paid. */
  readonly changed: readonly TransactionId[];
  /** Whether it has payments from other accounts, or on other rails. */
  readonly hasMisplaced: boolean;
}

/** The checks of a run that are still to be issued or printed, from the instructions as they were received. */
export async function readRunChecks(
  service: Pick<Service, "database" | "vault">,
  organizationId: OrganizationId,
  run: Pick<CheckRunRow, "run_id" | "checks" | "account_id" | "is_rehearsal">,
): Promise<RunChecks> {
  const carrier = carrierOf(run);
  const numbered = new Map(
    (await numbersOfRun(service.database, organizationId, run.run_id)).map((row) => [row.transaction_id, row]),
  );
  const rows = await filedOrders(service.database, organizationId, { fileId: run.run_id, after: 0, limit: run.checks });
  assert(rows.length <= run.checks, "a run has no more checks than numbers");
  const checks: RunCheck[] = [];
  const changed: TransactionId[] = [];
  for (const row of rows) {
    const check = await verifiedCheck(service, organizationId, row);
    const given = numbered.get(row.transaction_id);
    // In a rehearsal, no numbers are used, so there are no checks.
    const hasItsNumber =
      run.is_rehearsal || (String(given?.check_number) === row.reference && given?.amount_minor === row.amount_minor);
    if (check === undefined || !hasItsNumber) changed.push(row.transaction_id);
    else checks.push(check);
  }
  assert(checks.length + changed.length === rows.length, "a check is as it was ordered, or changed");
  return { checks, changed, hasMisplaced: !rows.every((row) => carries(carrier, row)) };
}

/** A run has the checks of one account. */
const carrierOf = ({ account_id: accountId }: Pick<CheckRunRow, "account_id">): Carrier => ({
  rail: "check",
  serves: (id) => id === accountId,
});

export const takeMisplacedChecksOut = (service: FileService, organizationId: OrganizationId, run: CheckRunRow) =>
  takeMisplacedOut(service, { organizationId, fileId: run.run_id, readCarrier: async () => carrierOf(run) });

async function verifiedCheck(
  { database, vault }: Pick<Service, "database" | "vault">,
  organizationId: OrganizationId,
  row: FiledRow,
): Promise<RunCheck | undefined> {
  if (row.content === null) return undefined;
  try {
    const context = orderContents.contextOf(row.transaction_id);
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
