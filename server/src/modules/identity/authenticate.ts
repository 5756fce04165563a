import type { FastifyReply, FastifyRequest } from "fastify";
import { present } from "../../kernel/assert.ts";
import { MINUTE_MS, SECOND_MS } from "../../kernel/clock/clock.ts";
import type { Api } from "../../kernel/http/api.ts";
import type { Service } from "../../kernel/process/service.ts";
import type { Refusal } from "../../kernel/refusal.ts";
import { withinOrganization } from "../../kernel/sql/scope.ts";
import { canonicalAddress, compileAllowlist } from "./allowlist.ts";
import { type Caller, setCaller } from "./caller.ts";
import { credentialOf } from "./credential.ts";
import { refuseIdentity } from "./identity-refusals.ts";
import { cutOffsOf } from "./organization/cut-offs.queries.ts";
import { createSlidingWindow, type RateStanding, type SlidingWindow } from "./rate-limit.ts";
import { scopesOf } from "./scopes.ts";
import { tokenOf, tokenStateAt } from "./tokens/api-token.ts";
import { createLastUse } from "./tokens/last-use.ts";
import { createCredentialCache, type KnownToken } from "./tokens/token-cache.ts";
import { isProductionToken, organizationOfToken } from "./tokens/token-text.ts";
import { findTokenByHash } from "./tokens/tokens.queries.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The token's rate limit status after this request. */
    rate: RateStanding | undefined;
    /**
     * Where the request came from, in the form of canonicalAddress. Read on arrival, because the socket's address is
     * lost if the client disconnects during the credential lookup.
     */
    address: string;
  }
}

export interface AuthenticationOptions {
  /** Requests with an invalid token allowed per minute from one address (IPv6: one /64). */
  readonly failedAttemptsPerMinute?: number;
  /** Admits users by their sessions. Without it, only tokens are admitted. */
  readonly persons?: PersonGate;
}

/** Resolves sessions (modules/people), for requests without an Authorization header. */
export interface PersonGate {
  /** The session of a request, if any. */
  credentialOf(request: FastifyRequest): string | undefined;
  /** Resolves the user and runs every check of the route except the rate limit. Rejects with a refusal. */
  admit(request: FastifyRequest, credential: string): Promise<Caller>;
}

const FAILED_ATTEMPTS_PER_MINUTE = 300;
const KEYS_MAX = 50_000;

/**
 * Admits or rejects a request before its body is read. Order of checks: credential (401), rate limit (429), scope
 * (403), allowlist (401). The not-found handler answers unknown routes without a token.
 *
 * After too many invalid tokens, an address gets no further lookups for a while, but a recently valid token still
 * works, so other users of that address are not affected.
 */
