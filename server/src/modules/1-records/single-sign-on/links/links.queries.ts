import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { Id, OrganizationId, UserId } from "#kernel/values/ids.ts";
import { identityLinks } from "../tables.ts";

export type IdentityLinkId = Id<"identityLink">;

interface LinkRow {
  readonly link_id: IdentityLinkId;
  readonly issuer: string;
  readonly subject: string;
  readonly user_id: UserId;
  readonly ended_at: Date | null;
}

const columns = sql`l.link_id, l.issuer, l.subject, l.user_id, l.ended_at`;
// All rows are read, and each must be proven: a link that was only ended in the database would make room for another one.
const openOf = (rows: readonly LinkRow[]): LinkRow | undefined => rows.find((row) => row.ended_at === null);

/** The open link of someone at a provider. Fails if a row about them is not proven. */
export const findLink = async (
  db: Queryable,
  organizationId: OrganizationId,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<LinkRow | undefined> =>
  openOf(
    await db.many<LinkRow>(sql`
  select ${columns}, ${identityLinks.proof("l")} from identity_links l
   where l.organization_id = ${organizationId} and l.issuer = ${issuer} and l.subject = ${subject}`),
  );

/** The open link of a user. Fails if a row about them is not proven. */
export const findLinkOfUser = async (
  db: Queryable,
  organizationId: OrganizationId,
  userId: string,
): Promise<LinkRow | undefined> =>
  openOf(
    await db.many<LinkRow>(sql`
  select ${columns}, ${identityLinks.proof("l")} from identity_links l
   where l.organization_id = ${organizationId} and l.user_id = ${userId}`),
  );

/** Users with an open link, for lists. */
export const listLinks = (db: Queryable, organizationId: OrganizationId) =>
  db.many<{ user_id: UserId; issuer: string; subject: string; linked_at: Date }>(sql`
  select l.user_id, l.issuer, l.subject, l.linked_at, ${identityLinks.proofOrSkip("l")} from identity_links l
   where l.organization_id = ${organizationId} and l.ended_at is null order by l.link_id limit 1000`);

export const insertLink = (
  tx: Tx,
  organizationId: OrganizationId,
  link: { linkId: IdentityLinkId; issuer: string; subject: string; userId: UserId; at: Date },
) =>
  tx.run(sql`
  insert into identity_links (organization_id, link_id, issuer, subject, user_id, linked_at)
  values (${organizationId}, ${link.linkId}, ${link.issuer}, ${link.subject}, ${link.userId}, ${link.at})
  returning ${identityLinks.inserted()}`);

/** The user can be linked to someone else afterward. */
export const endLink = (tx: Tx, organizationId: OrganizationId, linkId: IdentityLinkId, at: Date) =>
  tx.run(
    identityLinks.update({
      set: sql`ended_at = ${at}`,
      where: sql`t.organization_id = ${organizationId} and t.link_id = ${linkId} and t.ended_at is null`,
    }),
  );
