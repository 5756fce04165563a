import type { QueuedRequest } from "../decisions.ts";

/** Who requested it, and the token if one was used. */
export function requesterName({ requester: { name, tokenName } }: QueuedRequest): string {
  if (name === null || tokenName === null) return name ?? tokenName ?? "Unknown";
  return `${name} (token ${tokenName})`;
}
