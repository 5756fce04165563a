import { type FieldProblem, invalidRequest } from "#kernel/http/http-refusals.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { isUnchanged } from "#kernel/updates/updates.ts";
import type { OrganizationId, UserId } from "#kernel/values/ids.ts";
import { type Actor, recordAudit } from "#records/audit";
import { type ChangeKind, type ControlChange, proposeChange } from "#records/controls";
import { lockOrganization, readSignOnPolicy, storeSignOnPolicy } from "#records/identity";
import {
  endProviderSessions,
  findSecondFactors,
  findUser,
  findUsersWhoCanGrant,
  type PeopleService,
  requireKnownRights,
} from "#records/people";
import { listLinks } from "../links/links.queries.ts";
import type { ProviderReach } from "../provider/reach.ts";
import { discover } from "../provider/relying-party.ts";
import { type ClientSecretId, EVERYONE, type Provider, type ProviderSettings, type RoleMapping } from "../provider.ts";
import {
  emptySecret,
  findProvider,
  insertProvider,
  insertSecret,
  lockProvider,
  updateProvider,
} from "../providers.queries.ts";
import { giveMappedRoles } from "../scim/mapped-roles.ts";
import { SignOnProblem } from "../sign-on-problem.ts";
import { refuseSignOn } from "../sign-on-refusals.ts";
import { clientSecrets } from "../tables.ts";
import { listProvisioned } from "../users/provisioned-users.queries.ts";

/** The provider, and who must use it. */
export interface SignOnSettings extends ProviderSettings {
  /** Users sign in with the provider only. */
  readonly enforced: boolean;
  /** Administrators who get in without the provider, with a password and a second factor. */
  readonly breakGlassUsers: readonly UserId[];
}

export const noSignOn: SignOnSettings = {
  enabled: false,
  name: "",
  issuer: "",
  clientId: "",
  secretId: null,
  emailDomains: [],
  createsUsers: false,
  roleSource: "bursar",
  roleClaim: null,
  roleMappings: [],
  enforced: false,
  breakGlassUsers: [],
};

export async function readSignOn(
  db: Queryable,
  organizationId: OrganizationId,
): Promise<{ readonly settings: SignOnSettings; readonly version: number }> {
  const provider = await findProvider(db, organizationId);
  const { enforcedSince, breakGlassUsers } = await readSignOnPolicy(db, organizationId);
  if (provider === undefined) return { settings: noSignOn, version: 0 };
  const { organizationId: _, version, changedAt: __, ...settings } = provider;
  return { settings: { ...settings, enforced: enforcedSince !== undefined, breakGlassUsers }, version };
}

/**
 * Single sign-on: every change takes two people, who both have every right, because the person who chooses the provider or
 * a mapping can be anybody. The secret is not part of the proposal, which the audit log keeps.
 */
export const singleSignOnKind = (service: PeopleService): ChangeKind<SignOnSettings> => ({
  name: "singleSignOn",
  permission: "manageOrganization",
  whoMay: (db, { organizationId }) => whoMayChange(db, organizationId),
  baseOf: async (db, { organizationId }) => String((await readSignOn(db, organizationId)).version),
  check: (tx, change) => requireUsable(service, tx, change),
  apply: async (tx, change, { actor }) => {
    await requireUsable(service, tx, change);
    await apply(service, tx, change, actor);
  },
  discard: async (tx, { organizationId, proposal: { secretId } }) => {
    const { settings } = await readSignOn(tx, organizationId);
    if (secretId !== null && secretId !== settings.secretId) await emptySecret(tx, organizationId, secretId);
  },
  describe: async (db, { organizationId, proposal }) =>
    inWords((await readSignOn(db, organizationId)).settings, proposal),
});

const whoMayChange = (db: Queryable, organizationId: OrganizationId) =>
  findUsersWhoCanGrant(db, organizationId, [{ role: "administrator", customPermissions: [] }]);

async function apply(
  service: PeopleService,
  tx: Tx,
  { organizationId, proposal }: ControlChange<SignOnSettings>,
  actor: Actor,
): Promise<void> {
  const { settings: before } = await readSignOn(tx, organizationId);
  const locked = await lockProvider(tx, organizationId, "update");
  const at = service.machineClock.now();
  const { enforced, breakGlassUsers, ...provider } = proposal;
  const row = { ...provider, version: (locked?.version ?? 0) + 1, at };
  if (locked === undefined) await insertProvider(tx, organizationId, row);
  else await updateProvider(tx, organizationId, row);
  if (before.secretId !== null && before.secretId !== proposal.secretId)
    await emptySecret(tx, organizationId, before.secretId);
  const policy = await readSignOnPolicy(tx, organizationId);
  const enforcedSince = enforced ? (policy.enforcedSince ?? at) : undefined;
  await storeSignOnPolicy(tx, organizationId, { enforcedSince, breakGlassUsers });
  // What another provider or mapping gave, or one that is switched off, ends: users sign in again.
  if (!isSame(before, proposal))
    await endProviderSessions(tx, organizationId, { sid: undefined, userId: undefined, at });
  const userIds = (await listProvisioned(tx, organizationId)).map((user) => user.user_id);
  await giveMappedRoles(service, tx, { organizationId, userIds, actor });
  await recordAudit(service, tx, {
    organizationId,
    actor,
    entries: [
      {
        action: "singleSignOn.change",
        resourceType: "singleSignOn",
        resourceId: organizationId,
        before: { ...before },
        after: { ...proposal },
      },
    ],
  });
}

