import { MINUTE_MS } from "#kernel/clock/clock.ts";
import { inThisGeneration } from "#kernel/process/generations.ts";
import type { Service } from "#kernel/process/service.ts";
import { withinOrganization } from "#kernel/sql/scope.ts";
import type { TokenId } from "#kernel/values/ids.ts";
import type { KnownToken } from "./token-cache.ts";
import { markUsed } from "./tokens.queries.ts";

/**
 * Records when and from where tokens were last used: outside the request, at most once per minute and token. No request
 * waits or fails because of it.
 */
export interface LastUse {
  note(token: KnownToken, address: string): void;
  /** Resolves when all writes have finished. */
  settled(): Promise<void>;
}

const TOKENS_MAX = 10_000;

export function createLastUse(
  service: Pick<Service, "database" | "clock" | "log">,
  now: () => number = () => performance.now(),
): LastUse {
  const notedAtMs = new Map<TokenId, number>();
  const writing = new Set<Promise<unknown>>();
  const forgetOld = inThisGeneration(() => notedAtMs.clear());
  return {
    note: ({ organizationId, tokenId }, address) => {
      forgetOld();
      const notedAt = notedAtMs.get(tokenId);
      if (notedAt !== undefined && now() - notedAt < MINUTE_MS) return;
      if (notedAtMs.size >= TOKENS_MAX) notedAtMs.clear();
      notedAtMs.set(tokenId, now());
      const write = withinOrganization(organizationId, () =>
        markUsed(service.database, organizationId, { tokenId, at: service.clock.now(), address }),
      )
        .catch((error: unknown) => service.log.warn({ err: error, tokenId }, "could not record a token's last use"))
        .finally(() => writing.delete(write));
      writing.add(write);
    },
    settled: async () => {
      await Promise.all(writing);
    },
  };
}
