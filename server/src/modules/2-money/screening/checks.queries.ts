import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { sql, uuidArray } from "#kernel/sql/sql.ts";
import type { OrganizationId, RecipientId } from "#kernel/values/ids.ts";
import type { Match, Party, PartyContent } from "./party.ts";
import { screeningChecks } from "./tables.ts";

/** The recipient was saved. Stores nothing unless the organization has a screener. */
export const askForRecipients = (
  tx: Tx,
  organizationId: OrganizationId,
  { recipientIds, at }: { recipientIds: readonly RecipientId[]; at: Date },
) =>
  tx.run(sql`
  insert into screening_asks (organization_id, recipient_id, asked_at)
  select ${organizationId}::uuid, r.recipient_id, ${at}::timestamptz
    from unnest(${uuidArray(recipientIds)}::uuid[]) as r(recipient_id)
   where exists (select from screeners s where s.organization_id = ${organizationId} and s.kind <> 'none')
   order by r.recipient_id
  on conflict (organization_id, recipient_id) do update set asked_at = excluded.asked_at`);

export const takeAsks = (tx: Tx, organizationId: OrganizationId, limit: number) =>
  tx.many<{ recipient_id: RecipientId }>(sql`
  delete from screening_asks
   where organization_id = ${organizationId} and recipient_id = any (array(
     select recipient_id from screening_asks where organization_id = ${organizationId}
      order by asked_at, recipient_id limit ${limit} for update skip locked))
  returning recipient_id`);

/** Queues checks of these; one that is queued already keeps its place. */
export async function askForChecks(
  tx: Tx,
  organizationId: OrganizationId,
  { parties, at }: { parties: readonly Party[]; at: Date },
): Promise<void> {
  const ids = uuidArray(parties.map(({ recipientId }) => recipientId));
  const digests = parties.map(({ digest }) => digest);
  await tx.run(sql`
    insert into screening_checks (organization_id, recipient_id, digest, party, asked_at)
    select ${organizationId}::uuid, p.recipient_id, decode(p.digest, 'hex'), p.party, ${at}::timestamptz
      from unnest(${ids}::uuid[], ${digests}::text[], ${parties.map(({ content }) => JSON.stringify(content))}::jsonb[]) as p(recipient_id, digest, party)
     order by 2, 3
    on conflict do nothing
    returning ${screeningChecks.inserted()}`);
  await tx.run(sql`
    update screening_checks c set asked_at = ${at}
      from unnest(${ids}::uuid[], ${digests}::text[]) as p(recipient_id, digest)
     where c.organization_id = ${organizationId} and c.recipient_id = p.recipient_id and c.digest = decode(p.digest, 'hex')
       and c.asked_at is null`);
}

export interface PartyCheckRow {
  readonly recipient_id: RecipientId;
  readonly digest: string;
  readonly party: PartyContent;
  readonly basis: string | null;
  readonly matches: readonly Match[] | null;
  readonly checked_at: Date | null;
  readonly asked_at: Date | null;
}

const columns = sql`
  c.recipient_id, encode(c.digest, 'hex') as digest, c.party, c.basis, c.matches, c.checked_at, c.asked_at`;

/** Those that wait longest. None that is not proven. */
export const askedChecks = (db: Queryable, organizationId: OrganizationId, limit: number) =>
  db.many<PartyCheckRow>(sql`
  select ${columns}, ${screeningChecks.proofOrSkip("c")} from screening_checks c
   where c.organization_id = ${organizationId} and c.asked_at is not null
   order by c.asked_at, c.recipient_id, c.digest limit ${limit}`);

/** What was found about these. None that is not proven. */
export const checksOf = (db: Queryable, organizationId: OrganizationId, parties: readonly Party[]) =>
  db.many<PartyCheckRow>(sql`
  select ${columns}, ${screeningChecks.proofOrSkip("c")}
    from unnest(${uuidArray(parties.map(({ recipientId }) => recipientId))}::uuid[], ${parties.map(({ digest }) => digest)}::text[])
           as p(recipient_id, digest)
    join screening_checks c on c.organization_id = ${organizationId} and c.recipient_id = p.recipient_id and c.digest = decode(p.digest, 'hex')`);

/** Returns the number of rows: none if the row is not proven. */
export const storeFinding = (
  tx: Tx,
  organizationId: OrganizationId,
  { party, basis, matches, at }: { party: Party; basis: string; matches: readonly Match[]; at: Date },
) =>
  tx.many(
    screeningChecks.update({
      set: sql`basis = ${basis}, matches = ${JSON.stringify(matches)}::jsonb, checked_at = ${at}, asked_at = null`,
      where: sql`organization_id = ${organizationId} and recipient_id = ${party.recipientId} and digest = decode(${party.digest}, 'hex')`,
      orSkip: true,
    }),
  );
