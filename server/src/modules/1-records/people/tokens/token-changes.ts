import type { Service } from "#kernel/process/service.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, TokenId, UserId } from "#kernel/values/ids.ts";
import { formatUsd } from "#kernel/values/money.ts";
import type { Actor } from "#records/audit";
import { type ChangeKind, type ControlChange, proposeChange } from "#records/controls";
import {
  auditedLimits,
  confirmToken,
  findToken,
  limitsOfRow,
  lockLimited,
  revokeToken,
  type ScopeName,
  scopesOf,
  setLimits,
  type TokenKind,
  type TokenLimits,
  unlimited,
} from "#records/identity";
import { findUsersWho } from "../people.queries.ts";
import { covers, type HeldRights, rightsOf } from "../roles.ts";
import { limitsOfBody } from "./token-schemas.ts";

interface ProposedToken {
  readonly tokenId: TokenId;
  readonly name: string;
  readonly kind: TokenKind;
  readonly scopes: readonly ScopeName[];
}

/** Active users who manage tokens and have all of the rights that a token with these scopes has. */
export async function findUsersWhoCanCreateToken(
  db: Queryable,
  organizationId: OrganizationId,
  tokenScopes: readonly ScopeName[],
): Promise<readonly UserId[]> {
  return findUsersWho(
    db,
    organizationId,
    ({ scopes, permissions }) => permissions.has("manageTokens") && tokenScopes.every((scope) => scopes.has(scope)),
  );
}

/** A token for provisioning puts users into groups, which may have any role: it takes every right. */
export const mayProvision = (held: HeldRights): boolean => covers(held, rightsOf("administrator", []));

/** A token that can send payments, or sends users and groups: created and shown at once, but unusable until a second user confirms it. */
export const tokenKind = (service: Service): ChangeKind<ProposedToken> => ({
  name: "token",
  permission: "manageTokens",
  whoMay: (db, { organizationId, proposal: { kind, scopes } }) =>
    kind === "provisioning"
      ? findUsersWho(db, organizationId, mayProvision)
      : findUsersWhoCanCreateToken(db, organizationId, scopesOf(kind, scopes)),
  baseOf: async (db, { organizationId, subject }) => {
    const row = await findToken(db, organizationId, subject);
    return row?.awaits_confirmation === true && row.revoked_at === null ? "waiting" : "gone";
  },
  apply: (tx, { organizationId, subject: tokenId }, { actor }) =>
    confirmToken(service, tx, { organizationId, tokenId, actor }),
  discard: (tx, { organizationId, subject: tokenId }, actor) =>
    revokeToken(service, tx, { organizationId, tokenId, actor }),
  describe: async (_db, { proposal: { kind, name } }) =>
    kind === "provisioning"
      ? `Allow the API token "${name}" to add, change, and deactivate users (SCIM)`
      : `Allow the API token "${name}" to send payments without approval`,
});

/** Proposes a new token with `awaitsConfirmation` for confirmation; without a second user, it is active at once. */
export async function proposeToken(
  service: Service,
  tx: Tx,
  {
    organizationId,
    proposer,
    actor,
    token,
  }: { organizationId: OrganizationId; proposer: UserId; actor: Actor; token: ProposedToken },
): Promise<void> {
  const subject = token.tokenId;
  await proposeChange(service, tx, tokenKind(service), { organizationId, proposer, actor, subject, proposal: token });
}

/** As stored: JSON has no bigint. */
interface ProposedLimits extends ProposedToken {
  readonly limits: ReturnType<typeof auditedLimits>;
}

const limitsOfProposal = ({ limits }: ProposedLimits): TokenLimits => limitsOfBody(limits, unlimited);

/** The limits that a token has, as text; `gone` if it can no longer be used. */
async function presentLimits(db: Queryable, organizationId: OrganizationId, tokenId: string): Promise<string> {
  const row = await findToken(db, organizationId, tokenId);
  return row === undefined || row.revoked_at !== null ? "gone" : JSON.stringify(auditedLimits(limitsOfRow(row)));
}

/** Limits of a token that allow more than those it has. */
export const tokenLimitsKind = (service: Service): ChangeKind<ProposedLimits, true> => ({
  name: "tokenLimits",
  permission: "manageTokens",
  whoMay: (db, { organizationId, proposal: { kind, scopes } }) =>
    findUsersWhoCanCreateToken(db, organizationId, scopesOf(kind, scopes)),
  baseOf: (db, { organizationId, subject }) => presentLimits(db, organizationId, subject),
  apply: async (tx, { organizationId, subject, proposal }, { actor }) => {
    const token = await lockLimited(tx, organizationId, subject);
    await setLimits(service, tx, { organizationId, token, limits: limitsOfProposal(proposal), actor });
    return true;
  },
  describe: async (_db, { proposal }) => {
    const limits = inWords(limitsOfProposal(proposal));
    return limits.length === 0
      ? `Remove the limits of the API token "${proposal.name}"`
      : `Set the limits of the API token "${proposal.name}" to ${limits.join(", ")}`;
  },
});

const countedThings = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;

function inWords(limits: TokenLimits): readonly string[] {
  const amount = (minor: bigint | undefined, per: string) =>
    minor === undefined ? [] : [`$${formatUsd(minor)} ${per}`];
  const { paymentsPerDay, accountIds, recipientIds } = limits;
  return [
    ...amount(limits.perPaymentMinor, "per payment"),
    ...amount(limits.perDayMinor, "per day"),
    ...amount(limits.perMonthMinor, "per month"),
    ...(paymentsPerDay === undefined ? [] : [`${countedThings(paymentsPerDay, "payment")} per day`]),
    ...(accountIds === undefined ? [] : [countedThings(accountIds.length, "account")]),
    ...(recipientIds === undefined ? [] : [countedThings(recipientIds.length, "recipient")]),
  ];
}

/** Proposes limits that loosen a token's; undefined if nobody else could confirm them, so that they are active. */
export async function proposeLimits(
  service: Service,
  tx: Tx,
  {
    organizationId,
    proposer,
    actor,
    token,
    limits,
  }: {
    organizationId: OrganizationId;
    proposer: UserId;
    actor: Actor;
    token: ProposedToken;
    limits: TokenLimits;
  },
): Promise<ControlChange | undefined> {
  const { change, result } = await proposeChange(service, tx, tokenLimitsKind(service), {
    organizationId,
    proposer,
    actor,
    subject: token.tokenId,
    proposal: {
      tokenId: token.tokenId,
      name: token.name,
      kind: token.kind,
      scopes: token.scopes,
      limits: auditedLimits(limits),
    },
  });
  return result === undefined ? change : undefined;
}
