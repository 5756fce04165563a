import { SECOND_MS } from "#kernel/clock/clock.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { recordAudit } from "#records/audit";
import { lockOrganization } from "#records/identity";
import {
  findSession,
  markSteppedUp,
  type OpenedSession,
  type Origin,
  openSession,
  type PeopleService,
  userActor,
} from "#records/people";
import { findLink } from "../links/links.queries.ts";
import type { ProviderReach } from "../provider/reach.ts";
import { CLOCK_TOLERANCE_SECONDS, type Claims, claimsOf, discover } from "../provider/relying-party.ts";
import type { Provider } from "../provider.ts";
import { findProvider, lockProvider } from "../providers.queries.ts";
import { SignOnProblem, type SignOnProblemCode } from "../sign-on-problem.ts";
import { admit } from "./admit.ts";
import { bindingsOf, type ProviderAttempt, readAttempt, takeAttempt } from "./attempt.ts";

/** What the provider's answer leads to. */
export type Finished =
  | { readonly opened: OpenedSession | undefined; readonly returnTo: string }
  | { readonly problem: SignOnProblemCode; readonly returnTo: string | undefined };

/** OpenID Connect allows no longer ID of a user. A provider's ID of a session is as short. */
const ID_LENGTH_MAX = 255;

/**
 * The browser is back from the provider. The attempt is used up before the code is exchanged; what the answer allows is
 * decided in one transaction afterward, from what is true then.
 */
export async function finishAttempt(
  service: PeopleService,
  reach: ProviderReach,
  { cookie, search, origin }: { readonly cookie: string | undefined; readonly search: string; readonly origin: Origin },
): Promise<Finished> {
  const attempt = cookie === undefined ? undefined : readAttempt(service, cookie);
  if (cookie === undefined || attempt === undefined) return { problem: "abandoned", returnTo: undefined };
  const { returnTo } = attempt;
  // A sign-in that fails begins again on the sign-in page; a step-up goes back to its page.
  const back = attempt.sessionId === undefined ? undefined : returnTo;
  try {
    const { state } = bindingsOf(service, cookie);
    if (new URLSearchParams(search).get("state") !== state) throw new SignOnProblem("abandoned");
    if (!(await takeAttempt(service, attempt, cookie))) throw new SignOnProblem("abandoned");
    const claims = await ask(service, reach, { attempt, cookie, search });
    const outcome = await service.database.transaction((tx) => decide(service, tx, { attempt, claims, origin }));
    return typeof outcome === "string" ? { problem: outcome, returnTo: back } : { opened: outcome, returnTo };
  } catch (error) {
    // The provider gives the last administrator no role: they keep theirs, but do not get in.
    if (error instanceof Refusal && error.code === "lastAdministrator") return { problem: "noRole", returnTo: back };
    if (!(error instanceof SignOnProblem)) throw error;
    service.log.info(
      {
        err: error.cause,
        problem: error.code,
        organizationId: attempt.organizationId,
        requestId: origin.httpRequestId,
      },
      "a sign-in with the identity provider failed",
    );
    return { problem: error.code, returnTo: back };
  }
}

async function ask(
  service: PeopleService,
  reach: ProviderReach,
  { attempt, cookie, search }: { readonly attempt: ProviderAttempt; readonly cookie: string; readonly search: string },
): Promise<Claims> {
  const provider = await findProvider(service.database, attempt.organizationId);
  if (!isStill(provider, attempt)) throw new SignOnProblem("abandoned");
  const config = await discover(service, reach, provider);
  const claims = await claimsOf(service, config, { search, ...bindingsOf(service, cookie) });
  if (claims.iss !== provider.issuer || claims.sub === "" || claims.sub.length > ID_LENGTH_MAX)
    throw new SignOnProblem("answerRefused");
  return claims;
}

/** Another provider, another mapping, or none: what was started with the former one counts no more. */
const isStill = (provider: Provider | undefined, attempt: ProviderAttempt): provider is Provider =>
  provider?.enabled === true && provider.version === attempt.version;

interface Decision {
  readonly attempt: ProviderAttempt;
  readonly claims: Claims;
  readonly origin: Origin;
}

/** The session, nothing for a step-up, or the problem. */
async function decide(
  service: PeopleService,
  tx: Tx,
  { attempt, claims, origin }: Decision,
): Promise<OpenedSession | undefined | SignOnProblemCode> {
  const { organizationId } = attempt;
  await lockOrganization(tx, organizationId);
  const provider = await lockProvider(tx, organizationId, "share");
  if (!isStill(provider, attempt)) throw new SignOnProblem("abandoned");
  if (attempt.sessionId !== undefined) return stepUp(service, tx, { attempt, claims, origin });
  const admitted = await admit(service, tx, { provider, claims, origin });
  if (typeof admitted === "string") return admitted;
  const sid = claims["sid"];
  return openSession(service, tx, {
    organizationId,
    userId: admitted.userId,
    signedInWith: "provider",
    origin,
    providerSid: typeof sid === "string" && sid.length <= ID_LENGTH_MAX ? sid : undefined,
  });
}

/** Only by the person whose session it is, and only with a sign-in that is not older than the request for it. */
async function stepUp(service: PeopleService, tx: Tx, { attempt, claims, origin }: Decision): Promise<undefined> {
  const { organizationId, sessionId, startedAt } = attempt;
  if (sessionId === undefined) throw new SignOnProblem("abandoned");
  const authTime = claims["auth_time"];
  const earliest = startedAt.getTime() / SECOND_MS - CLOCK_TOLERANCE_SECONDS;
  if (typeof authTime !== "number" || authTime < earliest) throw new SignOnProblem("notFresh");
  const link = await findLink(tx, organizationId, { issuer: claims.iss, subject: claims.sub });
  const session = await findSession(tx, organizationId, sessionId);
  if (link === undefined || link.user_id !== session.user_id) throw new SignOnProblem("linkedToAnother");
  await markSteppedUp(tx, organizationId, sessionId, service.machineClock.now());
  await recordAudit(service, tx, {
    organizationId,
    actor: userActor(session.user_id, origin),
    entries: [
      { action: "session.stepUp", resourceType: "session", resourceId: sessionId, after: { with: "provider" } },
    ],
  });
}
