import type { OrganizationId, TokenId } from "../../kernel/ids.ts";
import type { Allowlist } from "./allowlist.ts";

/** A token that was good when it was looked up, ready for the checks of a request. */
export interface KnownToken {
  readonly organizationId: OrganizationId;
  readonly tokenId: TokenId;
  readonly scopes: ReadonlySet<string>;
  readonly allowlist: Allowlist;
  readonly limitPerPaymentMinor: bigint | undefined;
  readonly limitPerDayMinor: bigint | undefined;
  readonly rateLimitPerMinute: number;
  readonly expiresAt: Date | undefined;
  readonly duplicateGuardHours: number;
}

/**
 * Good tokens, remembered for half a second so that one busy token costs two look-ups a second and not one per request. A
 * look-up counts from the moment it began, so a revocation is in force on every process within a second (law 17).
 *
 * Requests that arrive during a look-up share it. Tokens that are unknown, expired or revoked are never kept: a guesser
 * can fill no memory. An entry past its time is kept for what it says alone: that this text was good a short while ago.
 */
export interface TokenCache {
  /** The token, if it was looked up less than half a second ago. */
  fresh(text: string): KnownToken | undefined;
  /** True when the text was a good token the last time it was looked up. */
  wasGood(text: string): boolean;
  /** Looks the token up; undefined when it is not good. Rejects when the database cannot be asked. */
  load(text: string): Promise<KnownToken | undefined>;
}

const TOKEN_FRESH_MS = 500;
const TOKENS_MAX = 10_000;

export interface TokenCacheOptions {
  readonly lookUp: (text: string) => Promise<KnownToken | undefined>;
  /** Milliseconds that never run backwards. */
  readonly now?: () => number;
}

interface Entry {
  readonly token: KnownToken;
  readonly freshUntilMs: number;
}

export function createTokenCache({ lookUp, now = () => performance.now() }: TokenCacheOptions): TokenCache {
  const entries = new Map<string, Entry>();
  const loading = new Map<string, Promise<KnownToken | undefined>>();

  async function lookUpAndKeep(text: string): Promise<KnownToken | undefined> {
    const freshUntilMs = now() + TOKEN_FRESH_MS;
    const token = await lookUp(text);
    entries.delete(text);
    if (token === undefined) return undefined;
    const oldest = entries.size >= TOKENS_MAX ? entries.keys().next().value : undefined;
    if (oldest !== undefined) entries.delete(oldest);
    entries.set(text, { token, freshUntilMs });
    return token;
  }

  return {
    fresh: (text) => {
      const entry = entries.get(text);
      return entry !== undefined && now() < entry.freshUntilMs ? entry.token : undefined;
    },
    wasGood: (text) => entries.has(text),
    load: (text) => {
      const underWay = loading.get(text);
      if (underWay) return underWay;
      const started = lookUpAndKeep(text).finally(() => loading.delete(text));
      loading.set(text, started);
      return started;
    },
  };
}
