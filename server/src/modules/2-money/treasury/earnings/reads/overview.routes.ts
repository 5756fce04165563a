import { newYorkDate } from "bursar-banking/calendar/new-york";
import { Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { Day, Nullable, OneOf, object, Timestamp, Usd, Uuid } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import { inWords } from "#kernel/states/state-table.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import { findHoldings, type Order, orderStates, readOpenOrders } from "#money/treasury";
import { callerOf } from "#records/identity";
import { renderSweep, TreasurySweepSchema } from "../sweep/sweep.routes.ts";
import { readSweep } from "../sweep/sweep-settings.queries.ts";
import { readNetReturns } from "./net-returns.ts";
import { daysSince, returnsOf, type TreasuryRow } from "./treasury.queries.ts";
import { getTreasury, treasuryParams, treasuryTags } from "./treasury.routes.ts";
import { sevenDayYields, withReported } from "./yields.ts";

const OrderSchema = object(
  {
    id: Uuid("The order."),
    action: OneOf(["buy", "sell"], "Whether it buys or sells shares.", "TradeAction"),
    reason: OneOf(["sweep", "withdrawal", "fee"], "Why it was placed."),
    amount: Usd("The amount."),
    status: OneOf(orderStates.states, inWords(orderStates)),
    placedAt: Timestamp("When it was placed."),
    settlesOn: Nullable(Day("When cash and shares change hands; null until it is executed.")),
  },
  { title: "TreasuryOrder" },
);

export const TreasuryOverviewSchema = object(
  {
    id: Uuid("The account."),
    name: Type.String({ description: "Its display name." }),
    balance: Usd("Cash and shares."),
    cash: Usd("Settled cash. Negative until the sale that a withdrawal caused has settled."),
    invested: Usd("The shares at their price."),
    security: Nullable(
      object(
        { cusip: Type.String({ description: "Its CUSIP." }), name: Type.String({ description: "Its name." }) },
        { title: "TreasurySecurity", description: "The fund; null until shares are first bought." },
      ),
    ),
    yield: Nullable(
      Type.Number({
        description: "The latest 7-day yield: the dividends of seven days in percent a year; null if not known.",
      }),
    ),
    yieldDay: Nullable(Day("The day of that yield.")),
    earnedThisMonth: Usd("Dividends minus fees of this month, accrued so far."),
    earnedThisYear: Usd("Dividends minus fees of this calendar year, accrued so far."),
    sweep: TreasurySweepSchema,
    openOrders: Type.Array(OrderSchema, { description: "Orders that have not settled." }),
    days: Type.Array(
      object(
        {
          day: Day("The day."),
          balance: Usd("The balance at its end."),
          invested: Usd("The invested part of it."),
          yield: Nullable(Type.Number({ description: "The 7-day yield in percent a year." })),
        },
        { title: "TreasuryDay" },
      ),
      { description: "The last year, one item per day, oldest first." },
    ),
  },
  { title: "TreasuryOverview" },
);

const DAYS = 366;

/** Percent with two decimals, as funds publish it. */
const percentOf = (ppm: number | undefined): number | null => (ppm === undefined ? null : Math.round(ppm / 100) / 100);

/** What the dashboard shows of a treasury account. */
export function overviewRoute(app: Api, service: Service): void {
  app.get(
    "/treasury/:treasuryId/overview",
    {
      config: { scope: "fetchTreasuryAccounts", refusals: ["resourceNotFound"] },
      schema: {
        operationId: "getTreasuryOverview",
        summary: "Get a treasury account's overview",
        description: "Cash and shares, income, the sweep, open orders, and the last year by day.",
        tags: treasuryTags,
        params: treasuryParams,
        response: { 200: TreasuryOverviewSchema },
      },
    },
    async (request) => {
      const { organizationId } = callerOf(request);
      const row = await getTreasury(service, organizationId, request.params.treasuryId);
      return overviewOf(service, organizationId, row);
    },
  );
}

async function overviewOf({ database, clock }: Service, organizationId: OrganizationId, row: TreasuryRow) {
  const { account_id: accountId } = row;
  const today = newYorkDate(clock.now());
  const account = { organizationId, accountId };
  const [held] = await findHoldings(database, organizationId, [accountId]);
  const days = await readDays(database, account, today);
  const lastYield = days.findLast((day) => day.yield !== null);
  const orders = await readOpenOrders(database, organizationId, accountId);
  return {
    id: accountId,
    name: row.nickname ?? row.name,
    balance: dollarsFromMinor(row.available_minor + row.held_minor),
    cash: dollarsFromMinor(held?.cash_minor ?? 0n),
    invested: dollarsFromMinor(held?.invested_minor ?? 0n),
    security:
      held?.security_id == null ? null : { cusip: held.security_id, name: held.security_name ?? held.security_id },
    yield: lastYield?.yield ?? null,
    yieldDay: lastYield?.day ?? null,
    ...(await earned(database, { organizationId, accountId, today })),
    sweep: renderSweep(await readSweep(database, organizationId, accountId)),
    openOrders: orders.map(renderOrder),
    days,
  };
}

/** The last year. Whole months are read, because custodians report dividends by month. */
async function readDays(
  database: Service["database"],
  account: { organizationId: OrganizationId; accountId: AccountId },
  today: Temporal.PlainDate,
) {
  const first = today.subtract({ days: DAYS });
  const rows = await daysSince(database, account, first.with({ day: 1 }).toString());
  const dividends = await returnsOf(database, account.organizationId, [account.accountId]);
  const reported = new Map<string, bigint>();
  for (const { month, dividend_minor: minor } of dividends) reported.set(month, (reported.get(month) ?? 0n) + minor);
  const earnings = rows.map((row) => ({
    day: row.day,
    investedMinor: row.invested_minor,
    dividendMicro: row.dividend_micro,
  }));
  const yields = sevenDayYields(withReported(earnings, reported));
  return rows
    .map((row, at) => ({
      day: row.day,
      balance: dollarsFromMinor(row.balance_minor),
      invested: dollarsFromMinor(row.invested_minor),
      yield: percentOf(yields[at]),
    }))
    .filter(({ day }) => day >= first.toString());
}

async function earned(
  database: Service["database"],
  {
    organizationId,
    accountId,
    today,
  }: { organizationId: OrganizationId; accountId: AccountId; today: Temporal.PlainDate },
) {
  const returns = (await readNetReturns(database, organizationId, { accountIds: [accountId], today })).get(accountId);
  const since = (month: string): number =>
    dollarsFromMinor(
      (returns ?? []).reduce((sum, ofMonth) => (ofMonth.month >= month ? sum + ofMonth.netMinor : sum), 0n),
    );
  return {
    earnedThisMonth: since(today.with({ day: 1 }).toString()),
    earnedThisYear: since(today.with({ month: 1, day: 1 }).toString()),
  };
}

const renderOrder = (order: Order) => ({
  id: order.orderId,
  action: order.action,
  reason: order.reason,
  amount: dollarsFromMinor(order.amountMinor),
  status: order.status,
  placedAt: order.placedAt.toISOString(),
  settlesOn: order.settlesOn,
});
