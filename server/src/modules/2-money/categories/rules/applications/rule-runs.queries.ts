import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { Id, OrganizationId } from "#kernel/values/ids.ts";

export type RuleRunId = Id<"categoryRuleRun">;

export interface RuleRunRow {
  readonly run_id: RuleRunId;
  readonly status: "running" | "done";
  readonly from_id: string;
  readonly next_id: string;
  readonly examined: bigint;
  readonly changed: bigint;
  readonly created_at: Date;
  readonly finished_at: Date | null;
}

const columns = sql`run_id, status, from_id, next_id, examined, changed, created_at, finished_at`;

/** Starts a run; 0 if one is running. */
export const insertRun = (
  tx: Tx,
  organizationId: OrganizationId,
  run: Pick<RuleRunRow, "run_id" | "from_id" | "next_id" | "created_at">,
) =>
  tx.run(sql`
  insert into category_rule_runs (organization_id, run_id, status, from_id, next_id, created_at)
  values (${organizationId}, ${run.run_id}, 'running', ${run.from_id}, ${run.next_id}, ${run.created_at})
  on conflict (organization_id) where status = 'running' do nothing`);

export const findRun = (db: Queryable, organizationId: OrganizationId, runId: string) =>
  db.maybe<RuleRunRow>(sql`
  select ${columns} from category_rule_runs where organization_id = ${organizationId} and run_id = ${runId}`);

export const organizationsWithRuns = (db: Queryable) =>
  db.many<{ organization_id: OrganizationId }>(sql`
  select organization_id from category_rule_runs where status = 'running' order by organization_id`);

/** The running one, unless another process works on it. */
export const lockRunning = (tx: Tx, organizationId: OrganizationId) =>
  tx.maybe<RuleRunRow>(sql`
  select ${columns} from category_rule_runs
   where organization_id = ${organizationId} and status = 'running' for update skip locked`);

/** Stores the progress of a run, and its end if `finishedAt` is given. */
export const storeProgress = (
  tx: Tx,
  organizationId: OrganizationId,
  run: Pick<RuleRunRow, "run_id" | "status" | "next_id"> & {
    readonly examined: number;
    readonly changed: number;
    readonly finishedAt: Date | null;
  },
) =>
  tx.run(sql`
  update category_rule_runs
     set next_id = ${run.next_id}, examined = examined + ${run.examined}::integer, changed = changed + ${run.changed}::integer,
         status = ${run.status}, finished_at = ${run.finishedAt}
   where organization_id = ${organizationId} and run_id = ${run.run_id} and status = 'running'`);

/** The transactions that these events created. */
export const createdTransactions = (tx: Tx, organizationId: OrganizationId, eventIds: readonly string[]) =>
  tx.many<{ resource_id: string }>(sql`
  select resource_id from recorded_events
   where organization_id = ${organizationId} and event_id = any (${[...eventIds]}::uuid[])
     and resource_type = 'transaction' and operation = 'create'
   order by resource_id`);
