import { isBankingDay } from "../../../banking/calendar/business-day.ts";
import {
  type BatchHeaderInput,
  createNachaWriter,
  type EntryInput,
  fileIdentityOf,
  offsetEntry,
  traceNumberOf,
} from "../../../formats/nacha/index.ts";
import { assert, present } from "../../../kernel/assert.ts";
import { UnreadableValue } from "../../../kernel/crypto/vault.ts";
import type { Service } from "../../../kernel/process/service.ts";
import type { AccountId, OrganizationId, TransactionId } from "../../../kernel/values/ids.ts";
import type { FilePayment } from "../../bank-files/index.ts";
import type { AchConnection } from "../channels.ts";
import { contentOf, orderSealContext } from "../orders/order.ts";
import { type FiledRow, filedOrders } from "../orders/orders.queries.ts";
import { type AchClass, achEntryOf, ENTRY_MAX_MINOR } from "./ach-entry.ts";
import type { AchFileRow } from "./ach-files.queries.ts";
import { OFFSETS_MAX } from "./plan-file.ts";

const ROWS_PER_PAGE = 2_000;
const CHUNK_LENGTH = 65_536;

/** Stored payments that are not what was ordered. They must not be paid; the file is built again without them. */
export class ChangedOrders extends Error {
  override readonly name = "ChangedOrders";
  readonly transactionIds: readonly TransactionId[];

  constructor(transactionIds: readonly TransactionId[]) {
    super(`${transactionIds.length} payments of a file were changed outside the service`);
    this.transactionIds = transactionIds;
  }
}

export interface FileToBuild {
  readonly organizationId: OrganizationId;
  readonly file: AchFileRow;
  readonly connection: AchConnection;
}

interface Batch {
  readonly accountId: AccountId;
  readonly entryClass: AchClass;
  readonly effectiveOn: string;
}

const headerOf = ({ file, connection: { settings } }: FileToBuild) => ({
  immediateDestination: file.immediate_destination,
  immediateDestinationName: settings.immediateDestinationName,
  immediateOrigin: file.immediate_origin.trim(),
  immediateOriginName: settings.immediateOriginName,
  fileCreationDate: file.creation_date,
  fileCreationTime: file.creation_time,
  fileIdModifier: file.modifier,
});

/** The five values of the file's header that identify it. */
export const identityOf = (build: FileToBuild) => fileIdentityOf(headerOf(build));

/**
 * A planned file: its content, and the payments in it once the content was read to its end. Memory holds a page of
 * payments. Throws {@link ChangedOrders} at the end if payments do not verify; the content is then of no use.
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
  const batches = createBatches(build);
  const changed: TransactionId[] = [];
  yield batches.begin();
  for (let after = 0; ; ) {
    const rows = await filedOrders(service.database, organizationId, {
      ...{ fileId: file.file_id, after, limit: ROWS_PER_PAGE },
    });
    let text = "";
    for (const row of rows) {
      const found = await verifiedEntry(service, organizationId, row);
      if (found === undefined) {
        changed.push(row.transaction_id);
        continue;
      }
      const isLater = file.is_same_day && row.amount_minor > file.same_day_max_minor;
      const effectiveOn = isLater ? file.later_on : file.effective_on;
      text += batches.entry({ accountId: row.account_id, entryClass: found.entryClass, effectiveOn }, found.entry);
      payments.push({ transactionId: row.transaction_id, purpose: "pay", reference: row.reference });
    }
    yield text;
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_PER_PAGE) break;
    after = last.position;
  }
  if (changed.length > 0) throw new ChangedOrders(changed);
  assert(connection.connectionId === file.connection_id, "a file is built for its own connection");
  if (payments.length > 0) yield batches.end();
}

/** The entry of the instruction as it was received; undefined if the stored one is another. */
async function verifiedEntry(
  { database, vault }: Pick<Service, "database" | "vault">,
  organizationId: OrganizationId,
  row: FiledRow,
): Promise<{ readonly entryClass: AchClass; readonly entry: EntryInput } | undefined> {
  try {
    const context = orderSealContext(row.transaction_id);
    const content = contentOf(await vault.open(database, organizationId, context, row.content));
    const found = achEntryOf(row.transaction_id, content);
    if ("code" in found || content.amountMinor !== row.amount_minor) return undefined;
    return { entryClass: found.entryClass, entry: { ...found.entry, traceNumber: row.reference } };
  } catch (error) {
    if (error instanceof UnreadableValue) return undefined;
    throw error;
  }
}

