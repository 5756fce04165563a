import { type BankRecord, type BankSession, type BankState, bankRecordOf, recordText } from "bursar-simulated-bank";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import {
  findDelivery,
  insertRecord,
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
    deliveredOver: async (connectionId) => {
      const row = await findDelivery(tx, organizationId, connectionId);
      return row?.delivered_through == null || row.delivered_sequence === null
        ? undefined
        : { through: row.delivered_through.toISOString(), sequence: row.delivered_sequence };
    },
    markDelivered: async (connectionId, { through, sequence }) => {
      await storeDelivery(tx, organizationId, { connectionId, through: new Date(through), sequence });
    },
    noteNextDue: async (connectionId, at) => {
      await storeNextDue(tx, organizationId, { connectionId, at: at === undefined ? null : new Date(at) });
    },
  };
}
