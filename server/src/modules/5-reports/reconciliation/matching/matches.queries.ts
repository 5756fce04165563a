import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { isOneOf, sql, uuidArray } from "#kernel/sql/sql.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import type { BankMatchId, LedgerSide, MovementId, OpenMovement, ReconciledAccount } from "../movement.ts";
import { bankMatchStates, bankMovementStates } from "../states.ts";
import { bankMatches, bankMovements } from "../tables.ts";

const openColumns = sql`
  movement_id as "movementId", booked_on::text as "bookedOn", amount_minor as "amountMinor", is_return as "isReturn",
  bank_reference as "bankReference", code, counterparty, remittance, description`;

/** Open movements, the latest first. */
export const latestOpenMovements = (db: Queryable, { organizationId, accountId }: ReconciledAccount, limit: number) =>
  db.many<OpenMovement>(sql`
  select ${openColumns}, ${bankMovements.proofOrSkip("m")} from bank_movements m
   where organization_id = ${organizationId} and account_id = ${accountId} and state = 'open'
   order by movement_id desc limit ${limit}`);

/** Those of these movements that are open, in the order of their report. */
export const openMovements = (
  db: Queryable,
  { organizationId, accountId }: ReconciledAccount,
  ids: readonly string[],
) =>
  db.many<OpenMovement>(sql`
  select ${openColumns}, ${bankMovements.proofOrSkip("m")} from bank_movements m
   where organization_id = ${organizationId} and account_id = ${accountId} and state = 'open'
     and movement_id = any (${uuidArray(ids)}::uuid[])
   order by movement_id`);

/** All references of the movements. */
export const referencesOfMovements = (db: Queryable, organizationId: OrganizationId, ids: readonly MovementId[]) =>
  db.many<{ movementId: MovementId; position: number; reference: string }>(sql`
  select movement_id as "movementId", position, reference from bank_movement_references
   where organization_id = ${organizationId} and movement_id = any (${uuidArray(ids)}::uuid[])
   order by movement_id, position`);

const sideColumns = sql`
  m.transaction_id as "transactionId", m.effect::text as effect, m.amount_minor as "amountMinor",
  m.entered_at as "enteredAt"`;
const isUnmatched = sql`not exists (
     select from bank_matched_entries e
      where e.organization_id = m.organization_id and e.account_id = m.ledger_account_id
        and e.transaction_id = m.transaction_id and e.effect = m.effect)`;

/** Entries of these transactions on the account that were not found at the bank yet. */
export const unmatchedEntriesOf = (
  db: Queryable,
  { organizationId, accountId }: ReconciledAccount,
  ids: readonly TransactionId[],
) =>
  db.many<LedgerSide>(sql`
  select ${sideColumns} from settled_movements m
   where m.organization_id = ${organizationId} and m.ledger_account_id = ${accountId}
     and m.transaction_id = any (${uuidArray(ids)}::uuid[]) and ${isUnmatched}
   order by m.transaction_id`);

/** A payment that ended before the ledger settled it. */
export interface RefusedPayment {
  readonly transactionId: TransactionId;
  /** Cents, below zero: what would have left the account. */
  readonly amountMinor: bigint;
}

/** Those of these payments that ended without leaving the account. */
export const endedBeforeSettling = (
  db: Queryable,
  { organizationId, accountId }: ReconciledAccount,
  ids: readonly TransactionId[],
) =>
  db.many<RefusedPayment>(sql`
  select transaction_id as "transactionId", -amount_minor as "amountMinor" from recorded_entries
   where organization_id = ${organizationId} and transaction_id = any (${uuidArray(ids)}::uuid[])
     and effect = 'release' and debit_account_id = ${accountId}`);

/** Those of these IDs that are transactions with an entry on the account. */
export const transactionsAmong = (
  db: Queryable,
  { organizationId, accountId }: ReconciledAccount,
  ids: readonly string[],
) =>
  db.many<{ transactionId: TransactionId }>(sql`
  select distinct transaction_id as "transactionId" from settled_movements
   where organization_id = ${organizationId} and ledger_account_id = ${accountId}
     and transaction_id = any (${uuidArray(ids)}::uuid[])`);

/** The days (New York) between two instants on which unmatched entries of these amounts were entered. */
export const daysOfUnmatchedLike = (
  db: Queryable,
  { organizationId, accountId }: ReconciledAccount,
  { amounts, from, to }: { amounts: readonly bigint[]; from: Date; to: Date },
) =>
  db.many<{ amountMinor: bigint; enteredOn: string }>(sql`
  select distinct m.amount_minor as "amountMinor", (m.entered_at at time zone 'America/New_York')::date::text as "enteredOn"
    from settled_movements m
   where m.organization_id = ${organizationId} and m.ledger_account_id = ${accountId}
     and m.entered_at >= ${from} and m.entered_at < ${to} and m.amount_minor = any (${amounts}::bigint[]) and ${isUnmatched}`);

