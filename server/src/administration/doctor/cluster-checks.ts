import { isCluster } from "#kernel/sql/citus/distribute.queries.ts";
import { findUndistributed } from "#kernel/sql/citus/distribute.ts";
import { clusterSettings, partsOfWorkers, workerAnswers } from "./cluster.queries.ts";
import type { ServerSettings, StandbyState } from "./doctor.queries.ts";
import { type DoctorFinding, ok, type Patient } from "./finding.ts";
import { checkDurable } from "./server-checks.ts";

type NodeSettings = Awaited<ReturnType<typeof clusterSettings>>;

/** What a worker says of itself: the JSON of workerAnswers. Times are texts. */
interface WorkerFacts {
  readonly node: NodeSettings;
  readonly settings: ServerSettings;
  readonly standbys: readonly StandbyState[];
  readonly archiver: {
    readonly last_archived_at: string | null;
    readonly last_failed_at: string | null;
    readonly failing: boolean;
  };
  readonly now: string;
}

/** Checks of a Citus cluster (scaling.md): its workers, each a server like the coordinator; none on a single server. */
export async function checkCluster(patient: Patient): Promise<readonly DoctorFinding[]> {
  const { database } = patient;
  if (!(await isCluster(database))) return [];
  const nodes = [{ name: "the coordinator", settings: await clusterSettings(database) }];
  const findings: DoctorFinding[] = [];
  for (const { host, port, success, result } of await workerAnswers(database)) {
    const name = `worker ${host}:${port}`;
    if (!success) {
      findings.push(unreachable(name));
      continue;
    }
    // Written by workerAnswers.
    const facts = JSON.parse(result) as WorkerFacts;
    nodes.push({ name, settings: facts.node });
    findings.push(...checkWorker(patient, name, facts));
  }
  return [...(await checkPlacement(patient)), ...findings, ...nodes.flatMap(checkNode)];
}

const unreachable = (check: string): DoctorFinding => ({
  check,
  level: "critical",
  found: "It does not answer: payments of its organizations get 503.",
  todo: "Start it, or promote its standby and name that with citus_update_node.",
});

/** What a server must not lack, a worker must not, either. */
function checkWorker(patient: Patient, name: string, facts: WorkerFacts): readonly DoctorFinding[] {
  const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text));
  const { settings, standbys, archiver } = facts;
  const findings = checkDurable(patient, {
    settings,
    standbys,
    archiver: {
      failing: archiver.failing,
      last_archived_at: dateOf(archiver.last_archived_at),
      last_failed_at: dateOf(archiver.last_failed_at),
    },
    now: new Date(facts.now),
  });
  const lacking = findings.filter(({ level }) => level !== "ok");
  if (lacking.length === 0)
    return [ok(name, "It answers, puts every commit on disk, and has a standby and an archive.")];
  return lacking.map((finding) => ({ ...finding, check: `${finding.check} of ${name}` }));
}

async function checkPlacement({ database }: Patient): Promise<readonly DoctorFinding[]> {
  const check = "cluster";
  const workers = await partsOfWorkers(database);
  const parts = workers.reduce((sum, worker) => sum + worker.parts, 0);
  const { tables, functions } = await findUndistributed(database);
  if (workers.length === 0)
    return [
      {
        check,
        level: "critical",
        found: "The cluster has no worker.",
        todo: "Name the workers with citus_add_node as docs/operate/scaling.md describes, and run bursar migrate.",
      },
    ];
  if (tables.length + functions.length > 0)
    return [
      {
        check,
        level: "critical",
        found: `${tables.length} tables and ${functions.length} functions are not on the workers yet.`,
        todo: "Run bursar migrate as the owner of the tables; with --dry-run first, to see how long writes would wait.",
      },
    ];
  const found = `Organizations are in ${parts} parts on ${workers.map((worker) => `${worker.host}:${worker.port} (${worker.parts})`).join(", ")}.`;
  if (workers.every((worker) => worker.parts > 0)) return [ok(check, found)];
  return [
    {
      check,
      level: "warning",
      found: `${found} A worker without parts does no work.`,
      todo:
        parts < workers.length
          ? "A cluster cannot use more workers than parts: remove workers, or move to a cluster with a larger citus.shard_count."
          : "Run select citus_rebalance_start() on the coordinator.",
    },
  ];
}

function checkNode({
  name,
  settings,
}: {
  readonly name: string;
  readonly settings: NodeSettings;
}): readonly DoctorFinding[] {
  const { wal_level: level, max_connections: connections, max_prepared_transactions: preparable } = settings;
  const findings: DoctorFinding[] = [];
  if (preparable < connections)
    findings.push({
      check: `prepared transactions of ${name}`,
      // Commits of several nodes fail, those of one organization do not.
      level: preparable === 0 ? "critical" : "warning",
      found: `max_prepared_transactions is ${preparable}, less than max_connections, ${connections}: under load, commits that concern several nodes fail.`,
      todo: `In its postgresql.conf, set max_prepared_transactions = ${connections}, and restart it.`,
    });
  if (level !== "logical")
    findings.push({
      check: `wal_level of ${name}`,
      level: "warning",
      found: `wal_level is ${level}, so organizations cannot move while they pay.`,
      todo: "In its postgresql.conf, set wal_level = logical, and restart it.",
    });
  return findings;
}
