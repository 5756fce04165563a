import type { Queryable } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { AccountId, OrganizationId, TransactionId } from "#kernel/values/ids.ts";

/** Organizations whose ledger has changed since their bank looked, and when it last did. */
export const unseenOrganizations = (db: Queryable) =>
  db.many<{ organizationId: OrganizationId; seenAt: Date }>(sql`
  select s.organization_id as "organizationId", min(s.seen_at) as "seenAt"
    from organization_ids o
    join sandbox_bank_accounts s on s.organization_id = o.organization_id
    join current_balances b on b.organization_id = s.organization_id and b.ledger_account_id = s.account_id
                           and b.version <> s.seen_version
   group by s.organization_id`);

/** An account, and up to where its ledger was read. */
export interface ReadPosition {
  readonly accountId: AccountId;
  readonly version: bigint;
  /** Null before it was read at all. */
  readonly readFrom: Date | null;
  readonly baseMinor: bigint;
}

/** The checking and savings accounts whose ledger has changed since the bank looked. */
export const unseenAccounts = (db: Queryable, organizationId: OrganizationId) =>
  db.many<ReadPosition>(sql`
  select d.account_id as "accountId", b.version, s.read_from as "readFrom", coalesce(s.base_minor, 0)::bigint as "baseMinor"
    from depository_accounts d
    join current_balances b on b.organization_id = d.organization_id and b.ledger_account_id = d.account_id
    left join sandbox_bank_accounts s on s.organization_id = d.organization_id and s.account_id = d.account_id
   where d.organization_id = ${organizationId} and b.version is distinct from s.seen_version
   order by d.account_id`);

export interface LedgerAccount {
  readonly organizationId: OrganizationId;
  readonly accountId: AccountId;
}

/** The balance of an account, and what moved since an instant until another and altogether: of one snapshot. */
export const movedSince = (
  db: Queryable,
  { organizationId, accountId }: LedgerAccount,
  { from, until }: { readonly from: Date; readonly until: Date },
) =>
  db.one<{ version: bigint; balanceMinor: bigint; movedMinor: bigint; untilMinor: bigint }>(sql`
  select b.version, b.available_minor + b.held_minor as "balanceMinor", m.moved as "movedMinor", m.until as "untilMinor"
    from current_balances b,
         lateral (select coalesce(sum(amount_minor), 0)::bigint as moved,
                         coalesce(sum(amount_minor) filter (where entered_at < ${until}), 0)::bigint as until
                    from settled_movements
                   where organization_id = ${organizationId} and ledger_account_id = ${accountId}
                     and entered_at >= ${from}) m
   where b.organization_id = ${organizationId} and b.ledger_account_id = ${accountId}`);

export interface LedgerMovement {
  readonly transactionId: TransactionId;
  readonly effect: string;
  /** Cents; below zero left the account. */
  readonly amountMinor: bigint;
  readonly enteredAt: Date;
}

/** The movements of an account since an instant, after one of them, in order. */
export const movementsSince = (
  db: Queryable,
  { organizationId, accountId }: LedgerAccount,
  { from, after, limit }: { readonly from: Date; readonly after: LedgerMovement | undefined; readonly limit: number },
) =>
  db.many<LedgerMovement>(sql`
  select transaction_id as "transactionId", effect::text as effect, amount_minor as "amountMinor", entered_at as "enteredAt"
    from settled_movements
   where organization_id = ${organizationId} and ledger_account_id = ${accountId} and entered_at >= ${after?.enteredAt ?? from}
     and ${
       after === undefined
         ? sql`true`
         : sql`(entered_at, transaction_id, effect::text) > (${after.enteredAt}::timestamptz,
                                                             ${after.transactionId}::uuid, ${after.effect}::text)`
     }
   order by entered_at, transaction_id, effect::text limit ${limit}`);

export const storePosition = (
  tx: Queryable,
  { organizationId, accountId }: LedgerAccount,
  seen: { version: bigint; at: Date; readFrom: Date; baseMinor: bigint },
) =>
  tx.run(sql`
  insert into sandbox_bank_accounts (organization_id, account_id, seen_version, seen_at, read_from, base_minor)
  values (${organizationId}, ${accountId}, ${seen.version}, ${seen.at}, ${seen.readFrom}, ${seen.baseMinor})
  on conflict (organization_id, account_id) do update
     set seen_version = excluded.seen_version, seen_at = excluded.seen_at,
         read_from = excluded.read_from, base_minor = excluded.base_minor`);
