import { randomUUID } from "node:crypto";
import { newYorkDay } from "../../../src/banking/calendar/new-york.ts";
import type { Service } from "../../../src/kernel/process/service.ts";
import type { RoutingId, TransactionId } from "../../../src/kernel/values/ids.ts";
import type { ConnectionId } from "../../../src/modules/bank-connections/index.ts";
import type { BankFileId } from "../../../src/modules/bank-files/index.ts";
import {
  type CheckExceptionId,
  insertException,
} from "../../../src/modules/file-rails/checks/exceptions/exceptions.queries.ts";
import {
  insertCheckRun,
  moveCheckRun,
  numberOrders,
} from "../../../src/modules/file-rails/checks/runs/check-runs.queries.ts";
import { insertOrders } from "../../../src/modules/file-rails/orders/orders.queries.ts";
import type { TestOrganization } from "../service/full-app.ts";

let lastNumber = 1000n;

/** A printed check, and an exception about its number; the payment itself does not exist. */
export async function newCheck(
  service: Service,
  { organizationId, accountId, recipientId }: TestOrganization,
): Promise<{ readonly transactionId: TransactionId; readonly exceptionId: CheckExceptionId }> {
  const now = service.clock.now();
  lastNumber += 1n;
  const checkNumber = lastNumber;
  const connectionId = service.newId<ConnectionId>();
  const runId = service.newId<BankFileId>();
  const exceptionId = service.newId<CheckExceptionId>();
  const transactionId = randomUUID() as TransactionId;
  const run = {
    ...{
      run_id: runId,
      connection_id: connectionId,
      account_id: accountId,
      window_at: now,
      printed_by: "bank" as const,
    },
    ...{ is_rehearsal: false, first_number: checkNumber, issued_on: newYorkDay(now), issue_name: `${runId}.txt` },
    ...{ print_file_id: service.newId<BankFileId>(), print_name: `${runId}.pdf`, numbered_at: now },
  } as const;
  await service.database.transaction(async (tx) => {
    await insertOrders(tx, organizationId, {
      orders: [
        {
          ...{
            transactionId,
            state: "open",
            rail: "check",
            accountId,
            recipientId,
            routingId: randomUUID() as RoutingId,
          },
          ...{ amountMinor: 5_000n, connectionId, windowAt: now, entryClass: undefined, receivingBank: undefined },
          content: Buffer.from("sealed"),
        },
      ],
      at: now,
    });
    await numberOrders(tx, organizationId, { ...run, limit: 1 });
    await insertCheckRun(tx, organizationId, { ...run, checks: 1 });
    for (const trigger of ["issue", "print"] as const)
      await moveCheckRun(tx, organizationId, { runId, trigger, at: now });
    await insertException(tx, organizationId, {
      ...{ exception_id: exceptionId, connection_id: connectionId, account_id: accountId, check_number: checkNumber },
      ...{ transaction_id: transactionId, kind: "amountMismatch", amount_minor: 50_000n, presented_on: null },
      ...{ source_file_id: runId, reported_at: now, decide_by: now },
    });
  });
  return { transactionId, exceptionId };
}
