import type { Static } from "typebox";
import { present } from "#kernel/assert.ts";
import { type Answer, idempotently } from "#kernel/idempotency/idempotently.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, UserId } from "#kernel/values/ids.ts";
import { actorOf } from "#records/audit";
import type { ControlChange } from "#records/controls";
import {
  type ApiToken,
  type Caller,
  canSendWithoutApproval,
  createToken,
  limitsLeft,
  limitsOfRow,
  listTokens,
  lockLimited,
  lockOrganization,
  loosensLimits,
  type ScopeName,
  scopesOf,
  setLimits,
  type TokenKind,
  unlimited,
} from "#records/identity";
import { nameActors } from "../names.ts";
import { lockUsersForShare } from "../people.queries.ts";
import { refusePeople } from "../people-refusals.ts";
import { personOf } from "../person.ts";
import { type HeldRights, rightsOf } from "../roles.ts";
import { mayProvision, proposeLimits, proposeToken } from "./token-changes.ts";
import {
  type ApiTokenSchema,
  type CreatedTokenSchema,
  limitsOfBody,
  type NewTokenBody,
  renderToken,
  type TokenLimitsBody,
} from "./token-schemas.ts";

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
  const left = await limitsLeft(db, organizationId, { tokens, now });
  return tokens.map((token) =>
    renderToken(token, {
      now,
      creator: token.createdBy === undefined ? undefined : nameOf({ type: "user", id: token.createdBy }),
      left: present(left.get(token.tokenId), "each token has its limits"),
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
  const limits = limitsOfBody(body, unlimited);
  const show = (created: CreatedToken) => {
    refuseBeyond({ scopes: caller.scopes, permissions: caller.person?.permissions ?? new Set() }, body);
    return created;
  };
  const instruction = { organizationId, operation: "createToken", key, body, show };
  return idempotently<CreatedToken>(service, instruction, async (tx) => {
    const chosen = scopesOf(body.kind, body.scopes ?? []);
    const awaitsConfirmation = canSendWithoutApproval(chosen) || body.kind === "provisioning";
    if (awaitsConfirmation) await lockOrganization(tx, organizationId);
    refuseBeyond(await requireMaker(tx, organizationId, userId), body);
    const { tokenId, token } = await createToken(service, tx, {
      organizationId,
      name: body.name,
      kind: body.kind,
      scopes: body.scopes ?? [],
      allowlist: body.allowlist ?? [],
      ...(body.expiresAt ? { expiresAt: new Date(body.expiresAt) } : {}),
      limits,
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
    return {
      statusCode: 200,
      body: { apiToken: await renderOne(service, tx, organizationId, tokenId) },
      once: { token },
    };
  });
}

async function renderOne(service: Service, db: Queryable, organizationId: OrganizationId, tokenId: string) {
  const tokens = (await listTokens(db, organizationId)).filter((token) => token.tokenId === tokenId);
  const [apiToken] = await render(service, db, { organizationId, tokens });
  return present(apiToken, "a token just written exists");
}

/** The token with its new limits, or the change that waits for a second user. */
export interface ChangedLimits {
  readonly apiToken: RenderedToken | undefined;
  readonly waiting: ControlChange | undefined;
}

/**
 * Changes a token's limits for a user. Tightening takes effect at once; if one limit is loosened, all of the form waits for a
 * second user who could have created the token (ADR 0023). Refuses with `resourceNotFound`, `invalidRequest`, `beyondOwnRights`.
 */
export function changeTokenLimits(
  service: Service,
  { caller, tokenId, body }: { readonly caller: Caller; readonly tokenId: string; readonly body: TokenLimitsBody },
): Promise<ChangedLimits> {
  const { organizationId, userId } = personOf(caller);
  const actor = actorOf(caller);
  return service.database.transaction(async (tx) => {
    // Before the token is read, so that the second of two concurrent changes is compared with the result of the first.
    await lockOrganization(tx, organizationId);
    const token = await lockLimited(tx, organizationId, tokenId);
    const before = limitsOfRow(token);
    const limits = limitsOfBody(body, before);
    const waiting = loosensLimits(before, limits) ? await propose() : await set();
    const apiToken = waiting === undefined ? await renderOne(service, tx, organizationId, token.token_id) : undefined;
    return { apiToken, waiting };

    async function set() {
      await setLimits(service, tx, { organizationId, token, limits, actor });
      return undefined;
    }
    async function propose() {
      const { kind, scopes, name } = token;
      refuseBeyond(
        { scopes: caller.scopes, permissions: caller.person?.permissions ?? new Set() },
        { kind, scopes: scopesOf(kind, scopes) },
      );
      return proposeLimits(service, tx, {
        organizationId,
        proposer: userId,
        actor,
        token: { tokenId: token.token_id, name, kind, scopes: scopesOf(kind, scopes) },
        limits,
      });
    }
  });
}

/** The rights of a user who creates a token, locked, so that a change of them takes effect first. */
export async function requireMaker(tx: Tx, organizationId: OrganizationId, userId: UserId): Promise<HeldRights> {
  const [maker] = await lockUsersForShare(tx, organizationId, [userId]);
  if (maker === undefined || maker.locked_at !== null)
    throw refusePeople("notPermitted", { details: { needed: "manageTokens" } });
  return rightsOf(maker.role, maker.custom_permissions);
}

/** Rejects a token with more rights than its creator. */
export function refuseBeyond(
  held: HeldRights,
  { kind, scopes }: { readonly kind: TokenKind; readonly scopes?: readonly ScopeName[] | undefined },
): void {
  const isBeyond = scopesOf(kind, scopes ?? []).some((scope) => !held.scopes.has(scope));
  if (isBeyond || (kind === "provisioning" && !mayProvision(held))) throw refusePeople("beyondOwnRights");
}
