import { assert } from "../../../kernel/assert.ts";
import type { Service } from "../../../kernel/process/service.ts";
import type { Tx } from "../../../kernel/sql/database.ts";
import type { AccountId, OrganizationId, TransactionId } from "../../../kernel/values/ids.ts";
import type { BankRail } from "../../bank-connections/index.ts";
import type { PaymentInstruction } from "../../rails/index.ts";
import { type AchClass, achEntryOf } from "../ach/ach-entry.ts";
import { windowAfter } from "../ach/ach-windows.ts";
import { fileAnswerIdOf } from "../answers/answer-id.ts";
import { insertAnswersDueNow, type NewAnswer } from "../answers/file-answers.queries.ts";
import type { AchConnection, AchConnections } from "../channels.ts";
import { type Allowance, allowanceOf, allows } from "./day-limit.ts";
import { type BankOrder, bankOrderOf, orderSealContext, orderText, railOf } from "./order.ts";
import { insertOrders, knownOrders, type NewOrder } from "./orders.queries.ts";

/** What becomes of a payment in the files of a connection. */
type Fit =
  | { readonly entryClass: AchClass; readonly receivingBank: string }
  /** No file can carry it; a code of bank-file-reasons.ts. */
  | { readonly code: string };

/** Whether the connection's files can carry the payment. */
export function fitOf(
  allowance: Allowance | undefined,
  { transactionId, content }: Pick<BankOrder, "transactionId" | "content">,
): Fit {
  const entry = achEntryOf(transactionId, content);
  if ("code" in entry) return entry;
  if (!allows(allowance, content.amountMinor)) return { code: "BF-LIMIT" };
  return { entryClass: entry.entryClass, receivingBank: entry.entry.receivingDfiIdentification };
}

type OrderService = Pick<Service, "database" | "vault" | "clock" | "log">;

/** A payment with its encrypted content, not stored yet. */
interface SealedOrder extends BankOrder {
  readonly rail: BankRail;
  readonly sealed: Buffer;
}

/**
 * Receives payments of one organization, each once: a repeat changes nothing. A payment whose account has a connection
 * is open for its next window; without one it waits; one that no file can carry fails.
 */
export async function placeOrders(
  service: OrderService,
  channels: AchConnections,
  { organizationId, instructions }: { organizationId: OrganizationId; instructions: readonly PaymentInstruction[] },
): Promise<void> {
  const { database, vault } = service;
  const sealed: SealedOrder[] = [];
  for (const instruction of instructions.toSorted((a, b) => (a.instructionId < b.instructionId ? -1 : 1))) {
    assert(instruction.organizationId === organizationId, "a call receives payments of one organization");
    const order = bankOrderOf(instruction);
    const context = orderSealContext(order.transactionId);
    sealed.push({
      ...order,
      rail: railOf(instruction.method),
      sealed: await vault.seal(database, organizationId, context, orderText(order.content)),
    });
  }
  const connections = await channels.connectionsOf(database, organizationId, "ach");
  const waiting = await database.transaction((tx) => storeOrders(service, tx, { organizationId, connections, sealed }));
  if (waiting > 0)
    service.log.error(
      { organizationId, payments: waiting },
      "Payments wait because their accounts have no bank connection. Add one with bursar bank add.",
    );
}

interface OrdersToStore {
  readonly organizationId: OrganizationId;
  readonly connections: ReadonlyMap<AccountId, AchConnection>;
  readonly sealed: readonly SealedOrder[];
}

/** Returns the number of new payments that wait for a connection. */
async function storeOrders(
  service: OrderService,
  tx: Tx,
  { organizationId, connections, sealed }: OrdersToStore,
): Promise<number> {
  const at = service.clock.now();
  const inUse = new Map<AchConnection["connectionId"], { allowance: Allowance | undefined; windowAt: Date }>();
  for (const connection of new Set(sealed.map(({ accountId }) => connections.get(accountId)))) {
    if (connection === undefined || inUse.has(connection.connectionId)) continue;
    inUse.set(connection.connectionId, {
      allowance: await allowanceOf(tx, organizationId, { connection, now: at }),
      windowAt: windowAfter(connection.settings.windows, at),
    });
  }
  // A repeat must not use up the limits of the first days again.
  const known = new Set(
    (
      await knownOrders(
        tx,
        organizationId,
        sealed.map((order) => order.transactionId),
      )
    ).map((row) => row.transaction_id),
  );
  const refused: NewAnswer[] = [];
  const orders = sealed
    .filter((order) => !known.has(order.transactionId))
    .map((order): NewOrder => {
      const { transactionId, rail, accountId, recipientId, routingId, content } = order;
      const facts = { transactionId, rail, accountId, recipientId, routingId, amountMinor: content.amountMinor };
      const connectionId = rail === "ach" ? connections.get(accountId)?.connectionId : undefined;
      const use = connectionId && inUse.get(connectionId);
      const nowhere = { connectionId: undefined, windowAt: undefined, entryClass: undefined, receivingBank: undefined };
      if (use === undefined) return { ...facts, ...nowhere, state: "waiting", content: order.sealed };
      const fit = fitOf(use.allowance, order);
      if (!("code" in fit))
        return { ...facts, ...fit, connectionId, windowAt: use.windowAt, state: "open", content: order.sealed };
      refused.push(orderRefusal(transactionId, fit.code, at));
      return { ...facts, ...nowhere, state: "refused", content: order.sealed };
    });
  if (orders.length === 0) return 0;
  const fresh = new Set((await insertOrders(tx, organizationId, { orders, at })).map((row) => row.transaction_id));
  const answers = refused.filter((answer) => fresh.has(answer.transactionId));
  if (answers.length > 0) await insertAnswersDueNow(tx, organizationId, { answers, sourceFileId: undefined, now: at });
  return orders.filter((order) => order.state === "waiting" && fresh.has(order.transactionId)).length;
}

/** Our own answer about a payment that no file can carry. */
export const orderRefusal = (transactionId: TransactionId, code: string, at: Date): NewAnswer => ({
  answerId: fileAnswerIdOf(transactionId, "refused"),
  transactionId,
  outcome: "rejected",
  code,
  answeredAt: at,
});
