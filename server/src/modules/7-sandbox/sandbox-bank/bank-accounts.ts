import { bankingDayOnOrAfter, previousBankingDay } from "bursar-banking/calendar/business-day";
import { newYorkDate } from "bursar-banking/calendar/new-york";
import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { listAccountBalances, readAccountNumbers } from "#money/accounts";
import { readAccountDays } from "#records/ledger";
import type { BankAccount } from "./agreement.ts";

/** What is read once: numbers of accounts never change, and a bank opens an account once. */
export interface KnownAccounts {
  /** By account. */
  readonly numbers: Map<string, string>;
  /** Balances with which accounts are opened on a day, `YYYY-MM-DD`. */
  opening: { readonly on: string; readonly balances: ReadonlyMap<string, bigint> } | undefined;
}

export const noKnownAccounts = (): KnownAccounts => ({ numbers: new Map(), opening: undefined });

/**
 * The organization's accounts as their bank knows them. A bank that opens one now has its balance at the end of the last
 * banking day, and books what moved since.
 */
export async function accountsAtBank(
  service: Pick<Service, "database" | "vault" | "clock">,
  organizationId: OrganizationId,
  knownAccounts: KnownAccounts,
): Promise<readonly BankAccount[]> {
  const { database, clock } = service;
  const { numbers } = knownAccounts;
  const openedOn = bankingDayOnOrAfter(newYorkDate(clock.now()));
  const listed = (await listAccountBalances(database, organizationId)).filter(({ kind }) => kind !== "treasury");
  if (knownAccounts.opening?.on !== openedOn.toString() || listed.some(({ accountId }) => !numbers.has(accountId)))
    knownAccounts.opening = {
      on: openedOn.toString(),
      balances: await openingBalances(database, organizationId, openedOn),
    };
  const { balances } = knownAccounts.opening;
  const accounts: BankAccount[] = [];
  for (const { accountId, name, routingNumber } of listed) {
    const number =
      numbers.get(accountId) ??
      (await readAccountNumbers(service, database, { organizationId, accountId }))?.accountNumber;
    if (number === undefined) continue;
    numbers.set(accountId, number);
    const balanceMinor = balances.get(accountId) ?? 0n;
    accounts.push({ accountId, number, name, routingNumber, balanceMinor, openedOn: openedOn.toString() });
  }
  return accounts;
}

/** Each account's balance at the end of the banking day before. */
async function openingBalances(
  database: Service["database"],
  organizationId: OrganizationId,
  openedOn: ReturnType<typeof bankingDayOnOrAfter>,
): Promise<ReadonlyMap<string, bigint>> {
  const from = previousBankingDay(openedOn).add({ days: 1 }).toString();
  const balances = new Map<string, bigint>();
  const days = await readAccountDays(database, organizationId, { from, accountId: undefined });
  for (const { ledger_account_id: id, balance_minor: balanceMinor, change_minor: changeMinor } of days)
    balances.set(id, (balances.get(id) ?? balanceMinor) - changeMinor);
  return balances;
}
