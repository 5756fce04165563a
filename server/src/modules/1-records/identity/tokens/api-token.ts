import type { Queryable } from "#kernel/sql/database.ts";
import type { OrganizationId, TokenId, UserId } from "#kernel/values/ids.ts";
import { type ScopeName, scopesOf, type TokenKind } from "../scopes.ts";
import type { TokenLimits } from "./token-limits.ts";
import { allTokens, type LimitColumns, type TokenRow } from "./tokens.queries.ts";

/** A token as lists show it: everything except its text, which is shown once and stored only as a keyed hash. */
export interface ApiToken {
  readonly tokenId: TokenId;
  readonly name: string;
  readonly kind: TokenKind;
  readonly scopes: readonly ScopeName[];
  /** Canonical addresses and CIDR blocks. Empty: the token cannot direct-send. */
  readonly allowlist: readonly string[];
  readonly limits: TokenLimits;
  /** Its uses are counted in token_usage. */
  readonly isCounted: boolean;
  readonly rateLimitPerMinute: number | undefined;
  readonly createdBy: UserId | undefined;
  readonly createdAt: Date;
  readonly expiresAt: Date | undefined;
  readonly revokedAt: Date | undefined;
  /** Written at most once a minute. */
  readonly lastUsedAt: Date | undefined;
  readonly lastUsedAddress: string | undefined;
  /** The token can send payments, and a second user has not confirmed it yet. */
  readonly awaitsConfirmation: boolean;
}

export const limitsOfRow = (row: LimitColumns): TokenLimits => ({
  perPaymentMinor: row.limit_per_payment_minor ?? undefined,
  perDayMinor: row.limit_per_day_minor ?? undefined,
  perMonthMinor: row.limit_per_month_minor ?? undefined,
  paymentsPerDay: row.payments_per_day ?? undefined,
  accountIds: row.account_ids ?? undefined,
  recipientIds: row.recipient_ids ?? undefined,
});

export const tokenOf = (row: TokenRow): ApiToken => ({
  tokenId: row.token_id,
  name: row.name,
  kind: row.kind,
  scopes: scopesOf(row.kind, row.scopes),
  allowlist: row.allowlist,
  limits: limitsOfRow(row),
  isCounted: row.counted_since !== null,
  rateLimitPerMinute: row.rate_limit_per_minute ?? undefined,
  createdBy: row.created_by ?? undefined,
  createdAt: row.created_at,
  expiresAt: row.expires_at ?? undefined,
  revokedAt: row.revoked_at ?? undefined,
  lastUsedAt: row.last_used_at ?? undefined,
  lastUsedAddress: row.last_used_address ?? undefined,
  awaitsConfirmation: row.awaits_confirmation,
});

export const tokenStates = ["active", "waiting", "expired", "revoked"] as const;
export type TokenState = (typeof tokenStates)[number];

/** Revoked before expired before waiting: the state that cannot be undone comes first. */
export function tokenStateAt(
  token: Pick<ApiToken, "expiresAt" | "revokedAt" | "awaitsConfirmation">,
  now: Date,
): TokenState {
  if (token.revokedAt !== undefined) return "revoked";
  if (token.expiresAt !== undefined && token.expiresAt <= now) return "expired";
  return token.awaitsConfirmation ? "waiting" : "active";
}

/** All tokens of the organization, including revoked and expired ones, oldest first. Never their text. */
export const listTokens = async (db: Queryable, organizationId: OrganizationId): Promise<readonly ApiToken[]> =>
  (await allTokens(db, organizationId)).map(tokenOf);
