import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { readAccountNumbers } from "#money/accounts";
import { entryIdentification } from "../ach/ach-entry.ts";
import { findCheckOfPayment } from "../checks/checks.queries.ts";
import { paymentIdentifications } from "../transfer-messages/transfer-identifications.ts";

/** By which a bank that has a payment knows it, as `name:value`, with the names of ISO 20022. */
export async function bankReferencesOf(
  service: Pick<Service, "database" | "vault">,
  organizationId: OrganizationId,
  transactionId: TransactionId,
): Promise<readonly string[]> {
  const check = await findCheckOfPayment(service.database, organizationId, transactionId);
  if (check !== undefined) {
    const { account_id: accountId, check_number: number } = check;
    const account = await readAccountNumbers(service, service.database, { organizationId, accountId });
    return account === undefined ? [] : [`instructionId:${account.accountNumber}-${number}`];
  }
  const { endToEndId, uetr } = paymentIdentifications(transactionId);
  return [`uetr:${uetr}`, `endToEndId:${endToEndId}`, `endToEndId:${entryIdentification(transactionId)}`];
}
