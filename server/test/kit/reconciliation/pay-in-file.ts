import { storeContent, writeFiles } from "#bank/exchange";
import type { Service } from "#kernel/process/service.ts";
import type { TransactionId } from "#kernel/values/ids.ts";
import { moveTransactions } from "#payments/payments/lifecycle/move-transactions.ts";
import { chunksOf } from "../bank-files/file-world.ts";
import type { TestOrganization } from "../service/full-app.ts";
import { pay } from "../worlds/pay.ts";

/** ACH payments that a bank has received in one file, with their references. */
export async function payInFile(
  service: Service,
  organization: TestOrganization,
  { count, amountMinor }: { readonly count: number; readonly amountMinor: bigint },
) {
  const { organizationId } = organization;
  const ids = await pay(service, organization, { count, amountMinor });
  const payments = ids.map((transactionId) => ({
    transactionId,
    purpose: "pay" as const,
    reference: `T${transactionId.replaceAll("-", "").slice(-20)}`,
  }));
  const content = await storeContent(service, organizationId, chunksOf(ids.join(" ")));
  await service.database.transaction((tx) =>
    writeFiles(service, tx, organizationId, [
      {
        connectionId: service.newId(),
        rail: "ach",
        format: "nacha",
        content,
        payments,
        name: `${ids[0]}.ach`,
      },
    ]),
  );
  return payments;
}

/** What the bank says about payments. */
export const movePayments = (
  service: Service,
  { organizationId }: TestOrganization,
  ids: readonly TransactionId[],
  trigger: "confirm" | "return" | "reject",
) =>
  service.database.transaction((tx) =>
    moveTransactions(service, tx, {
      organizationId,
      actor: { type: "bank" },
      moves: ids.map((transactionId) => ({
        transactionId,
        trigger,
        at: service.clock.now(),
        ...(trigger === "confirm" ? {} : { code: "R03", reason: "No account" }),
      })),
    }),
  );
