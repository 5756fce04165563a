import { recordAnswers } from "#bank/file-rails";
import { assert, present } from "#kernel/assert.ts";
import type { MovableClock } from "#kernel/clock/clock.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { derivedId } from "#kernel/values/derived-id.ts";
import {
  type AccountId,
  idAfter,
  idAt,
  type OrganizationId,
  type RecipientId,
  type TransactionId,
} from "#kernel/values/ids.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import {
  applyAnswers,
  backfillPayments,
  bankDescriptionOf,
  type PastPayment,
  preparePastPayment,
  recordHandOvers,
  recordSettledTransactions,
  type SettledTransaction,
} from "#payments/payments";
import { type AuditEntry, recordAudit } from "#records/audit";
import { type LedgerAccountId, type NewEntry, postEntries, systemAccountId } from "#records/ledger";
import { type DemoAccountKey, demoAccounts } from "./demo-company.ts";
import type { HistoryDeposit, HistoryItem, HistoryPayment, HistoryTransfer } from "./demo-history.ts";
import { historyAnswers } from "./history-bank.ts";

/**
 * Where the history goes. The service's clock is this one; it moves to each item's instant before the item gets its id.
 */
export interface HistoryScene {
  readonly service: Service;
  readonly clock: MovableClock;
  /** When the history ends: now. */
  readonly until: Date;
  readonly organizationId: OrganizationId;
  readonly accounts: ReadonlyMap<DemoAccountKey, AccountId>;
  readonly recipients: ReadonlyMap<string, RecipientId>;
}

/**
 * Records the history in the caller's transaction, with the code that serves requests: create_payments for payments,
 * the bank's answers for their outcomes, the ledger for the rest. So the books balance, and every transaction has its
 * events and audit rows. The year is recorded as one backfill, in a fraction of the statements that day-by-day
 * processing takes; every item has the timestamp at which it happened. Returns the deposits.
 */
export async function recordHistory(
  tx: Tx,
  scene: HistoryScene,
  items: readonly HistoryItem[],
): Promise<readonly SettledTransaction[]> {
  const { clock, service, organizationId, until } = scene;
  const external = await systemAccountId(tx, organizationId, "external");
  const moved: Moved[] = [];
  const payments: { prepared: ReturnType<typeof preparePastPayment>; plan: HistoryPayment }[] = [];
  for (const item of items) {
    clock.set(item.at);
    if (item.what === "payment")
      payments.push({ prepared: preparePastPayment(service, pastPayment(scene, item)), plan: item });
    else moved.push(item.what === "deposit" ? deposited(scene, item, external) : transferred(scene, item));
  }
  await recordMoved(tx, scene, moved);
  await backfillPayments(service, tx, { payments: payments.map(({ prepared }) => prepared), at: until });
  const answers = historyAnswers(
    payments.map(({ prepared, plan }) => ({ transactionId: prepared.transactionId, plan })),
  );
  assert(
    answers.every(({ answeredAt }) => answeredAt <= until),
    "the whole history is recorded",
  );
  await recordHandOvers(tx, organizationId, until);
  await recordAnswers(tx, organizationId, { answers, now: service.clock.now() });
  const transactionIds = payments.map(({ prepared }) => prepared.transactionId);
  await applyAnswers(service, tx, { organizationId, transactionIds, ofThePast: true });
  return moved.flatMap(({ entry, rows }) => (entry.effect === "deposit" ? rows : []));
}

/** One transfer after the rest of the history was recorded. */
export const recordTransfer = (tx: Tx, scene: HistoryScene, item: HistoryTransfer): Promise<void> =>
  recordMoved(tx, scene, [transferred(scene, item)]);

/** Money that moves immediately: its entry and its one or two transactions. */
interface Moved {
  readonly entry: NewEntry;
  readonly rows: readonly SettledTransaction[];
  readonly audit: AuditEntry;
}