/** Writes entries batch by batch: a new batch for each account, class, and effective entry date. */
function createBatches(build: FileToBuild) {
  const { file, connection } = build;
  const { settings } = connection;
  const writer = createNachaWriter(headerOf(build), {
    lineEnding: settings.lineEnding,
    acceptsMixedBatches: settings.acceptsMixedBatches,
    sameDayLimitMinor: file.same_day_max_minor,
    isBankingDay: (date) => isBankingDay(Temporal.PlainDate.from(date)),
    balance: settings.offsetOf === undefined ? "forbidden" : "required",
  });
  const isMixed = settings.offsetOf !== undefined && settings.acceptsMixedBatches;
  let open: (Batch & { totalMinor: bigint }) | undefined;
  let offsets = 0;
  /** For batches of their own at the end of the file. */
  const later: { readonly batch: Batch; readonly entries: readonly EntryInput[] }[] = [];

  /** An entry carries a limited amount, so a large sum is balanced by several. */
  const offsetsOf = ({ accountId, effectiveOn, totalMinor }: Batch & { totalMinor: bigint }): readonly EntryInput[] => {
    if (settings.offsetOf === undefined) return [];
    const offset = present(settings.offsetOf(accountId), "a balanced file has an account to balance against");
    const entryMaxMinor = effectiveOn === file.creation_date ? file.same_day_max_minor : ENTRY_MAX_MINOR;
    const entries: EntryInput[] = [];
    for (let rest = totalMinor; rest > 0n; rest -= entryMaxMinor) {
      const amountMinor = rest < entryMaxMinor ? rest : entryMaxMinor;
      const entry = offsetEntry({ ...offset, name: settings.companyName }, { direction: "credit", amountMinor });
      const sequenceNumber = file.first_sequence + file.entries + offsets;
      offsets += 1;
      assert(offsets <= OFFSETS_MAX, "a file has fewer offset entries than trace numbers for them");
      const traceNumber = traceNumberOf({ odfiIdentification: file.odfi_identification, sequenceNumber });
      entries.push({ ...present(entry, "a sum above zero has an offset entry"), traceNumber });
    }
    return entries;
  };
  const close = (): string => {
    if (open === undefined) return "";
    const balancing = offsetsOf(open);
    const inside = isMixed ? balancing.map((entry) => writer.entry(entry)).join("") : "";
    if (!isMixed && balancing.length > 0) later.push({ batch: open, entries: balancing });
    open = undefined;
    return inside + writer.endBatch();
  };
  const header = (batch: Batch, serviceClassCode: "200" | "220" | "225"): BatchHeaderInput => ({
    serviceClassCode,
    companyName: settings.companyName,
    companyIdentification: settings.companyIdentification,
    standardEntryClassCode: batch.entryClass,
    companyEntryDescription: settings.companyEntryDescription,
    effectiveEntryDate: batch.effectiveOn,
    originatorStatusCode: "1",
    odfiIdentification: file.odfi_identification,
  });
  return {
    begin: () => writer.fileHeader(),
    entry(batch: Batch, entry: EntryInput): string {
      let text = "";
      const isSame =
        open?.accountId === batch.accountId &&
        open.entryClass === batch.entryClass &&
        open.effectiveOn === batch.effectiveOn;
      if (!isSame) {
        text = close() + writer.beginBatch(header(batch, isMixed ? "200" : "220"));
        open = { ...batch, totalMinor: 0n };
      }
      if (open !== undefined) open.totalMinor += entry.amountMinor;
      return text + writer.entry(entry);
    },
    end(): string {
      let text = close();
      for (const { batch, entries } of later) {
        text += writer.beginBatch(header({ ...batch, entryClass: "CCD" }, "225"));
        for (const entry of entries) text += writer.entry(entry);
        text += writer.endBatch();
      }
      return text + writer.end();
    },
  };
}
