import type { BankFileId } from "#bank/exchange";
import type { Tx } from "#kernel/sql/database.ts";
import { isOneOf, sql, uuidArray } from "#kernel/sql/sql.ts";
import type { BankMatchId, BankStatementId, MovementId, ReconciledAccount } from "../movement.ts";
import type { ReportedMovement } from "../reading/reported-account.ts";
import { bankMovementStates } from "../states.ts";
import { bankMovements } from "../tables.ts";

export interface KnownMovementRow {
  readonly movementId: MovementId;
  readonly bookedOn: string;
  readonly amountMinor: bigint;
  readonly isReturn: boolean;
  readonly bankReference: string | null;
  readonly isListed: boolean;
  readonly isByHand: boolean;
  readonly isOpen: boolean;
}

/** The account's movements that were booked between two days, in the order in which they were reported. */
export const knownMovements = (
  tx: Tx,
  { organizationId, accountId }: ReconciledAccount,
  { from, to }: { readonly from: string; readonly to: string },
) =>
  tx.many<KnownMovementRow>(sql`
  select movement_id as "movementId", booked_on::text as "bookedOn", amount_minor as "amountMinor",
         is_return as "isReturn", bank_reference as "bankReference", statement_id is not null as "isListed",
         by_hand as "isByHand", state = 'open' as "isOpen"
    from bank_movements
   where organization_id = ${organizationId} and account_id = ${accountId} and state <> 'withdrawn'
     and booked_on between ${from}::date and ${to}::date
   order by movement_id`);

/** Corrections have withdrawn these: a report that has one again is about another one. Each must be proven to be withdrawn. */
export const requireWithdrawn = (
  tx: Tx,
  { organizationId, accountId }: ReconciledAccount,
  { from, to }: { readonly from: string; readonly to: string },
) =>
  tx.run(sql`
  select ${bankMovements.proof("m")} from bank_movements m
   where organization_id = ${organizationId} and account_id = ${accountId} and state = 'withdrawn'
     and booked_on between ${from}::date and ${to}::date`);

/** The same for movements that are said to be in other statements. */
export const requireListed = (tx: Tx, { organizationId }: ReconciledAccount, ids: readonly MovementId[]) =>
  tx.run(sql`
  select ${bankMovements.proof("m")} from bank_movements m
   where organization_id = ${organizationId} and movement_id = any (${uuidArray(ids)}::uuid[])`);

/** Movements of a statement. */
export const movementsOfStatement = (tx: Tx, { organizationId }: ReconciledAccount, statementId: string) =>
  tx.many<{ movementId: MovementId; matchId: BankMatchId | null }>(sql`
  select movement_id as "movementId", match_id as "matchId" from bank_movements
   where organization_id = ${organizationId} and statement_id = ${statementId} and state <> 'withdrawn'
   order by movement_id`);

/** The statement that has movements, and its closing day, whose balance includes them. */
export interface Listing {
  readonly statementId: BankStatementId;
  readonly listedOn: string;
}

export interface NewMovement {
  readonly movementId: MovementId;
  readonly reported: ReportedMovement;
}

