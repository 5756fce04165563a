import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { invalidRequest } from "#kernel/http/http-refusals.ts";
import type { Service } from "#kernel/process/service.ts";
import type { RowScope } from "#kernel/sql/scope.ts";
import { organizationOfToken } from "../tokens/token-text.ts";
import type { WrongCredentials } from "../wrong-credentials.ts";
import { packedRequest } from "./authorize.ts";
import { type Form, issueTokens, revokeGrant } from "./issue-tokens.ts";
import { clientIdOf, readRegistration } from "./oauth-client.ts";

/** Members that are not kept are ignored, as the standards say; what is read is checked where it is read. */
const anyObject = Type.Object({}, { additionalProperties: true });

/**
 * The service as an authorization server for agents: OAuth 2.1 with PKCE for clients that register themselves (RFC 6749, 7009,
 * 7591, 7636, 8414, 8707, 9207). The standards describe these routes, so the contract does not repeat them. Codes and tokens
 * that do not exist count as wrong credentials of the network.
 */
export function oauthRoutes(app: Api, service: Service, wrong: Pick<WrongCredentials, "check">): void {
  app.register(async (plugin) => {
    const scope = plugin as unknown as Api;
    scope.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) => {
      const given = [...new URLSearchParams(String(body))];
      const form = Object.fromEntries(given);
      if (Object.keys(form).length === given.length) done(null, form);
      else done(invalidRequest([{ path: "body", message: "must have each parameter once" }]));
    });
    metadataRoute(scope, service);
    clientRoutes(scope, service);
    tokenRoutesOfGrants(scope, service, wrong);
  });
}

function metadataRoute(app: Api, { config: { publicUrl } }: Service): void {
  app.get("/.well-known/oauth-authorization-server", { config: { scope: "public" }, schema: { hide: true } }, () => ({
    issuer: publicUrl,
    authorization_endpoint: `${publicUrl}/oauth/authorize`,
    token_endpoint: `${publicUrl}/oauth/token`,
    registration_endpoint: `${publicUrl}/oauth/register`,
    revocation_endpoint: `${publicUrl}/oauth/revoke`,
    scopes_supported: ["agent"],
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
  }));
}

function clientRoutes(app: Api, service: Service): void {
  app.post(
    "/oauth/register",
    { config: { scope: "public" }, schema: { hide: true, body: anyObject } },
    (request, reply) => {
      const client = readRegistration({ ...request.body });
      if ("problem" in client)
        return reply.code(400).send({ error: "invalid_client_metadata", error_description: client.problem });
      return reply.code(201).send({
        client_id: clientIdOf(service, client),
        client_name: client.name,
        redirect_uris: client.redirectUris,
        token_endpoint_auth_method: "none",
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
      });
    },
  );
  // To the page on which a signed-in user decides. It checks the request; nothing is sent anywhere before.
  app.get(
    "/oauth/authorize",
    { config: { scope: "public" }, schema: { hide: true, querystring: anyObject } },
    (request, reply) => {
      const query = request.raw.url?.split("?")[1] ?? "";
      return reply.redirect(`/dashboard/connect?request=${packedRequest(query)}`, 303);
    },
  );
}

/** The rows of the organization that is named in the credential of a form. */
const ofCredential =
  (...names: readonly string[]) =>
  ({ body }: FastifyRequest): RowScope | undefined => {
    const form = formOf(body);
    const texts = names.map((name) => form[name]).filter((text) => text !== undefined);
    return texts.map(organizationOfToken).find((organizationId) => organizationId !== undefined);
  };

/** The texts of a form. JSON, which has other values, is not one. */
const formOf = (body: unknown): Form =>
  Object.fromEntries(
    Object.entries(Object(body)).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );

function tokenRoutesOfGrants(app: Api, service: Service, wrong: Pick<WrongCredentials, "check">): void {
  const schema = { hide: true, body: anyObject };
  app.post(
    "/oauth/token",
    { config: { scope: "public", within: ofCredential("code", "refresh_token") }, schema },
    async (request, reply) => {
      const { address, id: httpRequestId } = request;
      const answer = await issueTokens(service, formOf(request.body), { address, httpRequestId, wrong });
      reply.header("cache-control", "no-store");
      return reply.code("error" in answer ? 400 : 200).send(answer);
    },
  );
  app.post(
    "/oauth/revoke",
    { config: { scope: "public", within: ofCredential("token") }, schema },
    async (request, reply) => {
      const { address, id: httpRequestId } = request;
      await revokeGrant(service, formOf(request.body), { address, httpRequestId, wrong });
      return reply.code(200).send(null);
    },
  );
}
