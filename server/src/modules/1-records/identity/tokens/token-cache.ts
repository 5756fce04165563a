import { inThisGeneration } from "#kernel/process/generations.ts";
import type { OrganizationId, TokenId } from "#kernel/values/ids.ts";
import type { Allowlist } from "../allowlist.ts";
import type { CallerLimits } from "../caller.ts";
import type { CutOffsByAccount } from "../organization/cut-offs.queries.ts";
import type { TokenKind } from "../scopes.ts";

/** A token that was valid when it was looked up, with what the checks of a request need. */
export interface KnownToken {
  readonly organizationId: OrganizationId;
  readonly tokenId: TokenId;
  readonly kind: TokenKind;
  readonly scopes: ReadonlySet<string>;
  readonly allowlist: Allowlist;
  readonly limits: CallerLimits;
  readonly rateLimitPerMinute: number;
  readonly expiresAt: Date | undefined;
  readonly duplicateGuardHours: number;
  readonly coolingOffHours: number;
  readonly directSendBound: boolean;
  readonly cutOffs: CutOffsByAccount;
}

/**
 * Valid credentials (tokens, and sessions in modules/1-records/people), cached for half a second, so that a busy token costs two
 * lookups per second instead of one per request. An entry's age counts from the start of its lookup, so a revocation
 * takes effect on every process within a second (law 17).
 *
 * Requests within half a second share a lookup. Unknown, expired, and revoked tokens are never cached, so guesses cannot
 * fill the memory. An expired entry still shows that the text was recently valid.
 */
export interface CredentialCache<Known> {
  /** The cached value, if it was looked up less than half a second ago. */
  fresh(text: string): Known | undefined;
  /** True if the text was valid at its last lookup. */
  wasGood(text: string): boolean;
  /** Looks the credential up; undefined if it is invalid. Rejects if the database is unavailable. */
  load(text: string): Promise<Known | undefined>;
  /** Makes the next request look it up again, because this process knows that it changed. */
  forget(text: string): void;
}

const FRESH_MS = 500;
const ENTRIES_MAX = 10_000;

export interface CredentialCacheOptions<Known> {
  readonly lookUp: (text: string) => Promise<Known | undefined>;
  /** Milliseconds that never run backward. */
  readonly now?: () => number;
}

interface Entry<Known> {
  readonly credential: Known;
  readonly freshUntilMs: number;
}

interface Lookup<Known> {
  readonly answer: Promise<Known | undefined>;
  readonly freshUntilMs: number;
}

export function createCredentialCache<Known>({
  lookUp,
  now = () => performance.now(),
}: CredentialCacheOptions<Known>): CredentialCache<Known> {
  const entries = new Map<string, Entry<Known>>();
  const loading = new Map<string, Lookup<Known>>();
  const forgetOld = inThisGeneration(() => {
    entries.clear();
    loading.clear();
  });

  const isCurrent = (text: string, lookup: Lookup<Known>): boolean => loading.get(text) === lookup;

  function keep(text: string, credential: Known | undefined, freshUntilMs: number): void {
    entries.delete(text);
    if (credential === undefined) return;
    const oldest = entries.size >= ENTRIES_MAX ? entries.keys().next().value : undefined;
    if (oldest !== undefined) entries.delete(oldest);
    entries.set(text, { credential, freshUntilMs });
  }

  function startLookup(text: string): Lookup<Known> {
    const freshUntilMs = now() + FRESH_MS;
    const answer = lookUp(text).then(
      (credential) => {
        // One that was forgotten or replaced while it ran may have read the state before the change.
        if (isCurrent(text, lookup)) {
          loading.delete(text);
          keep(text, credential, freshUntilMs);
        }
        return credential;
      },
      (error: unknown) => {
        if (isCurrent(text, lookup)) loading.delete(text);
        throw error;
      },
    );
    const lookup: Lookup<Known> = { answer, freshUntilMs };
    loading.set(text, lookup);
    return lookup;
  }

  return {
    fresh: (text) => {
      forgetOld();
      const entry = entries.get(text);
      return entry !== undefined && now() < entry.freshUntilMs ? entry.credential : undefined;
    },
    wasGood: (text) => entries.has(text),
    forget: (text) => {
      entries.delete(text);
      // A running lookup may have read the old state, so the next request starts its own.
      loading.delete(text);
    },
    load: (text) => {
      forgetOld();
      const underWay = loading.get(text);
      // A slow lookup may have read a state as old as itself.
      const isYoung = underWay !== undefined && now() < underWay.freshUntilMs;
      return (isYoung ? underWay : startLookup(text)).answer;
    },
  };
}
