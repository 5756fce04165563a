import type { AnswerOutcome } from "bursar-banking/codes/answer-outcome";
import { reasonText } from "bursar-banking/codes/describe-reason";
import { present } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import {
  findReturnLinks,
  findTransactionsById,
  getTransaction,
  moves,
  type ReturnOutcome,
  refusePayment,
  returnDeposit,
  returnOutcomesOf,
  returnTransfer,
  type TransactionRow,
  triggerOf,
} from "#payments/payments";
import type { Actor } from "#records/audit";
import { refuseSandbox } from "./sandbox-refusals.ts";

export interface ReturnRequest {
  readonly organizationId: OrganizationId;
  readonly transactionId: string;
  readonly outcome: AnswerOutcome;
  readonly code?: string | undefined;
  readonly actor: Actor;
}

const outcomes: Partial<Record<AnswerOutcome, ReturnOutcome>> = { rejected: "failed", returned: "returned" };
const byCustodian = { failed: "The custodian rejected the transfer", returned: "The custodian returned the transfer" };
/** The sender's bank asks for its credit back. */
const DEPOSIT_CODE = "R06";

/**
 * Takes back a deposit, or a transfer to or from a treasury account, which were `sent` at once. Returns the transaction
 * that does it. Refuses with `resourceNotFound`, `notPossibleNow`, `alreadyReturned`, `ledgerInDoubt`, or
 * `insufficientFunds`.
 */
export async function simulateReturn(service: Service, tx: Tx, request: ReturnRequest): Promise<TransactionRow> {
  const { organizationId, transactionId, actor } = request;
  const row = await getTransaction(tx, organizationId, transactionId);
  const outcome = await requireOutcome(tx, row, request);
  const code = request.code ?? (row.kind === "externalTransfer" ? DEPOSIT_CODE : undefined);
  const reason = code === undefined ? byCustodian[outcome] : reasonText(code);
  const returnId =
    row.kind === "externalTransfer"
      ? await returnOf(service, tx, { organizationId, row, reason, actor })
      : await returnTransfer(service, tx, { organizationId, side: row, outcome, reason, actor });
  const [written] = await findTransactionsById(tx, organizationId, [returnId]);
  return present(written, "the return just written is there");
}

async function returnOf(
  service: Service,
  tx: Tx,
  {
    organizationId,
    row,
    reason,
    actor,
  }: { organizationId: OrganizationId; row: TransactionRow; reason: string; actor: Actor },
): Promise<TransactionId> {
  const depositId = row.transaction_id;
  const returnId = await returnDeposit(service, tx, { organizationId, depositId, reason, actor });
  if (returnId === undefined) throw refuseSandbox("depositSpent", { details: { amount: row.amount_minor } });
  return returnId;
}

async function requireOutcome(
  tx: Tx,
  row: TransactionRow,
  { organizationId, outcome: answer }: ReturnRequest,
): Promise<ReturnOutcome> {
  const outcome = outcomes[answer];
  const [link] = await findReturnLinks(tx, organizationId, [row.transaction_id]);
  if (outcome !== undefined && returnOutcomesOf(row, { isLinked: link !== undefined }).includes(outcome))
    return outcome;
  if (link !== undefined && link.transaction_id === row.transaction_id)
    throw refusePayment("alreadyReturned", { details: { returnId: link.return_id } });
  const {
    from: [from],
    to,
  } = moves[triggerOf[answer]];
  throw refuseSandbox("notPossibleNow", { details: { from, to, kind: row.kind, status: row.status } });
}
