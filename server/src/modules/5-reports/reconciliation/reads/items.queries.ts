import type { BankFileId } from "#bank/exchange";
import type { KeysetRange } from "#kernel/http/paging.queries.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import { sql, uuidArray } from "#kernel/sql/sql.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";
import type { BankMatchId, LedgerSide, OpenMovement, ReconciledAccount } from "../movement.ts";
import { bankMatches, bankMovements } from "../tables.ts";

/** The key for paging movements. */
export const movementKey = sql`movement_id`;

export interface BankMovementRow extends OpenMovement {
  readonly fileId: BankFileId;
  readonly matchId: BankMatchId | null;
}

/** A page of an account's movements in a state. */
export const pageOfMovements = (
  db: Queryable,
  { organizationId, accountId }: ReconciledAccount,
  { state, keyset }: { readonly state: "open" | "matched"; readonly keyset: KeysetRange },
) =>
  db.many<BankMovementRow>(sql`
  select movement_id as "movementId", booked_on::text as "bookedOn", amount_minor as "amountMinor",
         is_return as "isReturn", bank_reference as "bankReference", code, counterparty,
         remittance, description, file_id as "fileId", match_id as "matchId", ${bankMovements.proofOrSkip("b")}
    from bank_movements b
   where organization_id = ${organizationId} and account_id = ${accountId}
     and ${state === "open" ? sql`state = 'open'` : sql`state = 'matched'`} and ${keyset.condition}
   order by ${keyset.order} limit ${keyset.limit}`);

export const movementWithId = ({ organizationId, accountId }: ReconciledAccount, movementId: string) => sql`
  select 1 from bank_movements
   where organization_id = ${organizationId} and account_id = ${accountId} and movement_id = ${movementId}::uuid`;

export interface MatchedEntryRow extends LedgerSide {
  readonly matchId: BankMatchId;
  readonly kind: "reference" | "booked" | "manual";
}

/** Some of the ledger entries of each match; one row without a transaction for a match that has none. */
export const entriesOfMatches = (db: Queryable, organizationId: OrganizationId, ids: readonly BankMatchId[]) =>
  db.many<MatchedEntryRow | { matchId: BankMatchId; kind: MatchedEntryRow["kind"]; transactionId: null }>(sql`
  select m.match_id as "matchId", m.kind, e.transaction_id as "transactionId", e.effect::text as effect,
         e.amount_minor as "amountMinor", e.entered_on::timestamp at time zone 'America/New_York' as "enteredAt",
         ${bankMatches.proofOrSkip("m")}
    from bank_matches m
    left join lateral (
      select transaction_id, effect, amount_minor, entered_on from bank_matched_entries x
       where x.organization_id = ${organizationId} and x.match_id = m.match_id
       order by transaction_id limit 20) e on true
   where m.organization_id = ${organizationId} and m.match_id = any (${uuidArray(ids)}::uuid[])`);

/** Unmatched entries between two instants, the oldest first. */
export const oldestOpenEntries = (
  db: Queryable,
  { organizationId, accountId }: ReconciledAccount,
  { from, to, limit }: { readonly from: Date; readonly to: Date; readonly limit: number },
) =>
  db.many<LedgerSide>(sql`
  select m.transaction_id as "transactionId", m.effect::text as effect, m.amount_minor as "amountMinor",
         m.entered_at as "enteredAt"
    from settled_movements m
   where m.organization_id = ${organizationId} and m.ledger_account_id = ${accountId}
     and m.entered_at >= ${from} and m.entered_at < ${to}
     and not exists (
       select from bank_matched_entries e
        where e.organization_id = m.organization_id and e.account_id = m.ledger_account_id
          and e.transaction_id = m.transaction_id and e.effect = m.effect)
   order by m.entered_at, m.transaction_id limit ${limit}`);

/** Who paid or was paid. An entry of a transfer names the side that paid, which is the other one where it arrived. */
export const counterpartiesOf = (
  db: Queryable,
  { organizationId, accountId }: ReconciledAccount,
  ids: readonly string[],
) =>
  db.many<{ transactionId: string; counterpartyName: string }>(sql`
  select f.transaction_id as "transactionId",
         coalesce(case when f.account_id <> ${accountId} then coalesce(a.nickname, a.name) end, f.counterparty_name) as "counterpartyName"
    from statement_facts f
    left join depository_accounts a on a.organization_id = f.organization_id and a.account_id = f.account_id
   where f.organization_id = ${organizationId} and f.transaction_id = any (${uuidArray(ids)}::uuid[])`);

/** When the bank's statements have a transaction of an account; undefined if they do not yet. */
export const findOnStatement = (
  db: Queryable,
  organizationId: OrganizationId,
  { accountId, transactionId }: { readonly accountId: AccountId; readonly transactionId: string },
) =>
  db.maybe<{ matched_at: Date }>(sql`
  select m.matched_at, ${bankMatches.proofOrSkip("m")} from bank_matched_entries e
    join bank_matches m on m.organization_id = e.organization_id and m.match_id = e.match_id
   where e.organization_id = ${organizationId} and e.account_id = ${accountId} and e.transaction_id = ${transactionId}::uuid
   order by m.matched_at limit 1`);
