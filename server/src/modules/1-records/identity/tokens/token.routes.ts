import { newYorkDay } from "bursar-banking/calendar/new-york";
import { type Static, Type } from "typebox";
import { present } from "#kernel/assert.ts";
import type { Api } from "#kernel/http/api.ts";
import { Day, Nullable, OneOf, object, Timestamp, Usd, Uuid } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import { callerOf } from "../caller.ts";
import { getOrganization } from "../organization/manage-organization.ts";
import { scopeNames, tokenKinds } from "../scopes.ts";
import { tokenOf } from "./api-token.ts";
import { findSpend } from "./token-spend.queries.ts";
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
        perPayment: Nullable(Usd("The limit for one payment, transfer, or request; null = no limit.")),
        perDay: Nullable(
          object(
            {
              limit: Usd(
                "The limit per calendar day in New York, over direct sends, transfers, and requests together.",
              ),
              spent: Usd("Sent, transferred, or requested so far on that day, without rejected requests."),
              left: Usd("What remains of the limit."),
              day: Day("Today."),
            },
            { title: "TokenDayLimit", description: "Null = no limit." },
          ),
        ),
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
      return {
        tokenId,
        name: token.name,
        kind: token.kind,
        mode: service.config.mode,
        scopes: [...token.scopes],
        allowlist: [...token.allowlist],
        organization: { id: organizationId, legalBusinessName: organization.legalBusinessName },
        limits: {
          perPayment: token.limitPerPaymentMinor === undefined ? null : dollarsFromMinor(token.limitPerPaymentMinor),
          perDay: token.limitPerDayMinor === undefined ? null : await dayLimitOf(token.limitPerDayMinor),
          requestsPerMinute: { limit: rate.limit, remaining: rate.remaining },
        },
        createdAt: token.createdAt.toISOString(),
        expiresAt: token.expiresAt?.toISOString() ?? null,
        lastUsedAt: token.lastUsedAt?.toISOString() ?? null,
      };

      async function dayLimitOf(limitMinor: bigint) {
        const day = newYorkDay(service.clock.now());
        const spentMinor = (await findSpend(service.database, organizationId, tokenId, day))?.spent_minor ?? 0n;
        // The limit may have been lowered below the amount already spent.
        const leftMinor = spentMinor > limitMinor ? 0n : limitMinor - spentMinor;
        return {
          limit: dollarsFromMinor(limitMinor),
          spent: dollarsFromMinor(spentMinor),
          left: dollarsFromMinor(leftMinor),
          day,
        };
      }
    },
  );
}