export const insertMovements = (
  tx: Tx,
  { organizationId, accountId }: ReconciledAccount,
  {
    movements,
    listing,
    fileId,
    isByHand,
    at,
  }: {
    movements: readonly NewMovement[];
    listing: Listing | undefined;
    fileId: BankFileId;
    isByHand: boolean;
    at: Date;
  },
) => {
  const column = <Value>(of: (reported: ReportedMovement) => Value): readonly Value[] =>
    movements.map(({ reported }) => of(reported));
  return tx.run(sql`
  insert into bank_movements (organization_id, movement_id, account_id, state, file_id, statement_id, listed_on, booked_on, amount_minor,
                              is_return, bank_reference, code, counterparty, remittance, description, by_hand, created_at)
  select ${organizationId}::uuid, g.movement_id, ${accountId}::uuid, ${bankMovementStates.initial[0]}, ${fileId}::uuid,
         ${listing?.statementId ?? null}::uuid, ${listing?.listedOn ?? null}::date, g.booked_on, g.amount_minor,
         g.is_return, g.bank_reference, g.code, g.counterparty, g.remittance,
         g.description, ${isByHand}, ${at}::timestamptz
    from unnest(${uuidArray(movements.map(({ movementId }) => movementId))}::uuid[],
                ${column(({ bookedOn }) => bookedOn)}::date[],
                ${column(({ amountMinor }) => amountMinor)}::bigint[],
                ${column(({ isReturn }) => isReturn)}::boolean[],
                ${column(({ bankReference }) => bankReference ?? null)}::text[],
                ${column(({ code }) => code)}::text[],
                ${column(({ counterparty }) => counterparty ?? null)}::text[],
                ${column(({ remittance }) => remittance ?? null)}::text[],
                ${column(({ description }) => description ?? null)}::text[])
      as g(movement_id, booked_on, amount_minor, is_return, bank_reference, code, counterparty, remittance, description)
  returning ${bankMovements.inserted()}`);
};

export interface NewReference {
  readonly movementId: MovementId;
  readonly position: number;
  readonly reference: string;
}

/** References are added when a report first has them: a statement may have a batch without its details. */
export const insertReferences = (tx: Tx, { organizationId }: ReconciledAccount, references: readonly NewReference[]) =>
  tx.run(sql`
  insert into bank_movement_references (organization_id, movement_id, position, reference)
  select ${organizationId}::uuid, g.movement_id, g.position, g.reference
    from unnest(${uuidArray(references.map(({ movementId }) => movementId))}::uuid[],
                ${references.map(({ position }) => position)}::integer[],
                ${references.map(({ reference }) => reference)}::text[]) as g(movement_id, position, reference)
  on conflict do nothing`);

/** Which of the movements have references. */
export const movementsWithReferences = (tx: Tx, { organizationId }: ReconciledAccount, ids: readonly MovementId[]) =>
  tx.many<{ movementId: MovementId }>(sql`
  select distinct movement_id as "movementId" from bank_movement_references
   where organization_id = ${organizationId} and movement_id = any (${uuidArray(ids)}::uuid[])`);

/** Movements of earlier reports are in a statement. */
export const listMovements = (
  tx: Tx,
  { organizationId }: ReconciledAccount,
  { ids, listing: { statementId, listedOn } }: { ids: readonly MovementId[]; listing: Listing },
) =>
  tx.run(
    bankMovements.update({
      set: sql`statement_id = ${statementId}, listed_on = ${listedOn}`,
      where: sql`organization_id = ${organizationId} and movement_id = any (${uuidArray(ids)}::uuid[])`,
    }),
  );

/** Before a corrected statement is listed: its movements are those of an intraday report until then. */
export const unlistStatement = (tx: Tx, { organizationId }: ReconciledAccount, statementId: string) =>
  tx.run(
    bankMovements.update({
      set: sql`statement_id = null, listed_on = null`,
      where: sql`organization_id = ${organizationId} and statement_id = ${statementId}`,
    }),
  );

export const withdrawMovements = (tx: Tx, { organizationId }: ReconciledAccount, ids: readonly MovementId[]) =>
  tx.run(
    bankMovements.update({
      set: sql`state = ${bankMovementStates.moves.withdraw.to}, statement_id = null, listed_on = null`,
      where: sql`organization_id = ${organizationId} and movement_id = any (${uuidArray(ids)}::uuid[])
     and ${isOneOf(sql`state`, bankMovementStates.statesBefore("withdraw"))}`,
    }),
  );

/** The bank itself has reported what only a person had uploaded. */
export const confirmByBank = (tx: Tx, { organizationId }: ReconciledAccount, ids: readonly MovementId[]) =>
  tx.run(sql`
  update bank_movements set by_hand = false
   where organization_id = ${organizationId} and movement_id = any (${uuidArray(ids)}::uuid[])`);
