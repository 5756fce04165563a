import { type Static, Type } from "typebox";
import { type FieldProblem, invalidRequest } from "#kernel/http/http-refusals.ts";
import { Nullable, OneOf, object, PaymentAmount, Timestamp, Usd, Uuid } from "#kernel/http/schemas.ts";
import { IdempotencyKey } from "#kernel/idempotency/key.ts";
import { minorFromDollars } from "#kernel/values/money.ts";
import {
  type ApiToken,
  LIMITED_TO_MAX,
  LimitsLeftSchema,
  scopeNames,
  type TokenLimits,
  tokenKinds,
  tokenStateAt,
  tokenStates,
} from "#records/identity";

const scopes = Type.Array(OneOf(scopeNames, "A scope.", "Scope"), { description: "The token's scopes." });

export const ApiTokenSchema = object(
  {
    tokenId: Uuid("The token."),
    name: Type.String({ description: "Its name." }),
    kind: OneOf(tokenKinds, "Its kind.", "TokenKind"),
    state: OneOf(tokenStates, "Its status. `waiting`: a second user must confirm it first."),
    scopes,
    allowlist: Type.Array(Type.String({ description: "An address or CIDR block." }), {
      description: "Addresses from which it may send directly. If empty, it cannot send directly.",
    }),
    limitPerPayment: Nullable(Usd("The limit for one payment, transfer, or request; null = no limit.")),
    limitPerDay: Nullable(
      Usd(
        "The limit per calendar day in New York, over direct sends, transfers, and requests together; null = no limit.",
      ),
    ),
    limits: LimitsLeftSchema,
    requestsPerMinute: Nullable(Type.Integer({ description: "Its own rate limit; null = the service's." })),
    createdBy: Nullable(
      object(
        {
          id: Uuid("The user."),
          name: Nullable(Type.String({ description: "Their name." })),
        },
        {
          title: "NamedUser",
          description: "The user who created it, and who counts as the requester of its requests; null = the operator.",
        },
      ),
    ),
    createdAt: Timestamp("When it was created."),
    expiresAt: Nullable(Timestamp("When it stops working; null = never.")),
    revokedAt: Nullable(Timestamp("When it was revoked.")),
    lastUsedAt: Nullable(Timestamp("When it was last used, to the minute; null = never.")),
    lastUsedAddress: Nullable(Type.String({ description: "The address from which it was used then." })),
  },
  { title: "ApiToken", description: "An API token, without its text." },
);

/** A scope as offered when a token is created. */
export const OfferedScopeSchema = object(
  {
    name: OneOf(scopeNames, "The scope.", "Scope"),
    displayName: Type.String({ description: "Its display name." }),
    meaning: Type.String({ description: "What it allows, in a sentence." }),
    kind: OneOf(["read", "write"], "Whether it only reads."),
    mayGive: Type.Boolean({
      description: "Whether the caller may grant it: only rights that they have themselves.",
    }),
  },
  { title: "OfferedScope" },
);

export const CreatedTokenSchema = object(
  {
    apiToken: ApiTokenSchema,
    token: Type.Optional(
      Type.String({
        description:
          "The token itself. Only in the first response: store it. A replay omits it; revoke a lost token and create another.",
      }),
    ),
  },
  { title: "CreatedApiToken" },
);

/** Members of every body that takes limits. */
export const limitFields = {
  limitPerPayment: Type.Optional(
    Nullable(PaymentAmount("The limit for one payment, transfer, or request; null = no limit.")),
  ),
  limitPerDay: Type.Optional(
    Nullable(
      PaymentAmount(
        "The limit per calendar day in New York, over direct sends, transfers, and requests together; null = no limit.",
      ),
    ),
  ),
  limitPerMonth: Type.Optional(
    Nullable(
      PaymentAmount(
        "The limit per calendar month in New York, over direct sends, transfers, and requests together; null = no limit.",
      ),
    ),
  ),
  paymentsPerDay: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000,
        description:
          "The number of direct sends, transfers, and requests together per calendar day in New York; null = no limit.",
        examples: [20],
      }),
    ),
  ),
  accountIds: Type.Optional(
    Nullable(
      Type.Array(Uuid("An account."), {
        minItems: 1,
        maxItems: LIMITED_TO_MAX,
        description: "The only accounts from which, and between which, it may move money; null = all.",
      }),
    ),
  ),
  recipientIds: Type.Optional(
    Nullable(
      Type.Array(Uuid("A recipient."), {
        minItems: 1,
        maxItems: LIMITED_TO_MAX,
        description: "The only recipients whom it may pay; null = all.",
      }),
    ),
  ),
};

