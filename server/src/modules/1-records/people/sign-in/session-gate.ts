import type { FastifyRequest } from "fastify";
import { MINUTE_MS } from "#kernel/clock/clock.ts";
import { withinOrganization } from "#kernel/sql/scope.ts";
import type { OrganizationId, SessionId, UserId } from "#kernel/values/ids.ts";
import {
  type Caller,
  type CredentialCache,
  createCredentialCache,
  noTokenLimits,
  type PersonGate,
} from "#records/identity";
import { refusePeople } from "../people-refusals.ts";
import type { PeopleService } from "../people-service.ts";
import { type Rights, rightsOf } from "../roles.ts";
import { standingOf } from "../second-factors/second-factor.ts";
import { hashOfSecret, organizationOfSecret } from "../secret-text.ts";
import { requireOwnOrigin } from "./own-origin.ts";
import { sessionEndsAt, steppedUpUntil } from "./session.ts";
import { sessionSecretOf } from "./session-cookie.ts";
import { findSessionBySecret, markSeen } from "./sessions.queries.ts";

/** A session that was valid when it was looked up. */
interface KnownSession {
  readonly organizationId: OrganizationId;
  readonly sessionId: SessionId;
  readonly userId: UserId;
  readonly rights: Rights;
  readonly endsAt: Date;
  readonly steppedUpUntil: Date | undefined;
  /** When the user must have a second factor; undefined if they have one or need none. */
  readonly secondFactorDueAt: Date | undefined;
  readonly duplicateGuardHours: number;
  readonly coolingOffHours: number;
  readonly lookedUpAt: Date;
}

/** Admits users by their sessions, cached for half a second like tokens, so that law 17 holds on every process. */
export interface SessionGate extends PersonGate {
  /** Called when this process knows that the session of the request has changed. */
  forgetRequest(request: FastifyRequest): void;
}

export function createSessionGate(service: PeopleService): SessionGate {
  const cache: CredentialCache<KnownSession> = createCredentialCache({ lookUp: (secret) => lookUp(service, secret) });
  return {
    credentialOf: (request) => sessionSecretOf(service.config, request.headers.cookie),
    wasGood: cache.wasGood,
    find: cache.load,
    forgetRequest: (request) => cache.forget(sessionSecretOf(service.config, request.headers.cookie) ?? ""),
    admit: async (request, secret) => {
      const now = service.machineClock.now();
      const remembered = cache.fresh(secret);
      const session =
        remembered !== undefined && suffices(request, remembered, now) ? remembered : await cache.load(secret);
      if (session === undefined || session.endsAt <= now) throw refusePeople("sessionEnded");
      requireOwnOrigin(request, service.config, { mustSay: true });
      requireRights(request, session.rights);
      requireProofs(request, session, now);
      return callerOfSession(request, session, now);
    },
  };
}

/**
 * Not if the clock moved forward in the meantime, and not to ask for a proof: the user may just have given it to another
 * process, and would be asked again.
 */
function suffices(request: FastifyRequest, remembered: KnownSession, now: Date): boolean {
  if (now.getTime() - remembered.lookedUpAt.getTime() >= MINUTE_MS) return false;
  const { stepUp = false, refusals = [] } = request.routeOptions.config;
  const mayAsk = stepUp || refusals.includes("stepUpNeeded");
  return !lacksSecondFactor(remembered, now) && (!mayAsk || isSteppedUp(remembered, now));
}

/**
 * Checks the route's scope and permission. Routes that are only for tokens are closed to users; on routes for any
 * token, a user needs the permission that the route declares.
 */
function requireRights(request: FastifyRequest, rights: Rights): void {
  const { scope = "anyToken", permission, allowlisted = false } = request.routeOptions.config;
  if ((scope === "anyToken" && permission === undefined) || allowlisted || scope === "provisioning")
    throw refusePeople("tokenNeeded");
  const scopes: ReadonlySet<string> = rights.scopes;
  const permissions: ReadonlySet<string> = rights.permissions;
  const isScope = scope !== "person" && scope !== "anyToken";
  const missing = isScope && !scopes.has(scope) ? scope : permission;
  if (missing !== undefined && !scopes.has(missing) && !permissions.has(missing))
    throw refusePeople("notPermitted", { details: { needed: missing } });
}

/**
 * Checks the user's proofs: a second factor where one is overdue, except on routes that work without it (those that set
 * one up), and recent reauthentication where the route requires it.
 */
function requireProofs(request: FastifyRequest, session: KnownSession, now: Date): void {
  const { worksWithoutSecondFactor = false, stepUp = false } = request.routeOptions.config;
  if (lacksSecondFactor(session, now) && !worksWithoutSecondFactor) throw refusePeople("secondFactorNeeded");
  if (stepUp && !isSteppedUp(session, now)) throw refusePeople("stepUpNeeded");
}

const lacksSecondFactor = ({ secondFactorDueAt: dueAt }: KnownSession, now: Date): boolean =>
  dueAt !== undefined && dueAt <= now;

const isSteppedUp = ({ steppedUpUntil: until }: KnownSession, now: Date): boolean => until !== undefined && until > now;

function callerOfSession(request: FastifyRequest, session: KnownSession, now: Date): Caller {
  return {
    organizationId: session.organizationId,
    tokenId: null,
    userId: session.userId,
    person: {
      sessionId: session.sessionId,
      permissions: session.rights.permissions,
      steppedUp: isSteppedUp(session, now),
    },
    scopes: session.rights.scopes,
    address: request.address,
    httpRequestId: request.id,
    limits: noTokenLimits,
    duplicateGuardHours: session.duplicateGuardHours,
    coolingOffHours: session.coolingOffHours,
    directSendBound: false,
  };
}

/** The session, if it is valid. Records the use, which keeps the session from becoming idle, at most once a minute. */
async function lookUp(service: PeopleService, secret: string): Promise<KnownSession | undefined> {
  const organizationId = organizationOfSecret(secret);
  if (organizationId === undefined) return undefined;
  return withinOrganization(organizationId, () => lookUpIn(service, organizationId, secret));
}

async function lookUpIn(
  service: PeopleService,
  organizationId: OrganizationId,
  secret: string,
): Promise<KnownSession | undefined> {
  const row = await findSessionBySecret(service.database, organizationId, hashOfSecret(service, "session", secret));
  const now = service.machineClock.now();
  if (row === undefined || sessionEndsAt(row) <= now) return undefined;
  const { dueAt, mustUseProvider } = standingOf(service, row);
  const byProvider = row.signed_in_with === "provider";
  // Also sessions from before the organization required its provider.
  if (mustUseProvider && !byProvider) return undefined;
  const isStale = now.getTime() - row.last_seen_at.getTime() >= MINUTE_MS;
  if (isStale) await markSeen(service.database, organizationId, row.session_id, now);
  return {
    organizationId,
    sessionId: row.session_id,
    userId: row.user_id,
    rights: rightsOf(row.role, row.custom_permissions),
    endsAt: sessionEndsAt(isStale ? { ...row, last_seen_at: now } : row),
    steppedUpUntil: steppedUpUntil(row, now),
    // The provider has checked the factors that it requires.
    secondFactorDueAt: byProvider ? undefined : dueAt,
    duplicateGuardHours: row.duplicate_guard_hours,
    coolingOffHours: row.bank_details_cooling_off_hours,
    lookedUpAt: now,
  };
}
