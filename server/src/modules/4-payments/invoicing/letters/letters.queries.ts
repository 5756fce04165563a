import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { isOneOf, sql } from "#kernel/sql/sql.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import type { InvoiceId } from "../invoices/invoice.ts";
import { letters } from "../tables.ts";
import { invoiceLetterStates } from "./invoice-letter-states.ts";
import type { LetterId, LetterRow } from "./letter-row.ts";

const columns = sql`
  letter_id, invoice_id, kind, reminder_day, addresses, created_at, created_by_user, created_by_token, status, sent_at`;
const isWaiting = isOneOf(sql`status`, invoiceLetterStates.statesBefore("send"));

/** Returns 0 if the scheduled reminder was written already. */
export const insertLetter = (tx: Tx, organizationId: OrganizationId, row: Omit<LetterRow, "status" | "sent_at">) =>
  tx.run(sql`
  insert into invoice_letters (organization_id, letter_id, invoice_id, kind, reminder_day, addresses, created_at,
                               created_by_user, created_by_token)
  values (${organizationId}, ${row.letter_id}, ${row.invoice_id}, ${row.kind}, ${row.reminder_day}, ${row.addresses}, ${row.created_at},
          ${row.created_by_user}, ${row.created_by_token})
  on conflict do nothing
  returning ${letters.inserted()}`);

export const organizationsWithLetters = (db: Queryable) =>
  db.many<{ organization_id: OrganizationId }>(sql`
  select distinct organization_id from invoice_letters where ${isWaiting}`);

/** The oldest waiting letters, without those that are not proven. */
export const waitingLetters = (db: Queryable, organizationId: OrganizationId, limit: number) =>
  db.many<LetterRow>(sql`
  select ${columns}, ${letters.proofOrSkip("l")} from invoice_letters l
   where organization_id = ${organizationId} and ${isWaiting} order by letter_id limit ${limit}`);

/** The letter if it still waits and no other process has it. */
export const lockWaitingLetter = (tx: Tx, organizationId: OrganizationId, letterId: LetterId) =>
  tx.maybe<LetterRow>(sql`
  select ${columns}, ${letters.proof("l")} from invoice_letters l
   where organization_id = ${organizationId} and letter_id = ${letterId} and ${isWaiting} for update skip locked`);

export const markLetter = (
  tx: Tx,
  organizationId: OrganizationId,
  { letterId, trigger, at }: { letterId: LetterId; trigger: "send" | "drop"; at: Date },
) =>
  tx.run(sql`
  update invoice_letters
     set status = ${invoiceLetterStates.moves[trigger].to}, sent_at = ${trigger === "send" ? at : null}
   where organization_id = ${organizationId} and letter_id = ${letterId}
     and ${isOneOf(sql`status`, invoiceLetterStates.statesBefore(trigger))}
  returning ${letters.changed()}`);

/** How many letters callers caused since an id; scheduled reminders and receipts do not count. */
export const countLettersSince = (db: Queryable, organizationId: OrganizationId, firstId: string) =>
  db.one<{ count: bigint }>(sql`
  select coalesce(sum(cardinality(addresses)), 0)::bigint as count from invoice_letters
   where organization_id = ${organizationId} and letter_id >= ${firstId}::uuid
     and (created_by_user is not null or created_by_token is not null)`);

export const lettersOf = (db: Queryable, organizationId: OrganizationId, invoiceId: InvoiceId) =>
  db.many<LetterRow>(sql`
  select ${columns} from invoice_letters
   where organization_id = ${organizationId} and invoice_id = ${invoiceId} order by letter_id`);
