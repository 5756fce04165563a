import { present } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { type AuditId, idAt, type OrganizationId, type TokenId, type UserId } from "#kernel/values/ids.ts";
import { insertAuditRows } from "./audit.queries.ts";
import type { Actor, AuditEntry } from "./audit-entry.ts";
import { chainKeyOf, contentOf, microsecondText, proofOf, type RowContent } from "./row-code.ts";
import { witness } from "./witness.ts";

/** What audit rows record of a caller (a Caller of modules/1-records/identity). */
export interface AuditedCaller {
  readonly tokenId: TokenId | null;
  readonly userId: UserId | null;
  readonly address: string;
  readonly httpRequestId: string;
  readonly via?: string;
}

export const actorOf = (caller: AuditedCaller): Actor => ({
  ...(caller.userId === null
    ? { type: "token", id: present(caller.tokenId, "a caller is a token or a user") }
    : { type: "user", id: caller.userId }),
  address: caller.address,
  httpRequestId: caller.httpRequestId,
  ...(caller.via === undefined ? {} : { via: caller.via }),
});

/** After the events of the same instant, as when both are written now. */
const RANK = 1;

type Recording = Pick<Service, "clock" | "newId" | "vault">;

/** Rows of open transactions, by organization. */
const pending = new WeakMap<Tx, Map<OrganizationId, RowContent[]>>();

/**
 * Records the actions of this transaction, one row per entry. The rows are written at the end of the transaction,
 * because the organization's counter stays locked until the commit. The sealer chains them afterward.
 */
export async function recordAudit(
  service: Recording,
  tx: Tx,
  { organizationId, actor, entries }: { organizationId: OrganizationId; actor: Actor; entries: readonly AuditEntry[] },
): Promise<void> {
  if (entries.length === 0) return;
  const byOrganization = pending.get(tx) ?? new Map<OrganizationId, RowContent[]>();
  if (byOrganization.size === 0) {
    pending.set(tx, byOrganization);
    tx.beforeCommit(() => writeRows(service, tx, byOrganization));
  }
  const rows = byOrganization.get(organizationId) ?? [];
  byOrganization.set(organizationId, rows);
  const now = service.clock.now();
  for (const { at, ...entry } of entries) {
    const auditId = at === undefined ? service.newId<AuditId>() : idAt<AuditId>(at, RANK);
    rows.push(rowOf(actor, entry, { auditId, at: at ?? now }));
  }
}

const jsonOrNull = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));

const rowOf = (actor: Actor, entry: AuditEntry, { auditId, at }: { auditId: AuditId; at: Date }): RowContent => ({
  audit_id: auditId,
  at: microsecondText(at),
  actor_type: actor.type,
  actor_id: actor.id ?? null,
  address: actor.address ?? null,
  http_request_id: actor.httpRequestId ?? null,
  action: entry.action,
  resource_type: entry.resourceType,
  resource_id: entry.resourceId,
  before: jsonOrNull(entry.before),
  after: jsonOrNull(actor.via === undefined ? entry.after : { ...entry.after, via: actor.via }),
});

async function writeRows(
  service: Recording,
  tx: Tx,
  byOrganization: ReadonlyMap<OrganizationId, readonly RowContent[]>,
): Promise<void> {
  // In ID order, so that transactions over several organizations cannot deadlock.
  for (const [organizationId, rows] of [...byOrganization].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const key = chainKeyOf(service.vault, organizationId);
    const proofs = rows.map((row) =>
      proofOf(key, { organizationId, streamId: organizationId, content: contentOf(row) }),
    );
    const { number } = await insertAuditRows(tx, organizationId, { rows, proofs });
    const auditId = present(rows.at(-1)?.audit_id, "an organization's rows are not empty");
    tx.afterCommit(() => witness(service, { organizationId, streamId: organizationId }, { auditId, number }));
  }
}