export const TokenLimitsBodySchema = object(limitFields, { title: "ChangeTokenLimitsRequest" });
export type TokenLimitsBody = Static<typeof TokenLimitsBodySchema>;

/** The limits of a body; what it does not mention stays as it is. Refuses fractions of cents with `invalidRequest`. */
export function limitsOfBody(body: TokenLimitsBody, before: TokenLimits): TokenLimits {
  const problems: FieldProblem[] = [];
  const cents = (path: "limitPerPayment" | "limitPerDay" | "limitPerMonth", present: bigint | undefined) => {
    const dollars = body[path];
    if (dollars === undefined) return present;
    const minor = dollars === null ? undefined : minorFromDollars(dollars);
    if (dollars !== null && minor === undefined)
      problems.push({ path, message: "must be an amount in dollars with at most two decimals" });
    return minor;
  };
  const listed = <EntryId extends string>(
    ids: readonly string[] | null | undefined,
    present: readonly EntryId[] | undefined,
  ) =>
    // UUIDs by their schema; one that the organization does not have matches nothing.
    ids === undefined
      ? present
      : ids === null
        ? undefined
        : ([...new Set(ids.map((id) => id.toLowerCase()))] as EntryId[]);
  const limits = {
    perPaymentMinor: cents("limitPerPayment", before.perPaymentMinor),
    perDayMinor: cents("limitPerDay", before.perDayMinor),
    perMonthMinor: cents("limitPerMonth", before.perMonthMinor),
    paymentsPerDay: body.paymentsPerDay === undefined ? before.paymentsPerDay : (body.paymentsPerDay ?? undefined),
    accountIds: listed(body.accountIds, before.accountIds),
    recipientIds: listed(body.recipientIds, before.recipientIds),
  };
  if (problems.length > 0) throw invalidRequest(problems);
  return limits;
}

export const NewTokenSchema = object(
  {
    name: Type.String({ maxLength: 200, description: "What it is for." }),
    kind: OneOf(
      tokenKinds,
      "`readOnly`, `readWrite`, or `custom` with the scopes it names. `agent`: for an AI agent, which reads and requests payments, and can neither send them, nor approve them, nor change bank details. `provisioning`: for an identity provider, which sends users and groups (SCIM); it opens no other route.",
      "TokenKind",
    ),
    scopes: Type.Optional(
      Type.Array(OneOf(scopeNames, "A scope.", "Scope"), {
        maxItems: scopeNames.length,
        uniqueItems: true,
        description: "For `custom`: its scopes, at most those of its creator.",
      }),
    ),
    allowlist: Type.Optional(
      Type.Array(Type.String({ maxLength: 100 }), {
        maxItems: 100,
        description: "IPv4 and IPv6 addresses and CIDR blocks from which it may send directly.",
      }),
    ),
    expiresAt: Type.Optional(Nullable(Timestamp("When it stops working; null = never."))),
    ...limitFields,
    idempotencyKey: IdempotencyKey,
  },
  { title: "CreateApiTokenRequest" },
);
export type NewTokenBody = Static<typeof NewTokenSchema>;

/** The token in the API; `creator` is the name of its creator, if the caller may see it. */
export const renderToken = (
  token: ApiToken,
  {
    now,
    creator,
    left,
  }: { readonly now: Date; readonly creator: string | undefined; readonly left: Static<typeof LimitsLeftSchema> },
): Static<typeof ApiTokenSchema> => ({
  tokenId: token.tokenId,
  name: token.name,
  kind: token.kind,
  state: tokenStateAt(token, now),
  scopes: [...token.scopes],
  allowlist: [...token.allowlist],
  limitPerPayment: left.perPayment,
  limitPerDay: left.perDay?.limit ?? null,
  limits: left,
  requestsPerMinute: token.rateLimitPerMinute ?? null,
  createdBy: token.createdBy === undefined ? null : { id: token.createdBy, name: creator ?? null },
  createdAt: token.createdAt.toISOString(),
  expiresAt: token.expiresAt?.toISOString() ?? null,
  revokedAt: token.revokedAt?.toISOString() ?? null,
  lastUsedAt: token.lastUsedAt?.toISOString() ?? null,
  lastUsedAddress: token.lastUsedAddress ?? null,
});
