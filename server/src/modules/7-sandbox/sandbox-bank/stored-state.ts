import {
  type BankRecord,
  type BankSession,
  type BankState,
  bankRecordOf,
  type Delivered,
  recordText,
} from "bursar-simulated-bank";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import {
  insertRecords,
  listDeliveries,
  lockBank,
  type RecordRow,
  recordsAfter,
  storeDelivery,
  storeNextDue,
} from "./sandbox-bank.queries.ts";
import { bankRecords } from "./tables.ts";

/** Records per statement. */
const PAGE = 200;

/** The state of an organization's bank in the database: each call is a transaction that locks the bank. */
export const storedState = (
  { database, vault }: Pick<Service, "database" | "vault">,
  organizationId: OrganizationId,
): BankState => ({
  exclusively: (work) =>
    database.transaction(async (tx) => {
      const { last_sequence: last } = await lockBank(tx, organizationId);
      const added: BankRecord[] = [];
      const result = await work(sessionOf(vault, tx, { organizationId, last, added }));
      const rows: RecordRow[] = [];
      for (const record of added) {
        const { sequence } = record;
        const context = bankRecords.contextOf(sequence);
        rows.push({ sequence, content: await vault.seal(tx, organizationId, context, recordText(record)) });
      }
      await insertRecords(tx, organizationId, rows);
      return result;
    }),
});

function sessionOf(vault: Service["vault"], tx: Tx, { organizationId, last, added }: StoredRecords): BankSession {
  // The bank is locked: only this session changes them.
  let deliveries: Promise<Map<string, Delivery>> | undefined;
  const deliveryOver = async (connectionId: string) => {
    deliveries ??= readDeliveries(tx, organizationId);
    const all = await deliveries;
    const delivery = all.get(connectionId) ?? { delivered: undefined, nextDueAt: null };
    all.set(connectionId, delivery);
    return delivery;
  };
  return {
    recordsAfter: async (sequence) => {
      const records: BankRecord[] = [];
      while (sequence + records.length < last)
        for (const row of await recordsAfter(tx, organizationId, { sequence: sequence + records.length, limit: PAGE }))
          records.push(
            bankRecordOf(await vault.open(tx, organizationId, bankRecords.contextOf(row.sequence), row.content)),
          );
      return records;
    },
    append: async (record) => {
      added.push(record);
    },
    deliveredOver: async (connectionId) => (await deliveryOver(connectionId)).delivered,
    markDelivered: async (connectionId, delivered) => {
      const { through, sequence } = delivered;
      await storeDelivery(tx, organizationId, { connectionId, through: new Date(through), sequence });
      (await deliveryOver(connectionId)).delivered = delivered;
    },
    noteNextDue: async (connectionId, next) => {
      const at = next === undefined ? null : new Date(next);
      const delivery = await deliveryOver(connectionId);
      if (delivery.nextDueAt?.getTime() === at?.getTime()) return;
      await storeNextDue(tx, organizationId, { connectionId, at });
      delivery.nextDueAt = at;
    },
  };
}

interface StoredRecords {
  readonly organizationId: OrganizationId;
  /** The number of the last stored record. */
  readonly last: number;
  /** Stored together when the session ends. */
  readonly added: BankRecord[];
}

/** What the bank delivered over a connection, and when it has something next. */
interface Delivery {
  delivered: Delivered | undefined;
  nextDueAt: Date | null;
}

async function readDeliveries(tx: Tx, organizationId: OrganizationId): Promise<Map<string, Delivery>> {
  const rows = await listDeliveries(tx, organizationId);
  return new Map(
    rows.map(
      ({ connection_id: connectionId, delivered_through: through, delivered_sequence: sequence, next_due_at }) => [
        connectionId,
        {
          delivered: through === null || sequence === null ? undefined : { through: through.toISOString(), sequence },
          nextDueAt: next_due_at,
        },
      ],
    ),
  );
}
