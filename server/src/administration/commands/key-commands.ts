import { Type } from "typebox";
import { DAY_MS, systemClock } from "#kernel/clock/clock.ts";
import { confirmKeyBackup, masterKeysInUse } from "#kernel/crypto/key-backups.queries.ts";
import { revocations } from "#kernel/crypto/key-revocations.queries.ts";
import { type Resealed, resealEverything } from "#kernel/crypto/reseal.ts";
import { KeyRevoked } from "#kernel/crypto/vault.ts";
import { object } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import { type RefusalTable, refuser } from "#kernel/refusal.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { type Actor, type AuditEntry, recordAudit } from "#records/audit";
import { listOrganizations } from "#records/identity";
// Loading them declares their encrypted columns.
import "#money/recipients";
import "#records/single-sign-on";
import { destroyKeys, type KeyStanding, restoreKeys, revokeKeys } from "../revoked-keys.ts";
import { type AdminCommand, adminCommand } from "./command.ts";
import { pickOrganization } from "./pick-organization.ts";

export interface ShownKeyBackup {
  /** The master keys in use; the copy has all of them. */
  readonly confirmed: readonly string[];
}

export interface ShownRotation {
  readonly organizations: readonly ShownOrganizationRotation[];
  readonly rewrapped: number;
  /** Keys that no known master key opens. */
  readonly unreadableKeys: readonly string[];
  /** Tokens, sessions, and links stop working. */
  readonly accessEnded: boolean;
}

interface ShownOrganizationRotation {
  readonly organizationId: string;
  /** Null if no data key could be created, because the current ones do not open or are revoked. */
  readonly keyVersion: number | null;
  readonly revoked?: boolean;
  readonly columns: readonly Resealed[];
}

/** How long revoked keys can be restored, unless the operator says otherwise. */
const GRACE_DAYS = 30;

export const keyCommands: Readonly<Record<string, AdminCommand>> = {
  /**
   * Wraps every key with the newest master key, then creates a data key for each organization and re-encrypts stored
   * values, while the service runs: values under older keys stay readable. Values that do not open are reported and
   * never stop the rest.
   */
  "key.rotate": adminCommand(
    object({ organization: Type.Optional(Type.String()), leaked: Type.Optional(Type.Boolean()) }),
    async ({ service }, { organization, leaked = false }, actor): Promise<ShownRotation> => {
      if (leaked && organization !== undefined) throw refuseKey("keyLeakConcernsAll");
      const all = (await listOrganizations(service.database)).map(({ organizationId }) => organizationId);
      const chosen =
        organization === undefined ? all : [(await pickOrganization(service, organization)).organizationId];
      // All organizations, even if one is named: the old master key can be removed only when it wraps no key (ADR 0006).
      const { rewrapped, unreadable } = await service.vault.rewrapAll(service.database, all);
      const replaced = leaked ? await service.database.transaction((tx) => service.vault.replaceAccessKeys(tx)) : [];
      const organizations = [];
      for (const organizationId of chosen) {
        const lacksKey = unreadable.some((key) => key.organizationId === organizationId);
        organizations.push(
          lacksKey
            ? { organizationId, keyVersion: null, columns: [] }
            : await rotate(service, { organizationId, actor, leaked }),
        );
      }
      const unreadableKeys = unreadable.map((key) => `organization ${key.organizationId}, data key ${key.keyVersion}`);
      return { organizations, rewrapped, unreadableKeys, accessEnded: replaced.length > 0 };
    },
  ),
  "key.revoke": adminCommand(
    object({
      organization: Type.Optional(Type.String()),
      confirm: Type.Optional(Type.String()),
      graceDays: Type.Optional(Type.Integer({ minimum: 1, maximum: 365 })),
    }),
    async ({ service }, { organization, confirm, graceDays = GRACE_DAYS }, actor) => {
      const subject = await confirmed(service, { organization, confirm, effect: "stops every payment" });
      return shownKeys(subject, await revokeKeys(service, { ...subject, actor }, graceDays * DAY_MS));
    },
  ),
  "key.restore": adminCommand(
    object({ organization: Type.Optional(Type.String()) }),
    async ({ service }, { organization }, actor) => {
      const subject = await subjectOf(service, organization);
      return shownKeys(subject, await restoreKeys(service, { ...subject, actor }));
    },
  ),
  "key.destroy": adminCommand(
    object({ organization: Type.Optional(Type.String()), confirm: Type.Optional(Type.String()) }),
    async ({ service }, { organization, confirm }, actor) => {
      const effect = "makes everything that is encrypted unreadable, forever,";
      const subject = await confirmed(service, { organization, confirm, effect });
      return shownKeys(subject, await destroyKeys(service, { ...subject, actor }));
    },
  ),
  "key.list": adminCommand(object({}), async ({ service }): Promise<readonly ShownKeys[]> => {
    const revoked = new Map((await revocations(service.database)).map((row) => [row.organization_id, row]));
    return (await listOrganizations(service.database)).map(({ organizationId, legalBusinessName: name }) => {
      const row = revoked.get(organizationId);
      return shownKeys(
        { organizationId, name },
        {
          state: row?.state ?? "active",
          revokedAt: row?.revoked_at ?? null,
          destroysAt: row?.destroys_at ?? null,
          destroyedAt: row?.destroyed_at ?? null,
        },
      );
    });
  }),
  "key.confirmBackup": adminCommand(
    object({ masterKeyIds: Type.Array(Type.String()) }),
    async ({ service }, { masterKeyIds }, actor): Promise<ShownKeyBackup> => ({
      confirmed: await confirmBackup(service, masterKeyIds, actor),
    }),
  ),
};

