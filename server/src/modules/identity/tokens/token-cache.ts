import type { OrganizationId, TokenId } from "../../../kernel/values/ids.ts";
import type { Allowlist } from "../allowlist.ts";

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
  readonly coolingOffHours: number;
  readonly directSendBound: boolean;
}

/**
 * Good credentials (tokens; sessions in modules/people), remembered for half a second so that one busy token costs two look-ups a second and not one per request. A
 * look-up counts from the moment it began, so a revocation is in force on every process within a second (law 17).
 *
 * Requests that arrive during a look-up share it. Tokens that are unknown, expired or revoked are never kept: a guesser
 * can fill no memory. An entry past its time is kept for what it says alone: that this text was good a short while ago.
 */
export interface CredentialCache<Known> {
  /** What it stands for, if it was looked up less than half a second ago. */
  fresh(text: string): Known | undefined;
  /** True when the text was good the last time it was looked up. */
  wasGood(text: string): boolean;
  /** Looks it up; undefined when it is not good. Rejects when the database cannot be asked. */
  load(text: string): Promise<Known | undefined>;
  /** The next request looks it up again: this process knows that it has changed. */
  forget(text: string): void;
}

const FRESH_MS = 500;
const ENTRIES_MAX = 10_000;

export interface CredentialCacheOptions<Known> {
  readonly lookUp: (text: string) => Promise<Known | undefined>;
  /** Milliseconds that never run backwards. */
  readonly now?: () => number;
}

interface Entry<Known> {
  readonly known: Known;
  readonly freshUntilMs: number;
}

export function createCredentialCache<Known>({
  lookUp,
  now = () => performance.now(),
}: CredentialCacheOptions<Known>): CredentialCache<Known> {
  const entries = new Map<string, Entry<Known>>();
  const loading = new Map<string, Promise<Known | undefined>>();

  async function lookUpAndKeep(text: string): Promise<Known | undefined> {
    const freshUntilMs = now() + FRESH_MS;
    const known = await lookUp(text);
    entries.delete(text);
    if (known === undefined) return undefined;
    const oldest = entries.size >= ENTRIES_MAX ? entries.keys().next().value : undefined;
    if (oldest !== undefined) entries.delete(oldest);
    entries.set(text, { known, freshUntilMs });
    return known;
  }

  return {
    fresh: (text) => {
      const entry = entries.get(text);
      return entry !== undefined && now() < entry.freshUntilMs ? entry.known : undefined;
    },
    wasGood: (text) => entries.has(text),
    forget: (text) => {
      entries.delete(text);
      // A look-up under way may have read what was before: whoever comes next starts its own.
      loading.delete(text);
    },
    load: (text) => {
      const underWay = loading.get(text);
      if (underWay) return underWay;
      const started = lookUpAndKeep(text).finally(() => {
        if (loading.get(text) === started) loading.delete(text);
      });
      loading.set(text, started);
      return started;
    },
  };
}
