import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";
import type { Book, Order } from "./book.ts";
import { treasuryHoldings, treasuryOrders, treasuryTransactions } from "./tables.ts";
import type { OrderId, TreasuryType } from "./treasury-transaction.ts";

interface HoldingsRow {
  readonly account_id: AccountId;
  readonly last_number: bigint;
  readonly cash_minor: bigint;
  readonly invested_minor: bigint;
  readonly buying_minor: bigint;
  readonly selling_minor: bigint;
  readonly shares_e4: bigint;
  readonly price_e4: bigint;
  readonly security_id: string | null;
  readonly security_name: string | null;
  readonly next_run_at: Date;
}

const columns = sql`account_id, last_number, cash_minor, invested_minor, buying_minor, selling_minor, shares_e4, price_e4, security_id,
  security_name, next_run_at`;

/** Creates the row of an account's first movement; does nothing if it is there. */
export const insertHoldings = (tx: Tx, organizationId: OrganizationId, accountId: AccountId, nextRunAt: Date) =>
  tx.run(sql`
  insert into treasury_holdings (organization_id, account_id, next_run_at)
  values (${organizationId}, ${accountId}, ${nextRunAt}) on conflict do nothing returning ${treasuryHoldings.inserted()}`);

/** After the lock of the account's balance. */
export const lockHoldings = (tx: Tx, organizationId: OrganizationId, accountId: AccountId) =>
  tx.maybe<HoldingsRow>(sql`
  select ${columns}, ${treasuryHoldings.proof("treasury_holdings")} from treasury_holdings
   where organization_id = ${organizationId} and account_id = ${accountId} for no key update`);

export const findHoldings = (db: Queryable, organizationId: OrganizationId, accountIds: readonly AccountId[]) =>
  db.many<HoldingsRow>(sql`
  select ${columns} from treasury_holdings
   where organization_id = ${organizationId} and account_id = any (${[...accountIds]}::uuid[])
   order by account_id`);

interface OrderRow {
  readonly order_id: OrderId;
  readonly account_id: AccountId;
  readonly action: Order["action"];
  readonly reason: Order["reason"];
  readonly security_id: string;
  readonly security_name: string;
  readonly amount_minor: bigint;
  readonly status: Order["status"];
  readonly placed_at: Date;
  readonly trades_on: string | null;
  readonly settles_on: string | null;
  readonly executed_at: Date | null;
  readonly ended_at: Date | null;
  readonly shares_e4: bigint | null;
  readonly price_e4: bigint | null;
  readonly rejection: string | null;
}

const orderColumns = sql`order_id, account_id, action, reason, security_id, security_name, amount_minor, status, placed_at,
  trades_on::text as trades_on, settles_on::text as settles_on, executed_at, ended_at, shares_e4, price_e4, rejection,
  ${treasuryOrders.proofOrSkip("treasury_orders")}`;

export const orderOf = (row: OrderRow): Order => ({
  orderId: row.order_id,
  action: row.action,
  reason: row.reason,
  security: { id: row.security_id, name: row.security_name },
  amountMinor: row.amount_minor,
  status: row.status,
  placedAt: row.placed_at,
  tradesOn: row.trades_on,
  settlesOn: row.settles_on,
  executedAt: row.executed_at,
  endedAt: row.ended_at,
  sharesE4: row.shares_e4,
  priceE4: row.price_e4,
  rejection: row.rejection,
});

/** Open orders that are proven, in the order of placement. */
export async function readOpenOrders(
  db: Queryable,
  organizationId: OrganizationId,
  accountId: AccountId,
): Promise<Order[]> {
  const rows = await db.many<OrderRow>(sql`
    select ${orderColumns} from treasury_orders
     where organization_id = ${organizationId} and account_id = ${accountId} and ended_at is null
     order by order_id`);
  return rows.map(orderOf);
}

export async function findOrder(
  db: Queryable,
  organizationId: OrganizationId,
  orderId: OrderId,
): Promise<Order | undefined> {
  const row = await db.maybe<OrderRow>(sql`
    select ${orderColumns} from treasury_orders where organization_id = ${organizationId} and order_id = ${orderId}`);
  return row && orderOf(row);
}

export const updateHoldings = (
  tx: Tx,
  {
    buyingMinor,
    sellingMinor,
    ...book
  }: Omit<Book, "orders" | "entries"> & { buyingMinor: bigint; sellingMinor: bigint },
) =>
  tx.run(sql`
  update treasury_holdings
     set last_number = ${book.lastNumber}, cash_minor = ${book.cashMinor}, invested_minor = ${book.investedMinor},
         buying_minor = ${buyingMinor}, selling_minor = ${sellingMinor}, shares_e4 = ${book.sharesE4},
         price_e4 = ${book.priceE4}, security_id = ${book.security?.id ?? null},
         security_name = ${book.security?.name ?? null}, next_run_at = ${book.nextRunAt}
   where organization_id = ${book.organizationId} and account_id = ${book.accountId}
  returning ${treasuryHoldings.changed()}`);

