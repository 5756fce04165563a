import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { readInIndexOrder } from "#kernel/sql/server-session.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { rowFits } from "#records/audit";
import { raiseAlarm } from "./alarms.ts";
import type { Anchor } from "./seals/anchors.ts";
import { findRowsAbove, findStrayRows } from "./seals/seals.queries.ts";
import { continueWalk, finishWalk, startWalk, type Walk } from "./seals/verify.ts";

/**
 * Rows checked per pass, along the seals and again along the IDs: this limits the cost to about one percent of a
 * processor.
 */
const ROWS_PER_PASS = 4_000;
const BATCHES_PER_PASS = 20;
const ROWS_PER_PAGE = 1_000;

/**
 * One round over an organization's log, a pass at a time: along the seals, to find changes and deletions, and along the
 * IDs, to find insertions.
 */
export interface Recheck {
  readonly organizationId: OrganizationId;
  readonly walk: Walk;
  walked: boolean;
  /** Row IDs up to this one have been checked. */
  above: string | undefined;
  scanned: boolean;
  /** Whether the scan has found a numbered row. */
  numbered: boolean;
}

export const startRecheck = (
  service: Pick<Service, "vault">,
  organizationId: OrganizationId,
  anchor: Anchor | undefined,
): Recheck => ({
  organizationId,
  walk: startWalk(service, organizationId, anchor),
  walked: false,
  above: undefined,
  scanned: false,
  numbered: false,
});

type Checking = Pick<Service, "vault" | "log">;

/** Runs the next part of the check; undefined once the round is complete. */
export async function recheckSome(service: Checking, tx: Tx, recheck: Recheck): Promise<Recheck | undefined> {
  await readInIndexOrder(tx);
  await walkSome(tx, recheck);
  for (const problem of recheck.walk.problems) raiseAlarm(service, recheck.organizationId, problem);
  await scanSome(service, tx, recheck);
  return recheck.walked && recheck.scanned ? undefined : recheck;
}

async function walkSome(tx: Tx, recheck: Recheck): Promise<void> {
  const { walk } = recheck;
  const from = walk.rowsSealed;
  for (let batch = 0; !recheck.walked && batch < BATCHES_PER_PASS; batch += 1) {
    if (walk.rowsSealed - from >= ROWS_PER_PASS) return;
    if (await continueWalk(walk, tx)) continue;
    await finishWalk(walk, tx);
    recheck.walked = true;
  }
}

async function scanSome(service: Checking, tx: Tx, recheck: Recheck): Promise<void> {
  const { organizationId, walk } = recheck;
  for (let page = 0; !recheck.scanned && page < ROWS_PER_PASS / ROWS_PER_PAGE; page += 1) {
    const rows = await findRowsAbove(tx, organizationId, { above: recheck.above, limit: ROWS_PER_PAGE });
    let old = false;
    for (const row of rows) {
      if (row.number !== null) {
        recheck.numbered = true;
        if (!rowFits(walk.key, organizationId, row))
          raiseAlarm(service, organizationId, { kind: "rowDoesNotFit", auditId: row.audit_id });
      } else if (recheck.numbered)
        raiseAlarm(service, organizationId, { kind: "rowNotNumbered", auditId: row.audit_id });
      else old = true;
    }
    const upTo = rows.at(-1)?.audit_id;
    if (old) await checkOldRows(service, tx, { organizationId, above: recheck.above, upTo });
    recheck.above = upTo ?? recheck.above;
    recheck.scanned = rows.length < ROWS_PER_PAGE;
    // Reading all seals is enough work for one pass.
    if (old) return;
  }
}

/** Rows from before numbering have no code: they are genuine if a seal covers them. */
async function checkOldRows(
  service: Checking,
  tx: Tx,
  range: {
    readonly organizationId: OrganizationId;
    readonly above: string | undefined;
    readonly upTo: string | undefined;
  },
): Promise<void> {
  const { organizationId, above, upTo } = range;
  for (const row of await findStrayRows(tx, organizationId, { above, upTo, limit: ROWS_PER_PAGE }))
    raiseAlarm(service, organizationId, { kind: "rowNotSealed", auditId: row.audit_id });
}
