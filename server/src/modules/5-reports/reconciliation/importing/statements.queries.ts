import type { BankFileId } from "#bank/exchange";
import { assert } from "#kernel/assert.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { isOneOf, sql } from "#kernel/sql/sql.ts";
import type { BankStatementId, ReconciledAccount } from "../movement.ts";
import type { StatementPeriod } from "../reading/reported-account.ts";
import { bankStatementStates } from "../states.ts";
import { bankStatements } from "../tables.ts";
import type { KnownStatement } from "./statement-chain.ts";

/** Locks the account's row, which is created with its first report: imports and matches of an account take turns. */
export async function lockReconciled(tx: Tx, { organizationId, accountId }: ReconciledAccount): Promise<void> {
  await tx.run(sql`
  insert into reconciled_accounts (organization_id, account_id) values (${organizationId}, ${accountId})
  on conflict do nothing`);
  const locked = await tx.maybe(sql`
  select from reconciled_accounts
   where organization_id = ${organizationId} and account_id = ${accountId} for update`);
  assert(locked !== undefined, "imports and matches of an account take turns at its row");
}

/** The account's statements that count, the earliest first; those that were replaced must be proven to be. */
export const currentStatements = async (
  db: Queryable,
  { organizationId, accountId }: ReconciledAccount,
): Promise<readonly KnownStatement[]> =>
  (
    await db.many<KnownStatement & { readonly state: string }>(sql`
  select statement_id as "statementId", from_on::text as "fromOn", closes_on::text as "closesOn", state,
         opening_minor as "openingMinor", closing_minor as "closingMinor", ${bankStatements.proof("s")}
    from bank_statements s
   where organization_id = ${organizationId} and account_id = ${accountId}
   order by closes_on`)
  ).filter(({ state }) => state === "current");

export interface NewBankStatement {
  readonly statementId: BankStatementId;
  readonly fileId: BankFileId;
  readonly reference: string;
  readonly period: StatementPeriod;
  readonly movements: number;
  readonly at: Date;
}

export const insertBankStatement = (
  tx: Tx,
  { organizationId, accountId }: ReconciledAccount,
  statement: NewBankStatement,
) =>
  tx.run(sql`
  insert into bank_statements (organization_id, statement_id, account_id, state, file_id, reference, from_on, closes_on,
                               opening_minor, closing_minor, movements, imported_at)
  values (${organizationId}, ${statement.statementId}, ${accountId}, ${bankStatementStates.initial[0]}, ${statement.fileId},
          ${statement.reference}, ${statement.period.fromOn}, ${statement.period.closesOn}, ${statement.period.openingMinor},
          ${statement.period.closingMinor}, ${statement.movements}, ${statement.at})
  returning ${bankStatements.inserted()}`);

export const replaceStatement = (tx: Tx, { organizationId }: ReconciledAccount, statementId: string) =>
  tx.run(
    bankStatements.update({
      set: sql`state = ${bankStatementStates.moves.replace.to}`,
      where: sql`organization_id = ${organizationId} and statement_id = ${statementId}
     and ${isOneOf(sql`state`, bankStatementStates.statesBefore("replace"))}`,
    }),
  );
