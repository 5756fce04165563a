import type { BankRail } from "#bank/exchange";
import { assert } from "#kernel/assert.ts";
import { UnreadableValue } from "#kernel/crypto/vault.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { AccountId, OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import type { BankAnswer } from "../answers/bank-answer.ts";
import { recordAnswers } from "../answers/record-answers.ts";
import type { RailConnection } from "../rail-part.ts";
import { orderContents } from "../tables.ts";
import { type Allowance, allowanceOf } from "./day-limit.ts";
import type { OpenRails } from "./open-rails.ts";
import { orderContentOf } from "./order.ts";
import {
  type ConnectedOrder,
  connectOrders,
  disconnectOrders,
  lockWaiting,
  openWindows,
  refuseOrders,
  waitingOrders,
} from "./orders.queries.ts";
import { fitOf, orderRefusal } from "./place-orders.ts";
import { unsentAmong } from "./unsent-orders.ts";

const PAGE = 500;

type OrderService = Pick<Service, "database" | "vault" | "clock" | "log">;

/** Open payments whose connection no longer serves their account wait; waiting payments whose account has one are open. */
export async function matchConnections(
  service: OrderService,
  organizationId: OrganizationId,
  rails: OpenRails,
): Promise<number> {
  const { database } = service;
  let moved = 0;
  const used = new Map((await openWindows(database, organizationId)).map((row) => [row.connection_id, row.rail]));
  for (const [connectionId, rail] of used) {
    // A payment that came after the rails were opened is for the next pass.
    const open = rails.get(rail);
    if (open === undefined) continue;
    const served = [...open.connections];
    const except = served.flatMap(([id, found]) => (found.connectionId === connectionId ? [id] : []));
    moved += await database.transaction((tx) => disconnectOrders(tx, organizationId, { connectionId, except }));
  }
  for (const { account_id: accountId, rail } of await waitingOrders(database, organizationId)) {
    const connection = rails.get(rail)?.connections.get(accountId);
    if (connection === undefined) continue;
    const work = { organizationId, accountId, rail, connection };
    for (let page = PAGE; page === PAGE; moved += page)
      page = await database.transaction((tx) => connectPage(service, tx, work));
  }
  return moved;
}

async function connectPage(
  service: OrderService,
  tx: Tx,
  { organizationId, accountId, rail, connection }: AccountToConnect,
): Promise<number> {
  const now = service.clock.now();
  const allowance = await allowanceOf(tx, organizationId, { connection, now });
  const orders: ConnectedOrder[] = [];
  const refused: BankAnswer[] = [];
  const rows = await lockWaiting(tx, organizationId, { accountId, rail, limit: PAGE });
  for (const { transaction_id: transactionId, content } of rows) {
    const fit = await fitOfStored(service, tx, { organizationId, transactionId, content, connection, allowance });
    if ("code" in fit) refused.push(orderRefusal(transactionId, fit.code, now));
    else orders.push({ transactionId, ...fit });
  }
  const windowAt = connection.windowAfter(now);
  assert(rows.length <= PAGE, "a commit connects a bounded number of payments");
  assert(orders.length + refused.length === rows.length, "a file can carry a payment, or the payment fails");
  const { connectionId } = connection;
  const connected = await connectOrders(tx, organizationId, { orders, connectionId, windowAt });
  assert(connected === orders.length, "a locked payment that waits is connected");
  if (refused.length > 0) {
    const ids = refused.map((answer) => answer.transactionId);
    const unsent = await unsentAmong(service, tx, organizationId, ids);
    const moved = await refuseOrders(tx, organizationId, ids);
    assert(moved.length === ids.length, "a locked payment that no file can carry fails");
    const answers = refused.filter((answer) => unsent.has(answer.transactionId));
    await recordAnswers(tx, organizationId, { answers, now });
  }
  return rows.length;
}

interface AccountToConnect {
  readonly organizationId: OrganizationId;
  readonly accountId: AccountId;
  readonly rail: BankRail;
  readonly connection: RailConnection;
}

interface StoredOrder {
  readonly organizationId: OrganizationId;
  readonly transactionId: TransactionId;
  readonly content: Buffer | null;
  readonly connection: RailConnection;
  readonly allowance: Allowance | undefined;
}

/** Whether a file can carry a stored payment. */
async function fitOfStored(
  { vault }: OrderService,
  tx: Tx,
  { organizationId, transactionId, content, ...use }: StoredOrder,
) {
  if (content === null) return { code: "BF-CHANGED" };
  try {
    const text = await vault.open(tx, organizationId, orderContents.contextOf(transactionId), content);
    return fitOf(use, { transactionId, content: orderContentOf(text) });
  } catch (error) {
    if (error instanceof UnreadableValue) return { code: "BF-CHANGED" };
    throw error;
  }
}
