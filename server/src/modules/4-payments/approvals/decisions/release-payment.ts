import type { Service } from "#kernel/process/service.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { type ApprovableTransfer, type Approval, payApproved } from "#payments/payments";
import { approvableOf } from "../requests/approvable.ts";
import type { RequestRow, TransferRequestRow } from "../requests/approval-request.ts";
import type { Terms } from "../requests/approved-terms.ts";

/** An approved request could not be paid. Thrown inside the decision's transaction, which undoes the decision. */
export class CannotPay extends Error {
  override readonly name = "CannotPay";
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message, { cause: refusal });
    this.refusal = refusal;
  }
}

/** An approved request with the terms of its approvals. */
export interface Release {
  readonly organizationId: OrganizationId;
  readonly request: RequestRow;
  readonly terms: Terms;
  readonly approval: Approval;
}

/**
 * Moves the money of a fully approved request, in the transaction of the decision. Throws CannotPay if the payment or
 * transfer is rejected; the transaction then rolls back.
 */
export async function release(
  service: Service,
  tx: Tx,
  { organizationId, request, terms, approval }: Release,
): Promise<TransactionId> {
  const approved =
    request.kind === "payment" ? approvableOf(organizationId, request, terms) : transferOf(organizationId, request);
  try {
    return await payApproved(service, tx, approved, approval);
  } catch (error) {
    // Only refusals become CannotPay. A bug or an unavailable database must not be stored as the reason of a request.
    throw error instanceof Refusal ? new CannotPay(error) : error;
  }
}

/** The request in the types of modules/4-payments/payments. */
const transferOf = (organizationId: OrganizationId, request: TransferRequestRow): ApprovableTransfer => ({
  kind: "transfer",
  organizationId,
  requestId: request.request_id,
  accountId: request.account_id,
  destinationId: request.destination_account_id,
  amountMinor: request.amount_minor,
  note: request.note,
});
