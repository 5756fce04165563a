import { Type } from "typebox";
import { newYorkDate } from "../../../banking/calendar/new-york.ts";
import type { Api } from "../../../kernel/http/api.ts";
import { Day, Nullable, OneOf, object, Timestamp, Usd, Uuid } from "../../../kernel/http/schemas.ts";
import type { Service } from "../../../kernel/process/service.ts";
import { inWords } from "../../../kernel/states/state-table.ts";
import type { AccountId, OrganizationId } from "../../../kernel/values/ids.ts";
import { dollarsFromMinor } from "../../../kernel/values/money.ts";
import { findHoldings, type Order, orderStates, readOpenOrders } from "../../holdings/index.ts";
import { callerOf } from "../../identity/index.ts";
import { renderSweep, TreasurySweepSchema } from "../sweep/sweep.routes.ts";
import { readSweep } from "../sweep/sweep-settings.queries.ts";
import { readNetReturns } from "./net-returns.ts";
import { daysSince, type TreasuryRow } from "./treasury.queries.ts";
import { getTreasury, treasuryParams, treasuryTags } from "./treasury.routes.ts";

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
      Type.Number({ description: "The fund's latest yield in percent a year; null if it is not known." }),
    ),
    yieldDay: Nullable(Day("The day of that yield.")),
    earnedThisMonth: Usd("Dividends minus fees of this month, accrued so far."),
    earnedThisYear: Usd("Dividends minus fees of this calendar year, accrued so far."),
    sweep: TreasurySweepSchema,
    openOrders: Type.Array(OrderSchema, { description: "Orders that have not settled." }),
    days: Type.Array(
      object(
        {
          day: Day("The day, in New York."),
          balance: Usd("The balance at its end."),
          invested: Usd("The invested part of it."),
          yield: Nullable(Type.Number({ description: "The fund's yield in percent a year." })),
        },
        { title: "TreasuryDay" },
      ),
      { description: "The last year, one item per day, oldest first." },
    ),
  },
  { title: "TreasuryOverview" },
);

const DAYS = 366;

const percentOf = (ppm: number): number | null => (ppm === 0 ? null : ppm / 10_000);

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
  const days = await daysSince(database, account, today.subtract({ days: DAYS }).toString());
  const lastYield = days.findLast(({ yield_ppm }) => yield_ppm > 0);
  const orders = await readOpenOrders(database, organizationId, accountId);
  return {
    id: accountId,
    name: row.nickname ?? row.name,
    balance: dollarsFromMinor(row.available_minor + row.held_minor),
    cash: dollarsFromMinor(held?.cash_minor ?? 0n),
    invested: dollarsFromMinor(held?.invested_minor ?? 0n),
    security:
      held?.security_id == null ? null : { cusip: held.security_id, name: held.security_name ?? held.security_id },
    yield: lastYield === undefined ? null : percentOf(lastYield.yield_ppm),
    yieldDay: lastYield?.day ?? null,
    ...(await earned(database, { organizationId, accountId, today })),
    sweep: renderSweep(await readSweep(database, organizationId, accountId)),
    openOrders: orders.map(renderOrder),
    days: days.map(({ day, balance_minor, invested_minor, yield_ppm }) => ({
      day,
      balance: dollarsFromMinor(balance_minor),
      invested: dollarsFromMinor(invested_minor),
      yield: percentOf(yield_ppm),
    })),
  };
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
    dollarsFromMinor((returns ?? []).reduce((sum, one) => (one.month >= month ? sum + one.netMinor : sum), 0n));
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
