import type { OrganizationId, TokenId } from "../ids.ts";

/** Who is calling, as far as routes need to know. Set by identity before a handler runs. */
export interface Caller {
  readonly organizationId: OrganizationId;
  readonly tokenId: TokenId;
  readonly scopes: ReadonlySet<string>;
  /** The socket's peer, or what a trusted proxy says; IPv4-mapped addresses in their IPv4 form. */
  readonly address: string;
  readonly httpRequestId: string;
  readonly limitPerPaymentMinor: bigint | undefined;
  readonly limitPerDayMinor: bigint | undefined;
  readonly duplicateGuardHours: number;
}
