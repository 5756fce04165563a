import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { eachOf, isOneOf, type Sql, sql, uuidArray } from "#kernel/sql/sql.ts";
import {
  type AccountId,
  firstIdAt,
  type OrganizationId,
  type RecipientId,
  type RoutingId,
  type TransactionId,
  type UserId,
} from "#kernel/values/ids.ts";
import { accountValidations } from "../tables.ts";
import type { ValidationId, ValidationRow } from "./account-validation.ts";
import { type ValidationTrigger, validationStates } from "./validation-states.ts";

const columns: Sql = sql`
  v.validation_id, v.recipient_id, v.routing_id, v.method, v.state, v.started_at, v.started_by, v.account_id, v.first_transaction_id,
  v.second_transaction_id, v.first_minor, v.second_minor, v.email, v.attempts, v.expires_at, v.code, v.ended_at`;

/** The last attempt for each of these versions of bank details that says something. None that is not proven. */
export const latestValidations = (db: Queryable, organizationId: OrganizationId, routingIds: readonly RoutingId[]) =>
  db.many<ValidationRow>(sql`
  select ${columns}, ${accountValidations.proofOrSkip("v")}
    from unnest(${uuidArray(routingIds)}::uuid[]) as asked(routing_id)
   cross join lateral (
     select l.* from account_validations l
      where l.organization_id = ${organizationId} and l.routing_id = asked.routing_id and l.state <> 'withdrawn'
      order by l.validation_id desc limit 1) v`);

/** Prenotes go out: an attempt for each of these details that has no open one. */
export const insertPrenoteValidations = (
  tx: Tx,
  organizationId: OrganizationId,
  {
    attempts,
    at,
  }: {
    readonly attempts: readonly Pick<ValidationRow, "validation_id" | "recipient_id" | "routing_id">[];
    readonly at: Date;
  },
) =>
  tx.run(sql`
  insert into account_validations (organization_id, validation_id, recipient_id, routing_id, method, state, started_at)
  select ${organizationId}::uuid, g.validation_id, g.recipient_id, g.routing_id, 'prenote', ${validationStates.initial[0]}, ${at}::timestamptz
    from unnest(${uuidArray(attempts.map((attempt) => attempt.validation_id))}::uuid[], ${uuidArray(attempts.map((attempt) => attempt.recipient_id))}::uuid[],
                ${uuidArray(attempts.map((attempt) => attempt.routing_id))}::uuid[]) as g(validation_id, recipient_id, routing_id)
   order by g.validation_id
  on conflict (organization_id, routing_id) where state = 'pending' do nothing
  returning ${accountValidations.inserted()}`);

/** Two deposits that the payee is to confirm. */
export interface NewDeposits {
  readonly validationId: ValidationId;
  readonly recipientId: RecipientId;
  readonly routingId: RoutingId;
  readonly accountId: AccountId;
  readonly deposits: readonly [MicroDeposit, MicroDeposit];
  readonly email: string;
  readonly secretHash: Buffer;
  readonly startedBy: UserId;
  readonly startedAt: Date;
  readonly expiresAt: Date;
}

export interface MicroDeposit {
  readonly transactionId: TransactionId;
  readonly amountMinor: bigint;
}

export const insertDeposits = (
  tx: Tx,
  organizationId: OrganizationId,
  { deposits: [first, second], ...row }: NewDeposits,
) =>
  tx.run(sql`
  insert into account_validations (organization_id, validation_id, recipient_id, routing_id, method, state, started_at, started_by,
                                   account_id, first_transaction_id, second_transaction_id, first_minor, second_minor, secret_hash,
                                   email, expires_at)
  values (${organizationId}, ${row.validationId}, ${row.recipientId}, ${row.routingId}, 'microDeposits', ${validationStates.initial[0]},
          ${row.startedAt}, ${row.startedBy}, ${row.accountId}, ${first.transactionId}, ${second.transactionId},
          ${first.amountMinor}, ${second.amountMinor}, ${row.secretHash}, ${row.email}, ${row.expiresAt})
  returning ${accountValidations.inserted()}`);

export const findVerification = (db: Queryable, organizationId: OrganizationId, secretHash: Buffer) =>
  db.maybe<ValidationRow>(sql`
  select ${columns}, ${accountValidations.proofOrSkip("v")} from account_validations v
   where v.organization_id = ${organizationId} and v.secret_hash = ${secretHash}`);

export const lockVerification = (tx: Tx, organizationId: OrganizationId, secretHash: Buffer) =>
  tx.maybe<ValidationRow>(sql`
  select ${columns}, ${accountValidations.proofOrSkip("v")} from account_validations v
   where v.organization_id = ${organizationId} and v.secret_hash = ${secretHash} for update`);

