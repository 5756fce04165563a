import { plusMs, SECOND_MS } from "#kernel/clock/clock.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import { firstIdAt, type OrganizationId, type TransactionId } from "#kernel/values/ids.ts";
import { chainKeyOf, contentOf, findRecordedRows, type RecordedRow, rowFits } from "#records/audit";
import { creationAction, decidedText, termsText } from "../audited-payment.ts";
import type { InstructionRow } from "./hand-over.queries.ts";

/** A payment's audit row gets its ID right after the payment, whose ID contains its time. */
const ROW_WITHIN_MS = 10 * SECOND_MS;

/**
 * The payments that are as the service created them: the codes of their audit rows, which cover account, recipient,
 * bank details, name, amount, method, and memo, still match. Database access without the key is not enough to forge a
 * code.
 */
export async function provenPayments(
  { vault }: Pick<Service, "vault">,
  db: Queryable,
  { organizationId, payments }: { organizationId: OrganizationId; payments: readonly InstructionRow[] },
): Promise<ReadonlySet<TransactionId>> {
  const instants = payments.map((payment) => payment.created_at.getTime());
  if (instants.length === 0) return new Set();
  const rows = await findRecordedRows(db, organizationId, {
    action: creationAction,
    resourceIds: payments.map((payment) => payment.transaction_id),
    fromId: firstIdAt(new Date(Math.min(...instants))),
    beforeId: firstIdAt(plusMs(new Date(Math.max(...instants)), ROW_WITHIN_MS)),
  });
  const rowsOf = Map.groupBy(rows, (row) => row.resource_id);
  const key = chainKeyOf(vault, organizationId);
  const isProven = (payment: InstructionRow): boolean =>
    (rowsOf.get(payment.transaction_id) ?? []).some(
      (row) => row.after === null && rowFits(key, organizationId, completed(row, payment)),
    );
  return new Set(payments.filter(isProven).map((payment) => payment.transaction_id));
}

/** The row with what it does not repeat of its payment. */
const completed = (row: RecordedRow, payment: InstructionRow) => ({
  ...row,
  content: contentOf({
    ...row,
    after: termsText({
      accountId: payment.account_id,
      recipientId: payment.counterparty_id,
      amountMinor: payment.amount_minor,
      method: payment.method,
      externalMemo: payment.external_memo,
      note: payment.note,
      requestId: payment.request_id,
    }),
  }),
  decided: decidedText(payment.routing_id, payment.counterparty_name),
});
