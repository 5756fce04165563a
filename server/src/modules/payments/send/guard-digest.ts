import { assert } from "../../../kernel/assert.ts";
import { HOUR_MS, MINUTE_MS } from "../../../kernel/clock/clock.ts";
import { sha256 } from "../../../kernel/crypto/cipher.ts";

/** Bits of what a payment is; the ones above say when. */
const CONTENT_BITS = 52;
/**
 * 24.9 days: short enough that the pages payments touch stay few, long enough that a guard of a day looks into one period
 * or two. Migration 0010 and the bench's filling write the same in SQL.
 */
export const PERIOD_MS = 2 ** 31;
/** As many as 12 bits can tell apart: until the year 2248. */
const PERIODS = 2 ** 12;
/** Another process's clock may be ahead of ours by so much. */
const CLOCK_LEEWAY_MS = 10 * MINUTE_MS;

/** What makes two payments the same to the duplicate guard, in 52 bits; the columns themselves are compared after a hit. */
export function guardContent(parts: readonly (string | bigint)[]): bigint {
  return BigInt.asUintN(CONTENT_BITS, sha256(parts.join("|")).readBigUInt64BE(0));
}

/**
 * The digests under which a payment's like may be stored: the payment's own first, then those of the other periods the
 * guard covers. Digests of one time share the pages of their index, however many payments are stored.
 */
export function guardDigests(content: bigint, createdAt: Date, guardHours: number): readonly bigint[] {
  const at = createdAt.getTime();
  const own = Math.floor(at / PERIOD_MS);
  const first = Math.floor((at - guardHours * HOUR_MS) / PERIOD_MS);
  const last = Math.floor((at + CLOCK_LEEWAY_MS) / PERIOD_MS);
  const digests = [digestIn(own, content)];
  for (let period = first; period <= last; period += 1) if (period !== own) digests.push(digestIn(period, content));
  return digests;
}

function digestIn(period: number, content: bigint): bigint {
  assert(content >> BigInt(CONTENT_BITS) === 0n, "what a payment is fits below the bits that say when");
  assert(period >= 0 && period < PERIODS, "the number of a period fits into the bits above");
  return BigInt.asIntN(64, (BigInt(period) << BigInt(CONTENT_BITS)) | content);
}
