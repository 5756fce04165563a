import { newYorkDay } from "bursar-banking/calendar/new-york";
import { type Static, Type } from "typebox";
import { Day, Nullable, object, Usd, Uuid } from "#kernel/http/schemas.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import type { OrganizationId, TokenId } from "#kernel/values/ids.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import type { ApiToken } from "./api-token.ts";
import { noUsage, type TokenLimits, type TokenUsage, usageOn } from "./token-limits.ts";
import { spendsOf } from "./token-spend.queries.ts";
import { usagesOf } from "./token-usage.queries.ts";

/** A token's limits and what is left of them today, in `GET /token` and in the dashboard. */
export const limitsLeftFields = {
  perPayment: Nullable(Usd("The limit for one payment, transfer, or request; null = no limit.")),
  perDay: Nullable(
    object(
      {
        limit: Usd("The limit."),
        spent: Usd("How much is used."),
        left: Usd("How much is left."),
        day: Day("The day, in New York."),
      },
      {
        title: "TokenDayLimit",
        description:
          "The limit per calendar day in New York, over direct sends, transfers, and requests together; null = no limit.",
      },
    ),
  ),
  perMonth: Nullable(
    object(
      {
        limit: Usd("The limit."),
        spent: Usd("How much is used."),
        left: Usd("How much is left."),
        month: Type.String({ description: "The month, in New York.", pattern: "^[0-9]{4}-[0-9]{2}$" }),
      },
      {
        title: "TokenMonthLimit",
        description:
          "The limit per calendar month in New York, over direct sends, transfers, and requests together; null = no limit.",
      },
    ),
  ),
  paymentsPerDay: Nullable(
    object(
      {
        limit: Type.Integer({ description: "The limit." }),
        used: Type.Integer({ description: "How many are used." }),
        left: Type.Integer({ description: "How many are left." }),
        day: Day("The day, in New York."),
      },
      {
        title: "TokenNumberLimit",
        description:
          "The number of direct sends, transfers, and requests together per calendar day in New York; null = no limit.",
      },
    ),
  ),
  accountIds: Nullable(
    Type.Array(Uuid("An account."), {
      description: "The only accounts from which, and between which, it may move money; null = all.",
    }),
  ),
  recipientIds: Nullable(
    Type.Array(Uuid("A recipient."), { description: "The only recipients whom it may pay; null = all." }),
  ),
};

export const LimitsLeftSchema = object(limitsLeftFields, {
  title: "ApiTokenLimits",
  description: "The token's limits and what is left of them.",
});
export type LimitsLeft = Static<typeof LimitsLeftSchema>;

/** The limits of tokens with what is left of them now, by token. */
export async function limitsLeft(
  db: Queryable,
  organizationId: OrganizationId,
  { tokens, now }: { readonly tokens: readonly ApiToken[]; readonly now: Date },
): Promise<ReadonlyMap<TokenId, LimitsLeft>> {
  const day = newYorkDay(now);
  const idsOf = (chosen: readonly ApiToken[]) => chosen.map(({ tokenId }) => tokenId);
  const usages = await usagesOf(db, organizationId, idsOf(tokens.filter(({ isCounted }) => isCounted)));
  const byDay = tokens.filter(({ isCounted, limits }) => !isCounted && limits.perDayMinor !== undefined);
  const spends = await spendsOf(db, organizationId, { tokenIds: idsOf(byDay), day });
  return new Map(
    tokens.map((token) => {
      const { tokenId, isCounted, limits } = token;
      const usage = usages.get(tokenId);
      if (usage !== undefined) return [tokenId, leftOf(limits, usageOn(usage, day))];
      // Counts that nothing vouches for allow nothing, so nothing is left.
      const uncounted = isCounted ? usedUp(limits, day) : { ...noUsage(day), dayMinor: spends.get(tokenId) ?? 0n };
      return [tokenId, leftOf(limits, uncounted)];
    }),
  );
}

const usedUp = ({ perDayMinor, perMonthMinor, paymentsPerDay }: TokenLimits, day: string): TokenUsage => ({
  day,
  dayMinor: perDayMinor ?? 0n,
  dayPayments: paymentsPerDay ?? 0,
  monthMinor: perMonthMinor ?? 0n,
});

function leftOf(limits: TokenLimits, { day, dayMinor, monthMinor, dayPayments }: TokenUsage): LimitsLeft {
  // A limit may have been lowered below what was already used.
  const amounts = (limitMinor: bigint, spentMinor: bigint) => ({
    limit: dollarsFromMinor(limitMinor),
    spent: dollarsFromMinor(spentMinor),
    left: dollarsFromMinor(spentMinor > limitMinor ? 0n : limitMinor - spentMinor),
  });
  return {
    perPayment: limits.perPaymentMinor === undefined ? null : dollarsFromMinor(limits.perPaymentMinor),
    perDay: limits.perDayMinor === undefined ? null : { ...amounts(limits.perDayMinor, dayMinor), day },
    perMonth:
      limits.perMonthMinor === undefined
        ? null
        : { ...amounts(limits.perMonthMinor, monthMinor), month: day.slice(0, "2026-11".length) },
    paymentsPerDay:
      limits.paymentsPerDay === undefined
        ? null
        : {
            limit: limits.paymentsPerDay,
            used: dayPayments,
            left: Math.max(limits.paymentsPerDay - dayPayments, 0),
            day,
          },
    accountIds: limits.accountIds === undefined ? null : [...limits.accountIds],
    recipientIds: limits.recipientIds === undefined ? null : [...limits.recipientIds],
  };
}