const accountOf = (scene: HistoryScene, key: DemoAccountKey): AccountId =>
  present(scene.accounts.get(key), "the demo account is open");
const nameOf = (key: DemoAccountKey): string =>
  present(
    demoAccounts.find((account) => account.key === key),
    "the demo account is described",
  ).name;

function deposited(
  scene: HistoryScene,
  { at, to, from, amountMinor, memo = null }: HistoryDeposit,
  external: LedgerAccountId,
): Moved {
  const transactionId = idAt<TransactionId>(at, 0);
  const accountId = accountOf(scene, to);
  return {
    entry: { transactionId, effect: "deposit", debitAccountId: external, creditAccountId: accountId, amountMinor, at },
    rows: [
      {
        ...settled(at),
        transactionId,
        accountId,
        counterpartyId: derivedId("counterparty", scene.organizationId, from),
        counterpartyName: from,
        amountMinor,
        kind: "externalTransfer",
        bankDescription: bankDescriptionOf("deposit", from),
        externalMemo: memo,
        transferId: null,
      },
    ],
    audit: {
      at,
      action: "deposit.create",
      resourceType: "transaction",
      resourceId: transactionId,
      after: { accountId, amount: dollarsFromMinor(amountMinor), counterpartyName: from },
    },
  };
}

function transferred(scene: HistoryScene, { at, from, to, amountMinor }: HistoryTransfer): Moved {
  const debitId = idAt<TransactionId>(at, 0);
  const creditId = idAfter(debitId);
  const source = accountOf(scene, from);
  const destination = accountOf(scene, to);
  const shared = {
    ...settled(at),
    kind: from === "treasury" || to === "treasury" ? "treasuryTransfer" : "internalTransfer",
    transferId: debitId,
  };
  return {
    entry: {
      transactionId: debitId,
      effect: "transfer",
      debitAccountId: source,
      creditAccountId: destination,
      amountMinor,
      at,
    },
    rows: [
      {
        ...shared,
        transactionId: debitId,
        accountId: source,
        counterpartyId: destination,
        counterpartyName: nameOf(to),
        amountMinor: -amountMinor,
        bankDescription: bankDescriptionOf("transferOut", nameOf(to)),
      },
      {
        ...shared,
        transactionId: creditId,
        accountId: destination,
        counterpartyId: source,
        counterpartyName: nameOf(from),
        amountMinor,
        bankDescription: bankDescriptionOf("transferIn", nameOf(from)),
      },
    ],
    audit: {
      at,
      action: "transfer.create",
      resourceType: "transaction",
      resourceId: debitId,
      after: {
        sourceAccountId: source,
        destinationAccountId: destination,
        amount: dollarsFromMinor(amountMinor),
        debitTransactionId: debitId,
        creditTransactionId: creditId,
      },
    },
  };
}

const settled = (at: Date) => ({ counterpartyNickname: null, note: null, createdAt: at, tokenId: null });

async function recordMoved(tx: Tx, { service, organizationId }: HistoryScene, moved: readonly Moved[]): Promise<void> {
  if (moved.length === 0) return;
  const result = await postEntries(
    tx,
    organizationId,
    moved.map(({ entry }) => entry),
  );
  assert(result.posted, "the demo organization has the money it moves");
  const rows = moved.flatMap((page) => page.rows);
  await recordSettledTransactions(service, tx, { organizationId, rows, ofThePast: true });
  await recordAudit(service, tx, {
    organizationId,
    actor: { type: "service" },
    entries: moved.map(({ audit }) => audit),
  });
}

const pastPayment = (scene: HistoryScene, { from, to, amountMinor, method, memo }: HistoryPayment): PastPayment => ({
  organizationId: scene.organizationId,
  accountId: accountOf(scene, from),
  recipientId: present(scene.recipients.get(to), "the demo recipient is saved"),
  amountMinor,
  method,
  externalMemo: memo,
});
