import type { Queryable } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import { archiverOfServer, settingsOfServer, standbysOfServer } from "./doctor.queries.ts";

interface NodeSettings {
  readonly wal_level: string;
  readonly max_connections: number;
  readonly max_prepared_transactions: number;
}

const nodeSettings = sql`
  select current_setting('wal_level') as wal_level, current_setting('max_connections')::integer as max_connections,
         current_setting('max_prepared_transactions')::integer as max_prepared_transactions`;

/** Of the server that answers. */
export const clusterSettings = (db: Queryable) => db.one<NodeSettings>(nodeSettings);

/** A row of the facts about a server, as text in the format JSON. */
const facts = sql`
  select json_build_object(
    'node', (select to_json(f) from (${nodeSettings}) f), 'settings', (select to_json(f) from (${settingsOfServer}) f),
    'standbys', (select coalesce(json_agg(f), '[]') from (${standbysOfServer}) f),
    'archiver', (select to_json(f) from (${archiverOfServer}) f), 'now', clock_timestamp())`;

/** What each worker says of itself, or why it does not answer. */
export const workerAnswers = (db: Queryable) =>
  db.many<{ host: string; port: number; success: boolean; result: string }>(sql`
  select nodename as host, nodeport as port, success, result from run_command_on_workers(${facts.text}::text)
   order by nodename, nodeport`);

/** Into how many parts organizations are divided, by worker: every worker, and null for a missing table. */
export const partsOfWorkers = (db: Queryable) =>
  db.many<{ host: string; port: number; parts: number }>(sql`
  select n.nodename as host, n.nodeport as port, count(p.shardid)::integer as parts
    from pg_dist_node n
    left join (pg_dist_placement p join pg_dist_shard s
                 on s.shardid = p.shardid and s.logicalrelid = to_regclass('organizations')) on p.groupid = n.groupid
   where n.groupid <> 0 and n.noderole = 'primary'
   group by n.nodename, n.nodeport order by n.nodename, n.nodeport`);
