import { randomUUID } from "node:crypto";
import { describe } from "node:test";
import type { BankFileId, ConnectionId } from "#bank/exchange";
import { achFileStates } from "#bank/file-rails/ach/ach-file-states.ts";
import {
  type AchFileRow,
  answerAchFile,
  insertAchFile,
  moveAchFile,
  replanAchFile,
} from "#bank/file-rails/ach/ach-files.queries.ts";
import { fileOrders } from "#bank/file-rails/ach/ach-orders.queries.ts";
import { bankOrderStates } from "#bank/file-rails/orders/order-states.ts";
import {
  connectOrders,
  disconnectOrders,
  insertOrders,
  type NewOrder,
  postponeOrders,
  refuseOrders,
  unfileOrders,
} from "#bank/file-rails/orders/orders.queries.ts";
import { plusMs } from "#kernel/clock/clock.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { AccountId, RecipientId, RoutingId, TransactionId } from "#kernel/values/ids.ts";
import { openWorldOfFile } from "../../kit/service/full-app.ts";
import { everyTrigger } from "../../kit/worlds/every-trigger.ts";

const world = await openWorldOfFile();
const organization = await world.newOrganization();

/** Law 6 for payments in files: every state × every trigger of their tables, by the statements that move them. */

describe("every state × every trigger of payments in files", () => {
  const own = () => organization.organizationId;
  const at = () => world.clock.now();
  const inTx = <Result>(work: (tx: Tx) => Promise<Result>) => world.service.database.transaction(work);

  /** Each order has a connection and a file of its own, named by its ID, so that statements about these move only it. */
  const fileOf = (id: string) => id as BankFileId;
  const connectionOf = (id: string) => id as ConnectionId;
  const order = (id: string) => id as TransactionId;

  const begun = (state: NewOrder["state"]) => async () => {
    const id = world.service.newId<TransactionId>();
    const isOpen = state === "open";
    const placed: NewOrder = {
      transactionId: id,
      state,
      rail: "ach",
      accountId: organization.accountId,
      recipientId: randomUUID() as RecipientId,
      routingId: randomUUID() as RoutingId,
      amountMinor: 100n,
      connectionId: isOpen ? connectionOf(id) : undefined,
      windowAt: isOpen ? at() : undefined,
      entryClass: isOpen ? "CCD" : undefined,
      receivingBank: isOpen ? "02100002" : undefined,
      content: Buffer.from("sealed"),
    };
    await inTx((tx) => insertOrders(tx, own(), { orders: [placed], at: at() }));
    return id;
  };
  const noAccount: readonly AccountId[] = [];

  everyTrigger(bankOrderStates, {
    owner: () => world.owner(),
    life: {
      key: "transaction_id",
      begin: { waiting: begun("waiting"), open: begun("open"), refused: begun("refused") },
      statements: {
        connect: (id) =>
          inTx((tx) =>
            connectOrders(tx, own(), {
              orders: [{ transactionId: order(id), entryClass: "CCD", receivingBank: "02100002" }],
              connectionId: connectionOf(id),
              windowAt: at(),
            }),
          ),
        // One statement for payments that wait for a file, one for those of a file that is not written.
        disconnect: (id) =>
          inTx(async (tx) => {
            await disconnectOrders(tx, own(), { connectionId: connectionOf(id), except: noAccount });
            await unfileOrders(tx, own(), fileOf(id));
          }),
        postpone: (id) =>
          inTx((tx) =>
            postponeOrders(tx, own(), { connectionId: connectionOf(id), from: at(), to: plusMs(at(), 1_000) }),
          ),
        file: (id) =>
          inTx((tx) =>
            fileOrders(tx, own(), {
              fileId: fileOf(id),
              connectionId: connectionOf(id),
              windowAt: at(),
              odfiIdentification: "02100002",
              firstSequence: 1,
              sameDayMaxMinor: 100_000_000n,
              identification: undefined,
              batchesMax: 10,
              entriesMax: 10,
              totalMaxMinor: 1_000_000n,
            }),
          ),
        refuse: (id) => inTx((tx) => refuseOrders(tx, own(), [order(id)])),
      },
    },
  });

  const planned = (id: string, more: Partial<AchFileRow> = {}): Omit<AchFileRow, "state"> => ({
    file_id: fileOf(id),
    connection_id: connectionOf(id),
    window_at: at(),
    name: `${id}.ach`,
    immediate_origin: "1123456789",
    immediate_destination: "021000021",
    creation_date: "2026-11-20",
    creation_time: "1830",
    modifier: "A",
    odfi_identification: "02100002",
    first_sequence: 1,
    entries: 1,
    total_minor: 100n,
    is_same_day: false,
    same_day_max_minor: 100_000_000n,
    effective_on: "2026-11-23",
    settles_at: plusMs(at(), 1_000),
    later_on: "2026-11-23",
    later_settles_at: plusMs(at(), 1_000),
    reverses: null,
    ...more,
  });
  const moved = (trigger: "write" | "rehearse" | "drop") => (id: string) =>
    inTx((tx) => moveAchFile(tx, own(), { fileId: fileOf(id), trigger, at: at() }));
  const answered = (trigger: "accept" | "reject") => (id: string) =>
    inTx((tx) => answerAchFile(tx, own(), { fileId: fileOf(id), trigger, at: at() }));

  everyTrigger(achFileStates, {
    owner: () => world.owner(),
    life: {
      key: "file_id",
      begin: {
        planned: async () => {
          const id = world.service.newId<BankFileId>();
          await inTx((tx) => insertAchFile(tx, own(), { file: planned(id), at: at() }));
          return id;
        },
      },
      statements: {
        write: moved("write"),
        rehearse: moved("rehearse"),
        drop: moved("drop"),
        replan: (id) => inTx((tx) => replanAchFile(tx, own(), planned(id, { modifier: "B" }))),
        accept: answered("accept"),
        reject: answered("reject"),
      },
    },
  });
});
