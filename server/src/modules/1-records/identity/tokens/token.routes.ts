import { type Static, Type } from "typebox";
import { present } from "#kernel/assert.ts";
import type { Api } from "#kernel/http/api.ts";
import { Nullable, OneOf, object, Timestamp, Uuid } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import { callerOf } from "../caller.ts";
import { findResource } from "../grants/grants.queries.ts";
import { getOrganization } from "../organization/manage-organization.ts";
import { scopeNames, tokenKinds } from "../scopes.ts";
import { tokenOf } from "./api-token.ts";
import { limitsLeft, limitsLeftFields } from "./limits-left.ts";
import { findToken } from "./tokens.queries.ts";

const TokenSelfSchema = object(
  {
    tokenId: Uuid("The token's id."),
    name: Type.String({ description: "Its name." }),
    kind: OneOf(tokenKinds, "Its kind.", "TokenKind"),
    mode: OneOf(["sandbox", "production"], "The mode of this service.", "ServiceMode"),
    scopes: Type.Array(OneOf(scopeNames, "A scope.", "Scope"), { description: "The token's scopes." }),
    allowlist: Type.Array(Type.String({ description: "An address or CIDR block." }), {
      description: "Addresses from which it may send directly. If empty, it cannot send directly.",
    }),
    organization: object(
      {
        id: Uuid("Its id."),
        legalBusinessName: Type.String({ description: "Its legal name." }),
      },
      { title: "NamedOrganization", description: "The token's organization." },
    ),
    limits: object(
      {
        ...limitsLeftFields,
        requestsPerMinute: object(
          {
            limit: Type.Integer({ description: "Requests per sliding minute." }),
            remaining: Type.Integer({ description: "Requests still allowed, including this one." }),
          },
          { title: "TokenRateLimit", description: "The rate limit." },
        ),
      },
      { title: "TokenLimits", description: "The token's limits and what remains of them." },
    ),
    audience: Nullable(
      Type.String({
        description:
          "For an access token that an application got over OAuth: the server for which it is, which must accept no other. Null: an API token.",
      }),
    ),
    createdAt: Timestamp("When it was created."),
    expiresAt: Nullable(Timestamp("When it stops working; null = never.")),
    lastUsedAt: Nullable(Timestamp("When it was last used, to the minute; null = not recorded yet.")),
  },
  { title: "TokenInfo" },
);

/** `GET /token`: a token's information about itself (decision P14). */
export function tokenRoutes(app: Api, service: Service): void {
  app.get(
    "/token",
    {
      config: { scope: "anyToken", refusals: [] },
      schema: {
        operationId: "getToken",
        summary: "Get the current token",
        description:
          "Returns the scopes, allowlist, remaining limits, and organization of the token that makes the request. Open to every token.",
        tags: ["Token"],
        response: { 200: TokenSelfSchema },
      },
    },
    async (request): Promise<Static<typeof TokenSelfSchema>> => {
      const { organizationId, tokenId: ownId } = callerOf(request);
      const tokenId = present(ownId, "only tokens can open a route for any token");
      const row = await findToken(service.database, organizationId, tokenId);
      const token = tokenOf(present(row, "an admitted token exists"));
      const organization = await getOrganization(service.database, organizationId);
      const rate = present(request.rate, "a request with a token has its rate limit status");
      const left = await limitsLeft(service.database, organizationId, { tokens: [token], now: service.clock.now() });
      return {
        tokenId,
        name: token.name,
        kind: token.kind,
        mode: service.config.mode,
        scopes: [...token.scopes],
        allowlist: [...token.allowlist],
        organization: { id: organizationId, legalBusinessName: organization.legalBusinessName },
        limits: {
          ...present(left.get(tokenId), "each token has its limits"),
          requestsPerMinute: { limit: rate.limit, remaining: rate.remaining },
        },
        audience: (await findResource(service.database, organizationId, tokenId)) ?? null,
        createdAt: token.createdAt.toISOString(),
        expiresAt: token.expiresAt?.toISOString() ?? null,
        lastUsedAt: token.lastUsedAt?.toISOString() ?? null,
      };
    },
  );
}