/** Rows as JSON: their number varies, and bigint and dates have one text form. */
const asJson = (rows: readonly object[]): string =>
  JSON.stringify(rows, (_, value) => (typeof value === "bigint" ? value.toString() : value));

/** What an order is for never changes: the role that serves cannot. Everything else is set here. */
export const storeOrders = (tx: Tx, { organizationId, accountId }: Book, orders: readonly Order[]) =>
  tx.run(sql`
  insert into treasury_orders (organization_id, order_id, account_id, action, reason, security_id, security_name,
    amount_minor, status, placed_at, trades_on, settles_on, executed_at, ended_at, shares_e4, price_e4, rejection)
  select ${organizationId}::uuid, o."orderId", ${accountId}::uuid, o.action, o.reason, o.security ->> 'id',
         o.security ->> 'name', o."amountMinor", o.status, o."placedAt", o."tradesOn", o."settlesOn", o."executedAt",
         o."endedAt", o."sharesE4", o."priceE4", o.rejection
    from jsonb_to_recordset(${asJson(orders)}::jsonb) as o("orderId" uuid, action text, reason text, security jsonb,
           "amountMinor" bigint, status text, "placedAt" timestamptz, "tradesOn" date, "settlesOn" date,
           "executedAt" timestamptz, "endedAt" timestamptz, "sharesE4" bigint, "priceE4" bigint, rejection text)
  on conflict (organization_id, order_id) do update
    set status = excluded.status, trades_on = excluded.trades_on, settles_on = excluded.settles_on,
        executed_at = excluded.executed_at, ended_at = excluded.ended_at, shares_e4 = excluded.shares_e4,
        price_e4 = excluded.price_e4, rejection = excluded.rejection
  returning ${treasuryOrders.replaced()}`);

export const insertTreasuryEntries = (tx: Tx, { organizationId, accountId, entries }: Book) =>
  tx.run(sql`
  insert into treasury_transactions (organization_id, account_id, number, treasury_transaction_id, type, amount_minor,
    balance_minor, cash_minor, canonical_day, description, additional_details, security_id, security, credit_description,
    fee_description, amendment_description, deposit_counterparty_id, withdrawal_counterparty_id, sweep_direction,
    trade_action, order_id, for_month, created_at, custodian_reference)
  select ${organizationId}::uuid, ${accountId}::uuid, e.number, e.id, e.type, e."amountMinor", e."balanceMinor",
         e."cashMinor", e.day, e.description, e."additionalDetails", e."securityId", e.security, e."creditDescription",
         e."feeDescription", e."amendmentDescription", e."depositCounterpartyId", e."withdrawalCounterpartyId",
         e."sweepDirection", e."tradeAction", e."orderId", e."forMonth", e."createdAt", e."custodianReference"
    from jsonb_to_recordset(${asJson(entries)}::jsonb) as e(number bigint, id uuid, type text, "amountMinor" bigint,
           "balanceMinor" bigint, "cashMinor" bigint, day date, description text, "additionalDetails" text,
           "securityId" text, security text, "creditDescription" text, "feeDescription" text, "amendmentDescription" text,
           "depositCounterpartyId" uuid, "withdrawalCounterpartyId" uuid, "sweepDirection" text, "tradeAction" text,
           "orderId" uuid, "forMonth" date, "createdAt" timestamptz, "custodianReference" text)
  returning ${treasuryTransactions.inserted()}`);

interface KnownEntry {
  readonly number: bigint;
  readonly type: TreasuryType;
  readonly amount_minor: bigint;
  readonly day: string;
  readonly custodian_reference: string | null;
}

/**
 * Entries of an account that a custodian's file may repeat or confirm: those with its references, and all of its days.
 * Each must be proven, because the file repeats an entry whose reference was changed.
 */
export const findKnownEntries = (
  tx: Tx,
  { organizationId, accountId }: Pick<Book, "organizationId" | "accountId">,
  { references, from, to }: { references: readonly string[]; from: string; to: string },
) =>
  tx.many<KnownEntry>(sql`
  select number, type, amount_minor, canonical_day::text as day, custodian_reference,
         ${treasuryTransactions.proof("treasury_transactions")}
    from treasury_transactions
   where organization_id = ${organizationId} and account_id = ${accountId}
     and (custodian_reference = any (${[...references]}::text[]) or canonical_day between ${from}::date and ${to}::date)
   order by number`);

/** A file has confirmed a transfer. Returns the number of rows: 0 if it had a reference. */
export const setReference = (
  tx: Tx,
  { organizationId, accountId }: Pick<Book, "organizationId" | "accountId">,
  { number, reference }: { number: bigint; reference: string },
) =>
  tx.run(
    treasuryTransactions.update({
      set: sql`custodian_reference = ${reference}`,
      where: sql`organization_id = ${organizationId} and account_id = ${accountId} and number = ${number}
     and custodian_reference is null`,
    }),
  );
