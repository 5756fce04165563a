import { newYorkDate, newYorkInstant } from "bursar-banking/calendar/new-york";
import { assert } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import { findAccounts, listAccountBalances } from "#money/accounts";
import { findRecipientNames } from "#money/recipients";
import { type ScheduledRow, scheduledUntil, wireFeeOf } from "#payments/approvals";
import { type Caller, readSettings } from "#records/identity";
import type { Overview } from "../overview-schema.ts";

type Scheduled = NonNullable<Overview["scheduled"]>;

const DAYS = 7;
/** More in a week are not read; the count is then shown as this one. */
const READ_MAX = 1000;
const SHOWN = 3;

/** What is paid today and in the next six days, and what it leaves in each account. */
export async function scheduledThisWeek(service: Service, caller: Caller): Promise<Scheduled> {
  const { database: db, clock } = service;
  const { organizationId } = caller;
  const today = newYorkDate(clock.now());
  const until = newYorkInstant(today.add({ days: DAYS }), new Temporal.PlainTime());
  const rows = await scheduledUntil(db, organizationId, { until, limit: READ_MAX });
  if (rows.length === 0) return { count: 0, total: 0, first: [], accounts: [] };
  const payments = rows.filter((row) => row.recipient_id !== null);
  return {
    count: rows.length,
    total: dollarsFromMinor(payments.reduce((sum, row) => sum + row.amount_minor, 0n)),
    first: await named(service, caller, rows.slice(0, SHOWN)),
    accounts: caller.scopes.has("fetchDepositoryAccounts") ? await outlooks(service, caller, rows) : null,
  };
}

async function named({ database: db }: Service, { organizationId }: Caller, rows: readonly ScheduledRow[]) {
  const recipients = await findRecipientNames(
    db,
    organizationId,
    rows.flatMap(({ recipient_id: id }) => id ?? []),
  );
  const accounts = await findAccounts(
    db,
    organizationId,
    rows.flatMap(({ destination_account_id: id }) => id ?? []),
  );
  const names = new Map<string, string>([
    ...recipients.map(({ recipient_id: id, name }): [string, string] => [id, name]),
    ...accounts.map(({ accountId: id, name, nickname }): [string, string] => [id, nickname ?? name]),
  ]);
  return rows.map((row) => ({
    requestId: row.request_id,
    payeeName: names.get(row.recipient_id ?? row.destination_account_id ?? "") ?? "",
    amount: dollarsFromMinor(row.amount_minor),
    dueAt: row.due_at.toISOString(),
  }));
}

/** The accounts that pay this week. What one pays to another counts on both sides. */
async function outlooks({ database: db }: Service, { organizationId }: Caller, rows: readonly ScheduledRow[]) {
  const settings = await readSettings(db, organizationId);
  const changes = new Map<string, bigint>();
  const add = (accountId: string, minor: bigint) => changes.set(accountId, (changes.get(accountId) ?? 0n) + minor);
  for (const row of rows) {
    add(row.account_id, -row.amount_minor - wireFeeOf(settings, row.charge_type));
    if (row.destination_account_id !== null) add(row.destination_account_id, row.amount_minor);
  }
  const paying = new Set<string>(rows.map((row) => row.account_id));
  const accounts = await listAccountBalances(db, organizationId);
  assert(paying.size <= rows.length, "an account that pays has a scheduled payment");
  return accounts.flatMap(({ accountId, name, nickname, availableMinor }) => {
    const changeMinor = changes.get(accountId);
    if (changeMinor === undefined || !paying.has(accountId)) return [];
    return [
      {
        accountId,
        name: nickname ?? name,
        scheduled: dollarsFromMinor(-changeMinor),
        available: dollarsFromMinor(availableMinor),
        availableAfter: dollarsFromMinor(availableMinor + changeMinor),
      },
    ];
  });
}
