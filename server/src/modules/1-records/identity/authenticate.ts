import type { FastifyRequest } from "fastify";
import type { Api } from "#kernel/http/api.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Refusal } from "#kernel/refusal.ts";
import { withinOrganization } from "#kernel/sql/scope.ts";
import { createAdmission, finish } from "./admission.ts";
import { canonicalAddress, compileAllowlist } from "./allowlist.ts";
import { type Caller, callerLimitsOf } from "./caller.ts";
import { cutOffsOf } from "./organization/cut-offs.queries.ts";
import type { RateStanding } from "./rates/sliding-window.ts";
import { scopesOf } from "./scopes.ts";
import { limitsOfRow, tokenOf, tokenStateAt } from "./tokens/api-token.ts";
import { createCredentialCache, type KnownToken } from "./tokens/token-cache.ts";
import { isAgentToken, isProductionToken, organizationOfToken } from "./tokens/token-text.ts";
import { type CredentialRow, findTokenByAccess, findTokenByHash } from "./tokens/tokens.queries.ts";
import { expired, unauthorized } from "./unauthorized.ts";
import { createWrongCredentials, type WrongCredentials, type WrongCredentialsOptions } from "./wrong-credentials.ts";

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
  /** Requests with an invalid token or session allowed per minute from one address (IPv6: one /64). */
  readonly failedAttemptsPerMinute?: number;
  /** Told of each of them: for metrics. */
  readonly observe?: WrongCredentialsOptions["observe"];
  /** Admits users by their sessions. Without it, only tokens are admitted. */
  readonly persons?: PersonGate;
}

/** Resolves sessions (modules/1-records/people), for requests without an Authorization header. */
export interface PersonGate {
  /** The session of a request, if any. */
  credentialOf(request: FastifyRequest): string | undefined;
  /** True if the session was valid at its last lookup. */
  wasGood(credential: string): boolean;
  /** Looks the session up; undefined if it does not exist or has ended. */
  find(credential: string): Promise<object | undefined>;
  /** Resolves the user and runs every check of the route except the rate limit. Rejects with a refusal. */
  admit(request: FastifyRequest, credential: string): Promise<Caller>;
}

const FAILED_ATTEMPTS_PER_MINUTE = 60;

/**
 * Admits or rejects a request before its body is read. Order of checks: credential (401), rate limit (429), scope
 * (403), allowlist (401). The not-found handler answers unknown routes without a token.
 *
 * After too many invalid tokens and sessions, those of the address wait and are refused (wrong-credentials.ts). Returns
 * what counts them, for public routes that look a credential up.
 */
export function registerAuthentication(
  app: Api,
  service: Service,
  {
    failedAttemptsPerMinute: perMinute = FAILED_ATTEMPTS_PER_MINUTE,
    observe = () => undefined,
    persons,
  }: AuthenticationOptions = {},
): Pick<WrongCredentials, "check"> {
  const cache = createCredentialCache({ lookUp: (text) => lookUp(service, text) });
  const wrong = createWrongCredentials(service, { perMinute, observe });
  const admission = createAdmission(service);
  const isSandbox = service.config.mode === "sandbox";

  async function identify({ address }: FastifyRequest, text: string): Promise<KnownToken> {
    const account = organizationOfToken(text) ?? "malformed";
    const load = async () => (account === "malformed" ? undefined : await cache.load(text));
    const token = await (cache.wasGood(text) ? load() : wrong.check({ address, account }, load));
    if (token === undefined) throw await whyNot(service, text);
    return token;
  }

  const identifyTogether = sharingFirstUse(identify, cache.wasGood);

  /** Only sessions that were never valid here, or no longer are, can be guesses. */
  async function admitPerson(gate: PersonGate, request: FastifyRequest, session: string): Promise<Caller> {
    if (!gate.wasGood(session))
      await wrong.check({ address: request.address, account: session.slice(0, 21) }, () => gate.find(session));
    return gate.admit(request, session);
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
      admitPerson(persons, request, session).then(
        (caller) => finish(() => admission.person(request, reply, caller), done),
        done,
      );
      return;
    }
    const text = credentialOf(authorization);
    if (text === undefined) return done(unauthorized("authenticationRequired"));
    if (isSandbox && isProductionToken(text)) return done(unauthorized("productionToken"));
    const fresh = cache.fresh(text);
    // A cached token is admitted without awaiting.
    if (fresh !== undefined) return finish(() => admission.token(request, reply, fresh), done);
    identifyTogether(request, text).then((token) => finish(() => admission.token(request, reply, token), done), done);
  });
  app.addHook("onClose", async () => {
    await Promise.all([admission.close(), wrong.close()]);
  });
  return wrong;
}

