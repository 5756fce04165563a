import { bankingDayOnOrAfter, previousBankingDay } from "bursar-banking/calendar/business-day";
import { newYorkDate } from "bursar-banking/calendar/new-york";
import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { listAccountBalances, readAccountNumbers } from "#money/accounts";
import { readAccountDays } from "#records/ledger";
import type { BankAccount } from "./agreement.ts";

/**
 * The organization's accounts as their bank knows them. A bank that opens one now has its balance at the end of the last
 * banking day, and books what moved since.
 */
export async function accountsAtBank(
  service: Pick<Service, "database" | "vault" | "clock">,
  organizationId: OrganizationId,
  numbers: Map<string, string>,
): Promise<readonly BankAccount[]> {
  const { database, clock } = service;
  const openedOn = bankingDayOnOrAfter(newYorkDate(clock.now()));
  const from = previousBankingDay(openedOn).add({ days: 1 }).toString();
  const balances = new Map<string, bigint>();
  for (const { ledger_account_id: id, balance_minor: balanceMinor, change_minor: changeMinor } of await readAccountDays(
    database,
    organizationId,
    { from, accountId: undefined },
  ))
    balances.set(id, (balances.get(id) ?? balanceMinor) - changeMinor);
  const accounts: BankAccount[] = [];
  for (const { accountId, kind, name, routingNumber } of await listAccountBalances(database, organizationId)) {
    if (kind === "treasury") continue;
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
