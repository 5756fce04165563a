import { newYorkDay } from "bursar-banking/calendar/new-york";
import { holdsHidden } from "bursar-banking/text/hidden-characters";
import { type FieldProblem, invalidRequest } from "#kernel/http/http-refusals.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, TokenId, UserId } from "#kernel/values/ids.ts";
import { type Actor, recordAudit } from "#records/audit";
import { ALLOWLIST_ENTRIES_MAX, parseEntry, problemOfAll } from "../allowlist.ts";
import { isScopeName, scopeCatalog, scopesOf, type TokenKind } from "../scopes.ts";
import { auditedLimits, columnsOfLimits, problemsOfLimits } from "./change-limits.ts";
import { needsUsage, noUsage, type TokenLimits, unlimited } from "./token-limits.ts";
import { makeTokenText } from "./token-text.ts";
import { insertUsage } from "./token-usage.queries.ts";
import { insertToken } from "./tokens.queries.ts";

export interface NewToken {
  readonly organizationId: OrganizationId;
  readonly name: string;
  readonly kind: TokenKind;
  /** For a custom token: its exact scopes. Other kinds take none. */
  readonly scopes?: readonly string[];
  /** IPv4 and IPv6 addresses and CIDR blocks from which the token may send directly. */
  readonly allowlist?: readonly string[];
  readonly expiresAt?: Date;
  readonly limits?: Partial<TokenLimits>;
  readonly rateLimitPerMinute?: number;
  /** True: the token cannot be used before confirmToken. */
  readonly awaitsConfirmation?: boolean;
  /** The user who counts as the requester of the token's requests; the actor by default. */
  readonly createdBy?: UserId;
  readonly actor: Actor;
}

/** The only time the service returns the token's text. */
export interface CreatedToken {
  readonly tokenId: TokenId;
  readonly token: string;
}

const NAME_LENGTH_MAX = 100;
const RATE_LIMIT_MAX = 100_000_000;

/**
 * Creates a token and returns its text, once. Refuses with `invalidRequest`, listing every invalid field: an empty
 * name, an unknown scope, scopes on a kind that takes none, an invalid allowlist entry, an expiry in the past.
 */
export async function createToken(service: Service, tx: Tx, token: NewToken): Promise<CreatedToken> {
  const now = service.clock.now();
  const allowlist = (token.allowlist ?? []).map((entry) => parseEntry(entry.trim()));
  const entries = [...new Set(allowlist.flatMap((entry) => ("canonical" in entry ? [entry.canonical] : [])))];
  const together = problemOfAll(entries);
  const problems = [
    ...problemsOf(token, now),
    ...allowlist.flatMap((entry, at) =>
      "problem" in entry ? [{ path: `allowlist.${at}`, message: entry.problem }] : [],
    ),
    ...(together === undefined ? [] : [{ path: "allowlist", message: together }]),
  ];
  if (problems.length > 0) throw invalidRequest(problems);

  const { organizationId, kind, actor } = token;
  const tokenId = service.newId<TokenId>();
  const text = makeTokenText({ mode: service.config.mode, kind, organizationId });
  const scopes = scopesOf(kind, token.scopes ?? []);
  const limits = { ...unlimited, ...token.limits };
  const counted = needsUsage(limits);
  await insertToken(tx, organizationId, {
    token_id: tokenId,
    token_hash: service.vault.mac("tokens", text),
    name: token.name.trim(),
    kind,
    scopes: [...scopes],
    allowlist: entries,
    ...columnsOfLimits(limits, counted ? now : null),
    rate_limit_per_minute: token.rateLimitPerMinute ?? null,
    // The id of an actor of type user is a user id.
    created_by: token.createdBy ?? (actor.type === "user" ? ((actor.id ?? null) as UserId | null) : null),
    created_at: now,
    expires_at: token.expiresAt ?? null,
    awaits_confirmation: token.awaitsConfirmation ?? false,
  });
  if (counted) await insertUsage(tx, organizationId, tokenId, noUsage(newYorkDay(now)));
  await recordAudit(service, tx, {
    organizationId,
    actor,
    entries: [
      { action: "token.create", resourceType: "token", resourceId: tokenId, after: auditedOf(token, scopes, entries) },
    ],
  });
  return { tokenId, token: text };
}

function problemsOf(token: NewToken, now: Date): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const require = (holds: boolean, path: string, message: string) => {
    if (!holds) problems.push({ path, message });
  };
  const scopes = token.scopes ?? [];
  const name = token.name.trim();
  require(name !== "" &&
    name.length <= NAME_LENGTH_MAX &&
    !holdsHidden(name), "name", `must have 1 to ${NAME_LENGTH_MAX} characters on one line`);
  if (token.kind === "custom") {
    require(scopes.length > 0, "scopes", "must name at least one scope for a custom token");
    const unknown = scopes.filter((scope) => !isScopeName(scope));
    const choices = scopeCatalog.map((scope) => scope.name).join(", ");
    require(unknown.length === 0, "scopes", `must be among ${choices}; ${unknown.slice(0, 5).join(", ")} is not`);
  } else
    require(scopes.length ===
      0, "scopes", `apply to custom tokens only; a ${token.kind} token has all scopes of its kind`);
  require((token.allowlist ?? []).length <=
    ALLOWLIST_ENTRIES_MAX, "allowlist", `must have at most ${ALLOWLIST_ENTRIES_MAX} entries`);
  require(token.expiresAt === undefined || token.expiresAt > now, "expiresAt", "must be in the future");
  problems.push(...problemsOfLimits(token.limits ?? {}));
  const rate = token.rateLimitPerMinute ?? 1;
  require(Number.isSafeInteger(rate) &&
    rate >= 1 &&
    rate <= RATE_LIMIT_MAX, "rateLimitPerMinute", `must be a whole number from 1 to ${RATE_LIMIT_MAX}`);
  return problems;
}

const auditedOf = (token: NewToken, scopes: readonly string[], allowlist: readonly string[]) => ({
  name: token.name.trim(),
  kind: token.kind,
  scopes,
  allowlist,
  ...(token.createdBy === undefined ? {} : { createdBy: token.createdBy }),
  expiresAt: token.expiresAt?.toISOString() ?? null,
  ...auditedLimits({ ...unlimited, ...token.limits }),
  rateLimitPerMinute: token.rateLimitPerMinute ?? null,
});
