import { randomUUID } from "node:crypto";
import { describe } from "node:test";
import type { BankFileId, ConnectionId } from "#bank/exchange";
import { connectOrders, insertOrders, unfileOrders } from "#bank/file-rails/orders/orders.queries.ts";
import { transfers } from "#bank/file-rails/tables.ts";
import { paymentIdentifications } from "#bank/file-rails/transfer-messages/transfer-identifications.ts";
import { transferFileStates } from "#bank/file-rails/transfers/transfer-file-states.ts";
import {
  answerTransferFiles,
  insertTransferFiles,
  moveTransferFiles,
  replanTransferFile,
} from "#bank/file-rails/transfers/transfer-files.queries.ts";
import { transferStates } from "#bank/file-rails/transfers/transfer-states.ts";
import {
  decideTransfers,
  insertTransfers,
  markAsked,
  recordTransfers,
  withdrawTransfers,
} from "#bank/file-rails/transfers/transfers.queries.ts";
import { plusMs } from "#kernel/clock/clock.ts";
import { readProof } from "#kernel/proofs/row-proofs.queries.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { RecipientId, RoutingId, TransactionId } from "#kernel/values/ids.ts";
import { openWorldOfFile } from "../../kit/service/full-app.ts";
import { everyTrigger } from "../../kit/worlds/every-trigger.ts";

const world = await openWorldOfFile();
const organization = await world.newOrganization();

/** Law 6 for wires and real-time payments: every state × every trigger of their tables, by the statements that move them. */
describe("every state × every trigger of wires and real-time payments", () => {
  const own = () => organization.organizationId;
  const at = () => world.clock.now();
  const inTx = <Result>(work: (tx: Tx) => Promise<Result>) => world.service.database.transaction(work);

  /** Each payment has a connection and a message of its own, named by its ID. */
  const names = (id: string) => ({
    transactionId: id as TransactionId,
    fileId: id as BankFileId,
    connectionId: id as ConnectionId,
  });
  const plan = (tx: Tx, id: string) => {
    const { endToEndId, uetr } = paymentIdentifications(names(id).transactionId);
    return insertTransfers(tx, own(), [{ ...names(id), position: 1, endToEndId, uetr, amountMinor: 100n }]);
  };
  const decided = (trigger: "settle" | "reject" | "block" | "return") => (id: string) => {
    const { transactionId } = names(id);
    return inTx(async (tx) => {
      await readProof(tx, transfers, { organizationId: own(), id });
      return decideTransfers(tx, own(), {
        trigger,
        decided: [{ transactionId, trackingNumber: undefined }],
        at: at(),
      });
    });
  };

  everyTrigger(transferStates, {
    owner: () => world.owner(),
    life: {
      key: "transaction_id",
      begin: {
        planned: async () => {
          const id = world.service.newId<TransactionId>();
          const { transactionId, connectionId } = names(id);
          await inTx(async (tx) => {
            await insertOrders(tx, own(), {
              orders: [
                {
                  transactionId,
                  connectionId,
                  state: "open",
                  rail: "wire",
                  amountMinor: 100n,
                  windowAt: at(),
                  accountId: organization.accountId,
                  content: Buffer.from("sealed"),
                  recipientId: randomUUID() as RecipientId,
                  routingId: randomUUID() as RoutingId,
                  entryClass: undefined,
                  receivingBank: "021000021",
                },
              ],
              at: at(),
            });
            await plan(tx, id);
          });
          return id;
        },
      },
      statements: {
        // Its order was waiting in the meantime, and has a connection again.
        plan: (id) =>
          inTx(async (tx) => {
            const { fileId, transactionId, connectionId } = names(id);
            await unfileOrders(tx, own(), fileId);
            await connectOrders(tx, own(), { orders: [{ transactionId }], connectionId, windowAt: at() });
            await plan(tx, id);
          }),
        withdraw: (id) => inTx((tx) => withdrawTransfers(tx, own(), names(id).fileId)),
        write: (id) => inTx((tx) => recordTransfers(tx, own(), { fileIds: [names(id).fileId], isRehearsal: false })),
        ask: (id) =>
          inTx(async (tx) => {
            await readProof(tx, transfers, { organizationId: own(), id });
            return markAsked(tx, own(), [{ transactionId: names(id).transactionId, askAgainAt: plusMs(at(), 60_000) }]);
          }),
        settle: decided("settle"),
        reject: decided("reject"),
        block: decided("block"),
        return: decided("return"),
      },
    },
  });

  const message = (id: string) => ({
    file_id: names(id).fileId,
    connection_id: names(id).connectionId,
    rail: "wire" as const,
    format: "pain.001" as const,
    name: `${id}.xml`,
    message_id: id,
    created_at: at(),
    execution_on: "2026-11-20",
    asks_about: null,
  });
  const moved = (trigger: "write" | "rehearse" | "drop") => (id: string) =>
    inTx((tx) => moveTransferFiles(tx, own(), { fileIds: [names(id).fileId], trigger, at: at() }));
  const answered = (trigger: "accept" | "reject") => (id: string) =>
    inTx((tx) => answerTransferFiles(tx, own(), { fileIds: [names(id).fileId], trigger, at: at() }));

  everyTrigger(transferFileStates, {
    owner: () => world.owner(),
    life: {
      key: "file_id",
      begin: {
        planned: async () => {
          const id = world.service.newId<TransactionId>();
          await inTx((tx) => insertTransferFiles(tx, own(), { files: [message(id)], at: at() }));
          return id;
        },
      },
      statements: {
        replan: (id) =>
          inTx((tx) => replanTransferFile(tx, own(), { ...message(id), name: `${id}-2.xml`, written_at: null })),
        write: moved("write"),
        rehearse: moved("rehearse"),
        drop: moved("drop"),
        accept: answered("accept"),
        reject: answered("reject"),
      },
    },
  });
});
