import { type Static, Type } from "typebox";
import { Day, OneOf, object, Usd } from "#kernel/http/schemas.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import { findHoldings, type Security } from "#money/treasury";
import { centsOf } from "../custodian/accrual.ts";
import { accruedSince, feeMonthsOf, returnsOf } from "./treasury.queries.ts";

const DividendSchema = object(
  {
    id: Type.String({ description: "The CUSIP of the security." }),
    type: OneOf(["cusip"], "The kind of identifier."),
    amount: Usd("The month's dividends of this security."),
    securityName: Type.String({ description: "The security." }),
  },
  { title: "TreasuryDividend" },
);

export const NetReturnSchema = object(
  {
    month: Day("The first day of the month."),
    netAmount: Usd("Dividends minus the treasury fee."),
    treasuryFee: Usd("The month's fee, as a positive amount."),
    status: OneOf(
      ["processing", "pending", "charged", "error"],
      "`pending`: the month has not ended, and amounts are accrued so far. `processing`: the fee is charged on the first banking day of the next month. `charged`: complete. `error`: the account does not cover the fee.",
    ),
    dividends: Type.Array(DividendSchema, { description: "Dividends by security." }),
  },
  { title: "TreasuryNetReturn" },
);
export type NetReturn = Static<typeof NetReturnSchema>;

interface Month {
  feeMinor: bigint;
  status: NetReturn["status"];
  readonly dividends: Map<string, { readonly security: Security; minor: bigint }>;
}

/** For a dividend that the custodian did not name. */
const unnamed: Security = { id: "", name: "Other income" };

/** A month's income in cents. */
export interface MonthReturn {
  readonly month: string;
  readonly netMinor: bigint;
  readonly feeMinor: bigint;
  readonly status: NetReturn["status"];
  readonly dividends: readonly { readonly security: Security; readonly minor: bigint }[];
}

/** What each account earned by month, latest first: from the first month with income to the current one. */
export async function readNetReturns(
  db: Queryable,
  organizationId: OrganizationId,
  { accountIds, today }: { readonly accountIds: readonly AccountId[]; readonly today: Temporal.PlainDate },
): Promise<ReadonlyMap<AccountId, readonly MonthReturn[]>> {
  const current = today.with({ day: 1 }).toString();
  const byAccount = new Map<AccountId, Map<string, Month>>(accountIds.map((id) => [id, new Map()]));
  const monthOf = (accountId: AccountId, month: string): Month => {
    const months = byAccount.get(accountId) ?? new Map<string, Month>();
    byAccount.set(accountId, months);
    const sums = months.get(month) ?? {
      feeMinor: 0n,
      status: month >= current ? "pending" : "charged",
      dividends: new Map(),
    };
    months.set(month, sums);
    return sums;
  };
  const earn = (month: Month, security: Security, minor: bigint): void => {
    const before = month.dividends.get(security.id)?.minor ?? 0n;
    if (minor !== 0n) month.dividends.set(security.id, { security, minor: before + minor });
  };
  for (const row of await returnsOf(db, organizationId, accountIds)) {
    const month = monthOf(row.account_id, row.month);
    month.feeMinor += row.fee_minor;
    const security =
      row.security_id === null ? unnamed : { id: row.security_id, name: row.security ?? row.security_id };
    earn(month, security, row.dividend_minor);
  }
  const finished = new Set<string>();
  for (const row of await feeMonthsOf(db, organizationId, accountIds)) {
    finished.add(`${row.account_id} ${row.month}`);
    const month = monthOf(row.account_id, row.month);
    month.status = row.status;
    if (row.status !== "charged") month.feeMinor = row.fee_minor;
  }
  const securities = new Map(
    (await findHoldings(db, organizationId, accountIds)).map((row) => [
      row.account_id,
      row.security_id === null ? unnamed : { id: row.security_id, name: row.security_name ?? row.security_id },
    ]),
  );
  for (const row of await accruedSince(db, organizationId, { accountIds, from: current })) {
    // Paid on the month's last day: from then on the dividend itself counts.
    if (finished.has(`${row.account_id} ${current}`)) continue;
    const month = monthOf(row.account_id, current);
    month.feeMinor += centsOf(row.fee_micro).minor;
    earn(month, securities.get(row.account_id) ?? unnamed, centsOf(row.dividend_micro).minor);
  }
  return new Map([...byAccount].map(([accountId, months]) => [accountId, latestFirst(months)]));
}

const latestFirst = (months: ReadonlyMap<string, Month>): readonly MonthReturn[] =>
  [...months]
    .toSorted(([a], [b]) => (a < b ? 1 : -1))
    .map(([month, { feeMinor, status, dividends }]) => ({
      month,
      netMinor: [...dividends.values()].reduce((sum, { minor }) => sum + minor, 0n) - feeMinor,
      feeMinor,
      status,
      dividends: [...dividends.values()],
    }));

export const renderNetReturn = ({ month, netMinor, feeMinor, status, dividends }: MonthReturn): NetReturn => ({
  month,
  netAmount: dollarsFromMinor(netMinor),
  treasuryFee: dollarsFromMinor(feeMinor),
  status,
  dividends: dividends.map(({ security, minor }) => ({
    id: security.id,
    type: "cusip" as const,
    amount: dollarsFromMinor(minor),
    securityName: security.name,
  })),
});
