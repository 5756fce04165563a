import { newYorkMidnight } from "bursar-banking/calendar/new-york";
import { assert } from "#kernel/assert.ts";
import { DAY_MS, plusMs } from "#kernel/clock/clock.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { firstIdAt, type OrganizationId } from "#kernel/values/ids.ts";
import { eachOrganization } from "#kernel/work/each-organization.ts";
import { categorizeByRules, newestTransactions } from "#payments/payments";
import { type Actor, recordAudit } from "#records/audit";
import { decideBy } from "../category-rule.ts";
import { evaluatedRules, listCategoryRules } from "../category-rules.queries.ts";
import { refuseRule } from "../category-rules-refusals.ts";
import {
  findRun,
  insertRun,
  lockRunning,
  organizationsWithRuns,
  type RuleRunId,
  type RuleRunRow,
  storeProgress,
} from "./rule-runs.queries.ts";
import { runStates } from "./run-states.ts";

type Working = Pick<Service, "database" | "clock" | "newId" | "vault" | "log">;

/** One transaction examines this many. */
const BATCH = 500;
/** Above every id. */
export const AFTER_ALL = "ffffffff-ffff-ffff-ffff-ffffffffffff";
const FIRST_ID = "00000000-0000-0000-0000-000000000000";
const YEAR_DAYS = 365;

/** The first id of a day in New York, by default a year ago. */
export const firstIdSince = (now: Date, since: string | undefined): string =>
  firstIdAt(since === undefined ? plusMs(now, -YEAR_DAYS * DAY_MS) : newYorkMidnight(since));

/** Starts applying the rules to existing transactions. Refuses while that is happening. */
export async function startRun(
  service: Service,
  tx: Tx,
  { organizationId, actor, since }: { organizationId: OrganizationId; actor: Actor; since: string | undefined },
): Promise<RuleRunRow> {
  const now = service.clock.now();
  const runId = service.newId<RuleRunId>();
  const started = await insertRun(tx, organizationId, {
    run_id: runId,
    from_id: firstIdSince(now, since),
    next_id: AFTER_ALL,
    created_at: now,
  });
  if (started === 0) throw refuseRule("categoryRulesRunning");
  await recordAudit(service, tx, {
    organizationId,
    actor,
    entries: [
      {
        action: "categoryRules.apply",
        resourceType: "categoryRuleRun",
        resourceId: runId,
        after: { since: since ?? null },
      },
    ],
  });
  return getRun(tx, organizationId, runId);
}

export async function getRun(db: Queryable, organizationId: OrganizationId, runId: string): Promise<RuleRunRow> {
  const run = await findRun(db, organizationId, runId);
  if (!run) throw notFound("application of category rules");
  return run;
}

/** Applies the rules to everything in one transaction, as if each had been there from the start, for demo data. */
export async function applyToHistory(
  service: Pick<Service, "clock" | "newId" | "vault">,
  tx: Tx,
  organizationId: OrganizationId,
): Promise<void> {
  const decide = decideBy(evaluatedRules(await listCategoryRules(tx, organizationId)));
  let belowId = AFTER_ALL;
  for (;;) {
    const rows = await newestTransactions(tx, organizationId, { fromId: FIRST_ID, belowId, limit: BATCH });
    const last = rows.at(-1);
    if (last === undefined) return;
    const transactionIds = rows.map((row) => row.transaction_id);
    const actor: Actor = { type: "service" };
    await categorizeByRules(service, tx, { organizationId, actor, transactionIds, decide, ofThePast: true });
    belowId = last.transaction_id;
  }
}

const each = eachOrganization("category-rule-runs");

/** One batch of each run. The batch and the run's progress commit together. */
export async function runRuleApplications(service: Working): Promise<number> {
  const waiting = await organizationsWithRuns(service.database);
  return each.run(
    service,
    waiting.map((row) => row.organization_id),
    (organizationId) => service.database.transaction((tx) => oneBatch(service, tx, organizationId)),
  );
}

async function oneBatch(service: Working, tx: Tx, organizationId: OrganizationId): Promise<number> {
  const run = await lockRunning(tx, organizationId);
  if (run === undefined) return 0;
  const rows = await newestTransactions(tx, organizationId, {
    fromId: run.from_id,
    belowId: run.next_id,
    limit: BATCH,
  });
  // The rules as they are now: a rule that was changed during the run decides the rest.
  const rules = evaluatedRules(await listCategoryRules(tx, organizationId));
  const changed = await categorizeByRules(service, tx, {
    organizationId,
    actor: { type: "service" },
    transactionIds: rows.map((row) => row.transaction_id),
    decide: decideBy(rules),
  });
  const isLast = rows.length < BATCH;
  const stored = await storeProgress(tx, organizationId, {
    run_id: run.run_id,
    status: isLast ? runStates.moves.finish.to : run.status,
    next_id: rows.at(-1)?.transaction_id ?? run.next_id,
    examined: rows.length,
    changed,
    finishedAt: isLast ? service.clock.now() : null,
  });
  assert(stored === 1, "the progress of a locked run is stored");
  return rows.length + 1;
}
