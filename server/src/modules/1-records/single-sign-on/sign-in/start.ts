import { isUuid, type OrganizationId } from "#kernel/values/ids.ts";
import { type Caller, findOrganization } from "#records/identity";
import { type PeopleService, personOf, throttled } from "#records/people";
import type { ProviderReach } from "../provider/reach.ts";
import { authorizationUrl, discover } from "../provider/relying-party.ts";
import { domainOf, type Provider } from "../provider.ts";
import { findProvider, providersOfDomain } from "../providers.queries.ts";
import { SignOnProblem } from "../sign-on-problem.ts";
import { refuseSignOn } from "../sign-on-refusals.ts";
import { bindingsOf, makeAttempt, safeReturn } from "./attempt.ts";

/** More organizations than this with one domain cannot be chosen from. */
const ORGANIZATIONS_MAX = 10;

export interface StartedSignIn {
  /** Where the browser goes. */
  readonly url: string;
  /** The text of the attempt's cookie. */
  readonly cookie: string;
}

export type StartStep =
  | ({ readonly next: "provider" } & StartedSignIn)
  | {
      readonly next: "chooseOrganization";
      readonly organizations: readonly { readonly id: OrganizationId; readonly legalBusinessName: string }[];
    };

/**
 * The way to the provider of an organization, or of the organizations that have the address's domain. It reveals which
 * domains have one, and nothing about users. Refuses with `noProvider`, `providerUnreachable`, or `tooManySignIns`.
 */
export async function startSignIn(
  service: PeopleService,
  reach: ProviderReach,
  given: {
    readonly email: string | undefined;
    readonly organizationId: string | undefined;
    readonly returnTo: string | undefined;
    readonly address: string;
  },
): Promise<StartStep> {
  const attempt = { account: undefined, address: given.address };
  const step = await throttled(service, attempt, () => startAt(service, reach, given));
  if (step === undefined) throw refuseSignOn("noProvider");
  return step;
}

async function startAt(
  service: PeopleService,
  reach: ProviderReach,
  { email, organizationId, returnTo }: Parameters<typeof startSignIn>[2],
): Promise<StartStep | undefined> {
  const [provider, ...others] = await candidatesOf(service, { email, organizationId });
  if (provider === undefined) return undefined;
  if (others.length > 0)
    return { next: "chooseOrganization", organizations: await named(service, [provider, ...others]) };
  const started = await leave(service, reach, provider, { returnTo, email, sessionId: undefined });
  return { next: "provider", ...started };
}

async function candidatesOf(
  service: PeopleService,
  { email, organizationId }: { readonly email: string | undefined; readonly organizationId: string | undefined },
): Promise<readonly Provider[]> {
  if (organizationId === undefined)
    return email === undefined ? [] : providersOfDomain(service.database, domainOf(email.trim()), ORGANIZATIONS_MAX);
  // The database knows whether an organization has this ID.
  const found = isUuid(organizationId)
    ? await findProvider(service.database, organizationId as OrganizationId)
    : undefined;
  return found?.enabled === true ? [found] : [];
}

async function named(service: PeopleService, providers: readonly Provider[]) {
  const found = await Promise.all(
    providers.map(({ organizationId }) => findOrganization(service.database, organizationId)),
  );
  return found.flatMap((organization) =>
    organization === undefined
      ? []
      : [{ id: organization.organizationId, legalBusinessName: organization.legalBusinessName }],
  );
}

/**
 * The way to the provider for a user whose session began there: it asks for a fresh sign-in. Refuses with `noProvider` or
 * `providerUnreachable`.
 */
export async function startProviderStepUp(
  service: PeopleService,
  reach: ProviderReach,
  caller: Caller,
  returnTo: string | undefined,
): Promise<StartedSignIn> {
  const { organizationId, sessionId } = personOf(caller);
  const provider = await findProvider(service.database, organizationId);
  if (provider?.enabled !== true) throw refuseSignOn("noProvider");
  return leave(service, reach, provider, { returnTo, email: undefined, sessionId });
}

async function leave(
  service: PeopleService,
  reach: ProviderReach,
  provider: Provider,
  {
    returnTo,
    email,
    sessionId,
  }: {
    readonly returnTo: string | undefined;
    readonly email: string | undefined;
    readonly sessionId: ReturnType<typeof personOf>["sessionId"] | undefined;
  },
): Promise<StartedSignIn> {
  const { organizationId, version } = provider;
  try {
    const config = await discover(service, reach, provider);
    const cookie = makeAttempt(service, { organizationId, version, sessionId, returnTo: safeReturn(returnTo) });
    const bindings = bindingsOf(service, cookie);
    const fresh = sessionId !== undefined;
    const url = await authorizationUrl(service, config, { ...bindings, fresh, email, isHttpAllowed: reach.allowHttp });
    return { url, cookie };
  } catch (error) {
    if (error instanceof SignOnProblem) throw refuseSignOn("providerUnreachable", { cause: error });
    throw error;
  }
}
