import { DAY_MS } from "#kernel/clock/clock.ts";
import type { Service } from "#kernel/process/service.ts";
import type { AccountId, Id, RecipientId, RoutingId, TransactionId, UserId } from "#kernel/values/ids.ts";
import { hashOfSecret } from "#records/people";
import { type ValidationState, validationStates } from "./validation-states.ts";

export type ValidationId = Id<"accountValidation">;

export const validationMethods = ["prenote", "microDeposits"] as const;
export type ValidationMethod = (typeof validationMethods)[number];

/** How long the payee has to enter the amounts. */
export const VERIFY_MS = 14 * DAY_MS;
/** After so many wrong answers, guessing ends: the chance to guess two amounts below a dollar is 1 in 1,600. */
export const ATTEMPTS_MAX = 3;

/** Our reasons, besides the codes of banks (bank-file-reasons.ts). */
export const WRONG_AMOUNTS = "BF-AMOUNTS";
export const NOT_VERIFIED = "BF-UNVERIFIED";

/** Table: account_validations. */
export interface ValidationRow {
  readonly validation_id: ValidationId;
  readonly recipient_id: RecipientId;
  readonly routing_id: RoutingId;
  readonly method: ValidationMethod;
  readonly state: ValidationState;
  readonly started_at: Date;
  readonly started_by: UserId | null;
  readonly account_id: AccountId | null;
  readonly first_transaction_id: TransactionId | null;
  readonly second_transaction_id: TransactionId | null;
  readonly first_minor: bigint | null;
  readonly second_minor: bigint | null;
  readonly email: string | null;
  readonly attempts: number;
  readonly expires_at: Date | null;
  readonly code: string | null;
  readonly ended_at: Date | null;
}

/** State and reason by the clock: that the payee's time is over is stored only when a new attempt begins. */
export function validationStandingOf(
  { state, code, expires_at: expiresAt }: Pick<ValidationRow, "state" | "code" | "expires_at">,
  now: Date,
): { readonly state: ValidationState; readonly code: string | null } {
  const isOver = expiresAt !== null && expiresAt <= now;
  const next = isOver ? validationStates.next(state, "giveUp") : undefined;
  return next === undefined ? { state, code } : { state: next, code: NOT_VERIFIED };
}

/** The hash by which the payee's link is found. */
export const hashOfVerification = (service: Pick<Service, "vault">, secret: string): Buffer =>
  hashOfSecret(service, "accountValidation", secret);
