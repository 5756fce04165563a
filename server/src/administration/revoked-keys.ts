import { assert } from "#kernel/assert.ts";
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
import { type Actor, recordAudit } from "#records/audit";

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

/** Throws keyNotInUse. */
export const revokeKeys = (service: Service, subject: Subject, graceMs: number): Promise<KeyStanding> =>
  step(service, subject, "revoke", async (tx, { organizationId, actor }, before) => {
    const at = systemClock.now();
    const destroysAt = plusMs(at, graceMs);
    const row = { state: "revoked", revokedAt: at, revokedBy: String(actor.id), destroysAt } as const;
    if (before === undefined) await insertRevocation(tx, organizationId, row);
    else await moveRevocation(tx, organizationId, { ...row, restoredAt: null, destroyedAt: null });
    return { state: "revoked", revokedAt: at, destroysAt, destroyedAt: null };
  });

/** Throws keyNotRevoked. */
export const restoreKeys = (service: Service, subject: Subject): Promise<KeyStanding> =>
  step(service, subject, "restore", async (tx, { organizationId }, before) => {
    assert(before !== undefined, "only revoked keys are restored");
    const restoredAt = systemClock.now();
    await moveRevocation(tx, organizationId, {
      state: "restored",
      revokedAt: before.revoked_at,
      revokedBy: before.revoked_by,
      destroysAt: null,
      restoredAt,
      destroyedAt: null,
    });
    return { state: "restored", revokedAt: before.revoked_at, destroysAt: null, destroyedAt: null };
  });

/** Throws keyNotRevoked. */
export const destroyKeys = (service: Service, subject: Subject): Promise<KeyStanding> =>
  step(service, subject, "destroy", async (tx, { organizationId }, before) => {
    assert(before !== undefined, "only revoked keys are destroyed");
    const destroyedAt = systemClock.now();
    await destroyStoredKeys(tx, organizationId);
    await moveRevocation(tx, organizationId, {
      state: "destroyed",
      revokedAt: before.revoked_at,
      revokedBy: before.revoked_by,
      destroysAt: before.destroys_at,
      restoredAt: null,
      destroyedAt,
    });
    return { state: "destroyed", revokedAt: before.revoked_at, destroysAt: before.destroys_at, destroyedAt };
  });

type Before = Awaited<ReturnType<typeof lockRevocation>>;

/** One step, in one transaction with its audit row. */
const step = (
  service: Service,
  subject: Subject,
  trigger: "revoke" | "restore" | "destroy",
  work: (tx: Tx, subject: Subject, before: Before) => Promise<KeyStanding>,
): Promise<KeyStanding> =>
  withinOrganization(subject.organizationId, () =>
    service.database.transaction(async (tx) => {
      const { organizationId, name, actor } = subject;
      const before = await lockRevocation(tx, organizationId);
      const isAllowed =
        before === undefined ? trigger === "revoke" : keyStates.next(before.state, trigger) !== undefined;
      if (!isAllowed)
        throw refuseRevocation(trigger === "revoke" ? "keyNotInUse" : "keyNotRevoked", {
          details: { name, state: inWords(before?.state) },
        });
      const after = await work(tx, subject, before);
      const { state, destroysAt } = after;
      await recordAudit(service, tx, {
        organizationId,
        actor,
        entries: [
          {
            action: `key.${trigger}`,
            resourceType: "organization",
            resourceId: organizationId,
            after: state === "revoked" ? { destroysAt: destroysAt?.toISOString() } : {},
          },
        ],
      });
      // Other processes ask again within half a second.
      tx.afterCommit(() => service.vault.forget(organizationId));
      return after;
    }),
  );

const inWords = (state: KeyState | undefined): string =>
  state === undefined || state === "restored" ? "in use" : state;

/** Destroys keys whose grace time has ended, by the machine's clock. Returns how many organizations lost theirs. */
export async function destroyDueKeys(service: Service, now = systemClock.now()): Promise<number> {
  const due = await dueRevocations(service.database, now);
  const ids = due.map((row) => row.organization_id);
  return each.run(service, ids, async (organizationId) => {
    await destroyKeys(service, { organizationId, name: organizationId, actor: { type: "service" } });
    return 1;
  });
}

const each = eachOrganization("key-destruction");

export const keyDestructionJob = (service: Service): Job => ({
  name: "key-destruction",
  everyMs: 10 * MINUTE_MS,
  byTheClockOnly: true,
  run: () => destroyDueKeys(service),
});
