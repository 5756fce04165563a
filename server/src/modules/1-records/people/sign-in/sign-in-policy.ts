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
  /** False for a user whom the identity provider created. */
  readonly has_password: boolean;
  /** The organization's users sign in with its identity provider, and this one is no exception. */
  readonly must_use_provider: boolean;
  /** One of the administrators who get in without it, if it is out of order. */
  readonly breaks_glass: boolean;
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
  /** Only a sign-in with the identity provider admits the user. */
  readonly mustUseProvider: boolean;
}

/**
 * A passkey counts as a second factor, because ours always verify the user (ADR 0018). If a second factor is required,
 * a user with a passkey cannot sign in with the password alone: it would be a single factor.
 *
 * Users who must sign in with the identity provider have the factors that it requires of them; a code or passkey of ours
 * still confirms their identity. The exceptions need a second factor without delay: they are what an attacker would try.
 */
export function factorStanding(
  facts: FactorFacts,
  { passkeysWork }: { readonly passkeysWork: boolean },
): FactorStanding {
  const hasPasskey = facts.has_passkey && passkeysWork;
  const takesCode = facts.has_totp;
  const { second_factor_since: since, user_created_at: createdAt, must_use_provider: mustUseProvider } = facts;
  const isRequired = !mustUseProvider && (facts.second_factor_required || facts.breaks_glass);
  const startedAt = since !== null && since > createdAt ? since : createdAt;
  const graceDays = facts.breaks_glass ? 0 : facts.second_factor_grace_days;
  return {
    takesCode,
    hasPasskey,
    passwordSuffices: facts.has_password && !mustUseProvider && !takesCode && !(isRequired && hasPasskey),
    dueAt: isRequired && !takesCode && !hasPasskey ? plusMs(startedAt, graceDays * DAY_MS) : undefined,
    mustUseProvider,
  };
}
