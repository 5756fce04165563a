import { fileIdentityOf, prenoteOf } from "bursar-bank-formats/nacha";
import type { BankFileId, FilePayment } from "#bank/exchange";
import { assert } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { ChangedOrders, verifiedContent } from "../orders/changed-orders.ts";
import { carries, MisplacedOrders } from "../orders/misplaced-orders.ts";
import { type FiledRow, filedOrders } from "../orders/orders.queries.ts";
import { type AchEntry, achEntryOf } from "./ach-entry.ts";
import { createFileBatches, type FileToBuild, fileHeaderOf } from "./file-batches.ts";
import { type PrenoteToBuild, prenotesOfFile } from "./prenotes/prenotes.queries.ts";

/** Everything that was planned for the file was withdrawn or changed. */
export class EmptyFile extends Error {
  override readonly name = "EmptyFile";
}

const ROWS_PER_PAGE = 2_000;
const CHUNK_LENGTH = 65_536;

/** The five values of the file's header that identify it. */
export const identityOf = (build: FileToBuild) => fileIdentityOf(fileHeaderOf(build));

/**
 * A planned file: its content, and the payments in it once the content was read to its end. Memory holds two pages
 * of payments. Throws {@link ChangedOrders} at the end if payments do not verify; the content is then of no use.
 * Throws {@link MisplacedOrders} if the connection does not carry some.
 */
export function fileContent(
  service: Pick<Service, "database" | "vault">,
  build: FileToBuild,
): { readonly payments: readonly FilePayment[]; chunks(): AsyncGenerator<Uint8Array> } {
  const payments: FilePayment[] = [];
  return {
    payments,
    chunks: async function* () {
      let text = "";
      for await (const piece of piecesOf(service, build, payments)) {
        text += piece;
        if (text.length < CHUNK_LENGTH) continue;
        yield Buffer.from(text, "latin1");
        text = "";
      }
      yield Buffer.from(text, "latin1");
    },
  };
}

async function* piecesOf(
  service: Pick<Service, "database" | "vault">,
  build: FileToBuild,
  payments: FilePayment[],
): AsyncGenerator<string> {
  const { organizationId, file, connection } = build;
  const batches = createFileBatches(build);
  const changed: TransactionId[] = [];
  yield batches.begin();
  for await (const rows of pagesOf(service, organizationId, file.file_id)) {
    let text = "";
    for (const row of rows) {
      if (!carries({ rail: "ach", serves: connection.serves }, row)) throw new MisplacedOrders();
      const found = await verifiedEntry(service, build, row);
      if (found === undefined) {
        changed.push(row.transaction_id);
        continue;
      }
      const isLater = file.is_same_day && (found.settlesLater || row.amount_minor > file.same_day_max_minor);
      const effectiveOn = isLater ? file.later_on : file.effective_on;
      const { entryClass, texts } = found;
      text += batches.entry({ accountId: row.account_id, entryClass, effectiveOn, texts }, found.entry);
      payments.push({ transactionId: row.transaction_id, purpose: "pay", reference: row.reference });
    }
    yield text;
  }
  for (const prenote of await prenotesOfFile(service.database, organizationId, file.file_id)) {
    const found = await entryOfPrenote(service, build, prenote);
    // Its payment was withdrawn or changed: another payment to the same account will have a prenote.
    if (found === undefined) continue;
    const { account_id: accountId, transaction_id: transactionId, reference } = prenote;
    const { entryClass } = found;
    yield batches.entry({ accountId, entryClass, effectiveOn: file.effective_on, texts: {} }, found.entry);
    payments.push({ transactionId, purpose: "prenote", reference });
  }
  if (changed.length > 0) throw new ChangedOrders(changed);
  assert(connection.connectionId === file.connection_id, "a file is built for its own connection");
  if (payments.length === 0) throw new EmptyFile("Nothing that was planned for the file is left");
  yield batches.end();
}

/** The payments of a file, page by page. While a page is used, the next one is read. */
async function* pagesOf(
  { database }: Pick<Service, "database">,
  organizationId: OrganizationId,
  fileId: BankFileId,
): AsyncGenerator<readonly FiledRow[]> {
  const pageAfter = (after: number) => filedOrders(database, organizationId, { fileId, after, limit: ROWS_PER_PAGE });
  for (let page = pageAfter(0); ; ) {
    const rows = await page;
    const last = rows.at(-1);
    if (last === undefined) return;
    assert(rows.length <= ROWS_PER_PAGE, "memory holds a bounded number of payments");
    page = pageAfter(last.position);
    // Reported when its turn comes.
    page.catch(() => undefined);
    yield rows;
  }
}

/** The prenote of a payment that waits; undefined if the payment does not wait or is not what was ordered. */
async function entryOfPrenote(
  service: Pick<Service, "database" | "vault">,
  { organizationId, connection }: FileToBuild,
  { content: sealed, ...row }: PrenoteToBuild,
): Promise<Pick<AchEntry, "entryClass" | "entry"> | undefined> {
  const content =
    sealed === null ? undefined : await verifiedContent(service, organizationId, { ...row, content: sealed });
  const found = content && achEntryOf(row.transaction_id, { ...content, externalMemo: null }, defaultsOf(connection));
  if (found === undefined || "code" in found) return undefined;
  return { entryClass: found.entryClass, entry: { ...prenoteOf(found.entry), traceNumber: row.reference } };
}

/** The entry of the instruction as it was received; undefined if the stored one is another. */
async function verifiedEntry(
  service: Pick<Service, "database" | "vault">,
  { organizationId, connection }: FileToBuild,
  row: FiledRow,
): Promise<(AchEntry & { readonly settlesLater: boolean }) | undefined> {
  const content = await verifiedContent(service, organizationId, row);
  const found = content && achEntryOf(row.transaction_id, content, defaultsOf(connection));
  if (found === undefined || "code" in found) return undefined;
  const { entryClass, texts, entry } = found;
  const settlesLater = content?.achFields?.settlement === "nextDay";
  return { entryClass, texts, settlesLater, entry: { ...entry, traceNumber: row.reference } };
}

const defaultsOf = ({ settings }: FileToBuild["connection"]) => ({
  identification: settings.individualIdentificationNumber,
});
