import { plusMs, SECOND_MS } from "#kernel/clock/clock.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, TokenId } from "#kernel/values/ids.ts";
import { makeTokenText } from "../tokens/token-text.ts";
import { insertGrant } from "./grants.queries.ts";
import { CHALLENGE, clientDigestOf, clientOfId, isRedirectOf, resourceOf } from "./oauth-client.ts";

/** What an application asks a user for, when it sends the browser to the authorization endpoint. */
export interface AuthorizationRequest {
  readonly clientId: string;
  readonly clientName: string;
  readonly redirectUri: string;
  readonly resource: string;
  readonly challenge: string;
  readonly state: string | undefined;
}

const REQUEST_LENGTH_MAX = 8_000;
const CODE_MS = 60 * SECOND_MS;

/** The query of the authorization endpoint as one parameter of the dashboard's page, whose router would read values as JSON. */
export const packedRequest = (query: string): string => Buffer.from(query).toString("base64url");

/** The request, or why it is none, as a sentence. Nothing is sent to a redirect URI that is not the client's. */
export function readAuthorization(
  service: Pick<Service, "vault">,
  packed: string,
): AuthorizationRequest | { readonly problem: string } {
  if (packed.length > REQUEST_LENGTH_MAX) return { problem: "The request is too long." };
  const given = new URLSearchParams(Buffer.from(packed, "base64url").toString());
  const [names, distinct] = [[...given.keys()], new Set(given.keys())];
  if (names.length !== distinct.size) return { problem: "A parameter of the request is repeated." };
  const text = (name: string): string => given.get(name) ?? "";
  const clientId = text("client_id");
  const client = clientOfId(service, clientId);
  if (client === undefined) return { problem: "The application is not registered here." };
  const redirectUri = text("redirect_uri");
  if (!isRedirectOf(client, redirectUri)) return { problem: "The application has not registered its return address." };
  if (text("response_type") !== "code") return { problem: "The application must ask for a code (response_type)." };
  if (text("code_challenge_method") !== "S256" || !CHALLENGE.test(text("code_challenge")))
    return { problem: "The application must use PKCE with S256." };
  const resource = resourceOf(text("resource"));
  if (resource === undefined) return { problem: "The application must say for which server it asks (resource)." };
  return {
    clientId,
    clientName: client.name,
    redirectUri,
    resource,
    challenge: text("code_challenge"),
    state: given.get("state") ?? undefined,
  };
}

/** Allows the application to use the token. Returns where the browser goes with the code, which works once, for a minute. */
export async function grantAccess(
  service: Service,
  tx: Tx,
  {
    organizationId,
    tokenId,
    request,
  }: { organizationId: OrganizationId; tokenId: TokenId; request: AuthorizationRequest },
): Promise<string> {
  const code = makeTokenText({ mode: service.config.mode, kind: "agent", organizationId });
  await insertGrant(tx, organizationId, {
    token_id: tokenId,
    client_digest: clientDigestOf(request.clientId),
    redirect_uri: request.redirectUri,
    resource: request.resource,
    code_hash: service.vault.mac("tokens", code),
    code_challenge: request.challenge,
    code_expires_at: plusMs(service.clock.now(), CODE_MS),
  });
  return returnTo(service, request, { code });
}

/** Where the browser goes if the user refuses: the application learns that, and nothing else (RFC 6749, 4.1.2.1). */
export const refusedUrlOf = (service: Pick<Service, "config">, request: AuthorizationRequest): string =>
  returnTo(service, request, { error: "access_denied" });

function returnTo(
  { config: { publicUrl } }: Pick<Service, "config">,
  { redirectUri, state }: AuthorizationRequest,
  answer: { readonly code: string } | { readonly error: string },
): string {
  const back = new URL(redirectUri);
  for (const [name, value] of Object.entries(answer)) back.searchParams.set(name, value);
  if (state !== undefined) back.searchParams.set("state", state);
  // RFC 9207: the application knows whose answer it is.
  back.searchParams.set("iss", publicUrl);
  return back.href;
}
