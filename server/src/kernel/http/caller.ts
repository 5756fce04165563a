import type { OrganizationId, TokenId, UserId } from "../ids.ts";

/** Who is calling, as far as routes need to know. Set by identity before a handler runs. */
export interface Caller {
  readonly organizationId: OrganizationId;
  /** The token of the call; null when a person signed in to the dashboard makes it. */
  readonly tokenId: TokenId | null;
  /** The person signed in; null when a token makes the call. */
  readonly userId: UserId | null;
  readonly scopes: ReadonlySet<string>;
  /** The socket's peer, or what a trusted proxy says; IPv4-mapped addresses in their IPv4 form. */
  readonly address: string;
  readonly httpRequestId: string;
  readonly limitPerPaymentMinor: bigint | undefined;
  readonly limitPerDayMinor: bigint | undefined;
  readonly duplicateGuardHours: number;
}
