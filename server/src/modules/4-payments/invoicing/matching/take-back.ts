import { assert, present } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { findReturnLinks } from "#payments/payments";
import { lockDebitOf, markReturned } from "../pay-page/debits.queries.ts";
import { undoMatches } from "./apply-match.ts";
import { activeMatchesOf, lockIncoming } from "./matching.queries.ts";

const BANK = { type: "bank" } as const;

/**
 * The payer's bank has taken a deposit back: everything that it paid is due again, and none of the money is credit. Does
 * nothing if that is recorded: an ACH debit's return is, in the transaction that takes the money.
 */
export async function takeBack(
  service: Service,
  tx: Tx,
  { organizationId, returnId }: { organizationId: OrganizationId; returnId: TransactionId },
): Promise<void> {
  const [found] = await findReturnLinks(tx, organizationId, [returnId]);
  const { transaction_id: depositId, reason, returned_at: at } = present(found, "the outbox names returns of deposits");
  const debit = await lockDebitOf(tx, organizationId, depositId);
  const payment = await lockIncoming(tx, organizationId, depositId);
  if (payment === undefined || payment.status === "returned") return;
  const matches = await activeMatchesOf(tx, organizationId, [depositId]);
  await undoMatches(service, tx, { organizationId, payment, matches, returned: true, actor: BANK, userId: null });
  if (debit === undefined) return;
  const move = { debitId: debit.debit_id, at, reason, returnTransactionId: returnId };
  assert((await markReturned(tx, organizationId, move)) === 1, "a collected debit is reversed once");
}
