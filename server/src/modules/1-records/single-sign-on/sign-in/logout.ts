import { plusMs, SECOND_MS } from "#kernel/clock/clock.ts";
import { sha256 } from "#kernel/crypto/cipher.ts";
import { isUuid, type OrganizationId } from "#kernel/values/ids.ts";
import { recordAudit } from "#records/audit";
import { endProviderSessions, type PeopleService, throttled } from "#records/people";
import { findLink } from "../links/links.queries.ts";
import { LOGOUT_TOKEN_SECONDS, readLogoutToken, seemsMeantFor } from "../provider/logout-token.ts";
import type { ProviderReach } from "../provider/reach.ts";
import { CLOCK_TOLERANCE_SECONDS, discover } from "../provider/relying-party.ts";
import { findProvider, insertUsedToken } from "../providers.queries.ts";
import { SignOnProblem } from "../sign-on-problem.ts";
import { refuseSignOn } from "../sign-on-refusals.ts";

/**
 * Ends the sessions that began with one at the provider, when the user signs out there or an administrator there ends it
 * (OpenID Connect Back-Channel Logout). Each token works once. Refuses with `logoutRefused` or `tooManySignIns`.
 */
export async function logOut(
  service: PeopleService,
  reach: ProviderReach,
  given: {
    readonly organizationId: string;
    readonly token: string;
    readonly address: string;
    readonly httpRequestId: string;
  },
): Promise<void> {
  const { organizationId, token, address, httpRequestId } = given;
  const done = await throttled(service, { account: undefined, address }, async () => {
    if (!isUuid(organizationId)) return undefined;
    return logOutOf(service, reach, {
      organizationId: organizationId as OrganizationId,
      token,
      address,
      httpRequestId,
    });
  });
  if (done === undefined) throw refuseSignOn("logoutRefused");
}

async function logOutOf(
  service: PeopleService,
  reach: ProviderReach,
  {
    organizationId,
    token,
    address,
    httpRequestId,
  }: { organizationId: OrganizationId; token: string; address: string; httpRequestId: string },
): Promise<true | undefined> {
  const provider = await findProvider(service.database, organizationId);
  if (provider?.enabled !== true || !seemsMeantFor(provider, token)) return undefined;
  const config = await discover(service, reach, provider).catch((error: unknown) => {
    if (error instanceof SignOnProblem) throw refuseSignOn("providerUnreachable", { cause: error });
    throw error;
  });
  const logout = await readLogoutToken(service, { reach, config, provider }, token);
  if (logout === undefined) return undefined;
  const { jti, sid, subject } = logout;
  const at = service.machineClock.now();
  const seconds = LOGOUT_TOKEN_SECONDS + 2 * CLOCK_TOLERANCE_SECONDS;
  return service.database.transaction(async (tx) => {
    const tokenHash = sha256(Buffer.from(`logout/${provider.issuer}/${jti}`));
    const used = { tokenHash, expiresAt: plusMs(at, seconds * SECOND_MS) };
    if ((await insertUsedToken(tx, organizationId, used)) !== 1) return undefined;
    const link =
      subject === undefined ? undefined : await findLink(tx, organizationId, { issuer: provider.issuer, subject });
    // A person who never signed in here has no sessions to end.
    if (subject !== undefined && link === undefined) return true;
    const ended = await endProviderSessions(tx, organizationId, { sid, userId: link?.user_id, at });
    await recordAudit(service, tx, {
      organizationId,
      actor: { type: "service", address, httpRequestId },
      entries: ended.map((user) => ({
        action: "session.endAll",
        resourceType: "user",
        resourceId: user.userId,
        after: { ended: user.ended },
      })),
    });
    return true;
  });
}
