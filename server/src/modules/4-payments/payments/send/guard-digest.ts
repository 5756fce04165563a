import { assert } from "#kernel/assert.ts";
import { HOUR_MS, MINUTE_MS } from "#kernel/clock/clock.ts";
import { sha256 } from "#kernel/crypto/cipher.ts";

/**
 * The value under which the duplicate guard finds an earlier payment (decision P7): the period in which it was made,
 * above a digest of its content. One index lookup per period replaces a search through a day of payments.
 */

/** Bits that encode the payment's content; the bits above encode the time. */
const CONTENT_BITS = 52;
/**
 * 24.9 days: short enough that payments touch few pages, long enough that a guard of a day looks into one or two
 * periods. Migration 0010 and the bench's fill script compute the same in SQL.
 */
export const PERIOD_MS = 2 ** 31;
/** As many periods as 12 bits can count: until the year 2248. */
const PERIODS = 2 ** 12;
/** How far another process's clock may be ahead of ours. */
const CLOCK_LEEWAY_MS = 10 * MINUTE_MS;

/** The content that makes two payments duplicates, in 52 bits; the columns themselves are compared after a match. */
export function guardContent(parts: readonly (string | bigint)[]): bigint {
  return BigInt.asUintN(CONTENT_BITS, sha256(parts.join("|")).readBigUInt64BE(0));
}

/**
 * The digests under which a duplicate may be stored: the payment's own first, then those of the other periods that the
 * guard covers. Digests of one period share index pages, however many payments are stored.
 */
export function guardDigests(content: bigint, createdAt: Date, guardHours: number): readonly bigint[] {
  const at = createdAt.getTime();
  const own = Math.floor(at / PERIOD_MS);
  const first = Math.floor((at - guardHours * HOUR_MS) / PERIOD_MS);
  const last = Math.floor((at + CLOCK_LEEWAY_MS) / PERIOD_MS);
  const digests = [digestIn(own, content)];
  // At most a few: the guard of a day touches one or two periods, and a longer one as many as it spans.
  for (let period = first; period <= last; period += 1) if (period !== own) digests.push(digestIn(period, content));
  return digests;
}

function digestIn(period: number, content: bigint): bigint {
  assert(content >> BigInt(CONTENT_BITS) === 0n, "what a payment is fits below the bits that say when");
  assert(period >= 0 && period < PERIODS, "the number of a period fits into the bits above");
  return BigInt.asIntN(64, (BigInt(period) << BigInt(CONTENT_BITS)) | content);
}