type Identify = (request: FastifyRequest, text: string) => Promise<KnownToken>;

/**
 * Requests that come together with a token that this process does not know yet wait for the first one, and share its
 * refusal: they are one attempt, however many they are.
 */
function sharingFirstUse(identify: Identify, wasGood: (text: string) => boolean): Identify {
  const firstUses = new Map<string, Promise<KnownToken>>();
  return async (request, text) => {
    const first = firstUses.get(text);
    if (first !== undefined) {
      await first;
      return identify(request, text);
    }
    if (wasGood(text)) return identify(request, text);
    const use = identify(request, text).finally(() => firstUses.delete(text));
    firstUses.set(text, use);
    return use;
  };
}

/** The token, if it is valid now. */
async function lookUp(service: Service, text: string): Promise<KnownToken | undefined> {
  const found = await findByText(service, text);
  const now = service.clock.now();
  if (!found || tokenStateAt(tokenOf(found.row), now) !== "active") return undefined;
  const { access_expires_at: accessEndsAt } = found.row;
  if (accessEndsAt !== undefined && accessEndsAt <= now) return undefined;
  const { row, organizationId } = found;
  return {
    organizationId,
    tokenId: row.token_id,
    kind: row.kind,
    scopes: new Set(scopesOf(row.kind, row.scopes)),
    allowlist: compileAllowlist(row.allowlist),
    limits: callerLimitsOf(limitsOfRow(row), row.counted_since !== null),
    rateLimitPerMinute: row.rate_limit_per_minute ?? service.config.rateLimitPerMinute,
    expiresAt: endsAt(row),
    duplicateGuardHours: row.duplicate_guard_hours,
    coolingOffHours: row.bank_details_cooling_off_hours,
    directSendBound: row.direct_send_bound,
    cutOffs: cutOffsOf(row.cut_offs),
  };
}

/** When the credential stops working: an access token ends before the token for which it stands. */
function endsAt({ expires_at: expiresAt, access_expires_at: accessEndsAt }: CredentialRow): Date | undefined {
  if (accessEndsAt === undefined || expiresAt === null) return accessEndsAt ?? expiresAt ?? undefined;
  return accessEndsAt < expiresAt ? accessEndsAt : expiresAt;
}

async function findByText(service: Service, text: string) {
  const organizationId = organizationOfToken(text);
  if (organizationId === undefined) return undefined;
  const hash = service.vault.mac("tokens", text);
  const { database } = service;
  const row = await withinOrganization(
    organizationId,
    async () =>
      (await findTokenByHash(database, organizationId, hash)) ??
      (isAgentToken(text) ? await findTokenByAccess(database, organizationId, hash) : undefined),
  );
  return row && { row, organizationId };
}

/** The refusal for an invalid token. Only the holder of the complete token learns that it expired or was revoked. */
async function whyNot(service: Service, text: string): Promise<Refusal> {
  if (organizationOfToken(text) === undefined) return unauthorized("noTokenInDBButMaybeMalformed");
  const row = (await findByText(service, text))?.row;
  if (row?.revoked_at) return unauthorized("tokenRevoked", { revokedAt: row.revoked_at.toISOString() });
  const end = row && endsAt(row);
  if (end !== undefined && end <= service.clock.now()) return expired(end);
  if (row?.awaits_confirmation) return unauthorized("tokenAwaitsConfirmation");
  return unauthorized("invalidToken");
}

/**
 * The token in an Authorization header: Bearer (RFC 6750), or HTTP Basic with the token as user name and an empty
 * password (decision P2). A token contains a colon, so the user name does not end at the first one: exactly one
 * trailing colon is removed.
 */
export function credentialOf(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const space = header.indexOf(" ");
  if (space === -1) return undefined;
  const scheme = header.slice(0, space).toLowerCase();
  const value = header.slice(space + 1).trim();
  if (value === "") return undefined;
  if (scheme === "bearer") return value;
  if (scheme !== "basic") return undefined;
  const userAndPassword = Buffer.from(value, "base64").toString("utf8");
  const token = userAndPassword.endsWith(":") ? userAndPassword.slice(0, -1) : userAndPassword;
  return token === "" ? undefined : token;
}
