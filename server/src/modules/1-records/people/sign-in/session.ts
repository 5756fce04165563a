import { HOUR_MS, MINUTE_MS, plusMs } from "#kernel/clock/clock.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, SessionId, UserId } from "#kernel/values/ids.ts";
import { type Actor, recordAudit } from "#records/audit";
import { sendNotice } from "../notices/security-notices.ts";
import { refusePeople } from "../people-refusals.ts";
import type { PeopleService } from "../people-service.ts";
import { factorFactsOf } from "../second-factors/factors.queries.ts";
import { hashOfSecret, makeSecretText } from "../secret-text.ts";
import { rememberDevice } from "./device.ts";
import { insertSession, markAllEnded, type SessionRow, type SignedInWith } from "./sessions.queries.ts";

/** A session ends this long after sign-in in any case. */
export const SESSION_MS = 12 * HOUR_MS;
/** A session ends after this long without a request. */
export const IDLE_MS = 30 * MINUTE_MS;
const STEP_UP_MS = 10 * MINUTE_MS;
const USER_AGENT_LENGTH_MAX = 200;

/** Where a request comes from, as recorded in sessions. */
export interface Origin {
  readonly address: string;
  readonly userAgent: string | undefined;
  /** The device text that the browser sent; not trusted. */
  readonly device: string | undefined;
  readonly httpRequestId: string;
}

/** The secrets in the cookies of a newly signed-in user: stored nowhere. */
export interface OpenedSession {
  readonly session: string;
  readonly device: string;
}

export const sessionEndsAt = (row: Pick<SessionRow, "expires_at" | "last_seen_at">): Date =>
  new Date(Math.min(row.expires_at.getTime(), row.last_seen_at.getTime() + IDLE_MS));

/** Until when the user need not reauthenticate; undefined if they must now. */
export function steppedUpUntil({ stepped_up_at }: Pick<SessionRow, "stepped_up_at">, now: Date): Date | undefined {
  const until = stepped_up_at === null ? undefined : plusMs(stepped_up_at, STEP_UP_MS);
  return until !== undefined && until > now ? until : undefined;
}

export const userActor = (userId: UserId, origin: Origin): Actor => ({
  type: "user",
  id: userId,
  address: origin.address,
  httpRequestId: origin.httpRequestId,
});

/**
 * Opens a session with its own secret, and emails the user if the device is new. Every way to sign in ends here, so this
 * is where a user who must sign in with the identity provider is refused any other way (`providerNeeded`).
 */
export async function openSession(
  service: PeopleService,
  tx: Tx,
  {
    organizationId,
    userId,
    signedInWith,
    origin,
    providerSid,
  }: {
    organizationId: OrganizationId;
    userId: UserId;
    signedInWith: SignedInWith;
    origin: Origin;
    /** The session at the identity provider. */
    providerSid?: string | undefined;
  },
): Promise<OpenedSession> {
  const now = service.machineClock.now();
  const { must_use_provider: mustUseProvider } = await factorFactsOf(tx, organizationId, userId);
  if (mustUseProvider && signedInWith !== "provider") throw refusePeople("providerNeeded");
  const device = await rememberDevice(service, tx, { organizationId, userId, text: origin.device });
  const sessionId = service.newId<SessionId>();
  const secret = makeSecretText(organizationId);
  await insertSession(tx, organizationId, {
    session_id: sessionId,
    secret_hash: hashOfSecret(service, "session", secret),
    user_id: userId,
    signed_in_with: signedInWith,
    address: origin.address,
    user_agent: origin.userAgent?.replaceAll(/[^\x20-\x7e]/g, "?").slice(0, USER_AGENT_LENGTH_MAX) ?? null,
    created_at: now,
    expires_at: plusMs(now, SESSION_MS),
    provider_sid: providerSid ?? null,
  });
  await recordAudit(service, tx, {
    organizationId,
    actor: userActor(userId, origin),
    entries: [
      { action: "session.create", resourceType: "session", resourceId: sessionId, after: { userId, signedInWith } },
    ],
  });
  if (device.isNew) await sendNotice(service, tx, { organizationId, userId, origin, notice: { kind: "newDevice" } });
  return { session: secret, device: device.text };
}

/** Ends all of a user's sessions except the given one, and records that in the audit log. Returns their number. */
export async function endSessionsOf(
  service: Pick<Service, "clock" | "newId" | "vault">,
  tx: Tx,
  {
    organizationId,
    userId,
    except,
    at,
    actor,
  }: { organizationId: OrganizationId; userId: UserId; except?: SessionId; at: Date; actor: Actor },
): Promise<number> {
  const ended = await markAllEnded(tx, organizationId, { userId, except, at });
  if (ended === 0) return 0;
  await recordAudit(service, tx, {
    organizationId,
    actor,
    entries: [{ action: "session.endAll", resourceType: "user", resourceId: userId, after: { ended } }],
  });
  return ended;
}
