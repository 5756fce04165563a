import type { Static } from "typebox";
import { present } from "#kernel/assert.ts";
import { type FieldProblem, invalidRequest } from "#kernel/http/http-refusals.ts";
import { type Answer, idempotently } from "#kernel/idempotency/idempotently.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { minorFromDollars } from "#kernel/values/money.ts";
import { actorOf } from "#records/audit";
import {
  type ApiToken,
  type Caller,
  canSendWithoutApproval,
  createToken,
  listTokens,
  lockOrganization,
  scopesOf,
} from "#records/identity";
import { nameActors } from "../names.ts";
import { lockUsersForShare } from "../people.queries.ts";
import { refusePeople } from "../people-refusals.ts";
import { personOf } from "../person.ts";
import { type HeldRights, rightsOf } from "../roles.ts";
import { mayProvision, proposeToken } from "./token-changes.ts";
import { type ApiTokenSchema, type CreatedTokenSchema, type NewTokenBody, renderToken } from "./token-schemas.ts";

type RenderedToken = Static<typeof ApiTokenSchema>;
type CreatedToken = Static<typeof CreatedTokenSchema>;

/** The organization's tokens, newest first, with the names of their creators. */
export async function listRenderedTokens(
  service: Service,
  db: Queryable,
  organizationId: OrganizationId,
): Promise<RenderedToken[]> {
  return render(service, db, { organizationId, tokens: (await listTokens(db, organizationId)).toReversed() });
}

async function render(
  service: Service,
  db: Queryable,
  { organizationId, tokens }: { organizationId: OrganizationId; tokens: readonly ApiToken[] },
): Promise<RenderedToken[]> {
  const makers = tokens.flatMap(({ createdBy: id }) => (id === undefined ? [] : [{ type: "user", id } as const]));
  const nameOf = await nameActors(db, organizationId, makers);
  const now = service.clock.now();
  return tokens.map((token) =>
    renderToken(token, {
      now,
      creator: token.createdBy === undefined ? undefined : nameOf({ type: "user", id: token.createdBy }),
    }),
  );
}

/**
 * Creates a token for a user and returns its text, once: a replay omits it. The token may do no more than the user,
 * whose rights are read under a lock, so that a role change or a lock takes effect first. A token that can send
 * payments, or sends users and groups, waits for a second user. Refuses with `invalidRequest`, `beyondOwnRights`, or `notPermitted`.
 */
export function createTokenOf(
  service: Service,
  { caller, body, key }: { readonly caller: Caller; readonly body: NewTokenBody; readonly key: string | undefined },
): Promise<Answer<CreatedToken>> {
  const { organizationId, userId } = personOf(caller);
  const limits = limitsOf(body);
  const show = (created: CreatedToken) => {
    refuseBeyond({ scopes: caller.scopes, permissions: caller.person?.permissions ?? new Set() }, body);
    return created;
  };
  const instruction = { organizationId, operation: "createToken", key, body, show };
  return idempotently<CreatedToken>(service, instruction, async (tx) => {
    const chosen = scopesOf(body.kind, body.scopes ?? []);
    const awaitsConfirmation = canSendWithoutApproval(chosen) || body.kind === "provisioning";
    if (awaitsConfirmation) await lockOrganization(tx, organizationId);
    const [maker] = await lockUsersForShare(tx, organizationId, [userId]);
    if (maker === undefined || maker.locked_at !== null)
      throw refusePeople("notPermitted", { details: { needed: "manageTokens" } });
    refuseBeyond(rightsOf(maker.role, maker.custom_permissions), body);
    const { tokenId, token } = await createToken(service, tx, {
      organizationId,
      name: body.name,
      kind: body.kind,
      scopes: body.scopes ?? [],
      allowlist: body.allowlist ?? [],
      ...(body.expiresAt ? { expiresAt: new Date(body.expiresAt) } : {}),
      ...limits,
      awaitsConfirmation,
      actor: actorOf(caller),
    });
    if (awaitsConfirmation)
      await proposeToken(service, tx, {
        organizationId,
        proposer: userId,
        actor: actorOf(caller),
        token: { tokenId, name: body.name.trim(), kind: body.kind, scopes: chosen },
      });
    const made = (await listTokens(tx, organizationId)).filter((token) => token.tokenId === tokenId);
    const [apiToken] = await render(service, tx, { organizationId, tokens: made });
    return { statusCode: 200, body: { apiToken: present(apiToken, "a token just created exists") }, once: { token } };
  });
}

/** Rejects a token with more rights than its creator. */
function refuseBeyond(held: HeldRights, { kind, scopes }: Pick<NewTokenBody, "kind" | "scopes">): void {
  const isBeyond = scopesOf(kind, scopes ?? []).some((scope) => !held.scopes.has(scope));
  if (isBeyond || (kind === "provisioning" && !mayProvision(held))) throw refusePeople("beyondOwnRights");
}

function limitsOf(body: NewTokenBody): { limitPerPaymentMinor?: bigint; limitPerDayMinor?: bigint } {
  const problems: FieldProblem[] = [];
  const centsOf = (path: "limitPerPayment" | "limitPerDay"): bigint | undefined => {
    const dollars = body[path];
    if (dollars === undefined || dollars === null) return undefined;
    const minor = minorFromDollars(dollars);
    if (minor === undefined) problems.push({ path, message: "must be an amount in dollars with at most two decimals" });
    return minor;
  };
  const perPayment = centsOf("limitPerPayment");
  const perDay = centsOf("limitPerDay");
  if (problems.length > 0) throw invalidRequest(problems);
  return {
    ...(perPayment === undefined ? {} : { limitPerPaymentMinor: perPayment }),
    ...(perDay === undefined ? {} : { limitPerDayMinor: perDay }),
  };
}
