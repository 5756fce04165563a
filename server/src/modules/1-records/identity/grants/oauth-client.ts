import { createHash, timingSafeEqual } from "node:crypto";
import type { Service } from "#kernel/process/service.ts";

/**
 * Applications that register themselves (RFC 7591). Nothing is stored: the client's ID is its registration, with a code under
 * a key of the service. So strangers cannot fill a table, and an ID that the service did not give is none.
 */
export interface OAuthClient {
  readonly name: string;
  readonly redirectUris: readonly string[];
}

const NAME_MAX = 100;
const URIS_MAX = 5;
const URI_LENGTH_MAX = 300;
const ID_LENGTH_MAX = 4_000;

const isLoopback = (url: URL): boolean => ["127.0.0.1", "[::1]", "localhost"].includes(url.hostname);

/** HTTPS, or HTTP on the user's own machine (RFC 8252); a browser never gets another scheme from us, such as javascript:. */
function redirectOf(uri: string): URL | undefined {
  const url = uri.length <= URI_LENGTH_MAX ? URL.parse(uri) : null;
  if (url === null || url.hash !== "" || url.username !== "" || url.password !== "") return undefined;
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url)) ? url : undefined;
}

/** What is wrong with a registration, or the client. Unknown members are ignored, as the standard says. */
export function readRegistration(body: Readonly<Record<string, unknown>>): OAuthClient | { readonly problem: string } {
  const { redirect_uris: uris, client_name: given = "" } = body;
  const name =
    typeof given === "string"
      ? given
          .replaceAll(/[^\p{L}\p{N} ._()-]/gu, "")
          .trim()
          .slice(0, NAME_MAX)
      : "";
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > URIS_MAX)
    return { problem: `redirect_uris must have 1 to ${URIS_MAX} addresses.` };
  if (!uris.every((uri): uri is string => typeof uri === "string" && redirectOf(uri) !== undefined))
    return { problem: "redirect_uris must be https addresses, or http on 127.0.0.1, [::1], or localhost." };
  if ((body["token_endpoint_auth_method"] ?? "none") !== "none")
    return {
      problem: "token_endpoint_auth_method must be none: clients have no secret, and prove themselves with PKCE.",
    };
  return { name: name === "" ? "An application" : name, redirectUris: uris };
}

const codeOf = ({ vault }: Pick<Service, "vault">, payload: string): Buffer =>
  vault.mac("tokens", `oauth client ${payload}`);

export function clientIdOf(service: Pick<Service, "vault">, { name, redirectUris }: OAuthClient): string {
  const payload = Buffer.from(JSON.stringify([name, redirectUris])).toString("base64url");
  return `${payload}.${codeOf(service, payload).toString("base64url")}`;
}

/** The client with this ID, if the service gave it. */
export function clientOfId(service: Pick<Service, "vault">, clientId: string): OAuthClient | undefined {
  const [payload = "", code = "", ...rest] = clientId.length <= ID_LENGTH_MAX ? clientId.split(".") : [];
  const given = Buffer.from(code, "base64url");
  const expected = codeOf(service, payload);
  if (payload === "" || rest.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected))
    return undefined;
  // Its form is what clientIdOf wrote.
  const [name, redirectUris] = JSON.parse(Buffer.from(payload, "base64url").toString()) as [string, string[]];
  return { name, redirectUris };
}

/** Whether the address is one of the client's; on the user's machine, the port may differ (RFC 8252 §7.3). */
export const isRedirectOf = ({ redirectUris }: OAuthClient, uri: string): boolean =>
  redirectUris.includes(uri) ||
  redirectUris.some((redirectUri) => {
    const [registered, requested] = [redirectOf(redirectUri), redirectOf(uri)];
    if (registered === undefined || requested === undefined || !isLoopback(registered)) return false;
    registered.port = "";
    requested.port = "";
    return registered.protocol === "http:" && registered.href === requested.href;
  });

export const clientDigestOf = (clientId: string): Buffer => createHash("sha256").update(clientId).digest();

const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;
export const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/** PKCE with S256 (RFC 7636). */
export function provesChallenge(verifier: string, challenge: string): boolean {
  if (!VERIFIER.test(verifier)) return false;
  const computed = createHash("sha256").update(verifier).digest();
  return timingSafeEqual(computed, Buffer.from(challenge, "base64url"));
}

/** For which server access tokens are to be (RFC 8707); undefined if the address cannot be one. */
export function resourceOf(text: string): string | undefined {
  const url = text.length <= URI_LENGTH_MAX ? redirectOf(text) : undefined;
  return url === undefined || url.search !== "" ? undefined : url.href.replace(/\/$/, "");
}