const decidesRights = ["issuer", "clientId", "roleSource", "roleClaim", "roleMappings"] as const;
const isSame = (before: SignOnSettings, after: SignOnSettings): boolean =>
  after.enabled && decidesRights.every((name) => JSON.stringify(before[name]) === JSON.stringify(after[name]));

/** Refuses settings with which people could not get in, or that a proposer may not make. */
async function requireUsable(
  service: PeopleService,
  tx: Tx,
  { organizationId, proposal, proposedBy }: ControlChange<SignOnSettings>,
): Promise<void> {
  if (!(await whoMayChange(tx, organizationId)).includes(proposedBy))
    throw refuseSignOn("providerNotUsable", {
      details: { problem: "Only an administrator with every right can change single sign-on." },
    });
  const problems: string[] = [];
  for (const userId of proposal.breakGlassUsers) {
    const user = await findUser(tx, organizationId, userId);
    if (user === undefined || user.lockedAt !== undefined || user.role !== "administrator") {
      problems.push("A break-glass administrator must be an administrator who is not locked.");
      continue;
    }
    const { takesCode, hasPasskey } = await findSecondFactors(service, tx, { organizationId, userId });
    if (!takesCode && !hasPasskey)
      problems.push(`${user.firstName} ${user.lastName} needs an authenticator app or a passkey first.`);
  }
  if (proposal.enforced && proposal.breakGlassUsers.length === 0)
    problems.push("Choose at least one break-glass administrator, who gets in when the provider does not work.");
  const [problem] = problems;
  if (problem !== undefined) throw refuseSignOn("breakGlassNeeded", { details: { problem } });
  const wasTried = (await listLinks(tx, organizationId)).some(({ issuer }) => issuer === proposal.issuer);
  if (proposal.enforced && !wasTried) throw refuseSignOn("signOnNotTried");
}

const countOf = (count: number, noun: string): string => `${count} ${count === 1 ? noun : `${noun}s`}`;

/** What a second person confirms: everything that differs. */
function inWords(before: SignOnSettings, after: SignOnSettings): string {
  if (!after.enabled) return "Switch off single sign-on";
  const differs = (name: keyof SignOnSettings) => JSON.stringify(before[name]) !== JSON.stringify(after[name]);
  const says = (name: keyof SignOnSettings, text: string) => (differs(name) || !before.enabled ? [text] : []);
  const parts = [
    ...says("issuer", `provider ${after.issuer}`),
    ...says("clientId", `client ${after.clientId}`),
    ...(differs("secretId") ? ["a new client secret"] : []),
    ...says("emailDomains", `addresses of ${after.emailDomains.join(", ")}`),
    ...says("createsUsers", after.createsUsers ? "creates users at their first sign-in" : "creates no users"),
    ...(differs("roleSource") || differs("roleClaim") || differs("roleMappings") ? [rolesInWords(after)] : []),
    ...says("enforced", after.enforced ? "required for everyone else" : "passwords still work"),
    ...(differs("breakGlassUsers") ? [countOf(after.breakGlassUsers.length, "break-glass administrator")] : []),
  ];
  return `Change single sign-on: ${parts.join("; ")}`;
}

function rolesInWords({ roleSource, roleClaim, roleMappings }: SignOnSettings): string {
  if (roleSource === "bursar") return "roles are chosen in Bursar";
  const rules = roleMappings.map(
    ({ value, role, customPermissions }) =>
      `${value === EVERYONE ? "everyone" : value} → ${role}${role === "custom" ? ` (${customPermissions.join(", ")})` : ""}`,
  );
  return `roles from ${roleSource === "claim" ? `the claim ${roleClaim}` : "groups"}: ${rules.join(", ") || "none"}`;
}

export interface SignOnToPropose {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
  readonly actor: Actor;
  /** What is omitted stays. */
  readonly settings: Partial<Omit<SignOnSettings, "secretId">>;
  /** A new secret; null removes it, undefined keeps it. */
  readonly clientSecret: string | null | undefined;
}

/**
 * Proposes a change, after asking the provider whether it is one. Returns the change that waits for a second person;
 * undefined if it took effect, because there is no other, or changes nothing.
 */
