import { readNacha } from "bursar-bank-formats/nacha";
import type { BankFileId, ConnectionId } from "#bank/exchange";
import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { inBatches } from "#kernel/values/in-batches.ts";
import type { RoutingDetails } from "#money/recipients";
import { ordersByReference } from "../ach/ach-orders.queries.ts";
import { prenotesByReference } from "../ach/prenotes/prenotes.queries.ts";
import type { BankFiles } from "../channels.ts";

/**
 * The bank details in entries that the bank has, read from the files as they were sent. A correction is of these details:
 * which recipient has them must not depend on rows that can be edited in the database.
 */
export interface SentDetails {
  /** Whether an entry of the file was sent to these details. */
  wentTo(entry: SentEntry, details: RoutingDetails): boolean;
}

interface SentEntry {
  readonly file_id: BankFileId;
  /** The trace number. */
  readonly reference: string;
}

interface EntriesToRead {
  readonly organizationId: OrganizationId;
  readonly connectionId: ConnectionId;
  readonly traceNumbers: ReadonlySet<string>;
  /** Files that were written before are not searched. */
  readonly since: Date;
}

/** Reads the entries with these trace numbers, outside any transaction. */
export async function readSentDetails(
  { database }: Pick<Service, "database">,
  files: Pick<BankFiles, "contentOf">,
  { organizationId, connectionId, traceNumbers, since }: EntriesToRead,
): Promise<SentDetails> {
  const fileIds = new Set<BankFileId>();
  for (const references of inBatches([...traceNumbers])) {
    const lookUp = { connectionId, references, since };
    for (const find of [ordersByReference, prenotesByReference])
      for (const { file_id: fileId } of await find(database, organizationId, lookUp)) fileIds.add(fileId);
  }
  const sent = new Map<string, string>();
  for (const fileId of fileIds) {
    const content = await files.contentOf(organizationId, { connectionId, fileId });
    if (content === undefined) continue;
    for await (const item of readNacha(content)) {
      if (item.kind !== "entry" || !traceNumbers.has(item.entry.traceNumber)) continue;
      const { traceNumber: reference, receivingDfiIdentification, checkDigit, dfiAccountNumber } = item.entry;
      const key = keyOf({ file_id: fileId, reference });
      sent.set(key, accountText(`${receivingDfiIdentification}${checkDigit}`, dfiAccountNumber));
    }
  }
  return {
    wentTo: (entry, { routingNumber = "", accountNumber = "" }) =>
      sent.get(keyOf(entry)) === accountText(routingNumber, accountNumber),
  };
}

const keyOf = ({ file_id: fileId, reference }: SentEntry): string => `${fileId}/${reference}`;

/** Nacha fields are padded with spaces. */
const accountText = (routingNumber: string, accountNumber: string): string =>
  `${routingNumber}/${accountNumber.trimEnd()}`;
