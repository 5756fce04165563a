import { type Resealed, resealColumn } from "#kernel/crypto/reseal.ts";
import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { lockRecords, replaceRecord } from "./sandbox-bank.queries.ts";
import { recordSealContext } from "./stored-state.ts";

/** Re-encrypts the bank's records of older key versions under the newest one, while the service runs. */
export const resealBankRecords = (service: Service, organizationId: OrganizationId): Promise<Resealed> =>
  resealColumn<string>(service, organizationId, {
    name: "sandbox_bank_records.content",
    first: "0",
    contextOf: (id) => recordSealContext(Number(id)),
    lock: async (tx, { after, limit }) =>
      (await lockRecords(tx, organizationId, { after: Number(after), limit })).map(({ sequence, content }) => ({
        id: String(sequence),
        sealed: content,
      })),
    replace: (tx, id, content) => replaceRecord(tx, organizationId, { sequence: Number(id), content }),
  });
