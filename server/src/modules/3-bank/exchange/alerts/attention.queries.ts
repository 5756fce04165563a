import type { Queryable } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";

/** What needs a person in the exchange with banks. */
export interface BankAttention {
  /** In doubt, withheld, or quarantined. */
  readonly files: number;
  /** Written 15 minutes ago, and not sent. */
  readonly unsent: number;
  readonly unanswered: number;
  /** Of received files. */
  readonly openItems: number;
  /** Connections that failed several times in a row. */
  readonly unreachable: number;
  /** What was wrong with one of them. */
  readonly problem: string | null;
}

/** Failures after which a connection counts as unreachable: a single one is often the network's. */
const FAILURES = 3;

/** Of one organization, or of all. */
export const bankAttention = (
  db: Queryable,
  { organizationId, now }: { readonly organizationId?: OrganizationId | undefined; readonly now: Date },
) => {
  const own = organizationId === undefined ? sql`true` : sql`organization_id = ${organizationId}`;
  return db.one<BankAttention>(sql`
  select (select count(*)::integer from bank_files where ${own} and state in ('inDoubt', 'withheld', 'quarantined')) as files,
         (select count(*)::integer from bank_files where ${own} and state in ('written', 'sending') and alerted_at is not null) as unsent,
         (select count(*)::integer from bank_files where ${own} and state = 'sent' and answer_due_at <= ${now}) as unanswered,
         (select count(*)::integer from bank_file_items where ${own} and state = 'open') as "openItems",
         (select count(*)::integer from bank_channels where ${own} and failures >= ${FAILURES}) as unreachable,
         (select min(problem) from bank_channels where ${own} and failures >= ${FAILURES}) as problem`);
};
