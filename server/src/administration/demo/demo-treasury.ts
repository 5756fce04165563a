import { bankingDayOnOrBefore } from "bursar-banking/calendar/business-day";
import { newYorkDate, newYorkInstant } from "bursar-banking/calendar/new-york";
import { present } from "#kernel/assert.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { backfillCustodian, changeSweep } from "#money/treasury/earnings";
import type { HistoryTransfer } from "./demo-history.ts";
import { type HistoryScene, recordTransfer } from "./record-history.ts";

const SWEEP = { sweep: true, targetCashMinor: 25_000_00n, minimumSweepMinor: 1_000_00n };

/** Surplus goes to the treasury every month, and some of it returns before the holidays. */
export function planTreasury(from: Date, until: Date): readonly HistoryTransfer[] {
  const items: HistoryTransfer[] = [];
  const last = newYorkDate(until).subtract({ days: 3 });
  const transfer = (day: Temporal.PlainDate, to: "treasury" | "operating", dollars: bigint): void => {
    const date = bankingDayOnOrBefore(day);
    if (Temporal.PlainDate.compare(date, newYorkDate(from)) <= 0 || Temporal.PlainDate.compare(date, last) > 0) return;
    items.push({
      what: "transfer",
      at: newYorkInstant(date, Temporal.PlainTime.from("11:20")),
      from: to === "treasury" ? "operating" : "treasury",
      to,
      amountMinor: dollars * 100n,
    });
  };
  const first = newYorkDate(from).with({ day: 1 });
  for (let month = first; Temporal.PlainDate.compare(month, last) <= 0; month = month.add({ months: 1 })) {
    transfer(month.with({ day: 19 }), "treasury", month.month % 3 === 0 ? 6_500n : 4_000n);
    if (month.month === 4 || month.month === 10) transfer(month.with({ day: 27 }), "operating", 42_000n);
  }
  return items.toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

/** The treasury's year: sweeps, trades, dividends, and fees at their own times, between the transfers. */
export async function recordTreasury(tx: Tx, scene: HistoryScene, opened: Date): Promise<void> {
  const { service, organizationId, until } = scene;
  const accountId = present(scene.accounts.get("treasury"), "the demo has a treasury account");
  await changeSweep(service, tx, {
    organizationId,
    accountId,
    actor: { type: "service" },
    version: 0,
    settings: SWEEP,
  });
  const run = (to: Date) => backfillCustodian(service, tx, { organizationId, accountId, until: to });
  for (const item of planTreasury(opened, until)) {
    await run(item.at);
    await recordTransfer(tx, scene, item);
  }
  await run(until);
}
