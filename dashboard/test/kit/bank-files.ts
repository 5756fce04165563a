import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import type { OrganizationId, TransactionId } from "../../../server/src/kernel/values/ids.ts";
import type { ConnectionId } from "../../../server/src/modules/3-bank/exchange/index.ts";
import { type BankFileId, storeContent } from "../../../server/src/modules/3-bank/exchange/index.ts";
import { claimDue, markTroubled } from "../../../server/src/modules/3-bank/exchange/sending/sending.queries.ts";
import { writeFiles } from "../../../server/src/modules/3-bank/exchange/sending/write-file.ts";
import type { TestDashboard } from "./dashboard.ts";

export interface FileInDoubt {
  readonly connectionId: ConnectionId;
  readonly transactionId: TransactionId;
  readonly name: string;
  readonly text: string;
  readonly reason: string;
}

/** A file with one payment, after the connection to the bank failed at its last byte. */
export async function newFileInDoubt({ service, demo }: TestDashboard, file: FileInDoubt): Promise<BankFileId> {
  const organizationId = demo.organizationId as OrganizationId;
  const { connectionId, transactionId, name } = file;
  const content = await storeContent(service, organizationId, Readable.from([Buffer.from(file.text)]));
  return service.database.transaction(async (tx) => {
    const written = {
      connectionId,
      rail: "ach",
      format: "nacha",
      name,
      content,
      payments: [{ transactionId, purpose: "pay", reference: "021000020000001" }],
    } as const;
    const [fileId] = await writeFiles(service, tx, organizationId, [written]);
    if (fileId === undefined) throw new Error("The file was not written");
    const [token, now] = [randomUUID(), service.clock.now()];
    await claimDue(tx, { organizationId, connectionId }, { token, now, limit: 1 });
    await markTroubled(tx, { organizationId, fileId }, { trigger: "doubt", token, reason: file.reason, at: now });
    return fileId;
  });
}
