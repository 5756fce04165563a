import type { Keyset } from "#kernel/http/paging.queries.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { type Sql, sql } from "#kernel/sql/sql.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";
import type { OrderId } from "#money/treasury";
import type { NewDocument } from "../custodian/run-step.ts";
import type { DocumentId, DocumentType, TreasuryDocument } from "./document.ts";

/** Table: treasury_documents. */
interface DocumentRow {
  readonly document_id: DocumentId;
  readonly account_id: AccountId;
  readonly document_type: DocumentType;
  readonly description: string;
  readonly period_start: string;
  readonly period_end: string;
  readonly order_id: OrderId | null;
  readonly after_number: bigint | null;
  readonly through_number: bigint | null;
  readonly created_at: Date;
}

const columns = sql`document_id, account_id, document_type, description, period_start::text as period_start,
  period_end::text as period_end, order_id, after_number, through_number, created_at`;

const documentOf = (row: DocumentRow): TreasuryDocument => ({
  documentId: row.document_id,
  accountId: row.account_id,
  documentType: row.document_type,
  description: row.description,
  periodStart: row.period_start,
  periodEnd: row.period_end,
  orderId: row.order_id,
  afterNumber: row.after_number,
  throughNumber: row.through_number,
  createdAt: row.created_at,
});

interface Account {
  readonly organizationId: OrganizationId;
  readonly accountId: AccountId;
}

export const documentCursorColumn: Sql = sql`document_id`;

export async function pageOfDocuments(
  db: Queryable,
  { organizationId, accountId }: Account,
  { documentType, keyset }: { documentType: string | undefined; keyset: Keyset },
): Promise<readonly TreasuryDocument[]> {
  const rows = await db.many<DocumentRow>(sql`
    select ${columns} from treasury_documents
     where organization_id = ${organizationId} and account_id = ${accountId}
       and ${documentType === undefined ? sql`true` : sql`document_type = ${documentType}`} and ${keyset.condition}
     order by ${keyset.order} limit ${keyset.limit}`);
  return rows.map(documentOf);
}

/** For `exists` of a page's cursor. */
export const documentWithId = ({ organizationId, accountId }: Account, documentId: string): Sql => sql`
  select document_id from treasury_documents
   where organization_id = ${organizationId} and account_id = ${accountId} and document_id = ${documentId}`;

export async function findDocument(
  db: Queryable,
  { organizationId, accountId }: Account,
  documentId: string,
): Promise<TreasuryDocument | undefined> {
  const row = await db.maybe<DocumentRow>(sql`
    select ${columns} from treasury_documents
     where organization_id = ${organizationId} and account_id = ${accountId} and document_id = ${documentId}`);
  return row && documentOf(row);
}

/** The custodian's document, sealed; null for a generated one. */
export const findContent = (db: Queryable, organizationId: OrganizationId, documentId: DocumentId) =>
  db.one<{ content: Buffer | null }>(sql`
  select content from treasury_documents where organization_id = ${organizationId} and document_id = ${documentId}`);

const lastCovered = async (tx: Tx, { organizationId, accountId }: Account): Promise<bigint> =>
  (
    await tx.one<{ last: bigint | null }>(sql`
      select max(through_number) as last from treasury_documents
       where organization_id = ${organizationId} and account_id = ${accountId} and through_number is not null`)
  ).last ?? 0n;

/** Issues monthly statements and trade confirmations, in their order. Returns the number of rows. */
export async function issueDocuments(
  service: Pick<Service, "newId">,
  tx: Tx,
  account: Account,
  documents: readonly NewDocument[],
): Promise<number> {
  const { organizationId, accountId } = account;
  let after = await lastCovered(tx, account);
  let written = 0;
  for (const issued of documents) {
    const isMonth = issued.throughNumber !== null;
    const type: DocumentType = isMonth ? "MonthlyStatement" : "TradeConfirmation";
    written += await tx.run(sql`
      insert into treasury_documents (organization_id, document_id, account_id, document_type, description,
        period_start, period_end, order_id, after_number, through_number, created_at)
      values (${organizationId}, ${service.newId<DocumentId>()}, ${accountId}, ${type}, ${issued.description},
        ${issued.periodStart}, ${issued.periodEnd}, ${issued.orderId}, ${isMonth ? after : null},
        ${issued.throughNumber}, ${issued.issuedAt})`);
    after = issued.throughNumber ?? after;
  }
  return written;
}

/** A custodian's document. Returns the number of rows: 0 if the same document is there. */
export const insertCustodianDocument = (
  tx: Tx,
  organizationId: OrganizationId,
  document: TreasuryDocument & { readonly content: Buffer; readonly digest: string },
) =>
  tx.run(sql`
  insert into treasury_documents (organization_id, document_id, account_id, document_type, description, period_start,
    period_end, content, content_digest, created_at)
  values (${organizationId}, ${document.documentId}, ${document.accountId}, ${document.documentType},
    ${document.description}, ${document.periodStart}, ${document.periodEnd}, ${document.content}, ${document.digest},
    ${document.createdAt})
  on conflict (organization_id, account_id, document_type, content_digest) where content_digest is not null do nothing`);

/** The custodian's document with this content. */
export const findByDigest = (
  db: Queryable,
  {
    organizationId,
    accountId,
    documentType,
    digest,
  }: Account & { readonly documentType: DocumentType; readonly digest: string },
) =>
  db.one<{ document_id: DocumentId }>(sql`
  select document_id from treasury_documents
   where organization_id = ${organizationId} and account_id = ${accountId} and document_type = ${documentType}
     and content_digest = ${digest}`);
