import type { Static } from "typebox";
import { assert } from "#kernel/assert.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import { findsRow, keysetOf } from "#kernel/http/paging.queries.ts";
import type { CursorQuery, PageBounds } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import { withFirstChunk } from "#kernel/storage/verified-content.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { type Actor, recordAudit } from "#records/audit";
import type { BankFileRow } from "./bank-file.ts";
import { refuseBankFile } from "./bank-file-refusals.ts";
import { type FileSchema, type PayeesByPayment, renderFile, renderPayment } from "./bank-file-schemas.ts";
import { type BankFileFilter, bankFileKey, fileWithId, findFile, pageOfFiles } from "./bank-files.queries.ts";
import { openBankFile } from "./content/read-content.ts";
import { countOpenItemsOf } from "./items/items.queries.ts";
import { itemsShownOf } from "./items/read-items.ts";
import { pageOfPayments } from "./sending/writing.queries.ts";

export type ShownFile = Static<typeof FileSchema>;

const PAYMENTS_PER_PAGE = 1_000;

/** A page of the organization's files, the latest first by default. Refuses unknown cursors. */
export async function listFiles(
  service: Pick<Service, "database">,
  organizationId: OrganizationId,
  { filter, query = {} }: { readonly filter: BankFileFilter; readonly query?: CursorQuery },
): Promise<{ readonly files: readonly ShownFile[]; readonly page: PageBounds }> {
  const keyset = await keysetOf(query, {
    column: bankFileKey,
    defaultOrder: "desc",
    exists: (id) => findsRow(service.database, fileWithId(organizationId, id)),
  });
  const found = await pageOfFiles(service.database, organizationId, { filter, keyset });
  const { rows, page } = keyset.finish(found, (row) => row.file_id);
  const ids = rows.map((row) => row.file_id);
  const counted = ids.length === 0 ? [] : await countOpenItemsOf(service.database, organizationId, ids);
  const openItems = new Map(counted.map((row) => [row.file_id, row.total]));
  return { files: rows.map((row) => renderFile(row, openItems.get(row.file_id) ?? 0)), page };
}

interface NamedFile {
  readonly organizationId: OrganizationId;
  /** As a caller names it. */
  readonly fileId: string;
}

/** Refuses with `resourceNotFound`. */
async function getFile(
  { database }: Pick<Service, "database">,
  { organizationId, fileId }: NamedFile,
): Promise<BankFileRow> {
  const file = await findFile(database, organizationId, fileId);
  if (file === undefined) throw notFound("bank file");
  return file;
}

/** Reads who is paid and how much; wired by the code that knows payments. */
export type ReadPayees = (
  organizationId: OrganizationId,
  transactionIds: readonly TransactionId[],
) => Promise<PayeesByPayment>;

export interface FileToShow extends NamedFile {
  /** Payments after this position. */
  readonly after: number;
  /** Without it, the payments have neither name nor amount. */
  readonly readPayees?: ReadPayees | undefined;
}

/** A file with its payments after a position, at most 1,000. Refuses with `resourceNotFound`. */
export async function showFile(
  service: Pick<Service, "database">,
  { after, readPayees, ...named }: FileToShow,
): Promise<ShownFile> {
  const file = await getFile(service, named);
  const rows = await pageOfPayments(service.database, named.organizationId, {
    fileId: file.file_id,
    after,
    limit: PAYMENTS_PER_PAGE + 1,
  });
  assert(rows.length <= PAYMENTS_PER_PAGE + 1, "a page of payments is bounded");
  assert(
    rows.every(({ position }) => position > after),
    "a page continues after the requested position",
  );
  const payments = rows.slice(0, PAYMENTS_PER_PAGE);
  const ids = payments.map((row) => row.transaction_id);
  const payees: PayeesByPayment = (await readPayees?.(named.organizationId, ids)) ?? new Map();
  const last = rows.length > payments.length ? payments.at(-1) : undefined;
  const { organizationId } = named;
  const items = await itemsShownOf(service.database, { organizationId, fileId: file.file_id });
  const [open] = await countOpenItemsOf(service.database, organizationId, [file.file_id]);
  return {
    ...renderFile(file, open?.total ?? 0),
    items: [...items],
    payments: payments.map((row) => renderPayment(row, payees)),
    ...(last === undefined ? {} : { nextPosition: last.position }),
  };
}

export interface Download {
  readonly name: string;
  readonly bytes: number;
  /** Fails before its last bytes if the content is not what was stored. */
  readonly chunks: AsyncIterable<Buffer>;
}

/**
 * A file's content, with an audit row about who downloads it before the first byte. Refuses with `resourceNotFound`, or
 * with `bankFileEmpty`; rejects if the store fails or the beginning is damaged.
 */
export async function downloadFile(
  service: Service,
  { actor, ...named }: NamedFile & { readonly actor: Actor },
): Promise<Download> {
  const { organizationId } = named;
  const { file_id: fileId, state } = await getFile(service, named);
  const content = await openBankFile(service, { organizationId, fileId });
  if (content === undefined) throw refuseBankFile("bankFileEmpty", { details: { state } });
  const { name, bytes } = content;
  const chunks = await withFirstChunk(content.chunks());
  await service.database.transaction((tx) =>
    recordAudit(service, tx, {
      organizationId,
      actor,
      entries: [{ action: "bankFile.download", resourceType: "bankFile", resourceId: fileId, after: { name } }],
    }),
  );
  return { name, bytes, chunks };
}
