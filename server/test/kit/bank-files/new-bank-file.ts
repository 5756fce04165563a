import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import type { Service } from "../../../src/kernel/process/service.ts";
import type { OrganizationId, TransactionId } from "../../../src/kernel/values/ids.ts";
import type { ConnectionId } from "../../../src/modules/bank-connections/index.ts";
import { type BankFileId, storeContent } from "../../../src/modules/bank-files/index.ts";
import { writeFile } from "../../../src/modules/bank-files/sending/write-file.ts";

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
  return service.database.transaction((tx) =>
    writeFile(service, tx, {
      organizationId,
      connectionId,
      rail: "ach",
      format: "nacha",
      name: `new-${made}.ach`,
      content,
      payments: [payment],
    }),
  );
}
