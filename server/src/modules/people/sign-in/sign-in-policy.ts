import { DAY_MS, plusMs } from "../../../kernel/clock/clock.ts";

/** What the policy and a person's ways to sign in come to. */
export interface FactorFacts {
  readonly second_factor_required: boolean;
  readonly second_factor_grace_days: number;
  /** When the requirement began for the person's role; null: with the organization. */
  readonly second_factor_since: Date | null;
  readonly user_created_at: Date;
  readonly has_totp: boolean;
  readonly has_passkey: boolean;
}

export interface FactorStanding {
  /** Signing in with the password takes a code as well. */
  readonly takesCode: boolean;
  /** A passkey the person can use here. */
  readonly hasPasskey: boolean;
  /** Whether the password by itself proves who the person is. */
  readonly passwordSuffices: boolean;
  /** By when the person must have a second factor; undefined when they have one or need none. */
  readonly dueAt: Date | undefined;
}

/**
 * A passkey counts as a second factor, since ours always verify the person (ADR 0018). Where one is required, the password of
 * somebody who has a passkey is then not enough: otherwise it would be the one factor that opens the account.
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
