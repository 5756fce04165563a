import { newYorkDate } from "bursar-banking/calendar/new-york";
import { assert } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { derivedId } from "#kernel/values/derived-id.ts";
import { type AccountId, instantOf, type OrganizationId, type TransactionId } from "#kernel/values/ids.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import { openBook, saveBook, type TreasuryEntry } from "#money/treasury";
import { recordSettledTransactions, type SettledTransaction } from "#payments/payments";
import { type Actor, recordAudit } from "#records/audit";
import { lockBalances, type NewEntry, postEntries, systemAccountId } from "#records/ledger";
import { issueDocuments } from "../documents/documents.queries.ts";
import { readSweep } from "../sweep/sweep-settings.queries.ts";
import { insertDays, readLastMonth, readUnpaidMonths, readYields, storeMonths, sumDays } from "./custody.queries.ts";
import type { Custody } from "./run-step.ts";

/**
 * Reads an account with its custodian's records, locked in the order of every command: balances, then holdings.
 * Undefined if its ledger is in doubt (law 8): money may then neither leave nor arrive.
 */
export async function openCustody(
  service: Service,
  tx: Tx,
  { organizationId, accountId }: { organizationId: OrganizationId; accountId: AccountId },
): Promise<Custody | undefined> {
  const external = await systemAccountId(tx, organizationId, "external");
  const balances = await lockBalances(tx, organizationId, [accountId, external]);
  if (balances.get(accountId)?.stopReason !== undefined) return undefined;
  const account = { organizationId, accountId };
  const book = await openBook(tx, organizationId, { accountId, at: service.clock.now() });
  const month = newYorkDate(book.nextRunAt).with({ day: 1 }).toString();
  const isSimulated = service.config.mode === "sandbox";
  const sums = await sumDays(tx, account, month);
  return {
    book,
    settings: (await readSweep(tx, organizationId, accountId)).settings,
    isSimulated,
    yields: isSimulated ? await readYields(tx, organizationId) : [],
    days: [],
    monthDividendMicro: sums.dividend_micro,
    monthFeeMicro: sums.fee_micro,
    carriedMicro: (await readLastMonth(tx, account))?.carriedMicro ?? 0n,
    months: await readUnpaidMonths(tx, account),
    gains: [],
    documents: [],
  };
}

/** Writes what is new, with the ledger's entries and the account's transactions for what changed its total. */
export async function saveCustody(
  service: Service,
  tx: Tx,
  custody: Custody,
  { actor = { type: "service" }, ofThePast = false }: { readonly actor?: Actor; readonly ofThePast?: boolean } = {},
): Promise<void> {
  const { book, days, months, gains, documents } = custody;
  await saveBook(service, tx, book, { ofThePast });
  if (days.length > 0) assert((await insertDays(tx, book, days)) === days.length, "every day is written");
  if (months.length > 0) assert((await storeMonths(tx, book, months)) === months.length, "every month is written");
  if (documents.length > 0)
    assert((await issueDocuments(service, tx, book, documents)) === documents.length, "every document is written");
  await postGains(service, tx, { gains, actor, ofThePast });
}

/** What the account's transaction is called, by the sign of the amount. */
const partyOf = (entry: TreasuryEntry): string => entry.security ?? "Treasury";

const kindOf = (entry: TreasuryEntry): string =>
  entry.type === "dividendPosted" || entry.type === "interestPosted" ? "interestPayment" : "other";

/** Income and costs: they change the account's total, so the ledger enters them and the account lists them. */
export async function postGains(
  service: Service,
  tx: Tx,
  { gains, actor, ofThePast }: { gains: readonly TreasuryEntry[]; actor: Actor; ofThePast: boolean },
): Promise<void> {
  const [first] = gains;
  if (first === undefined) return;
  const { organizationId } = first;
  const external = await systemAccountId(tx, organizationId, "external");
  const entries = gains.map((gain): NewEntry => {
    const arrives = gain.amountMinor > 0n;
    return {
      // The same id as the account's transaction.
      transactionId: gain.id as string as TransactionId,
      effect: arrives ? "deposit" : "transfer",
      debitAccountId: arrives ? external : gain.accountId,
      creditAccountId: arrives ? gain.accountId : external,
      amountMinor: arrives ? gain.amountMinor : -gain.amountMinor,
      at: instantOf(gain.id),
    };
  });
  const result = await postEntries(tx, organizationId, entries);
  assert(result.posted, "the account's book covers what it charges");
  const rows = gains.map((gain) => transactionOf(organizationId, gain));
  await recordSettledTransactions(service, tx, { organizationId, rows, ofThePast });
  await recordAudit(service, tx, {
    organizationId,
    actor,
    entries: gains.map((gain) => ({
      ...(ofThePast ? { at: gain.createdAt } : {}),
      action: `treasury.${gain.type}`,
      resourceType: "transaction",
      resourceId: gain.id,
      after: {
        accountId: gain.accountId,
        amount: dollarsFromMinor(gain.amountMinor),
        description: gain.description,
        day: gain.day,
      },
    })),
  });
}

const transactionOf = (organizationId: OrganizationId, gain: TreasuryEntry): SettledTransaction => ({
  transactionId: gain.id as string as TransactionId,
  accountId: gain.accountId,
  counterpartyId: derivedId("counterparty", organizationId, partyOf(gain)),
  counterpartyName: partyOf(gain),
  counterpartyNickname: null,
  amountMinor: gain.amountMinor,
  kind: kindOf(gain),
  bankDescription: gain.description,
  note: null,
  transferId: null,
  createdAt: instantOf(gain.id),
  tokenId: null,
  isInBook: true,
});
