import { calendarDay, newYorkMidnight } from "bursar-banking/calendar/new-york";
import { Type } from "typebox";
import { plusMs } from "#kernel/clock/clock.ts";
import { invalidRequest } from "#kernel/http/http-refusals.ts";
import { OneOf, object } from "#kernel/http/schemas.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { AccountId, OrganizationId, RecipientId, UserId } from "#kernel/values/ids.ts";
import { minorFromText } from "#kernel/values/money.ts";
import { type ApiToken, createToken, listTokens, revokeToken, tokenKinds, tokenStateAt } from "#records/identity";
import { findUserByEmail, listPeople } from "#records/people";
import { type AdminCommand, adminCommand } from "./command.ts";
import { pickOrganization } from "./pick-organization.ts";

/** A token as the command line shows it: never its text, except once when it is created. */
export interface ShownToken {
  readonly tokenId: string;
  readonly name: string;
  readonly kind: string;
  readonly state: string;
  readonly allowlist: readonly string[];
  readonly scopes: readonly string[];
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
}

const shown = (token: ApiToken, now: Date): ShownToken => ({
  tokenId: token.tokenId,
  name: token.name,
  kind: token.kind,
  state: tokenStateAt(token, now),
  allowlist: token.allowlist,
  scopes: token.kind === "custom" ? token.scopes : [],
  createdAt: token.createdAt.toISOString(),
  expiresAt: token.expiresAt?.toISOString() ?? null,
  lastUsedAt: token.lastUsedAt?.toISOString() ?? null,
});

const NewTokenInput = object({
  organization: Type.Optional(Type.String()),
  name: Type.String(),
  kind: OneOf(tokenKinds, "Its rights."),
  scopes: Type.Array(Type.String()),
  allowlist: Type.Array(Type.String()),
  expires: Type.Optional(Type.String()),
  limitPerPayment: Type.Optional(Type.String()),
  limitPerDay: Type.Optional(Type.String()),
  limitPerMonth: Type.Optional(Type.String()),
  paymentsPerDay: Type.Optional(Type.Integer()),
  accountIds: Type.Optional(Type.Array(Type.String())),
  recipientIds: Type.Optional(Type.Array(Type.String())),
  rateLimitPerMinute: Type.Optional(Type.Integer()),
  /** The email address of the user who counts as the requester of the token's requests. */
  creator: Type.Optional(Type.String()),
});

export const tokenCommands: Readonly<Record<string, AdminCommand>> = {
  "token.create": adminCommand(NewTokenInput, async ({ service }, input, actor) => {
    const { organizationId } = await pickOrganization(service, input.organization);
    const limits = {
      perPaymentMinor: centsOf(input.limitPerPayment, "limitPerPayment"),
      perDayMinor: centsOf(input.limitPerDay, "limitPerDay"),
      perMonthMinor: centsOf(input.limitPerMonth, "limitPerMonth"),
      paymentsPerDay: input.paymentsPerDay,
      accountIds: idsOf<AccountId>(input.accountIds ?? []),
      recipientIds: idsOf<RecipientId>(input.recipientIds ?? []),
    };
    const expiresAt = instantOfText(input.expires);
    const created = await service.database.transaction(async (tx) => {
      const createdBy = await creatorOf(tx, organizationId, input.creator);
      return createToken(service, tx, {
        organizationId,
        name: input.name,
        kind: input.kind,
        scopes: input.scopes,
        allowlist: input.allowlist,
        ...(expiresAt === undefined ? {} : { expiresAt }),
        limits,
        ...(input.rateLimitPerMinute === undefined ? {} : { rateLimitPerMinute: input.rateLimitPerMinute }),
        ...(createdBy === undefined ? {} : { createdBy }),
        actor,
      });
    });
    return { tokenId: created.tokenId, token: created.token };
  }),
  "token.list": adminCommand(
    object({ organization: Type.Optional(Type.String()) }),
    async ({ service }, { organization }) => {
      const { organizationId } = await pickOrganization(service, organization);
      const now = service.clock.now();
      return (await listTokens(service.database, organizationId)).map((token) => shown(token, now));
    },
  ),
  "token.revoke": adminCommand(
    object({ organization: Type.Optional(Type.String()), tokenId: Type.String() }),
    async ({ service }, { organization, tokenId }, actor) => {
      const { organizationId } = await pickOrganization(service, organization);
      await service.database.transaction((tx) => revokeToken(service, tx, { organizationId, tokenId, actor }));
      return { tokenId, state: "revoked" };
    },
  ),
};

/**
 * The named user, or the first active administrator; undefined if there is none. Without a creator who counts as the
 * requester, the token's holder could approve its requests (SECURITY.md).
 */
async function creatorOf(
  tx: Tx,
  organizationId: OrganizationId,
  email: string | undefined,
): Promise<UserId | undefined> {
  if (email === undefined)
    return (await listPeople(tx, organizationId)).find(
      ({ role, locked_at: lockedAt }) => role === "administrator" && lockedAt === null,
    )?.user_id;
  const user = await findUserByEmail(tx, organizationId, email.trim());
  if (user === undefined || user.lockedAt !== undefined)
    throw invalidRequest([{ path: "creator", message: "must be the email address of an active user" }]);
  return user.userId;
}

/** IDs of a repeated option; none means no limit. createToken checks that they are UUIDs. */
const idsOf = <EntryId extends string>(ids: readonly string[]): readonly EntryId[] | undefined =>
  ids.length === 0 ? undefined : ([...new Set(ids.map((id) => id.toLowerCase()))] as EntryId[]);

function centsOf(text: string | undefined, path: string): bigint | undefined {
  if (text === undefined) return undefined;
  const cents = minorFromText(text);
  if (cents === undefined)
    throw invalidRequest([{ path, message: "must be an amount in dollars, such as 2500 or 2500.00" }]);
  return cents;
}

/** A date means its end in New York: a token that expires on the 31st works through the 31st. */
function instantOfText(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const day = calendarDay(text);
  if (day !== undefined) return plusMs(newYorkMidnight(day.add({ days: 1 })), -1);
  const instant = new Date(text);
  if (Number.isNaN(instant.getTime()) || !text.includes("T"))
    throw invalidRequest([{ path: "expires", message: "must be a date (YYYY-MM-DD) or an ISO 8601 timestamp" }]);
  return instant;
}
