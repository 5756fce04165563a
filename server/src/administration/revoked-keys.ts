import { present } from "#kernel/assert.ts";
import { MINUTE_MS, plusMs, systemClock } from "#kernel/clock/clock.ts";
import {
  destroyStoredKeys,
  dueRevocations,
  insertRevocation,
  lockRevocation,
  moveRevocation,
} from "#kernel/crypto/key-revocations.queries.ts";
import { type KeyState, keyStates } from "#kernel/crypto/key-states.ts";
import type { Service } from "#kernel/process/service.ts";
import { type RefusalTable, refuser } from "#kernel/refusal.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { withinOrganization } from "#kernel/sql/scope.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { eachOrganization } from "#kernel/work/each-organization.ts";
import type { Job } from "#kernel/work/worker.ts";
import { type Actor, type AuditEntry, recordAudit } from "#records/audit";

/**
 * What an operator does about an organization's data keys, in two steps (docs/adr/0121-keys.md): revoking them stops
 * everything that needs them within a second, in every process, and can be taken back; destroying them cannot. Each step
 * commits with its audit row.
 */
const revocationRefusals = {
  keyNotInUse: {
    status: 409,
    title: "The organization's keys are revoked or destroyed already",
    message: "The keys of {name} are {state} already.",
  },
  keyNotRevoked: {
    status: 409,
    title: "The organization's keys are not revoked",
    message: "The keys of {name} are {state}. Only revoked keys can be restored or destroyed.",
  },
} as const satisfies RefusalTable;
const refuseRevocation = refuser(revocationRefusals);

export interface KeyStanding {
  /** `active` without a revocation. */
  readonly state: KeyState | "active";
  readonly revokedAt: Date | null;
  readonly destroysAt: Date | null;
  readonly destroyedAt: Date | null;
}

interface Subject {
  readonly organizationId: OrganizationId;
  /** Its name, for refusals. */
  readonly name: string;
  readonly actor: Actor;
}

type Before = Awaited<ReturnType<typeof lockRevocation>>;

/** What a step does, in a transaction that has locked the revocation. */
type Step = (tx: Tx, subject: Subject, before: Before) => Promise<KeyStanding>;

/** Throws keyNotInUse. */
export const revokeKeys = (service: Service, subject: Subject, graceMs: number): Promise<KeyStanding> =>
  take(service, subject, {
    trigger: "revoke",
    step: async (tx, { organizationId, actor }, before) => {
      const at = systemClock.now();
      const destroysAt = plusMs(at, graceMs);
      const row = { revokedAt: at, revokedBy: String(actor.id), destroysAt };
      if (before === undefined) await insertRevocation(tx, organizationId, row);
      else await moveRevocation(tx, organizationId, { ...row, state: "revoked", restoredAt: null, destroyedAt: null });
      return { state: "revoked", revokedAt: at, destroysAt, destroyedAt: null };
    },
  });

/** Throws keyNotRevoked. */
export const restoreKeys = (service: Service, subject: Subject): Promise<KeyStanding> =>
  take(service, subject, {
    trigger: "restore",
    step: async (tx, { organizationId }, before) => {
      const row = { ...revocationIn(before), destroysAt: null };
      const restoredAt = systemClock.now();
      await moveRevocation(tx, organizationId, { ...row, state: "restored", restoredAt, destroyedAt: null });
      return { state: "restored", revokedAt: row.revokedAt, destroysAt: null, destroyedAt: null };
    },
  });

/** Throws keyNotRevoked. */
export const destroyKeys = (service: Service, subject: Subject): Promise<KeyStanding> =>
  take(service, subject, { trigger: "destroy", step: destroyWithin });

const destroyWithin: Step = async (tx, { organizationId }, before) => {
  const row = revocationIn(before);
  const destroyedAt = systemClock.now();
  await destroyStoredKeys(tx, organizationId);
  await moveRevocation(tx, organizationId, { ...row, state: "destroyed", restoredAt: null, destroyedAt });
  return { state: "destroyed", revokedAt: row.revokedAt, destroysAt: row.destroysAt, destroyedAt };
};

function revocationIn(before: Before) {
  const { revoked_at: revokedAt, revoked_by: revokedBy, destroys_at: destroysAt } = present(before, "keys are revoked");
  return { revokedAt, revokedBy, destroysAt };
}

interface Taking {
  readonly trigger: "revoke" | "restore" | "destroy";
  readonly step: Step;
}

/** Takes a step that an operator wants, in one transaction with its audit row. */
const take = (service: Service, subject: Subject, { trigger, step }: Taking): Promise<KeyStanding> =>
  withinOrganization(subject.organizationId, () =>
    service.database.transaction(async (tx) => {
      const before = await lockRevocation(tx, subject.organizationId);
      const isAllowed =
        before === undefined ? trigger === "revoke" : keyStates.next(before.state, trigger) !== undefined;
      if (!isAllowed)
        throw refuseRevocation(trigger === "revoke" ? "keyNotInUse" : "keyNotRevoked", {
          details: { name: subject.name, state: inWords(before?.state) },
        });
      const after = await step(tx, subject, before);
      await recordStep(service, tx, { subject, trigger, after });
      return after;
    }),
  );

async function recordStep(
  service: Service,
  tx: Tx,
  { subject, trigger, after }: Pick<Taking, "trigger"> & { readonly subject: Subject; readonly after: KeyStanding },
): Promise<void> {
  const { organizationId, actor } = subject;
  const entry: AuditEntry = {
    action: `key.${trigger}`,
    resourceType: "organization",
    resourceId: organizationId,
    after: after.state === "revoked" ? { destroysAt: after.destroysAt?.toISOString() } : {},
  };
  await recordAudit(service, tx, { organizationId, actor, entries: [entry] });
  // Other processes ask again within half a second.
  tx.afterCommit(() => service.vault.forget(organizationId));
}

const inWords = (state: KeyState | undefined): string =>
  state === undefined || state === "restored" ? "in use" : state;

/** Destroys keys whose grace time has ended, by the machine's clock. Returns how many organizations lost theirs. */
export async function destroyDueKeys(service: Service, now = systemClock.now()): Promise<number> {
  const due = await dueRevocations(service.database, now);
  const ids = due.map((row) => row.organization_id);
  return each.run(service, ids, (organizationId) =>
    service.database.transaction(async (tx) => {
      const before = await lockRevocation(tx, organizationId);
      // Meanwhile, they may have been restored, revoked again for longer, or destroyed by another process.
      if (before?.state !== "revoked" || before.destroys_at === null || before.destroys_at > now) return 0;
      const subject = { organizationId, name: organizationId, actor: { type: "service" } } as const;
      const after = await destroyWithin(tx, subject, before);
      await recordStep(service, tx, { subject, trigger: "destroy", after });
      return 1;
    }),
  );
}

const each = eachOrganization("key-destruction");

export const keyDestructionJob = (service: Service): Job => ({
  name: "key-destruction",
  everyMs: 10 * MINUTE_MS,
  byTheClockOnly: true,
  run: () => destroyDueKeys(service),
});