/** Unmatched entries of this amount between two instants: what may be the same money. */
export const unmatchedEntriesLike = (
  db: Queryable,
  { organizationId, accountId }: ReconciledAccount,
  { amountMinor, from, to, limit }: { amountMinor: bigint; from: Date; to: Date; limit: number },
) =>
  db.many<LedgerSide>(sql`
  select ${sideColumns} from settled_movements m
   where m.organization_id = ${organizationId} and m.ledger_account_id = ${accountId}
     and m.entered_at >= ${from} and m.entered_at < ${to} and m.amount_minor = ${amountMinor} and ${isUnmatched}
   order by m.entered_at, m.transaction_id limit ${limit}`);

export interface NewMatch {
  readonly matchId: BankMatchId;
  readonly kind: "reference" | "booked" | "manual";
  readonly amountMinor: bigint;
}

export const insertBankMatches = (
  tx: Tx,
  { organizationId, accountId }: ReconciledAccount,
  { matches, kind, at }: { matches: readonly Omit<NewMatch, "kind">[]; kind: NewMatch["kind"]; at: Date },
) =>
  tx.run(sql`
  insert into bank_matches (organization_id, match_id, account_id, state, kind, amount_minor, matched_at)
  select ${organizationId}::uuid, g.match_id, ${accountId}::uuid, ${bankMatchStates.initial[0]}, ${kind}, g.amount_minor,
         ${at}::timestamptz
    from unnest(${uuidArray(matches.map(({ matchId }) => matchId))}::uuid[],
                ${matches.map(({ amountMinor }) => amountMinor)}::bigint[]) as g(match_id, amount_minor)
  returning ${bankMatches.inserted()}`);

export const matchMovements = (
  tx: Tx,
  { organizationId }: ReconciledAccount,
  movements: readonly { readonly matchId: BankMatchId; readonly movementId: MovementId }[],
) =>
  tx.run(sql`
  update bank_movements b set state = ${bankMovementStates.moves.match.to}, match_id = g.match_id
    from unnest(${uuidArray(movements.map(({ movementId }) => movementId))}::uuid[],
                ${uuidArray(movements.map(({ matchId }) => matchId))}::uuid[]) as g(movement_id, match_id)
   where b.organization_id = ${organizationId} and b.movement_id = g.movement_id
     and ${isOneOf(sql`b.state`, bankMovementStates.statesBefore("match"))}
  returning ${bankMovements.changed("b")}`);

export async function insertMatchedEntries(
  tx: Tx,
  { organizationId, accountId }: ReconciledAccount,
  entries: readonly (LedgerSide & { readonly matchId: BankMatchId; readonly enteredOn: string })[],
): Promise<void> {
  await tx.run(sql`
  insert into bank_matched_entries (organization_id, account_id, transaction_id, effect, match_id, amount_minor, entered_on)
  select ${organizationId}::uuid, ${accountId}::uuid, g.transaction_id, g.effect, g.match_id, g.amount_minor, g.entered_on
    from unnest(${uuidArray(entries.map(({ transactionId }) => transactionId))}::uuid[],
                ${entries.map(({ effect }) => effect)}::text[],
                ${uuidArray(entries.map(({ matchId }) => matchId))}::uuid[],
                ${entries.map(({ amountMinor }) => amountMinor)}::bigint[],
                ${entries.map(({ enteredOn }) => enteredOn)}::date[]) as g(transaction_id, effect, match_id, amount_minor, entered_on)`);
  await tx.run(sql`
  insert into bank_matched_days (organization_id, account_id, day, entries, amount_minor)
  select ${organizationId}::uuid, ${accountId}::uuid, g.day, count(*), sum(g.amount_minor)
    from unnest(${entries.map(({ enteredOn }) => enteredOn)}::date[],
                ${entries.map(({ amountMinor }) => amountMinor)}::bigint[]) as g(day, amount_minor)
   group by g.day order by g.day
  on conflict (organization_id, account_id, day) do update
     set entries = bank_matched_days.entries + excluded.entries,
         amount_minor = bank_matched_days.amount_minor + excluded.amount_minor`);
}

/** Both sides of a match are open again. */
export async function undoMatchRows(
  tx: Tx,
  { organizationId }: ReconciledAccount,
  { matchId, at }: { matchId: BankMatchId; at: Date },
): Promise<number> {
  await tx.run(sql`
  with opened as (
    delete from bank_matched_entries where organization_id = ${organizationId} and match_id = ${matchId}
    returning account_id, entered_on, amount_minor)
  update bank_matched_days d set entries = d.entries - o.entries, amount_minor = d.amount_minor - o.amount_minor
    from (select account_id, entered_on, count(*) as entries, sum(amount_minor)::bigint as amount_minor
            from opened group by account_id, entered_on) o
   where d.organization_id = ${organizationId} and d.account_id = o.account_id and d.day = o.entered_on`);
  await tx.run(
    bankMovements.update({
      set: sql`state = ${bankMovementStates.moves.unmatch.to}, match_id = null`,
      where: sql`organization_id = ${organizationId} and match_id = ${matchId}
     and ${isOneOf(sql`state`, bankMovementStates.statesBefore("unmatch"))}`,
    }),
  );
  return tx.run(
    bankMatches.update({
      set: sql`state = ${bankMatchStates.moves.undo.to}, undone_at = ${at}`,
      where: sql`organization_id = ${organizationId} and match_id = ${matchId}
     and ${isOneOf(sql`state`, bankMatchStates.statesBefore("undo"))}`,
    }),
  );
}

