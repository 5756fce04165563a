import type { KeysetRange } from "#kernel/http/paging.queries.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { allOf, eachOf, isOneOf, type Sql, sql, uuidArray } from "#kernel/sql/sql.ts";
import { derivedId } from "#kernel/values/derived-id.ts";
import type { Id, OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import type { BankFileId, FileKey } from "../bank-file.ts";
import type { BankRail, ConnectionId } from "../bank-rail.ts";
import { acceptedFiles, fileItems, ignoredSubjects } from "../tables.ts";
import type { FileItemId, FingerprintedItem, IgnorableSubject, ItemKind, SaidId } from "./file-item.ts";
import { type FileItemState, fileItemStates } from "./item-states.ts";

export interface ItemOfFile extends FingerprintedItem {
  readonly itemId: FileItemId;
  readonly saidId: SaidId;
  /** Why it is ignored from the start; undefined for an open item. */
  readonly ignoredFor: string | undefined;
}

/** Returns the new ones: those that another file of the connection had are known. */
export const insertFileItems = (
  tx: Tx,
  { organizationId, fileId }: FileKey,
  { connectionId, items, at }: { connectionId: ConnectionId; items: readonly ItemOfFile[]; at: Date },
) =>
  tx.many<{ item_id: FileItemId; state: FileItemState }>(sql`
  insert into bank_file_items (organization_id, item_id, said_id, file_id, connection_id, position, state, kind, place, reason, code, reference,
                               amount_minor, currency, answer, transaction_id, subject, fingerprint, act_by, recorded_at, note, decided_at)
  select ${organizationId}::uuid, i.id, i.said, ${fileId}::uuid, ${connectionId}::uuid, i.position, case when i.note is null then 'open' else 'ignored' end,
         i.kind, i.place, i.reason, i.code, i.reference, i.amount, i.currency, i.answer, i.transaction_id, i.subject,
         decode(i.fingerprint, 'hex'), i.act_by, ${at}::timestamptz, i.note, case when i.note is not null then ${at}::timestamptz end
    from unnest(${uuidArray(items.map(({ itemId }) => itemId))}::uuid[], ${uuidArray(items.map(({ saidId }) => saidId))}::uuid[],
                ${items.map(({ position }) => position)}::integer[],
                ${items.map(({ kind }) => kind)}::text[], ${items.map(({ place }) => place)}::text[],
                ${items.map(({ reason }) => reason)}::text[], ${items.map(({ code }) => code ?? null)}::text[],
                ${items.map(({ reference }) => reference ?? null)}::text[],
                ${items.map(({ amountMinor }) => amountMinor?.toString() ?? null)}::bigint[],
                ${items.map(({ currency }) => currency ?? null)}::text[],
                ${items.map(({ answer }) => (answer === undefined ? null : JSON.stringify(answer)))}::jsonb[],
                ${items.map(({ transactionId }) => transactionId ?? null)}::uuid[],
                ${items.map(({ subject }) => subject ?? null)}::text[],
                ${items.map(({ fingerprint }) => fingerprint?.toString("hex") ?? null)}::text[],
                ${items.map(({ actBy }) => actBy ?? null)}::date[], ${items.map(({ ignoredFor }) => ignoredFor ?? null)}::text[])
             as i(id, said, position, kind, place, reason, code, reference, amount, currency, answer, transaction_id, subject,
                  fingerprint, act_by, note)
   order by i.id
  on conflict do nothing
  returning item_id, state, ${fileItems.inserted()}`);

/** A company or an account whose items are ignored from the start, and why. */
export interface Ignore extends IgnorableSubject {
  readonly note: string;
}

export const findIgnores = (db: Queryable, organizationId: OrganizationId, connectionId: ConnectionId) =>
  db.many<Ignore>(sql`
  select g.kind, g.subject, g.fingerprint, g.note, ${ignoredSubjects.proof("g")} from bank_file_ignores g
   where g.organization_id = ${organizationId} and g.connection_id = ${connectionId}`);

const ignoreIdOf = ({ connectionId, kind, subject, fingerprint }: Ignore & { connectionId: ConnectionId }) =>
  derivedId<Id<"bankFileIgnore">>(
    "bank-file-ignore",
    connectionId,
    kind,
    subject,
    ...(fingerprint === null ? [] : [fingerprint.toString("hex")]),
  );

export const insertIgnore = (
  tx: Tx,
  organizationId: OrganizationId,
  ignore: Ignore & { connectionId: ConnectionId; at: Date },
) =>
  tx.run(sql`
  insert into bank_file_ignores (organization_id, ignore_id, connection_id, kind, subject, fingerprint, note, decided_at)
  values (${organizationId}, ${ignoreIdOf(ignore)}, ${ignore.connectionId}, ${ignore.kind}, ${ignore.subject},
          ${ignore.fingerprint}, ${ignore.note}, ${ignore.at})
  on conflict do nothing
  returning ${ignoredSubjects.inserted()}`);

export interface ItemRow {
  readonly item_id: FileItemId;
  readonly file_id: BankFileId;
  readonly connection_id: ConnectionId;
  readonly rail: BankRail;
  readonly file_name: string | null;
  readonly position: number;
  readonly state: FileItemState;
  readonly kind: ItemKind;
  readonly place: string;
  readonly reason: string;
  readonly code: string | null;
  readonly reference: string | null;
  readonly amount_minor: bigint | null;
  readonly currency: string | null;
  readonly answer: Readonly<Record<string, string>> | null;
  readonly transaction_id: TransactionId | null;
  readonly subject: string | null;
  readonly fingerprint: Buffer | null;
  readonly act_by: string | null;
  readonly recorded_at: Date;
  readonly note: string | null;
  readonly decided_at: Date | null;
}

const columns = sql`
  i.item_id, i.file_id, i.connection_id, f.rail, f.name as file_name, i.position, i.state, i.kind, i.place, i.reason, i.code, i.reference,
  i.amount_minor, i.currency, i.answer, i.transaction_id, i.subject, i.fingerprint, i.act_by::text as act_by, i.recorded_at, i.note, i.decided_at`;
const items = sql`bank_file_items i join bank_files f on f.organization_id = i.organization_id and f.file_id = i.file_id`;

export interface ItemFilter {
  readonly isOpen?: boolean | undefined;
  readonly fileId?: string | undefined;
}

/** The key for paging the list. */
export const itemKey = sql`i.item_id`;

const conditionOf = ({ isOpen, fileId }: ItemFilter): Sql =>
  allOf([
    ...(isOpen === undefined ? [] : [isOpen ? sql`i.state = 'open'` : sql`i.state <> 'open'`]),
    ...(fileId === undefined ? [] : [sql`i.file_id = ${fileId}::uuid`]),
    sql`true`,
  ]);

export const pageOfItems = (
  db: Queryable,
  organizationId: OrganizationId,
  { filter, keyset }: { filter: ItemFilter; keyset: KeysetRange },
) =>
  db.many<ItemRow>(sql`
  select ${columns} from ${items}
   where i.organization_id = ${organizationId} and ${conditionOf(filter)} and ${keyset.condition}
   order by ${keyset.order} limit ${keyset.limit}`);

/** In the order of the file: their IDs are made in it. */
export const itemsOfFile = (db: Queryable, { organizationId, fileId }: FileKey, { limit }: { limit: number }) =>
  db.many<ItemRow>(sql`
  select ${columns} from ${items}
   where i.organization_id = ${organizationId} and i.file_id = ${fileId}
   order by i.item_id limit ${limit}`);

export const itemWithId = (organizationId: OrganizationId, itemId: string) =>
  sql`select 1 from bank_file_items where organization_id = ${organizationId} and item_id = ${itemId}::uuid`;

export const findItem = (db: Queryable, organizationId: OrganizationId, itemId: string) =>
  db.maybe<ItemRow>(sql`
  select ${columns} from ${items} where i.organization_id = ${organizationId} and i.item_id = ${itemId}::uuid`);

export const lockItem = (tx: Tx, organizationId: OrganizationId, itemId: string) =>
  tx.maybe<ItemRow>(sql`
  select ${columns}, ${fileItems.proof("i")} from ${items}
   where i.organization_id = ${organizationId} and i.item_id = ${itemId}::uuid for update of i`);

/** A person's decision. Returns the number of items that were open. */
export const decideItem = (
  tx: Tx,
  organizationId: OrganizationId,
  {
    itemId,
    trigger,
    note,
    transactionId,
    at,
  }: {
    itemId: FileItemId;
    trigger: "assign" | "ignore";
    note: string | undefined;
    transactionId?: TransactionId | undefined;
    at: Date;
  },
) =>
  tx.run(
    fileItems.update({
      set: sql`state = ${fileItemStates.moves[trigger].to}, note = ${note ?? null}, decided_at = ${at},
         transaction_id = coalesce(${transactionId ?? null}::uuid, transaction_id)`,
      where: sql`organization_id = ${organizationId} and item_id = ${itemId}
     and ${isOneOf(sql`state`, fileItemStates.statesBefore(trigger))}`,
    }),
  );

/** Items of a file that was processed again, which it no longer has: they fit now. */
export const applyOthers = (
  tx: Tx,
  { organizationId, fileId }: FileKey,
  { still, at }: { still: readonly SaidId[]; at: Date },
) =>
  tx.run(
    fileItems.update({
      set: sql`state = ${fileItemStates.moves.apply.to}, decided_at = ${at}`,
      where: sql`organization_id = ${organizationId} and file_id = ${fileId} and said_id <> all (${eachOf(still)})
     and ${isOneOf(sql`state`, fileItemStates.statesBefore("apply"))}`,
    }),
  );

/** How many items of each of these files are open; files without are left out. */
export const countOpenItemsOf = (db: Queryable, organizationId: OrganizationId, fileIds: readonly BankFileId[]) =>
  db.many<{ file_id: BankFileId; total: number }>(sql`
  select file_id, count(*)::integer as total from bank_file_items
   where organization_id = ${organizationId} and file_id = any (${eachOf(fileIds)}) and state = 'open'
   group by file_id`);

export const countOpenItems = (db: Queryable) =>
  db.one<{ total: bigint }>(sql`select count(*) as total from bank_file_items where state = 'open'`);

/** Of these files, those that two people accept although something in them is wrong. */
export const acceptedAmong = (db: Queryable, organizationId: OrganizationId, fileIds: readonly BankFileId[]) =>
  db.many<{ file_id: BankFileId }>(sql`
  select a.file_id, ${acceptedFiles.proof("a")} from bank_file_acceptances a
   where a.organization_id = ${organizationId} and a.file_id = any (${eachOf(fileIds)})`);

export const insertAcceptance = (
  tx: Tx,
  { organizationId, fileId }: FileKey,
  { reason, at }: { reason: string; at: Date },
) =>
  tx.run(sql`
  insert into bank_file_acceptances (organization_id, file_id, reason, decided_at)
  values (${organizationId}, ${fileId}, ${reason}, ${at})
  on conflict do nothing
  returning ${acceptedFiles.inserted()}`);
