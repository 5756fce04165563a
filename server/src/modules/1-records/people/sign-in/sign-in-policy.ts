import { DAY_MS, plusMs } from "#kernel/clock/clock.ts";

/** The result of the policy and a user's ways to sign in. */
export interface FactorFacts {
  readonly second_factor_required: boolean;
  readonly second_factor_grace_days: number;
  /** When the requirement began for the user's role; null: with the organization. */
  readonly second_factor_since: Date | null;
  readonly user_created_at: Date;
  readonly has_totp: boolean;
  readonly has_passkey: boolean;
}

export interface FactorStanding {
  /** Signing in with the password also requires a code. */
  readonly takesCode: boolean;
  /** A passkey that the user can use here. */
  readonly hasPasskey: boolean;
  /** Whether the password alone proves the user's identity. */
  readonly passwordSuffices: boolean;
  /** When the user must have a second factor; undefined if they have one or need none. */
  readonly dueAt: Date | undefined;
}

/**
 * A passkey counts as a second factor, because ours always verify the user (ADR 0018). If a second factor is required,
 * a user with a passkey cannot sign in with the password alone: it would be a single factor.
 */
export function factorStanding(
  facts: FactorFacts,
  { passkeysWork }: { readonly passkeysWork: boolean },
): FactorStanding {
  const hasPasskey = facts.has_passkey && passkeysWork;
  const takesCode = facts.has_totp;
  const { second_factor_required: isRequired, second_factor_since: since, user_created_at: createdAt } = facts;
  const startedAt = since !== null && since > createdAt ? since : createdAt;
  return {
    takesCode,
    hasPasskey,
    passwordSuffices: !takesCode && !(isRequired && hasPasskey),
    dueAt:
      isRequired && !takesCode && !hasPasskey ? plusMs(startedAt, facts.second_factor_grace_days * DAY_MS) : undefined,
  };
}
