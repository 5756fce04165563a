import type { FastifyReply, FastifyRequest } from "fastify";
import { present } from "#kernel/assert.ts";
import { MINUTE_MS, SECOND_MS } from "#kernel/clock/clock.ts";
import type { Service } from "#kernel/process/service.ts";
import { withinOrganization } from "#kernel/sql/scope.ts";
import { actorOf, recordAudit } from "#records/audit";
import { type Caller, callerOf, setCaller } from "./caller.ts";
import { refuseIdentity } from "./identity-refusals.ts";
import { createRateLimiter, type RateLimiter } from "./rates/rate-limiter.ts";
import type { RateKey } from "./rates/shared-counts.ts";
import type { RateStanding } from "./rates/sliding-window.ts";
import { createLastUse } from "./tokens/last-use.ts";
import type { KnownToken } from "./tokens/token-cache.ts";
import { expired, notAllowlisted, notInScope, rateLimited } from "./unauthorized.ts";
import { viaOf } from "./via.ts";

/**
 * Admits requests whose caller is known: rate limit (429), scope (403), allowlist (401). Throws a refusal; returns a
 * promise if other processes' counts are needed.
 */
export interface Admission {
  token(request: FastifyRequest, reply: FastifyReply, token: KnownToken): Promise<void> | undefined;
  person(request: FastifyRequest, reply: FastifyReply, caller: Caller): Promise<void> | undefined;
  close(): Promise<void>;
}

/** How much of a limit a process may admit before other processes know: the bound of ADR 0061. */
const UNSHARED = 1 / 100;

export function createAdmission(service: Service): Admission {
  const rates = createRateLimiter(service, { unsharedShare: UNSHARED });
  const lastUse = createLastUse(service);
  const within = (request: FastifyRequest, token: KnownToken, rate: RateStanding): void => {
    const { config } = request.routeOptions;
    const scope = config.scope ?? "anyToken";
    if (scope === "person") throw refuseIdentity("personNeeded");
    const isProvisioning = scope === "provisioning";
    if (isProvisioning !== (token.kind === "provisioning")) throw notInScope(scope);
    if (scope !== "anyToken" && !isProvisioning && !token.scopes.has(scope)) throw notInScope(scope);
    const { address } = request;
    if (config.allowlisted === true && !token.allowlist.has(address))
      throw notAllowlisted(address, token.allowlist.isEmpty);
    request.rate = rate;
    setCaller(request, callerOfToken(request, token, address));
    lastUse.note(token, address);
  };
  return {
    token: (request, reply, token) => {
      if (token.expiresAt !== undefined && token.expiresAt <= service.clock.now()) throw expired(token.expiresAt);
      const { organizationId, tokenId, rateLimitPerMinute } = token;
      const admitted = countOne(rates, reply, {
        key: { organizationId, id: tokenId },
        limit: rateLimitPerMinute,
        within: (rate) => within(request, token, rate),
      });
      if (token.kind !== "agent" || !looksUp(request)) return admitted;
      return Promise.resolve(admitted).then(() => recordLookUp(service, request));
    },
    person: (request, reply, caller) => {
      const { sessionId } = present(caller.person, "a user gate is registered");
      return countOne(rates, reply, {
        key: { organizationId: caller.organizationId, id: sessionId },
        limit: service.config.rateLimitPerMinute,
        within: (rate) => {
          request.rate = rate;
          setCaller(request, caller);
        },
      });
    },
    close: async () => {
      await Promise.all([lastUse.settled(), rates.close()]);
    },
  };
}

/** Reads of the organization's data, and previews. What an agent changes is recorded where it is changed. */
const looksUp = ({ method, routeOptions: { config } }: FastifyRequest): boolean =>
  (method === "GET" && config.scope !== "anyToken") || config.isPreview === true;

/**
 * What an agent looks up is in the audit log before it gets it: an auditor can see later what a program knew. Only the
 * path, because a query may contain what a person has typed.
 */
async function recordLookUp(service: Service, request: FastifyRequest): Promise<void> {
  const caller = callerOf(request);
  const { organizationId } = caller;
  const resourceId = present(caller.tokenId, "an agent calls with a token");
  const [path = ""] = request.url.split("?");
  await withinOrganization(organizationId, () =>
    service.database.transaction((tx) =>
      recordAudit(service, tx, {
        organizationId,
        actor: actorOf(caller),
        entries: [
          { action: "token.lookUp", resourceType: "token", resourceId, after: { path: path.slice(0, PATH_MAX) } },
        ],
      }),
    ),
  );
}

/** In characters. No route is longer. */
const PATH_MAX = 200;

const callerOfToken = (request: FastifyRequest, token: KnownToken, address: string): Caller => ({
  organizationId: token.organizationId,
  tokenId: token.tokenId,
  userId: null,
  scopes: token.scopes,
  address,
  httpRequestId: request.id,
  ...viaOf(request, token.kind),
  limits: token.limits,
  duplicateGuardHours: token.duplicateGuardHours,
  coolingOffHours: token.coolingOffHours,
  directSendBound: token.directSendBound,
  cutOffs: token.cutOffs,
});

interface Counted {
  readonly key: RateKey;
  readonly limit: number;
  /** The checks that follow. */
  readonly within: (rate: RateStanding) => void;
}

/** Counts one request against a limit and sends the rate limit headers. Refuses with `rateLimited`. */
function countOne(rates: RateLimiter, reply: FastifyReply, { key, limit, within }: Counted): Promise<void> | undefined {
  const counted = (rate: RateStanding): void => {
    sendRateHeaders(reply, rate);
    if (!rate.allowed) throw rateLimited(rate);
    within(rate);
  };
  const rate = rates.take(key, limit);
  if (rate instanceof Promise) return rate.then(counted);
  counted(rate);
  return undefined;
}

/** The header fields of draft-ietf-httpapi-ratelimit-headers-06 (limit, remaining, reset in seconds, policy). */
function sendRateHeaders(reply: FastifyReply, rate: RateStanding): void {
  reply.header("ratelimit-limit", rate.limit);
  reply.header("ratelimit-remaining", rate.remaining);
  reply.header("ratelimit-reset", rate.allowed ? rate.resetSeconds : rate.retryAfterSeconds);
  reply.header("ratelimit-policy", `${rate.limit};w=${MINUTE_MS / SECOND_MS}`);
}

/** Most checks end at once, and the request continues without a turn of the event loop. */
export function finish(check: () => Promise<void> | undefined, done: (error?: Error) => void): void {
  let problem: Error | undefined;
  try {
    const checked = check();
    if (checked !== undefined) return void checked.then(() => done(), done);
  } catch (error) {
    problem = error instanceof Error ? error : new TypeError("A check threw a value that is not an error");
  }
  done(problem);
}