/** The last attempts that the trigger moves: prenotes of these details, locked. */
export const lockPrenoteValidations = (
  tx: Tx,
  organizationId: OrganizationId,
  { routingIds, trigger }: { readonly routingIds: readonly RoutingId[]; readonly trigger: ValidationTrigger },
) =>
  tx.many<ValidationRow>(sql`
  select ${columns}, ${accountValidations.proofOrSkip("v")} from account_validations v
   where v.organization_id = ${organizationId} and v.routing_id = any (${eachOf(routingIds)}) and v.method = 'prenote'
     and ${isOneOf(sql`v.state`, validationStates.statesBefore(trigger))}
     and not exists (select from account_validations n where n.organization_id = v.organization_id and n.routing_id = v.routing_id
                        and n.validation_id > v.validation_id and n.state <> 'withdrawn')
   order by v.validation_id for update`);

/** The open attempt for these details, locked. */
export const lockOpenValidation = (tx: Tx, organizationId: OrganizationId, routingId: RoutingId) =>
  tx.maybe<ValidationRow>(sql`
  select ${columns}, ${accountValidations.proofOrSkip("v")} from account_validations v
   where v.organization_id = ${organizationId} and v.routing_id = ${routingId} and v.state = 'pending' for update`);

const isDepositAmong = (transactionIds: readonly TransactionId[]): Sql => sql`
  (v.first_transaction_id = any (${eachOf(transactionIds)}) or v.second_transaction_id = any (${eachOf(transactionIds)}))`;

/** The attempts that these payments belong to, locked. */
export const lockValidationsOf = (tx: Tx, organizationId: OrganizationId, transactionIds: readonly TransactionId[]) =>
  tx.many<ValidationRow>(sql`
  select ${columns}, ${accountValidations.proofOrSkip("v")} from account_validations v
   where v.organization_id = ${organizationId} and ${isDepositAmong(transactionIds)}
   order by v.validation_id for update`);

/** Those of these payments that are deposits of an attempt. None of one that is not proven. */
export const depositsAmong = async (
  db: Queryable,
  organizationId: OrganizationId,
  transactionIds: readonly TransactionId[],
): Promise<ReadonlySet<TransactionId>> => {
  if (transactionIds.length === 0) return new Set();
  const found = await db.many<Pick<ValidationRow, "first_transaction_id" | "second_transaction_id">>(sql`
  select v.first_transaction_id, v.second_transaction_id, ${accountValidations.proofOrSkip("v")} from account_validations v
   where v.organization_id = ${organizationId} and ${isDepositAmong(transactionIds)}`);
  const ids = found.flatMap((row) => [row.first_transaction_id ?? [], row.second_transaction_id ?? []].flat());
  return new Set(ids.filter((id) => transactionIds.includes(id)));
};

/** The deposits to these details. */
export const depositsTo = (db: Queryable, organizationId: OrganizationId, routingIds: readonly RoutingId[]) =>
  db.many<{ first_transaction_id: TransactionId; second_transaction_id: TransactionId }>(sql`
  select v.first_transaction_id, v.second_transaction_id, ${accountValidations.proofOrSkip("v")} from account_validations v
   where v.organization_id = ${organizationId} and v.routing_id = any (${eachOf(routingIds)}) and v.first_transaction_id is not null`);

/** Locked before. */
export const moveValidations = (
  tx: Tx,
  organizationId: OrganizationId,
  move: {
    readonly validationIds: readonly ValidationId[];
    readonly trigger: ValidationTrigger;
    readonly code: string | null;
    readonly at: Date;
  },
) =>
  tx.run(sql`
  update account_validations set state = ${validationStates.moves[move.trigger].to}, code = ${move.code}, ended_at = ${move.at}
   where organization_id = ${organizationId} and validation_id = any (${eachOf(move.validationIds)})
     and ${isOneOf(sql`state`, validationStates.statesBefore(move.trigger))}
  returning ${accountValidations.changed()}`);

export const countAttempt = (tx: Tx, organizationId: OrganizationId, validationId: ValidationId) =>
  tx.run(sql`
  update account_validations set attempts = attempts + 1
   where organization_id = ${organizationId} and validation_id = ${validationId} and state = 'pending'
  returning ${accountValidations.changed()}`);

/** How many there were: deposits to these details, and those of the organization since an instant. */
export const countDeposits = (
  db: Queryable,
  organizationId: OrganizationId,
  { recipientId, routingId, since }: { recipientId: RecipientId; routingId: RoutingId; since: Date },
) =>
  db.one<{ of_details: bigint; of_day: bigint }>(sql`
  select count(*) filter (where v.routing_id = ${routingId} and v.recipient_id = ${recipientId}) as of_details,
         count(*) filter (where v.validation_id >= ${firstIdAt(since)}::uuid) as of_day
    from account_validations v
   where v.organization_id = ${organizationId} and v.method = 'microDeposits'
     and (v.routing_id = ${routingId} or v.validation_id >= ${firstIdAt(since)}::uuid)`);
