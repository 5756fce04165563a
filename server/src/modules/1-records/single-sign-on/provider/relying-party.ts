import * as client from "openid-client";
import { SECOND_MS } from "#kernel/clock/clock.ts";
import type { PeopleService } from "#records/people";
import type { Provider } from "../provider.ts";
import { findSecret } from "../providers.queries.ts";
import { SignOnProblem } from "../sign-on-problem.ts";
import { clientSecrets } from "../tables.ts";
import type { ProviderReach } from "./reach.ts";

/** By how much the provider's clock may differ from ours. */
export const CLOCK_TOLERANCE_SECONDS = 60;
const TIMEOUT_SECONDS = 10;

export type Claims = Readonly<Record<string, unknown>> & { readonly iss: string; readonly sub: string };

/** The path to which the provider sends the browser back. */
export const callbackUrl = ({ config }: Pick<PeopleService, "config">): string => `${config.publicUrl}/sso/callback`;

type Whose = Pick<Provider, "organizationId" | "issuer" | "clientId" | "secretId">;

/**
 * The provider as it describes itself now, and its keys: read for each sign-in, so that a rotated key or a moved endpoint
 * takes effect at once. Uses the network, so never in a transaction. Rejects with SignOnProblem.
 */
export async function discover(
  service: PeopleService,
  reach: ProviderReach,
  provider: Whose,
): Promise<client.Configuration> {
  const secret = await secretOf(service, provider);
  try {
    const config = await client.discovery(
      new URL(provider.issuer),
      provider.clientId,
      {
        [client.clockTolerance]: CLOCK_TOLERANCE_SECONDS,
        // The library uses the system's clock.
        [client.clockSkew]: Math.round((service.machineClock.now().getTime() - Date.now()) / SECOND_MS),
      },
      secret === undefined ? client.None() : authenticatedBy(secret),
      {
        timeout: TIMEOUT_SECONDS,
        [client.customFetch]: (url, options) => reach.fetch(url, options),
        execute: reach.allowHttp ? [client.allowInsecureRequests] : [],
      },
    );
    // The signature counts, although the token comes from the provider over TLS: a proxy may open TLS.
    client.enableNonRepudiationChecks(config);
    return config;
  } catch (cause) {
    throw new SignOnProblem("providerUnavailable", { cause });
  }
}

async function secretOf(service: PeopleService, { organizationId, secretId }: Whose): Promise<string | undefined> {
  if (secretId === null) return undefined;
  const { secret } = (await findSecret(service.database, organizationId, secretId)) ?? {};
  if (secret === undefined || secret.length === 0) throw new SignOnProblem("providerUnavailable");
  return service.vault.open(service.database, organizationId, clientSecrets.contextOf(secretId), secret);
}

/** As the provider wants it: in the body if it says so, otherwise in a header, as the standard does by default. */
const authenticatedBy =
  (secret: string): client.ClientAuth =>
  (server, ...rest) => {
    const { token_endpoint_auth_methods_supported: methods = [] } = server;
    const inBody = methods.includes("client_secret_post");
    return (inBody ? client.ClientSecretPost(secret) : client.ClientSecretBasic(secret))(server, ...rest);
  };

/** What binds the provider's answer to the browser. */
export interface Bindings {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** Where the browser is sent. `fresh`: the provider asks for a new sign-in even if it has a session. */
export async function authorizationUrl(
  service: PeopleService,
  config: client.Configuration,
  {
    state,
    nonce,
    verifier,
    fresh,
    email,
    isHttpAllowed,
  }: Bindings & { readonly fresh: boolean; readonly email: string | undefined; readonly isHttpAllowed: boolean },
): Promise<string> {
  const parameters = {
    redirect_uri: callbackUrl(service),
    scope: "openid email profile",
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    ...(email === undefined ? {} : { login_hint: email }),
    ...(fresh ? { prompt: "login", max_age: "0" } : {}),
  };
  const url = authorizationEndpoint(config, parameters);
  // The provider chooses the address, and a browser would also run a script.
  if (url.protocol !== "https:" && !(isHttpAllowed && url.protocol === "http:"))
    throw new SignOnProblem("providerUnavailable");
  return url.href;
}

function authorizationEndpoint(config: client.Configuration, parameters: Record<string, string>): URL {
  try {
    return client.buildAuthorizationUrl(config, parameters);
  } catch (cause) {
    throw new SignOnProblem("providerUnavailable", { cause });
  }
}

/**
 * Exchanges the code for what the provider says about the user: issuer, audience, signature, expiry, nonce, state, and PKCE
 * are checked. Rejects with SignOnProblem.
 */
export async function claimsOf(
  service: PeopleService,
  config: client.Configuration,
  { search, state, nonce, verifier }: Bindings & { readonly search: string },
): Promise<Claims> {
  try {
    const tokens = await client.authorizationCodeGrant(config, new URL(`${callbackUrl(service)}${search}`), {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (claims === undefined) throw new SignOnProblem("answerRefused");
    const { userinfo_endpoint: endpoint } = config.serverMetadata();
    if (claims["email"] !== undefined || endpoint === undefined) return claims;
    // Some providers put only who it is into the token.
    return { ...(await client.fetchUserInfo(config, tokens.access_token, claims.sub)), ...claims };
  } catch (error) {
    if (error instanceof SignOnProblem) throw error;
    if (error instanceof client.AuthorizationResponseError)
      throw new SignOnProblem("providerRefused", { cause: error });
    throw new SignOnProblem("answerRefused", { cause: error });
  }
}
