import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import type { ConnectionId } from "#bank/exchange";
import { type BankFileId, storeContent } from "#bank/exchange";
import { claimDue, markTroubled } from "#bank/exchange/sending/sending.queries.ts";
import { writeFiles } from "#bank/exchange/sending/write-file.ts";
import { present } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";

let made = 0;

/** A written file with one payment. Without a connection, nothing sends it. */
export async function newBankFile(
  service: Service,
  organizationId: OrganizationId,
  {
    text = "101 091000019",
    connectionId = randomUUID() as ConnectionId,
  }: { readonly text?: string; readonly connectionId?: ConnectionId } = {},
): Promise<BankFileId> {
  made += 1;
  const content = await storeContent(service, organizationId, Readable.from([Buffer.from(text)]));
  const payment = { transactionId: service.newId<TransactionId>(), purpose: "pay", reference: `R${made}` } as const;
  const [fileId] = await service.database.transaction((tx) =>
    writeFiles(service, tx, organizationId, [
      {
        connectionId,
        rail: "ach",
        format: "nacha",
        name: `new-${made}.ach`,
        content,
        payments: [payment],
      },
    ]),
  );
  return present(fileId, "a written file has an ID");
}

export const DOUBT = "The connection ended before the bank confirmed the name.";

/** Puts a connection's first waiting file in doubt, as if the connection had failed at its last byte. */
export async function putInDoubt(
  service: Service,
  { organizationId, connectionId }: { readonly organizationId: OrganizationId; readonly connectionId: ConnectionId },
): Promise<void> {
  const [token, now] = [randomUUID(), service.clock.now()];
  await service.database.transaction(async (tx) => {
    const [claimed] = await claimDue(tx, { organizationId, connectionId }, { token, now, limit: 1 });
    if (claimed === undefined) throw new Error("No file waits for this connection");
    await markTroubled(
      tx,
      { organizationId, fileId: claimed.file_id },
      { trigger: "doubt", token, reason: DOUBT, at: now },
    );
  });
}

/** A file in doubt, on a connection of its own that nothing sends. */
export async function newFileInDoubt(service: Service, organizationId: OrganizationId): Promise<BankFileId> {
  const connectionId = randomUUID() as ConnectionId;
  const fileId = await newBankFile(service, organizationId, { connectionId });
  await putInDoubt(service, { organizationId, connectionId });
  return fileId;
}