export function registerAuthentication(
  app: Api,
  service: Service,
  { failedAttemptsPerMinute = FAILED_ATTEMPTS_PER_MINUTE, persons }: AuthenticationOptions = {},
): void {
  const cache = createCredentialCache({ lookUp: (text) => lookUp(service, text) });
  const rates = createSlidingWindow({ windowMs: MINUTE_MS, keysMax: KEYS_MAX });
  const failures = createSlidingWindow({ windowMs: MINUTE_MS, keysMax: KEYS_MAX });
  const lastUse = createLastUse(service);
  const isSandbox = service.config.mode === "sandbox";

  /** The checks of a request with a valid token. Throws a refusal. */
  function admit(request: FastifyRequest, reply: FastifyReply, token: KnownToken): void {
    if (token.expiresAt !== undefined && token.expiresAt <= service.clock.now()) throw expired(token.expiresAt);
    const rate = takeOne(rates, reply, { key: token.tokenId, limit: token.rateLimitPerMinute });
    const { config } = request.routeOptions;
    const scope = config.scope ?? "anyToken";
    if (scope === "person") throw refuseIdentity("personNeeded");
    if (scope !== "anyToken" && !token.scopes.has(scope)) throw notInScope(scope);
    const { address } = request;
    if (config.allowlisted === true && !token.allowlist.has(address))
      throw notAllowlisted(address, token.allowlist.isEmpty);
    request.rate = rate;
    setCaller(request, callerOfToken(request, token, address));
    lastUse.note(token);
  }

  function admitPerson(request: FastifyRequest, reply: FastifyReply, caller: Caller): void {
    const { sessionId } = present(caller.person, "a user gate is registered");
    request.rate = takeOne(rates, reply, { key: sessionId, limit: service.config.rateLimitPerMinute });
    setCaller(request, caller);
  }

  async function identify(request: FastifyRequest, text: string): Promise<KnownToken> {
    const source = networkOf(request.address);
    if (!cache.wasGood(text)) {
      const standing = failures.peek(source, failedAttemptsPerMinute);
      if (!standing.allowed) throw tooManyFailures(standing);
    }
    const token = organizationOfToken(text) === undefined ? undefined : await cache.load(text);
    if (token !== undefined) return token;
    failures.take(source, failedAttemptsPerMinute);
    throw await whyNot(service, text);
  }

  app.decorateRequest("caller", undefined);
  app.decorateRequest("rate", undefined);
  app.decorateRequest("address", "");
  app.addHook("onRequest", (request, reply, done) => {
    // Undefined if the client has disconnected, for example as the last of several pipelined requests.
    request.address = canonicalAddress((request.ip as string | undefined) ?? "gone");
    if (request.is404 || request.routeOptions.config.scope === "public") return done();
    const { authorization } = request.headers;
    const session = authorization === undefined ? persons?.credentialOf(request) : undefined;
    if (persons !== undefined && session !== undefined) {
      persons.admit(request, session).then((caller) => finish(() => admitPerson(request, reply, caller), done), done);
      return;
    }
    const text = credentialOf(authorization);
    if (text === undefined) return done(unauthorized("authenticationRequired"));
    if (isSandbox && isProductionToken(text)) return done(unauthorized("productionToken"));
    const fresh = cache.fresh(text);
    // A cached token is admitted without awaiting.
    if (fresh !== undefined) return finish(() => admit(request, reply, fresh), done);
    identify(request, text).then((token) => finish(() => admit(request, reply, token), done), done);
  });
  app.addHook("onClose", () => lastUse.settled());
}

const callerOfToken = (request: FastifyRequest, token: KnownToken, address: string): Caller => ({
  organizationId: token.organizationId,
  tokenId: token.tokenId,
  userId: null,
  scopes: token.scopes,
  address,
  httpRequestId: request.id,
  limitPerPaymentMinor: token.limitPerPaymentMinor,
  limitPerDayMinor: token.limitPerDayMinor,
  duplicateGuardHours: token.duplicateGuardHours,
  coolingOffHours: token.coolingOffHours,
  directSendBound: token.directSendBound,
  cutOffs: token.cutOffs,
});

/** Counts one request against a limit and sends the rate limit headers. Refuses with `rateLimited`. */
function takeOne(
  rates: SlidingWindow,
  reply: FastifyReply,
  { key, limit }: { key: string; limit: number },
): RateStanding {
  const rate = rates.take(key, limit);
  sendRateHeaders(reply, rate);
  if (!rate.allowed) throw rateLimited(rate);
  return rate;
}

function finish(check: () => void, done: (error?: Error) => void): void {
  let problem: Error | undefined;
  try {
    check();
  } catch (error) {
    problem = error instanceof Error ? error : new TypeError("A check threw a value that is not an error");
  }
  done(problem);
}

/** The token, if it is valid now. */
async function lookUp(service: Service, text: string): Promise<KnownToken | undefined> {
  const found = await findByText(service, text);
  if (!found || tokenStateAt(tokenOf(found.row), service.clock.now()) !== "active") return undefined;
  const { row, organizationId } = found;
  return {
    organizationId,
    tokenId: row.token_id,
    scopes: new Set(scopesOf(row.kind, row.scopes)),
    allowlist: compileAllowlist(row.allowlist),
    limitPerPaymentMinor: row.limit_per_payment_minor ?? undefined,
    limitPerDayMinor: row.limit_per_day_minor ?? undefined,
    rateLimitPerMinute: row.rate_limit_per_minute ?? service.config.rateLimitPerMinute,
    expiresAt: row.expires_at ?? undefined,
    duplicateGuardHours: row.duplicate_guard_hours,
    coolingOffHours: row.bank_details_cooling_off_hours,
    directSendBound: row.direct_send_bound,
    cutOffs: cutOffsOf(row.cut_offs),
  };
}

