import type { CounterBooking, FileBank } from "bursar-simulated-bank";
import { listConnections } from "#bank/exchange";
import { paymentsInFiles } from "#bank/file-rails";
import { MINUTE_MS, plusMs } from "#kernel/clock/clock.ts";
import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import type { BankAccount } from "./agreement.ts";
import {
  type LedgerAccount,
  type LedgerMovement,
  movedSince,
  movementsSince,
  type ReadPosition,
  storePosition,
  unseenAccounts,
} from "./ledger-movements.queries.ts";

export interface LedgerReader {
  readonly organizationId: OrganizationId;
  readonly bank: FileBank;
  /** The organization's accounts at the bank. */
  readonly accounts: () => Promise<readonly BankAccount[]>;
}

type ReadingService = Pick<Service, "database" | "clock">;

/** Movements that are entered later than they happened are found by their sum; this only makes that rare. */
const OVERLAP_MS = 10 * MINUTE_MS;
const BEGINNING = new Date(0);
const PAGE = 1_000;

/**
 * The bank books what moved in the ledger of its accounts without a file: deposits, transfers between accounts, to
 * treasury, fees, and so on. Each movement once, because the bank knows the bookings that it has. An account that another
 * bank serves is left to that bank.
 */
export async function readLedger(service: ReadingService, reader: LedgerReader): Promise<void> {
  const { organizationId, accounts } = reader;
  const unseen = await unseenAccounts(service.database, organizationId);
  if (unseen.length === 0) return;
  const numbers = new Map((await accounts()).map(({ accountId, number }): [string, string] => [accountId, number]));
  const elsewhere = await servedByOthers(service, organizationId);
  for (const position of unseen) {
    const { accountId, version, readFrom, baseMinor } = position;
    const accountNumber = elsewhere.has(accountId) ? undefined : numbers.get(accountId);
    if (accountNumber !== undefined) await readAccount(service, reader, { position, accountNumber });
    else {
      const seen = { version, at: service.clock.now(), readFrom: readFrom ?? BEGINNING, baseMinor };
      await storePosition(service.database, { organizationId, accountId }, seen);
    }
  }
}

const servedByOthers = async ({ database }: ReadingService, organizationId: OrganizationId) =>
  new Set<string>(
    (await listConnections(database, organizationId))
      .filter(({ kind }) => kind !== "simulated")
      .flatMap(({ accountIds }) => accountIds),
  );

interface AccountToRead {
  readonly position: ReadPosition;
  readonly accountNumber: string;
}

async function readAccount(
  { database, clock }: ReadingService,
  { organizationId, bank }: LedgerReader,
  { position, accountNumber }: AccountToRead,
): Promise<void> {
  const account = { organizationId, accountId: position.accountId };
  const at = clock.now();
  const base = { from: position.readFrom ?? BEGINNING, baseMinor: position.baseMinor };
  const until = new Date(Math.max(plusMs(at, -OVERLAP_MS).getTime(), base.from.getTime()));
  const found = await movedSince(database, account, { from: base.from, until });
  // Something was entered for an earlier instant: everything is read again.
  const isWhole = base.baseMinor + found.movedMinor === found.balanceMinor;
  const { from, baseMinor } = isWhole ? base : { from: BEGINNING, baseMinor: 0n };
  const { version, untilMinor } = isWhole ? found : await movedSince(database, account, { from, until });
  for await (const page of pagesSince(database, account, from)) {
    const inFiles = await inFilesAmong(database, organizationId, page);
    const bookings = page
      .filter(({ transactionId }) => !inFiles.has(transactionId))
      .map((movement) => bookingOf(movement, accountNumber));
    if (bookings.length > 0) await bank.enter(bookings);
  }
  await storePosition(database, account, { version, at, readFrom: until, baseMinor: baseMinor + untilMinor });
}

async function* pagesSince(
  database: ReadingService["database"],
  account: LedgerAccount,
  from: Date,
): AsyncGenerator<readonly LedgerMovement[]> {
  let after: LedgerMovement | undefined;
  do {
    const page = await movementsSince(database, account, { from, after, limit: PAGE });
    if (page.length > 0) yield page;
    after = page.length < PAGE ? undefined : page.at(-1);
  } while (after !== undefined);
}

const inFilesAmong = (
  database: ReadingService["database"],
  organizationId: OrganizationId,
  movements: readonly LedgerMovement[],
): Promise<ReadonlySet<TransactionId>> =>
  paymentsInFiles(database, organizationId, [...new Set(movements.map(({ transactionId }) => transactionId))]);

const kinds: Readonly<Record<string, CounterBooking["kind"]>> = {
  deposit: "deposit",
  post: "payment",
  reverse: "returnedPayment",
};

/** Reconciliation finds the transaction by its ID. */
function bookingOf({ transactionId, effect, amountMinor, enteredAt }: LedgerMovement, accountNumber: string) {
  const endToEndId = transactionId.replaceAll("-", "");
  return {
    accountNumber,
    amountMinor,
    endToEndId,
    at: enteredAt,
    kind: kinds[effect] ?? "bookTransfer",
    bookingId: `${endToEndId}-${effect.slice(0, 1).toUpperCase()}`,
  } satisfies CounterBooking;
}
