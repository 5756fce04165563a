import type { AccountId, Id, OrganizationId, TransactionId } from "#kernel/values/ids.ts";

export type MovementId = Id<"bankMovement">;
export type BankMatchId = Id<"bankMatch">;
export type BankStatementId = Id<"bankStatement">;

/** An account that is reconciled. */
export interface ReconciledAccount {
  readonly organizationId: OrganizationId;
  readonly accountId: AccountId;
}

/** A movement, as its bank reported it. */
export interface OpenMovement {
  readonly movementId: MovementId;
  /** `YYYY-MM-DD`. */
  readonly bookedOn: string;
  /** Cents; below zero left the account. */
  readonly amountMinor: bigint;
  readonly isReturn: boolean;
  readonly bankReference: string | null;
  readonly code: string;
  readonly counterparty: string | null;
  readonly remittance: string | null;
  readonly description: string | null;
}

/** An entry of the ledger that changed an account's settled balance. */
export interface LedgerSide {
  readonly transactionId: TransactionId;
  readonly effect: string;
  /** Cents; below zero left the account. */
  readonly amountMinor: bigint;
  readonly enteredAt: Date;
}
