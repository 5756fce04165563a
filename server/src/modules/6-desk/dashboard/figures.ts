import { newYorkDate, newYorkInstant } from "bursar-banking/calendar/new-york";
import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import { listAccountBalances } from "#money/accounts";
import { scheduledBefore, wireFeeOf } from "#payments/approvals";
import { paidToPayees } from "#payments/payments";
import { readSettings } from "#records/identity";
import { accountFlows } from "#records/ledger";

interface AccountFigures {
  readonly accountId: string;
  readonly in: number;
  readonly out: number;
  readonly held: number;
  readonly scheduled: number;
}

/** What moved this New York month, is held now, and is approved for the rest of the month, with the fees of wires. Four statements. */
export async function accountFigures(
  { database, clock }: Service,
  organizationId: OrganizationId,
): Promise<{ readonly month: string; readonly accounts: readonly AccountFigures[] }> {
  const month = newYorkDate(clock.now()).toPlainYearMonth();
  const first = month.toPlainDate({ day: 1 });
  const nextMonth = newYorkInstant(first.add({ months: 1 }), Temporal.PlainTime.from("00:00"));
  const balances = await listAccountBalances(database, organizationId);
  const flows = new Map<string, { in_minor: bigint; out_minor: bigint }>(
    (await accountFlows(database, organizationId, first.toString())).map((flow) => [flow.ledger_account_id, flow]),
  );
  const settings = await readSettings(database, organizationId);
  const scheduled = new Map<string, bigint>();
  for (const row of await scheduledBefore(database, organizationId, nextMonth)) {
    const feesMinor = row.count * wireFeeOf(settings, row.charge_type);
    scheduled.set(row.account_id, (scheduled.get(row.account_id) ?? 0n) + row.scheduled_minor + feesMinor);
  }
  return {
    month: month.toString(),
    accounts: balances.map(({ accountId, availableMinor, currentMinor }) => ({
      accountId,
      in: dollarsFromMinor(flows.get(accountId)?.in_minor ?? 0n),
      out: dollarsFromMinor(flows.get(accountId)?.out_minor ?? 0n),
      held: dollarsFromMinor(currentMinor - availableMinor),
      scheduled: dollarsFromMinor(scheduled.get(accountId) ?? 0n),
    })),
  };
}

interface RecipientFigures {
  readonly recipientId: string;
  readonly paid: number;
  readonly payments: number;
  readonly isExact: boolean;
}

/** What was sent to each of these recipients. One statement. */
export async function recipientFigures(
  { database }: Service,
  organizationId: OrganizationId,
  recipientIds: readonly string[],
): Promise<readonly RecipientFigures[]> {
  if (recipientIds.length === 0) return [];
  const rows = await paidToPayees(database, organizationId, [...new Set(recipientIds)]);
  return rows.map((row) => ({
    recipientId: row.recipient_id,
    paid: dollarsFromMinor(row.paid_minor),
    payments: Number(row.payments),
    isExact: !row.was_cut,
  }));
}