/** The state of an organization's data keys, as the command line shows it. */
export interface ShownKeys {
  readonly organizationId: string;
  readonly name: string;
  readonly state: KeyStanding["state"];
  readonly revokedAt: string | null;
  readonly destroysAt: string | null;
  readonly destroyedAt: string | null;
}

interface Named {
  readonly organizationId: OrganizationId;
  readonly name: string;
}

const shownKeys = ({ organizationId, name }: Named, standing: KeyStanding): ShownKeys => ({
  organizationId,
  name,
  state: standing.state,
  revokedAt: standing.revokedAt?.toISOString() ?? null,
  destroysAt: standing.destroysAt?.toISOString() ?? null,
  destroyedAt: standing.destroyedAt?.toISOString() ?? null,
});

async function subjectOf(service: Service, organization: string | undefined): Promise<Named> {
  const { organizationId, legalBusinessName: name } = await pickOrganization(service, organization);
  return { organizationId, name };
}

/** The organization, if the operator has repeated its name. Throws keyNotConfirmed, which says what would happen. */
async function confirmed(
  service: Service,
  {
    organization,
    confirm,
    effect,
  }: Record<"organization" | "confirm", string | undefined> & { readonly effect: string },
): Promise<Named> {
  const subject = await subjectOf(service, organization);
  if (confirm !== subject.name) throw refuseKey("keyNotConfirmed", { details: { effect, name: subject.name } });
  return subject;
}

const keyRefusals = {
  keyLeakConcernsAll: {
    status: 400,
    title: "A leaked key concerns every organization",
    message: "A leaked master key opens every organization's data: leave out --org.",
  },
  keyNotConfirmed: {
    status: 400,
    title: "The organization's name was not repeated",
    message: 'This {effect} of the organization. To confirm, add --confirm "{name}".',
  },
  keyBackupIncomplete: {
    status: 409,
    title: "A copy of the master key lacks a key that is in use",
    message:
      "The file lacks the master key {masterKeyId}, which wraps stored keys. Copy all configured keys, or run bursar key rotate first.",
  },
} as const satisfies RefusalTable;
const refuseKey = refuser(keyRefusals);

/** Records that a copy of every master key in use exists. Throws keyBackupIncomplete. */
async function confirmBackup(
  { database }: Service,
  shown: readonly string[],
  actor: Actor,
): Promise<readonly string[]> {
  const used = await masterKeysInUse(database);
  const missing = used.find(({ master_key_id: id }) => !shown.includes(id));
  if (missing !== undefined)
    throw refuseKey("keyBackupIncomplete", { details: { masterKeyId: missing.master_key_id } });
  for (const { master_key_id: masterKeyId } of used)
    await confirmKeyBackup(database, { masterKeyId, at: systemClock.now(), by: String(actor.id) });
  return used.map(({ master_key_id: id }) => id);
}

interface Rotating {
  readonly organizationId: OrganizationId;
  readonly actor: Actor;
  readonly leaked: boolean;
}

async function rotate(service: Service, rotating: Rotating): Promise<ShownOrganizationRotation> {
  try {
    return await rotateUsable(service, rotating);
  } catch (error) {
    if (!(error instanceof KeyRevoked)) throw error;
    return { organizationId: rotating.organizationId, keyVersion: null, columns: [], revoked: true };
  }
}

async function rotateUsable(
  service: Service,
  { organizationId, actor, leaked }: Rotating,
): Promise<ShownOrganizationRotation> {
  const keyVersion = await service.database.transaction(async (tx) => {
    const version = await service.vault.rotateOrganizationKey(tx, organizationId, service.clock.now());
    const entry: AuditEntry = {
      action: "key.rotate",
      resourceType: "organization",
      resourceId: organizationId,
      after: { keyVersion: version, ...(leaked ? { leaked } : {}) },
    };
    await recordAudit(service, tx, { organizationId, actor, entries: [entry] });
    return version;
  });
  return { organizationId, keyVersion, columns: await resealEverything(service, organizationId) };
}
