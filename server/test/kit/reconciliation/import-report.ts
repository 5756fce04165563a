import type { ArrivedFile, BankFileId } from "#bank/exchange";
import type { Service } from "#kernel/process/service.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";
import { statementHandler } from "#reports/reconciliation";

/** What modules/3-bank/exchange does with a received report: reads it, and applies it in a transaction or not at all. */
export async function importReport(
  service: Service,
  organizationId: OrganizationId,
  {
    text,
    format,
    isByHand = false,
    accountId,
  }: {
    readonly text: string;
    readonly format: ArrivedFile["format"];
    readonly isByHand?: boolean;
    readonly accountId?: AccountId;
  },
): Promise<string | number> {
  const file: ArrivedFile = {
    organizationId,
    fileId: service.newId<BankFileId>(),
    connectionId: service.newId(),
    rail: "ach",
    format,
    name: "report",
    bytes: text.length,
    isByHand,
    isAccepted: false,
    chunks: async function* () {
      yield Buffer.from(text);
    },
  };
  const read = await statementHandler(service, { accountId }).read(file);
  if ("quarantine" in read) return read.quarantine;
  try {
    return await service.database.transaction(async (tx) => {
      const applied = await read.apply(tx, async () => undefined);
      if ("quarantine" in applied) throw new SetAside(applied.quarantine);
      return applied.transactions;
    });
  } catch (error) {
    if (error instanceof SetAside) return error.message;
    throw error;
  }
}

class SetAside extends Error {}
