import type { UserId } from "../../../server/src/kernel/values/ids.ts";
import { markFailureHandled, openFailures } from "../../../server/src/modules/4-payments/payments/index.ts";
import type { TestDashboard } from "./dashboard.ts";
import { accountAndRecipient } from "./requests.ts";

/** Marks the failures that the demo leaves open as handled. */
export async function handleFailures({ service, demo: { organizationId } }: TestDashboard): Promise<void> {
  const userId = service.newId<UserId>();
  const { latest } = await openFailures(service, organizationId, 10);
  for (const { transaction_id: transactionId } of latest)
    await service.database.transaction((tx) =>
      markFailureHandled(service, tx, {
        organizationId,
        transactionId,
        userId,
        actor: { type: "service" },
        note: null,
      }),
    );
}

/** Sent, and returned because the recipient's bank knows no such account. */
export async function returnedPayment(
  dashboard: TestDashboard,
  amount: number,
): Promise<{ readonly id: string; readonly payeeName: string }> {
  const { accountId, recipientId, payeeName } = await accountAndRecipient(dashboard);
  const body = { recipientId, amount, paymentMethod: "ach", externalMemo: "Invoice 77" };
  const { id } = (await dashboard.call("POST", `/account/${accountId}/transactions`, body)) as { id: string };
  await dashboard.call("POST", `/sandbox/transactions/${id}/settle`, {});
  await dashboard.call("POST", `/sandbox/transactions/${id}/return`, { code: "R03" });
  return { id, payeeName };
}
