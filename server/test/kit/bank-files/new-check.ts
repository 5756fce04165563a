import { randomUUID } from "node:crypto";
import { newYorkDay } from "bursar-banking/calendar/new-york";
import type { BankFileId, ConnectionId } from "#bank/exchange";
import { setPayees } from "#bank/file-rails/checks/checks.queries.ts";
import { type CheckExceptionId, insertException } from "#bank/file-rails/checks/exceptions/exceptions.queries.ts";
import { insertCheckRun, moveCheckRun, numberOrders } from "#bank/file-rails/checks/runs/check-runs.queries.ts";
import { insertOrders } from "#bank/file-rails/orders/orders.queries.ts";
import type { Service } from "#kernel/process/service.ts";
import type { RoutingId, TransactionId } from "#kernel/values/ids.ts";
import type { TestOrganization } from "../service/full-app.ts";

let lastNumber = 1000n;

type CheckOf = Pick<TestOrganization, "organizationId" | "accountId" | "recipientId">;

interface PrintedCheck {
  readonly transactionId: TransactionId;
  readonly checkNumber: bigint;
  readonly connectionId: ConnectionId;
  readonly runId: BankFileId;
}

/** A check in a PDF that the bank has. Its payment does not exist, unless it is given. */
export async function newPrintedCheck(
  service: Service,
  { organizationId, accountId, recipientId }: CheckOf,
  {
    transactionId = randomUUID() as TransactionId,
    amountMinor = 5_000n,
    connectionId = service.newId<ConnectionId>(),
    payee = "Globex",
  }: {
    readonly transactionId?: TransactionId;
    readonly amountMinor?: bigint;
    /** One that was removed by now, unless it is given. */
    readonly connectionId?: ConnectionId;
    readonly payee?: string;
  } = {},
): Promise<PrintedCheck> {
  const now = service.clock.now();
  lastNumber += 1n;
  const checkNumber = lastNumber;
  const runId = service.newId<BankFileId>();
  const run = {
    run_id: runId,
    connection_id: connectionId,
    account_id: accountId,
    window_at: now,
    printed_by: "bank" as const,
    is_rehearsal: false,
    first_number: checkNumber,
    issued_on: newYorkDay(now),
    issue_name: `${runId}.txt`,
    print_file_id: service.newId<BankFileId>(),
    print_name: `${runId}.pdf`,
    numbered_at: now,
  } as const;
  await service.database.transaction(async (tx) => {
    await insertOrders(tx, organizationId, {
      orders: [
        {
          transactionId,
          state: "open",
          rail: "check",
          accountId,
          recipientId,
          routingId: randomUUID() as RoutingId,
          amountMinor,
          connectionId,
          windowAt: now,
          entryClass: undefined,
          receivingBank: undefined,
          content: Buffer.from("sealed"),
        },
      ],
      at: now,
    });
    await numberOrders(tx, organizationId, { ...run, limit: 1 });
    await insertCheckRun(tx, organizationId, { ...run, checks: 1 });
    await setPayees(tx, organizationId, { runId, payees: [{ transactionId, payee }] });
    for (const trigger of ["issue", "print"] as const)
      await moveCheckRun(tx, organizationId, { runId, trigger, at: now });
  });
  return { transactionId, checkNumber, connectionId, runId };
}

/** A printed check, and an exception about its number; the payment itself does not exist, unless it is given. */
export async function newCheck(
  service: Service,
  organization: CheckOf,
  check: Parameters<typeof newPrintedCheck>[2] = {},
): Promise<{ readonly transactionId: TransactionId; readonly exceptionId: CheckExceptionId }> {
  const { organizationId, accountId } = organization;
  const now = service.clock.now();
  const exceptionId = service.newId<CheckExceptionId>();
  const { transactionId, checkNumber, connectionId, runId } = await newPrintedCheck(service, organization, check);
  await service.database.transaction((tx) =>
    insertException(tx, organizationId, {
      exception_id: exceptionId,
      connection_id: connectionId,
      account_id: accountId,
      check_number: checkNumber,
      transaction_id: transactionId,
      kind: "amountMismatch",
      amount_minor: 50_000n,
      presented_on: null,
      source_file_id: runId,
      reported_at: now,
      decide_by: now,
    }),
  );
  return { transactionId, exceptionId };
}
