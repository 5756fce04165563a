import type { BankFileId } from "#bank/exchange";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { ReconciledAccount } from "../movement.ts";
import { bankStatementPages } from "../tables.ts";

/** A report of which pages have arrived. */
export interface PagedReport extends ReconciledAccount {
  readonly format: string;
  /** The bank's identification, the same on all pages. */
  readonly reference: string;
}

export interface ArrivedPage {
  readonly number: number;
  readonly isLast: boolean;
  readonly fileId: BankFileId;
  readonly isByHand: boolean;
}

const isOf = ({ organizationId, accountId, format, reference }: PagedReport) => sql`
  organization_id = ${organizationId} and account_id = ${accountId} and format = ${format} and reference = ${reference}`;

/** The pages that have arrived, in order. */
export const arrivedPages = (db: Queryable, report: PagedReport) =>
  db.many<ArrivedPage>(sql`
  select page as number, is_last as "isLast", file_id as "fileId", by_hand as "isByHand", ${bankStatementPages.proof("p")}
    from bank_statement_pages p where ${isOf(report)} order by page`);

/** The latest file with a page counts: the bank may have corrected it. */
export const storePage = (
  tx: Tx,
  { organizationId, accountId, format, reference }: PagedReport,
  { number, isLast, fileId, isByHand, at }: ArrivedPage & { readonly at: Date },
) =>
  tx.run(sql`
  insert into bank_statement_pages (organization_id, account_id, format, reference, page, is_last, file_id, by_hand, arrived_at)
  values (${organizationId}, ${accountId}, ${format}, ${reference}, ${number}, ${isLast}, ${fileId}, ${isByHand}, ${at})
  on conflict (organization_id, account_id, format, reference, page) do update
     set is_last = excluded.is_last, file_id = excluded.file_id, by_hand = excluded.by_hand
  returning ${bankStatementPages.replaced()}`);

export const markJoined = (tx: Tx, report: PagedReport, at: Date) =>
  tx.run(sql`update bank_statement_pages set joined_at = ${at} where ${isOf(report)} and joined_at is null`);
