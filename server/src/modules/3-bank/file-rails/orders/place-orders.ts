import type { BankRail } from "#bank/exchange";
import type { PaymentInstruction } from "#bank/rails";
import { assert } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { answerIdOf, type BankAnswer } from "../answers/bank-answer.ts";
import { recordAnswers } from "../answers/record-answers.ts";
import type { OrderFit, RailConnection, RailPart, UnfitOrder } from "../rail-part.ts";
import { orderContents } from "../tables.ts";
import { type Allowance, allowanceOf, allows } from "./day-limit.ts";
import { alertMissedOrders } from "./missed-cut-offs.ts";
import { type OpenRails, openRails } from "./open-rails.ts";
import { type BankOrder, bankOrderOf, orderText, railOf } from "./order.ts";
import { insertOrders, knownOrders, type NewOrder } from "./orders.queries.ts";

/** Whether the connection's files can carry the payment, and its limits allow it. */
export function fitOf(
  { connection, allowance }: { readonly connection: RailConnection; readonly allowance: Allowance | undefined },
  order: Pick<BankOrder, "transactionId" | "content">,
): OrderFit | UnfitOrder {
  const fit = connection.fitOf(order);
  return "code" in fit || allows(allowance, order.content.amountMinor) ? fit : { code: "BF-LIMIT" };
}

type OrderService = Pick<Service, "database" | "vault" | "clock" | "log" | "newId" | "config">;

/** A payment with its encrypted content, not stored yet. */
interface SealedOrder extends BankOrder {
  readonly rail: BankRail;
  readonly dueAt: Date;
  readonly sealed: Buffer;
}

/**
 * Receives payments of one organization, each once: a repeat changes nothing. A payment whose account has a connection
 * is open for its next window; without one it waits; one that no file can carry fails.
 */
export async function placeOrders(
  service: OrderService,
  parts: readonly RailPart[],
  { organizationId, instructions }: { organizationId: OrganizationId; instructions: readonly PaymentInstruction[] },
): Promise<void> {
  const { database, vault } = service;
  const sealed: SealedOrder[] = [];
  for (const instruction of instructions.toSorted((a, b) => (a.instructionId < b.instructionId ? -1 : 1))) {
    assert(instruction.organizationId === organizationId, "a call receives payments of one organization");
    assert(instruction.amountMinor > 0n, "a payment to a bank has a positive amount");
    const order = bankOrderOf(instruction);
    const context = orderContents.contextOf(order.transactionId);
    sealed.push({
      ...order,
      rail: railOf(instruction.method),
      dueAt: instruction.dueAt,
      sealed: await vault.seal(database, organizationId, context, orderText(order.content)),
    });
  }
  assert(sealed.length === instructions.length, "each instruction is stored with its content");
  const rails = await openRails(parts, organizationId, new Set(sealed.map(({ rail }) => rail)));
  const waiting = await database.transaction((tx) => storeOrders(service, tx, { organizationId, rails, sealed }));
  if (waiting > 0)
    service.log.error(
      { organizationId, payments: waiting },
      "Payments wait because their accounts have no bank connection. Add one with bursar bank add.",
    );
}

interface OrdersToStore {
  readonly organizationId: OrganizationId;
  readonly rails: OpenRails;
  readonly sealed: readonly SealedOrder[];
}

/** A connection that these payments use, and the window that they belong to. */
interface ConnectionInUse {
  readonly connection: RailConnection;
  readonly allowance: Allowance | undefined;
  readonly windowAt: Date;
}

/** Returns the number of new payments that wait for a connection. */
async function storeOrders(
  service: OrderService,
  tx: Tx,
  { organizationId, rails, sealed }: OrdersToStore,
): Promise<number> {
  const at = service.clock.now();
  const connectionOf = ({ rail, accountId }: SealedOrder) => rails.get(rail)?.connections.get(accountId);
  const inUse = new Map<RailConnection["connectionId"], ConnectionInUse>();
  for (const connection of new Set(sealed.map(connectionOf))) {
    if (connection === undefined || inUse.has(connection.connectionId)) continue;
    const allowance = await allowanceOf(tx, organizationId, { connection, now: at });
    inUse.set(connection.connectionId, { connection, allowance, windowAt: connection.windowAfter(at) });
  }
  // A repeat must not use up the limits of the first days again.
  const isLimited = [...inUse.values()].some(({ allowance }) => allowance !== undefined);
  const ids = isLimited ? sealed.map((order) => order.transactionId) : [];
  const placed = new Set((await knownOrders(tx, organizationId, ids)).map((row) => row.transaction_id));
  const refused: BankAnswer[] = [];
  const orders = sealed
    .filter((order) => !placed.has(order.transactionId))
    .map((order): NewOrder => {
      const { transactionId, rail, accountId, recipientId, routingId, content } = order;
      const facts = { transactionId, rail, accountId, recipientId, routingId, amountMinor: content.amountMinor };
      const connectionId = connectionOf(order)?.connectionId;
      const use = connectionId && inUse.get(connectionId);
      const nowhere = { connectionId: undefined, windowAt: undefined };
      if (use === undefined) return { ...facts, ...nowhere, state: "waiting", content: order.sealed };
      const fit = fitOf(use, order);
      if (!("code" in fit)) {
        const { connection, windowAt } = use;
        const missedAt = connection.isTooLate(order.dueAt, at) ? connection.windowAfter(order.dueAt) : undefined;
        assert(missedAt === undefined || missedAt < windowAt, "a payment that is late goes into a later file");
        const place = { connectionId, windowAt, missedAt };
        return { ...facts, ...place, ...fit, state: "open", content: order.sealed };
      }
      refused.push(orderRefusal(transactionId, fit.code, at));
      return { ...facts, ...nowhere, state: "refused", content: order.sealed };
    });
  if (orders.length === 0) return 0;
  const fresh = new Set((await insertOrders(tx, organizationId, { orders, at })).map((row) => row.transaction_id));
  assert(fresh.size <= orders.length, "a payment is received once");
  const answers = refused.filter((answer) => fresh.has(answer.transactionId));
  if (answers.length > 0) await recordAnswers(tx, organizationId, { answers, now: at });
  await alertMissedOrders(
    service,
    tx,
    organizationId,
    orders.filter((order) => fresh.has(order.transactionId)),
  );
  return orders.filter((order) => order.state === "waiting" && fresh.has(order.transactionId)).length;
}

/** Our own answer about a payment that no file can carry. */
export const orderRefusal = (transactionId: TransactionId, code: string, at: Date): BankAnswer => ({
  answerId: answerIdOf(transactionId, "refused"),
  transactionId,
  outcome: "rejected",
  code,
  answeredAt: at,
});