export async function proposeSignOn(
  service: PeopleService,
  reach: ProviderReach,
  { organizationId, userId, actor, settings: chosen, clientSecret }: SignOnToPropose,
): Promise<ControlChange | undefined> {
  const { settings: before } = await readSignOn(service.database, organizationId);
  const settings = normalized({ ...before, ...chosen });
  refuseInvalid(settings);
  if (settings.enabled) await requireProvider(service, reach, { organizationId, ...settings });
  return service.database.transaction(async (tx) => {
    await lockOrganization(tx, organizationId);
    const { settings: current } = await readSignOn(tx, organizationId);
    const secretId = await storeSecret(service, tx, { organizationId, clientSecret, current: current.secretId });
    const proposal = { ...normalized({ ...current, ...chosen }), secretId };
    if (isUnchanged(proposal, current)) return undefined;
    const { change } = await proposeChange(service, tx, singleSignOnKind(service), {
      organizationId,
      proposer: userId,
      actor,
      subject: organizationId,
      proposal,
    });
    return change.status === "proposed" ? change : undefined;
  });
}

async function storeSecret(
  service: PeopleService,
  tx: Tx,
  {
    organizationId,
    clientSecret,
    current,
  }: { organizationId: OrganizationId; clientSecret: string | null | undefined; current: ClientSecretId | null },
): Promise<ClientSecretId | null> {
  if (clientSecret === undefined) return current;
  if (clientSecret === null) return null;
  const secretId = service.newId<ClientSecretId>();
  const secret = await service.vault.seal(tx, organizationId, clientSecrets.contextOf(secretId), clientSecret);
  await insertSecret(tx, organizationId, { secretId, secret, at: service.machineClock.now() });
  return secretId;
}

const unique = <Value>(values: readonly Value[]): Value[] => [...new Set(values)];

/** Without spaces around texts, and without what its other settings make meaningless. */
function normalized(settings: SignOnSettings): SignOnSettings {
  const { roleSource } = settings;
  const mapping = ({ value, role, customPermissions }: RoleMapping): RoleMapping => ({
    value: value.trim(),
    role,
    customPermissions: unique(customPermissions),
  });
  return {
    enabled: settings.enabled,
    name: settings.name.trim(),
    issuer: settings.issuer.trim(),
    clientId: settings.clientId.trim(),
    secretId: settings.secretId,
    emailDomains: unique(settings.emailDomains.map((domain) => domain.trim().toLowerCase().replace(/^@/, ""))),
    createsUsers: settings.createsUsers,
    roleSource,
    roleClaim: roleSource === "claim" ? (settings.roleClaim?.trim() ?? null) : null,
    roleMappings: roleSource === "bursar" ? [] : settings.roleMappings.map(mapping),
    enforced: settings.enabled && settings.enforced,
    breakGlassUsers: unique(settings.breakGlassUsers),
  };
}

const DOMAIN = /^(?=.{3,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;

function refuseInvalid(settings: SignOnSettings): void {
  const { enabled, name, issuer, clientId, emailDomains, roleSource, roleClaim, roleMappings, createsUsers } = settings;
  const problems: FieldProblem[] = [];
  const require = (holds: boolean, path: string, message: string) => holds || problems.push({ path, message });
  if (enabled) {
    require(name !== "", "name", "must name the provider");
    require(URL.canParse(issuer), "issuer", "must be the provider's issuer, such as https://example.okta.com");
    require(clientId !== "", "clientId", "must be the client ID that the provider gave you");
    require(emailDomains.length > 0, "emailDomains", "must have at least one domain");
  }
  for (const [index, domain] of emailDomains.entries())
    require(DOMAIN.test(domain), `emailDomains.${index}`, "must be a domain such as example.com");
  require(roleSource !== "claim" || (roleClaim !== null && roleClaim !== ""), "roleClaim", "must name the claim");
  require(!createsUsers || roleSource === "claim", "createsUsers", "needs roles from a claim");
  for (const [index, mapping] of roleMappings.entries()) {
    require(mapping.value !== "", `roleMappings.${index}.value`, "must not be empty");
  }
  if (problems.length > 0) throw invalidRequest(problems);
  for (const mapping of roleMappings) requireKnownRights(mapping);
}

/** Refuses with `providerNotUsable` or `providerUnreachable`. */
async function requireProvider(
  service: PeopleService,
  reach: ProviderReach,
  { organizationId, issuer, clientId }: Pick<Provider, "organizationId" | "issuer" | "clientId">,
): Promise<void> {
  const problem = reach.urlProblem(issuer);
  if (problem !== undefined)
    throw refuseSignOn("providerNotUsable", { details: { problem, fields: [{ path: "issuer", message: problem }] } });
  // Without the secret: discovery needs none.
  await discover(service, reach, { organizationId, issuer, clientId, secretId: null }).catch((error: unknown) => {
    if (error instanceof SignOnProblem) throw refuseSignOn("providerUnreachable", { cause: error });
    throw error;
  });
}
