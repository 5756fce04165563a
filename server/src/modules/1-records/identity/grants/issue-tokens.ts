import { DAY_MS, MINUTE_MS, plusMs, SECOND_MS } from "#kernel/clock/clock.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import type { Actor } from "#records/audit";
import { tokenOf, tokenStateAt } from "../tokens/api-token.ts";
import { revokeToken } from "../tokens/revoke-token.ts";
import { makeTokenText, organizationOfToken } from "../tokens/token-text.ts";
import { findToken } from "../tokens/tokens.queries.ts";
import type { WrongCredentials } from "../wrong-credentials.ts";
import { type GrantRow, lockGrantByCode, lockGrantByRefresh, lockGrantByToken, storeIssued } from "./grants.queries.ts";
import { clientDigestOf, provesChallenge, resourceOf } from "./oauth-client.ts";

/** The parameters of a form; each at most once. */
export type Form = Readonly<Record<string, string>>;

/** RFC 6749 §5.2. */
export interface OAuthProblem {
  readonly error: "invalid_request" | "invalid_grant" | "invalid_target" | "unsupported_grant_type";
  readonly error_description: string;
}

/** RFC 6749 §5.1. */
export interface IssuedTokens {
  readonly access_token: string;
  readonly token_type: "Bearer";
  /** Seconds. */
  readonly expires_in: number;
  readonly refresh_token: string;
  readonly scope: "agent";
}

export const ACCESS_MS = 15 * MINUTE_MS;
const REFRESH_MS = 30 * DAY_MS;

export interface FromWhere {
  readonly address: string;
  readonly httpRequestId: string;
  /** Counts credentials that do not exist. */
  readonly wrong: Pick<WrongCredentials, "check">;
}

const invalidGrant = (error_description: string): OAuthProblem => ({ error: "invalid_grant", error_description });
const invalidRequest = (error_description: string): OAuthProblem => ({ error: "invalid_request", error_description });

/** Exchanges an authorization code or a refresh token for new tokens. A code works once, and so does each refresh token. */
export async function issueTokens(service: Service, form: Form, from: FromWhere): Promise<IssuedTokens | OAuthProblem> {
  const { grant_type: kind, client_id: clientId = "", resource } = form;
  const credential = kind === "authorization_code" ? form["code"] : form["refresh_token"];
  if (kind !== "authorization_code" && kind !== "refresh_token")
    return { error: "unsupported_grant_type", error_description: "grant_type is authorization_code or refresh_token." };
  if (credential === undefined || clientId === "")
    return invalidRequest(
      kind === "authorization_code" ? "code and client_id are needed." : "refresh_token and client_id are needed.",
    );
  const organizationId = organizationOfToken(credential);
  if (organizationId === undefined) return invalidGrant("This was not issued here.");
  const hash = service.vault.mac("tokens", credential);
  // One transaction: what a problem revokes is committed with it.
  const exchange = (): Promise<IssuedTokens | OAuthProblem | undefined> =>
    service.database.transaction(async (tx) => {
      const lock = kind === "authorization_code" ? lockGrantByCode : lockGrantByRefresh;
      const grant = await lock(tx, organizationId, hash);
      if (grant === undefined) return undefined;
      if (!grant.client_digest.equals(clientDigestOf(clientId)))
        return invalidGrant("It was issued to another client.");
      if (resource !== undefined && resourceOf(resource) !== grant.resource)
        return { error: "invalid_target", error_description: `It was issued for ${grant.resource}.` };
      const isReused =
        kind === "authorization_code" ? grant.code_used_at !== null : grant.refresh_hash?.equals(hash) !== true;
      if (isReused) return endReused(service, tx, { organizationId, grant, from });
      const problem =
        kind === "authorization_code" ? problemOfCode(service, grant, form) : problemOfRefresh(service, grant);
      if (problem !== undefined) return problem;
      const row = await findToken(tx, organizationId, grant.token_id);
      if (row === undefined || tokenStateAt(tokenOf(row), service.clock.now()) !== "active")
        return invalidGrant("The access was revoked or has expired. Connect again.");
      return issue(service, tx, { organizationId, grant });
    });
  const answer = await from.wrong.check({ address: from.address, account: organizationId }, exchange);
  return answer ?? invalidGrant("It does not exist, or was replaced. Connect again.");
}

function problemOfCode({ clock }: Service, grant: GrantRow, form: Form): OAuthProblem | undefined {
  if (grant.code_expires_at <= clock.now()) return invalidGrant("The code has expired. Connect again.");
  if (form["redirect_uri"] !== grant.redirect_uri) return invalidGrant("redirect_uri is not the one of the code.");
  return provesChallenge(form["code_verifier"] ?? "", grant.code_challenge)
    ? undefined
    : invalidGrant("code_verifier does not fit the code.");
}

const problemOfRefresh = ({ clock }: Service, grant: GrantRow): OAuthProblem | undefined =>
  grant.refresh_expires_at === null || grant.refresh_expires_at <= clock.now()
    ? invalidGrant("The refresh token has expired. Connect again.")
    : undefined;

/** Two have a code or a refresh token, and the service cannot tell which is the client: the access ends (RFC 9700 §4.14). */
async function endReused(
  service: Service,
  tx: Tx,
  { organizationId, grant, from }: { organizationId: OrganizationId; grant: GrantRow; from: FromWhere },
): Promise<OAuthProblem> {
  await end(service, tx, { organizationId, grant, from });
  return invalidGrant("It was used before, so the access was revoked. Connect again.");
}

const end = (
  service: Service,
  tx: Tx,
  { organizationId, grant, from }: { organizationId: OrganizationId; grant: GrantRow; from: FromWhere },
): Promise<void> => {
  const actor: Actor = { type: "token", id: grant.token_id, address: from.address, httpRequestId: from.httpRequestId };
  return revokeToken(service, tx, { organizationId, tokenId: grant.token_id, actor });
};

async function issue(
  service: Service,
  tx: Tx,
  { organizationId, grant }: { organizationId: OrganizationId; grant: GrantRow },
): Promise<IssuedTokens> {
  const now = service.clock.now();
  const makeText = () => makeTokenText({ mode: service.config.mode, kind: "agent", organizationId });
  const [access, refresh] = [makeText(), makeText()] as const;
  await storeIssued(tx, organizationId, grant.token_id, {
    codeUsedAt: grant.code_used_at ?? now,
    accessHash: service.vault.mac("tokens", access),
    accessExpiresAt: plusMs(now, ACCESS_MS),
    refreshHash: service.vault.mac("tokens", refresh),
    refreshBefore: grant.refresh_hash,
    refreshExpiresAt: plusMs(now, REFRESH_MS),
  });
  return {
    access_token: access,
    token_type: "Bearer",
    expires_in: ACCESS_MS / SECOND_MS,
    refresh_token: refresh,
    scope: "agent",
  };
}

/** Ends the access of an application that has this token (RFC 7009). An unknown one is as good as revoked. */
export async function revokeGrant(service: Service, form: Form, from: FromWhere): Promise<void> {
  const { token = "" } = form;
  const organizationId = organizationOfToken(token);
  if (organizationId === undefined) return;
  await from.wrong.check({ address: from.address, account: organizationId }, () =>
    service.database.transaction(async (tx) => {
      const grant = await lockGrantByToken(tx, organizationId, service.vault.mac("tokens", token));
      if (grant !== undefined) await end(service, tx, { organizationId, grant, from });
      return grant;
    }),
  );
}
