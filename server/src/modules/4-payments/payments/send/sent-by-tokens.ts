import { keptBy } from "#kernel/process/generations.ts";
import type { Service } from "#kernel/process/service.ts";
import type { TokenId } from "#kernel/values/ids.ts";
import type { PreparedPayment } from "./payment.ts";

/**
 * What this process has sent with each token that has a limit per day. The total in the database limits all processes,
 * but an attacker who can write there could lower it. This one is out of reach.
 */
interface Sent {
  readonly day: string;
  readonly minor: bigint;
}
type Holder = Pick<Service, "vault">;

const sumsOf = keptBy<Holder["vault"], Map<TokenId, Sent>>(() => new Map());
const TOKENS_MAX = 10_000;

type Limited = Pick<PreparedPayment, "tokenId" | "limitPerDayMinor" | "amountMinor">;

/** The limit with which the database decides: zero if this process knows that the payment would exceed it. */
export function dayLimitOf(
  holder: Holder,
  { tokenId, limitPerDayMinor: limit, amountMinor }: Limited,
  day: string,
): bigint | null {
  if (tokenId === null || limit === null) return limit;
  const sent = sumsOf(holder.vault).get(tokenId);
  return sent?.day === day && sent.minor + amountMinor > limit ? 0n : limit;
}

/** After the commit. */
export function rememberSent(holder: Holder, { tokenId, limitPerDayMinor, amountMinor }: Limited, day: string): void {
  if (tokenId === null || limitPerDayMinor === null) return;
  const sums = sumsOf(holder.vault);
  const before = sums.get(tokenId);
  sums.delete(tokenId);
  const oldest = sums.size >= TOKENS_MAX ? sums.keys().next().value : undefined;
  if (oldest !== undefined) sums.delete(oldest);
  sums.set(tokenId, { day, minor: (before?.day === day ? before.minor : 0n) + amountMinor });
}
