import { assert } from "#kernel/assert.ts";
import { invalidRequest } from "#kernel/http/http-refusals.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";
import { type Actor, recordAudit } from "#records/audit";
import type { BankConnection } from "../bank-connection.ts";
import {
  type ConnectionSecrets,
  changedSecrets,
  type SecretName,
  secretProblems,
} from "../settings/connection-secrets.ts";
import { validSettings } from "../settings/validate-settings.ts";
import { auditedConnection } from "./connection-audit.ts";
import { placeOf, railInWords } from "./connection-summary.ts";
import { storeConnection } from "./connections.queries.ts";
import {
  type EndedRehearsal,
  type EndRehearsal,
  endedInAudit,
  endedInWords,
  leaveRehearsal,
  lockForChange,
} from "./leave-rehearsal.ts";
import { publishCutOffs } from "./publish-cut-offs.ts";
import { getConnection, readSecrets, sealSecrets } from "./read-connections.ts";
import { serveAccounts } from "./serve-accounts.ts";
import { tellAdministrators } from "./tell-administrators.ts";

/** What to change; everything else stays. Its rail and its kind never change. */
export interface ConnectionChange {
  readonly name?: string | undefined;
  readonly accountIds?: readonly AccountId[] | undefined;
  /** Members that replace those with the same name. */
  readonly railSettings?: Readonly<Record<string, unknown>> | undefined;
  readonly channel?: Readonly<Record<string, unknown>> | undefined;
  /** Null: no limits. */
  readonly firstDays?: unknown;
  /** Null erases a secret. */
  readonly secrets?: Readonly<Partial<Record<SecretName, string | null>>> | undefined;
}

/**
 * Changes a connection in any state; afterward, it counts as not tested. A live connection stays live, because payments
 * of its accounts would otherwise wait or, in a rehearsal, not be sent: the change applies from the next file on.
 */
export async function changeConnection(
  service: Service,
  {
    organizationId,
    connectionId,
    actor,
    change,
    endRehearsal,
    requireAllowed = () => undefined,
  }: {
    readonly organizationId: OrganizationId;
    readonly connectionId: string;
    readonly actor: Actor;
    readonly change: ConnectionChange;
    readonly endRehearsal: EndRehearsal;
    /** Refuses what a user may not change, when the connection is locked. The operator may change everything. */
    readonly requireAllowed?: (before: BankConnection, secrets: ConnectionSecrets) => void;
  },
): Promise<BankConnection> {
  return service.database.transaction(async (tx) => {
    const before = await lockForChange(tx, { organizationId, connectionId }, endRehearsal);
    const secretsBefore = await readSecrets(service, tx, before);
    requireAllowed(before, secretsBefore);
    const secrets = changedSecrets(secretsBefore, change.secrets ?? {});
    const settings = validSettings({
      rail: before.rail,
      railSettings: { ...before.railSettings, ...change.railSettings },
      kind: before.kind,
      channel: changedChannel(before.channel, change.channel ?? {}),
      firstDays: change.firstDays === undefined ? before.firstDays : change.firstDays,
    });
    const problems = await secretProblems(settings, secrets);
    if (problems.length > 0) throw invalidRequest(problems);
    const { name = before.name, accountIds = before.accountIds } = change;
    const left = before.accountIds.filter((id) => !accountIds.includes(id));
    const ended = await leaveRehearsal(tx, before, { accountIds: left, endRehearsal });
    const stored = await storeConnection(tx, {
      organizationId,
      connectionId: before.connectionId,
      name,
      settings: { railSettings: settings.railSettings, channel: settings.channel, firstDays: settings.firstDays },
      secrets: await sealSecrets(service, tx, { organizationId, connectionId: before.connectionId, secrets }),
      at: service.clock.now(),
    });
    assert(stored === 1, "a locked connection is changed");
    await serveAccounts(tx, { organizationId, connectionId: before.connectionId, rail: before.rail, accountIds });
    await publishCutOffs(tx, organizationId);
    await record(service, tx, {
      actor,
      before: { ...before, settings: before, secrets: secretsBefore },
      after: { name, accountIds, settings, secrets },
      ended,
    });
    const after = await getConnection(tx, organizationId, connectionId);
    assert(after.connectionId === before.connectionId, "the connection read is the one that was changed");
    assert(after.version === before.version + 1, "a change increases the version by one");
    assert(after.testedAt === null, "a changed connection counts as not tested");
    assert(after.rail === before.rail, "a change keeps the rail");
    assert(after.kind === before.kind, "a change keeps the kind of the bank's channel");
    assert(after.state === before.state, "a change keeps the state");
    return after;
  });
}

type AuditedState = Parameters<typeof auditedConnection>[0];

async function record(
  service: Service,
  tx: Tx,
  {
    actor,
    before,
    after,
    ended,
  }: {
    readonly actor: Actor;
    readonly before: BankConnection & AuditedState;
    readonly after: AuditedState;
    readonly ended: EndedRehearsal;
  },
): Promise<void> {
  const { organizationId, connectionId, rail, state } = before;
  await recordAudit(service, tx, {
    organizationId,
    actor,
    entries: [
      {
        action: "bankConnection.update",
        resourceType: "bankConnection",
        resourceId: connectionId,
        before: auditedConnection(before),
        after: { ...auditedConnection(after), ...endedInAudit(ended) },
      },
    ],
  });
  const [from, to] = [placeOf(before), placeOf(after.settings)];
  await tellAdministrators(service, tx, {
    organizationId,
    actor,
    sentence: `The bank connection for ${railInWords(rail)} was changed`,
    facts: [
      ["Connection", after.name],
      ["State", state],
      ["Files go to", to],
      ...(from === to ? [] : ([["Files went to", from]] as const)),
      ...endedInWords(ended),
    ],
  });
}

type Members = Readonly<Record<string, unknown>>;

/** PGP is changed member by member, too: naming the whole key again would be a chance to mistype it. */
function changedChannel(before: Members, change: Members): Members {
  const { pgp: pgpBefore } = before;
  const { pgp } = change;
  const isChange = isRecord(pgpBefore) && isRecord(pgp);
  return { ...before, ...change, ...(isChange ? { pgp: { ...pgpBefore, ...pgp } } : {}) };
}

const isRecord = (value: unknown): value is Members => typeof value === "object" && value !== null;