/** Accounts with open movements whose ledger balance has changed since they were compared. */
export const accountsToCompare = (db: Queryable, limit: number) =>
  db.many<{ organization_id: OrganizationId; account_id: ReconciledAccount["accountId"]; version: bigint }>(sql`
  select r.organization_id, r.account_id, b.version
    from reconciled_accounts r
    join current_balances b on b.organization_id = r.organization_id and b.ledger_account_id = r.account_id
   where b.version <> r.compared_version
     and exists (select from bank_movements m where m.organization_id = r.organization_id
                    and m.account_id = r.account_id and m.state = 'open')
   order by r.organization_id, r.account_id limit ${limit}`);

export const setComparedVersion = (tx: Tx, { organizationId, accountId }: ReconciledAccount, version: bigint) =>
  tx.run(sql`
  update reconciled_accounts set compared_version = ${version}
   where organization_id = ${organizationId} and account_id = ${accountId}`);

/** The accounts of movements, with the number of them on each. */
export const accountOfMovements = (db: Queryable, organizationId: OrganizationId, ids: readonly string[]) =>
  db.many<{ accountId: ReconciledAccount["accountId"]; movements: bigint }>(sql`
  select account_id as "accountId", count(*) as movements from bank_movements
   where organization_id = ${organizationId} and movement_id = any (${uuidArray(ids)}::uuid[])
   group by account_id order by account_id`);

export interface BankMatchRow {
  readonly matchId: BankMatchId;
  readonly accountId: ReconciledAccount["accountId"];
  readonly kind: NewMatch["kind"];
  readonly state: "matched" | "undone";
}

export const findBankMatch = (db: Queryable, organizationId: OrganizationId, matchId: string) =>
  db.maybe<BankMatchRow>(sql`
  select match_id as "matchId", account_id as "accountId", kind, state, ${bankMatches.proof("m")}
    from bank_matches m where organization_id = ${organizationId} and match_id = ${matchId}::uuid`);

export const isOpenMovement = async (db: Queryable, organizationId: OrganizationId, movementId: string) =>
  (await db.maybe(sql`
  select from bank_movements
   where organization_id = ${organizationId} and movement_id = ${movementId}::uuid and state = 'open'`)) !== undefined;

/** A deposit that is at the bank. */
export interface DepositAtBank {
  readonly depositId: TransactionId;
  readonly counterpartyName: string;
  /** The bank's booking of the deposit has a reference of the movement. */
  readonly isReferenced: boolean;
}

/** Matched deposits of this amount that the bank booked between two days, in order. */
export const depositsLike = (
  db: Queryable,
  { organizationId, accountId }: ReconciledAccount,
  { movementId, amountMinor, from, to }: { movementId: MovementId; amountMinor: bigint; from: string; to: string },
) =>
  db.many<DepositAtBank>(sql`
  select e.transaction_id as "depositId", f.counterparty_name as "counterpartyName",
         coalesce(b.bank_reference = own.bank_reference, false) or exists (
           select from bank_movement_references theirs
             join bank_movement_references ours on ours.organization_id = theirs.organization_id
                  and ours.movement_id = own.movement_id and ours.reference = theirs.reference
            where theirs.organization_id = b.organization_id and theirs.movement_id = b.movement_id) as "isReferenced"
    from bank_movements own
    join bank_movements b on b.organization_id = own.organization_id and b.account_id = own.account_id
    join bank_matched_entries e on e.organization_id = b.organization_id and e.match_id = b.match_id
    join statement_facts f on f.organization_id = e.organization_id and f.transaction_id = e.transaction_id
   where own.organization_id = ${organizationId} and own.movement_id = ${movementId} and b.account_id = ${accountId}
     and b.state = 'matched' and b.amount_minor = ${amountMinor} and b.booked_on between ${from}::date and ${to}::date
     and e.effect = 'deposit' and e.amount_minor = ${amountMinor}
   order by e.transaction_id`);

/** Unmatched payments of an account that settled between two instants. */
export const unmatchedPostsBetween = (
  db: Queryable,
  { organizationId, accountId }: ReconciledAccount,
  { from, to, limit }: { from: Date; to: Date; limit: number },
) =>
  db.many<LedgerSide>(sql`
  select ${sideColumns} from settled_movements m
   where m.organization_id = ${organizationId} and m.ledger_account_id = ${accountId}
     and m.entered_at >= ${from} and m.entered_at < ${to} and m.effect::text = 'post' and ${isUnmatched}
   order by m.entered_at, m.transaction_id limit ${limit}`);
