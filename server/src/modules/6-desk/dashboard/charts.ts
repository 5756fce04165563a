import { newYorkDate } from "bursar-banking/calendar/new-york";
import { notFound } from "#kernel/http/http-refusals.ts";
import type { Service } from "#kernel/process/service.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import { findAccounts } from "#money/accounts";
import { monthFlows, readAccountDays } from "#records/ledger";

export interface MonthOfCashFlow {
  /** YYYY-MM. */
  readonly month: string;
  readonly in: number;
  readonly out: number;
}

interface Chart {
  readonly organizationId: OrganizationId;
  /** As received; undefined = all accounts. */
  readonly accountId: string | undefined;
}

/** Cash flow by New York month, without gaps, current month last. Refuses an unknown account. */
export async function cashFlow(
  service: Service,
  { organizationId, accountId, months }: Chart & { readonly months: number },
): Promise<readonly MonthOfCashFlow[]> {
  await refuseUnknown(service, { organizationId, accountId });
  const present = newYorkDate(service.clock.now()).toPlainYearMonth();
  const first = present.subtract({ months: months - 1 });
  const from = first.toPlainDate({ day: 1 }).toString();
  const flows = await monthFlows(service.database, organizationId, { from, accountId });
  const byMonth = new Map(flows.map((flow) => [flow.month.slice(0, 7), flow]));
  return Array.from({ length: months }, (_, index) => {
    const month = first.add({ months: index }).toString();
    const flow = byMonth.get(month);
    return { month, in: dollarsFromMinor(flow?.in_minor ?? 0n), out: dollarsFromMinor(flow?.out_minor ?? 0n) };
  });
}

export interface BalanceOnDay {
  /** YYYY-MM-DD, in New York. */
  readonly day: string;
  readonly balance: number;
}

/** The balance at the end of each New York day, today's being the balance now, oldest first. */
export async function balanceHistory(
  service: Service,
  { organizationId, accountId, days }: Chart & { readonly days: number },
): Promise<readonly BalanceOnDay[]> {
  await refuseUnknown(service, { organizationId, accountId });
  const today = newYorkDate(service.clock.now());
  const first = today.subtract({ days: days - 1 });
  const rows = await readAccountDays(service.database, organizationId, { from: first.toString(), accountId });
  const balances = new Map(rows.map((row) => [row.ledger_account_id, row.balance_minor]));
  const changes = new Map<string, bigint>();
  for (const { day, change_minor: change } of rows)
    if (day !== null) changes.set(day, (changes.get(day) ?? 0n) + change);
  let balanceMinor = [...balances.values()].reduce((sum, balance) => sum + balance, 0n);
  const history: BalanceOnDay[] = [];
  // Computed backward from the present: a day's closing balance is the next day's opening balance.
  for (let day = today; Temporal.PlainDate.compare(day, first) >= 0; day = day.subtract({ days: 1 })) {
    history.push({ day: day.toString(), balance: dollarsFromMinor(balanceMinor) });
    balanceMinor -= changes.get(day.toString()) ?? 0n;
  }
  return history.reverse();
}

async function refuseUnknown({ database }: Service, { organizationId, accountId }: Chart): Promise<void> {
  if (accountId === undefined) return;
  // The schema guarantees a UUID; the lookup checks that the account exists.
  const [account] = await findAccounts(database, organizationId, [accountId.toLowerCase() as AccountId]);
  if (account === undefined) throw notFound("account");
}
