import type { Database } from "#kernel/sql/database.ts";
import { type Sql, sql } from "#kernel/sql/sql.ts";
import type { OrganizationId, RecipientId, TransactionId } from "#kernel/values/ids.ts";

/**
 * An attacker who can write to the database: our recipient, paid by ACH or check, and a recipient of the attacker's.
 */
export interface Redirection {
  readonly organizationId: OrganizationId;
  readonly recipientId: RecipientId;
  readonly otherId: RecipientId;
}

/** Changes the name everywhere it is stored. */
export const renamed = ({ organizationId, recipientId }: Redirection, name: string): readonly Sql[] => [
  sql`update recipient_routings set name = ${name} where organization_id = ${organizationId} and recipient_id = ${recipientId}`,
  sql`update recipients set name = ${name} where organization_id = ${organizationId} and recipient_id = ${recipientId}`,
  sql`update transactions set counterparty_name = ${name}
       where organization_id = ${organizationId} and counterparty_id = ${recipientId}`,
];

/** Ways to redirect payments by writing to the database. */
export const redirections: Readonly<Record<string, (of: Redirection) => readonly Sql[]>> = {
  "the details of another recipient": ({ organizationId, recipientId, otherId }) => [
    sql`update recipients r set ach_routing_id = o.ach_routing_id, check_routing_id = o.check_routing_id
          from recipients o
         where r.organization_id = ${organizationId} and r.recipient_id = ${recipientId}
           and o.organization_id = r.organization_id and o.recipient_id = ${otherId}`,
    sql`update transactions t set routing_id = case when t.method = 'check' then o.check_routing_id else o.ach_routing_id end
          from recipients o
         where t.organization_id = ${organizationId} and t.counterparty_id = ${recipientId}
           and o.organization_id = t.organization_id and o.recipient_id = ${otherId}`,
  ],
  "the details of another recipient, reassigned to ours": ({ organizationId, recipientId, otherId }) => [
    ...(redirections["the details of another recipient"]?.({ organizationId, recipientId, otherId }) ?? []),
    sql`update recipient_routings set recipient_id = ${recipientId}
         where organization_id = ${organizationId} and recipient_id = ${otherId}`,
  ],
  "another routing number or address": ({ organizationId, recipientId }) => [
    sql`update recipient_routings
           set public_details = jsonb_set(jsonb_set(public_details, '{routingNumber}', '"121000248"'), '{address,address1}', '"9 Elm St"')
         where organization_id = ${organizationId} and recipient_id = ${recipientId}`,
  ],
  "another name": (of) => renamed(of, "Mallory"),
  "an encrypted number and fingerprint of another recipient": ({ organizationId, recipientId, otherId }) => [
    sql`update recipient_routings g set account_number = coalesce(o.account_number, '\\x00'), seal = o.seal
          from recipient_routings o
         where g.organization_id = ${organizationId} and g.recipient_id = ${recipientId}
           and o.organization_id = g.organization_id and o.recipient_id = ${otherId} and o.method = g.method`,
  ],
  "details made to look older": ({ organizationId, recipientId }) => [
    sql`update recipient_routings set created_at = (created_at at time zone 'UTC' - interval '30 days') at time zone 'UTC'
         where organization_id = ${organizationId} and recipient_id = ${recipientId}`,
  ],
  "an unconfirmed proposal": ({ organizationId, recipientId }) => [
    sql`update recipient_routings set proposed = false
         where organization_id = ${organizationId} and recipient_id = ${recipientId} and proposed`,
    sql`update recipients r set ach_routing_id = c.after_routing_id
          from recipient_changes c
         where r.organization_id = ${organizationId} and r.recipient_id = ${recipientId} and c.organization_id = r.organization_id
           and c.recipient_id = r.recipient_id and c.status = 'proposed' and c.method = 'ach'`,
    sql`update recipients r set check_routing_id = c.after_routing_id
          from recipient_changes c
         where r.organization_id = ${organizationId} and r.recipient_id = ${recipientId} and c.organization_id = r.organization_id
           and c.recipient_id = r.recipient_id and c.status = 'proposed' and c.method = 'check'`,
    sql`update transactions t set routing_id = c.after_routing_id
          from recipient_changes c
         where t.organization_id = ${organizationId} and t.counterparty_id = ${recipientId} and c.organization_id = t.organization_id
           and c.recipient_id = t.counterparty_id and c.status = 'proposed' and c.method = t.method`,
  ],
};

/** Doubles the amount, which the hold does not cover. */
export const enlarged = ({ organizationId, recipientId }: Redirection): readonly Sql[] => [
  sql`update transactions set amount_minor = amount_minor * 2
       where organization_id = ${organizationId} and counterparty_id = ${recipientId}`,
];

/** Ways to rewrite a pending payment so that everything it references is consistent. */
export const rewrites: Readonly<Record<string, (of: Redirection) => readonly Sql[]>> = {
  "redirected to another recipient with their own details": ({ organizationId, recipientId, otherId }) => [
    sql`update transactions t
           set counterparty_id = o.recipient_id, counterparty_name = o.name,
               routing_id = case when t.method = 'check' then o.check_routing_id else o.ach_routing_id end
          from recipients o
         where t.organization_id = ${organizationId} and t.counterparty_id = ${recipientId}
           and o.organization_id = t.organization_id and o.recipient_id = ${otherId}`,
  ],
  "changed to another memo": ({ organizationId, recipientId }) => [
    sql`update transactions set external_memo = 'Account 666'
         where organization_id = ${organizationId} and counterparty_id = ${recipientId}`,
  ],
  "given other terms about the banks' fees": ({ organizationId, recipientId }) => [
    sql`insert into wire_terms (organization_id, transaction_id, charge_bearer)
        select organization_id, transaction_id, 'DEBT' from transactions
         where organization_id = ${organizationId} and counterparty_id = ${recipientId}`,
  ],
  "linked to another audit row": ({ organizationId, recipientId }) => [
    sql`update audit_log l set mac = sha256(mac)
          from transactions t
         where l.organization_id = ${organizationId} and t.organization_id = l.organization_id
           and t.counterparty_id = ${recipientId} and l.resource_id = t.transaction_id::text`,
  ],
};

export async function redirect(database: Database, statements: readonly Sql[]): Promise<void> {
  for (const statement of statements) await database.run(statement);
}

export const paymentStatus = (database: Database, organizationId: OrganizationId, transactionId: TransactionId) =>
  database.one<{ status: string; reason_for_failure: string | null }>(sql`
  select status, reason_for_failure from transactions
   where organization_id = ${organizationId} and transaction_id = ${transactionId}`);

/** Deletes the seals. */
export const unsealing = ({ organizationId }: Redirection): Sql =>
  sql`update recipient_routings set seal = null where organization_id = ${organizationId}`;
