import type { FastifyRequest } from "fastify";
import { refuseHttp } from "../../kernel/http/http-refusals.ts";
import type { OrganizationId, SessionId, TokenId, UserId } from "../../kernel/values/ids.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Present on every route that is not public. */
    caller: Caller | undefined;
  }
}

/** What routes for people alone need to know of the person signed in. */
export interface SignedInPerson {
  readonly sessionId: SessionId;
  /** Beside the scopes: `manageUsers`, `approvePayments` and the like. */
  readonly permissions: ReadonlySet<string>;
  /** The person proved again, within the last minutes, to be who signed in. */
  readonly steppedUp: boolean;
}

/** Who is calling, as far as routes need to know. Set by identity before a handler runs. */
export interface Caller {
  readonly organizationId: OrganizationId;
  /** The token of the call; null when a person signed in to the dashboard makes it. */
  readonly tokenId: TokenId | null;
  /** The person signed in; null when a token makes the call. */
  readonly userId: UserId | null;
  /** Present when a person makes the call. */
  readonly person?: SignedInPerson;
  readonly scopes: ReadonlySet<string>;
  /** The socket's peer, or what a trusted proxy says; IPv4-mapped addresses in their IPv4 form. */
  readonly address: string;
  readonly httpRequestId: string;
  readonly limitPerPaymentMinor: bigint | undefined;
  readonly limitPerDayMinor: bigint | undefined;
  readonly duplicateGuardHours: number;
  /** The organization lets changed bank details cool off so many hours before the next payment; 0 = off. */
  readonly coolingOffHours: number;
  /** Some approval rule binds direct send: whether this one is bound is to be asked. False for people: they never direct-send. */
  readonly directSendBound: boolean;
}

/** Records who makes the request, and with that whose rows it may read and write. */
export function setCaller(request: FastifyRequest, caller: Caller): void {
  request.caller = caller;
  request.organizationId = caller.organizationId;
}

/** The caller, on routes that state a scope. */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw refuseHttp("internalError");
  return request.caller;
}