async function findByText(service: Service, text: string) {
  const organizationId = organizationOfToken(text);
  if (organizationId === undefined) return undefined;
  const row = await withinOrganization(organizationId, () =>
    findTokenByHash(service.database, organizationId, service.vault.mac("tokens", text)),
  );
  return row && { row, organizationId };
}

/** The refusal for an invalid token. Only the holder of the complete token learns that it expired or was revoked. */
async function whyNot(service: Service, text: string): Promise<Refusal> {
  if (organizationOfToken(text) === undefined) return unauthorized("noTokenInDBButMaybeMalformed");
  const row = (await findByText(service, text))?.row;
  if (row?.revoked_at) return unauthorized("tokenRevoked", { revokedAt: row.revoked_at.toISOString() });
  if (row?.expires_at && row.expires_at <= service.clock.now()) return expired(row.expires_at);
  if (row?.awaits_confirmation) return unauthorized("tokenAwaitsConfirmation");
  return unauthorized("invalidToken");
}

/** RFC 6750 §3: no error code when no token was sent, otherwise invalid_token. */
const challenge = (code: string): string =>
  code === "authenticationRequired" ? 'Bearer realm="bursar"' : 'Bearer realm="bursar", error="invalid_token"';

const unauthorized = (
  code: Parameters<typeof refuseIdentity>[0],
  details: Readonly<Record<string, string>> = {},
): Refusal => refuseIdentity(code, { details, headers: { "www-authenticate": challenge(code) } });

const expired = (expiredAt: Date): Refusal => unauthorized("tokenExpired", { expiredAt: expiredAt.toISOString() });

const retryHeaders = (standing: RateStanding) => ({
  details: { limit: standing.limit, retryAfterSeconds: standing.retryAfterSeconds },
  headers: { "retry-after": String(standing.retryAfterSeconds) },
});
const rateLimited = (rate: RateStanding): Refusal => refuseIdentity("rateLimited", retryHeaders(rate));
const tooManyFailures = (standing: RateStanding): Refusal =>
  refuseIdentity("tooManyFailedAttempts", retryHeaders(standing));

const notInScope = (requiredScope: string): Refusal =>
  refuseIdentity("tokenNotInScope", {
    details: { requiredScope },
    headers: { "www-authenticate": `Bearer realm="bursar", error="insufficient_scope", scope="${requiredScope}"` },
  });

const notAllowlisted = (ip: string, isEmpty: boolean): Refusal =>
  refuseIdentity("ipNotWhitelisted", {
    details: {
      ip,
      problem: isEmpty
        ? `This token has an empty IP allowlist, so it cannot send payments directly. Create a token that allows ${ip}, or use POST /account/{accountId}/request-send-money.`
        : `The address ${ip} is not on this token's IP allowlist. Call from an allowlisted address, or create a token that allows this one.`,
    },
    headers: { "www-authenticate": 'Bearer realm="bursar"' },
  });

/** The header fields of draft-ietf-httpapi-ratelimit-headers-06 (limit, remaining, reset in seconds, policy). */
function sendRateHeaders(reply: FastifyReply, rate: RateStanding): void {
  reply.header("ratelimit-limit", rate.limit);
  reply.header("ratelimit-remaining", rate.remaining);
  reply.header("ratelimit-reset", rate.allowed ? rate.resetSeconds : rate.retryAfterSeconds);
  reply.header("ratelimit-policy", `${rate.limit};w=${MINUTE_MS / SECOND_MS}`);
}

/** Failed attempts are counted per network: the owner of one IPv6 address usually controls its /64. */
function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  const [head = "", tail] = address.split("::");
  const groups = head.split(":");
  const missing = tail === undefined ? [] : Array<string>(8).fill("0");
  return [...groups, ...missing].slice(0, 4).join(":");
}
