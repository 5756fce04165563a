import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { isOneOf, sql, uuidArray } from "#kernel/sql/sql.ts";
import type { Id, OrganizationId, RecipientId, UserId } from "#kernel/values/ids.ts";
import type { Match, Party, PartyContent } from "../party.ts";
import { screeningCases } from "../tables.ts";
import { type CaseState, type CaseVerdict, caseStates } from "./case-states.ts";

export type CaseId = Id<"screeningCase">;

export interface CaseRow {
  readonly case_id: CaseId;
  readonly recipient_id: RecipientId;
  readonly party: PartyContent;
  readonly match: Match;
  readonly state: CaseState;
  readonly found_at: Date;
  readonly reason: string | null;
  readonly proposed_by: UserId | null;
  readonly decided_by: UserId | null;
  readonly decided_at: Date | null;
}

const columns = sql`
  c.case_id, c.recipient_id, c.party, c.match, c.state, c.found_at, c.reason, c.proposed_by, c.decided_by, c.decided_at`;

/** No row if this version of the recipient has a case about the entry, open or decided. */
export const insertCase = (
  tx: Tx,
  organizationId: OrganizationId,
  { caseId, party, match, at }: { caseId: CaseId; party: Party; match: Match; at: Date },
) =>
  tx.maybe<{ case_id: CaseId }>(sql`
  insert into screening_cases (organization_id, case_id, recipient_id, digest, party, entry_key, match, state, found_at)
  values (${organizationId}, ${caseId}, ${party.recipientId}, decode(${party.digest}, 'hex'), ${JSON.stringify(party.content)}::jsonb,
          ${match.key}, ${JSON.stringify(match)}::jsonb, ${caseStates.initial[0]}, ${at})
  on conflict do nothing
  returning case_id, ${screeningCases.inserted()}`);

/** Of these versions of recipients: which entries were decided about, and how. None that is not proven. */
export const decidedCases = (db: Queryable, organizationId: OrganizationId, parties: readonly Party[]) =>
  db.many<{ case_id: CaseId; recipient_id: RecipientId; digest: string; entry_key: string; state: CaseState }>(sql`
  select c.case_id, c.recipient_id, encode(c.digest, 'hex') as digest, c.entry_key, c.state, ${screeningCases.proofOrSkip("c")}
    from unnest(${uuidArray(parties.map(({ recipientId }) => recipientId))}::uuid[], ${parties.map(({ digest }) => digest)}::text[])
           as p(recipient_id, digest)
    join screening_cases c on c.organization_id = ${organizationId} and c.recipient_id = p.recipient_id and c.digest = decode(p.digest, 'hex')`);

export const findCase = (db: Queryable, organizationId: OrganizationId, caseId: string) =>
  db.maybe<CaseRow>(sql`
  select ${columns}, ${screeningCases.proof("c")} from screening_cases c
   where c.organization_id = ${organizationId} and c.case_id = ${caseId}`);

/** The newest first. */
export const listCaseRows = (
  db: Queryable,
  organizationId: OrganizationId,
  { state, limit }: { state: CaseState; limit: number },
) =>
  db.many<CaseRow>(sql`
  select ${columns}, ${screeningCases.proofOrSkip("c")} from screening_cases c
   where c.organization_id = ${organizationId} and c.state = ${state} order by c.case_id desc limit ${limit}`);

/** Counted up to 1,000. */
export const countOpenCases = (db: Queryable, organizationId: OrganizationId) =>
  db.one<{ count: bigint }>(sql`
  select count(*) as count
    from (select from screening_cases where organization_id = ${organizationId} and state = ${caseStates.initial[0]} limit 1000) c`);

/** Returns the number of rows moved. */
export const decideCaseRow = (
  tx: Tx,
  organizationId: OrganizationId,
  decided: { caseId: CaseId; verdict: CaseVerdict; reason: string; proposedBy: UserId; decidedBy: UserId; at: Date },
) =>
  tx.run(
    screeningCases.update({
      set: sql`state = ${caseStates.moves[decided.verdict].to}, reason = ${decided.reason}, proposed_by = ${decided.proposedBy},
               decided_by = ${decided.decidedBy}, decided_at = ${decided.at}`,
      where: sql`organization_id = ${organizationId} and case_id = ${decided.caseId}
     and ${isOneOf(sql`state`, caseStates.statesBefore(decided.verdict))}`,
    }),
  );
