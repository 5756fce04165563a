import { UnreadableValue } from "../../../kernel/crypto/vault.ts";
import type { Service } from "../../../kernel/process/service.ts";
import type { Tx } from "../../../kernel/sql/database.ts";
import type { AccountId, OrganizationId, TransactionId } from "../../../kernel/values/ids.ts";
import { windowAfter } from "../ach/ach-windows.ts";
import { insertAnswersDueNow, type NewAnswer } from "../answers/file-answers.queries.ts";
import type { AchConnection } from "../channels.ts";
import { type Allowance, allowanceOf } from "./day-limit.ts";
import { orderContentOf, orderSealContext } from "./order.ts";
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

const PAGE = 500;

/** Connections by the account that they serve. */
export type Connections = ReadonlyMap<AccountId, AchConnection>;

type OrderService = Pick<Service, "database" | "vault" | "clock">;

/** Open payments whose connection no longer serves their account wait; waiting payments whose account has one are open. */
export async function matchConnections(
  service: OrderService,
  organizationId: OrganizationId,
  connections: Connections,
): Promise<number> {
  const { database } = service;
  let moved = 0;
  const inUse = new Set((await openWindows(database, organizationId)).map((row) => row.connection_id));
  for (const connectionId of inUse) {
    const except = [...connections].flatMap(([id, found]) => (found.connectionId === connectionId ? [id] : []));
    moved += await database.transaction((tx) => disconnectOrders(tx, organizationId, { connectionId, except }));
  }
  for (const { account_id: accountId, rail } of await waitingOrders(database, organizationId)) {
    const connection = rail === "ach" ? connections.get(accountId) : undefined;
    if (connection === undefined) continue;
    for (let page = PAGE; page === PAGE; moved += page)
      page = await database.transaction((tx) => connectPage(service, tx, { organizationId, accountId, connection }));
  }
  return moved;
}

async function connectPage(
  service: OrderService,
  tx: Tx,
  { organizationId, accountId, connection }: AccountToConnect,
): Promise<number> {
  const now = service.clock.now();
  const allowance = await allowanceOf(tx, organizationId, { connection, now });
  const orders: ConnectedOrder[] = [];
  const refused: NewAnswer[] = [];
  const rows = await lockWaiting(tx, organizationId, { accountId, rail: "ach", limit: PAGE });
  for (const { transaction_id: transactionId, content } of rows) {
    const fit = await fitOfStored(service, tx, { organizationId, transactionId, content, allowance });
    if ("code" in fit) refused.push(orderRefusal(transactionId, fit.code, now));
    else orders.push({ transactionId, ...fit });
  }
  const windowAt = windowAfter(connection.settings.windows, now);
  await connectOrders(tx, organizationId, { orders, connectionId: connection.connectionId, windowAt });
  if (refused.length > 0) {
    const ids = refused.map((answer) => answer.transactionId);
    await refuseOrders(tx, organizationId, ids);
    await insertAnswersDueNow(tx, organizationId, { answers: refused, sourceFileId: undefined, now });
  }
  return rows.length;
}

interface AccountToConnect {
  readonly organizationId: OrganizationId;
  readonly accountId: AccountId;
  readonly connection: AchConnection;
}

interface StoredOrder {
  readonly organizationId: OrganizationId;
  readonly transactionId: TransactionId;
  readonly content: Buffer;
  readonly allowance: Allowance | undefined;
}

/** Whether a file can carry a stored payment. */
async function fitOfStored(
  { vault }: OrderService,
  tx: Tx,
  { organizationId, transactionId, content, allowance }: StoredOrder,
) {
  try {
    const text = await vault.open(tx, organizationId, orderSealContext(transactionId), content);
    return fitOf(allowance, { transactionId, content: orderContentOf(text) });
  } catch (error) {
    if (error instanceof UnreadableValue) return { code: "BF-CHANGED" };
    throw error;
  }
}
