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
  insertRecord,
  listDeliveries,
  lockBank,
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
      return work(sessionOf(vault, tx, { organizationId, last }));
    }),
});

function sessionOf(
  vault: Service["vault"],
  tx: Tx,
  { organizationId, last }: { readonly organizationId: OrganizationId; readonly last: number },
): BankSession {
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
      const { sequence } = record;
      const content = await vault.seal(tx, organizationId, bankRecords.contextOf(sequence), recordText(record));
      await insertRecord(tx, organizationId, { sequence, content });
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
