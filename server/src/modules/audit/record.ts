import { present } from "../../kernel/assert.ts";
import type { Caller } from "../../kernel/http/caller.ts";
import { type AuditId, idAt, type OrganizationId } from "../../kernel/ids.ts";
import { appendOutbox } from "../../kernel/outbox.ts";
import type { Service } from "../../kernel/service.ts";
import type { Tx } from "../../kernel/sql/database.ts";
import { insertAuditRows } from "./audit.queries.ts";
import type { Actor, AuditEntry } from "./audit-entry.ts";

export const actorOf = (caller: Caller): Actor => ({
  ...(caller.userId === null
    ? { type: "token", id: present(caller.tokenId, "a caller is a token or a person") }
    : { type: "user", id: caller.userId }),
  address: caller.address,
  httpRequestId: caller.httpRequestId,
});

/** Behind the events of the same instant, as where both are written now. */
const RANK = 1;

/** Writes the audit rows of what this transaction does, one per entry. The sealer chains them after the commit. */
export async function recordAudit(
  service: Pick<Service, "clock" | "newId">,
  tx: Tx,
  { organizationId, actor, entries }: { organizationId: OrganizationId; actor: Actor; entries: readonly AuditEntry[] },
): Promise<void> {
  if (entries.length === 0) return;
  const now = service.clock.now();
  const rows = entries.map(({ at, ...entry }) => ({
    ...entry,
    auditId: at === undefined ? service.newId<AuditId>() : idAt<AuditId>(at, RANK),
    at: at ?? now,
  }));
  await insertAuditRows(tx, { organizationId, actor, rows });
  await appendOutbox(
    tx,
    organizationId,
    "audit",
    rows.map((row) => row.auditId),
  );
}
