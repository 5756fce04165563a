import type { FastifyRequest } from "fastify";
import { refuseHttp } from "#kernel/http/http-refusals.ts";
import type { OrganizationId, SessionId, TokenId, UserId } from "#kernel/values/ids.ts";
import type { CutOffsByAccount } from "./organization/cut-offs.queries.ts";
import type { TokenLimits } from "./tokens/token-limits.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Present on every route that is not public. */
    caller: Caller | undefined;
  }
}

/** What routes for signed-in users need to know about the user. */
export interface SignedInPerson {
  readonly sessionId: SessionId;
  /** In addition to scopes: `manageUsers`, `approvePayments`, and so on. */
  readonly permissions: ReadonlySet<string>;
  /** The user has reauthenticated within the last minutes. */
  readonly steppedUp: boolean;
}

/** The limits of the request's token (ADR 0127), as the checks need them. */
export interface CallerLimits {
  readonly perPaymentMinor: bigint | undefined;
  /** Counted in token_spend, which create_payments can do. Undefined if `counted` has it. */
  readonly perDayMinor: bigint | undefined;
  readonly accountIds: ReadonlySet<string> | undefined;
  readonly recipientIds: ReadonlySet<string> | undefined;
  /** Limits whose uses are counted in token_usage. */
  readonly counted: Pick<TokenLimits, "perDayMinor" | "perMonthMinor" | "paymentsPerDay"> | undefined;
}

export const noTokenLimits: CallerLimits = {
  perPaymentMinor: undefined,
  perDayMinor: undefined,
  accountIds: undefined,
  recipientIds: undefined,
  counted: undefined,
};

/** A token's limits for the requests that it makes. */
export const callerLimitsOf = (limits: TokenLimits, isCounted: boolean): CallerLimits => ({
  perPaymentMinor: limits.perPaymentMinor,
  perDayMinor: isCounted ? undefined : limits.perDayMinor,
  accountIds: limits.accountIds && new Set(limits.accountIds),
  recipientIds: limits.recipientIds && new Set(limits.recipientIds),
  counted: isCounted ? limits : undefined,
});

/** The authenticated caller. Set by identity before a handler runs. */
export interface Caller {
  readonly organizationId: OrganizationId;
  /** The token of the request; null if a signed-in user makes it. */
  readonly tokenId: TokenId | null;
  /** The signed-in user; null if a token makes the request. */
  readonly userId: UserId | null;
  /** Present if a signed-in user makes the request. */
  readonly person?: SignedInPerson;
  readonly scopes: ReadonlySet<string>;
  /** The socket's peer, or the address from a trusted proxy; IPv4-mapped addresses in IPv4 form. */
  readonly address: string;
  readonly httpRequestId: string;
  /** The program through which an agent makes the request (via.ts); absent otherwise. */
  readonly via?: string;
  /** Of the token; a user has none. */
  readonly limits: CallerLimits;
  readonly duplicateGuardHours: number;
  /** Hours before payments may use changed bank details; 0 = off. */
  readonly coolingOffHours: number;
  /**
   * Some approval rule applies to direct send, so each direct send must be checked. False for users, who never
   * direct-send.
   */
  readonly directSendBound: boolean;
  /** The cut-offs of accounts with bank connections. Absent for users, who never direct-send. */
  readonly cutOffs?: CutOffsByAccount;
}

/** Records the caller, and so the organization whose rows the request may access. */
export function setCaller(request: FastifyRequest, caller: Caller): void {
  request.caller = caller;
  request.organizationId = caller.organizationId;
}

/** The caller, on routes that declare a scope. */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw refuseHttp("internalError");
  return request.caller;
}

/** Who makes a request, for logs and traces; undefined on public routes. */
export function callerFacts({
  caller,
}: FastifyRequest): { readonly kind: "token" | "user"; readonly id: string } | undefined {
  if (caller?.userId) return { kind: "user", id: caller.userId };
  return caller?.tokenId ? { kind: "token", id: caller.tokenId } : undefined;
}

/** A user in whose name the service acts, without a session: has no scopes and no limits of a token. */
export const callerForUser = (organizationId: OrganizationId, userId: UserId): Caller => ({
  organizationId,
  tokenId: null,
  userId,
  scopes: new Set(),
  address: "",
  httpRequestId: "",
  limits: noTokenLimits,
  duplicateGuardHours: 0,
  coolingOffHours: 0,
  directSendBound: false,
});
