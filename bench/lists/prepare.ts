import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Bench } from "../figures/bench.ts";
import { newTarget } from "../figures/bench.ts";
import { fill } from "../growth/fill.ts";
import { run } from "../kit/child-process.ts";
import { REPOSITORY } from "../kit/machine.ts";
import type { Cluster } from "../kit/postgres-cluster.ts";
import { mostRows } from "../options.ts";
import type { OpenedOrganization } from "../service/open-organization.ts";
import { makePayable } from "../service/payable.ts";
import { environmentOf, openOrganization, startService, type Target } from "../service/running-service.ts";
import { untilQuiet } from "../service/scrape.ts";
import { type Ids, type MeasuredList, RARE_NAME } from "./list.ts";

export interface PreparedLists {
  /** The service, to be started without background work. */
  readonly target: Target;
  readonly organization: OpenedOrganization;
  readonly ids: Ids;
}

/** An organization with a million of each resource. */
export async function prepareLists(bench: Bench): Promise<PreparedLists> {
  const { cluster, options } = bench;
  const target = await newTarget(bench, "lists", "postgres");
  const organization = await openOrganization(target, { name: "Lists", accounts: 3 });
  const preparing = await startService(target);
  const payable = await makePayable(preparing, organization, { recipients: 200, deposits: 0 });
  await untilQuiet(preparing);
  await preparing.stop();
  const { organizationId, tokenId } = organization;
  const rows = mostRows(options);
  await cluster.restart("loading");
  await fill(cluster, { database: target.name, organizationId, tokenId, rows, rareName: "Recipient 0" });
  const [account = "", emptyAccount = "", treasury = ""] = organization.accountIds;
  const user = await cluster.psql(target.name, `select user_id from users where organization_id = '${organizationId}'`);
  await cluster.psql(
    target.name,
    `update accounts set kind = 'treasury' where account_id = '${treasury}';
     update organizations set plan = 'pro' where organization_id = '${organizationId}';
     -- Changed here and below without the service, which proves all rows at the end.
     delete from row_proofs where organization_id = '${organizationId}'`,
  );
  await fillLists(cluster, target, {
    organization: organizationId,
    rows: String(rows),
    account,
    treasury,
    user,
    rare: RARE_NAME,
  });
  const ids = await readIds(cluster, target.name, {
    account,
    emptyAccount,
    treasury,
    user,
    payee: payable.recipientIds[0] ?? "",
  });
  await cluster.restart("measuring");
  return { target: { ...target, roles: "api" }, organization, ids };
}

const SCRIPTS = ["1-payees", "2-invoicing", "3-accounts", "4-requests", "5-deliveries"] as const;
/** After everything that it reads. */
const LAST = "6-words";

async function fillLists(cluster: Cluster, target: Target, variables: Readonly<Record<string, string>>) {
  const database = target.name;
  const script = (name: string) => readFileSync(join(import.meta.dirname, "fill", `${name}.sql`), "utf8");
  await cluster.psql(database, script("0-prepare"), variables);
  // Two at a time, one per processor on the smallest machine.
  const waiting: string[] = [...SCRIPTS];
  const worker = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift())
      await cluster.psql(database, script(name), variables);
  };
  await Promise.all([worker(), worker()]);
  await cluster.psql(database, script(LAST), variables);
  await cluster.psql(database, "analyze");
  // Otherwise each row of a page would be searched for a proof, found without one, and left out.
  await run(process.execPath, [join(REPOSITORY, "bench/lists/prove-rows.ts")], {
    input: variables["organization"] ?? "",
    environment: environmentOf(target, 0),
  });
  await cluster.psql(database, "vacuum (analyze, freeze)");
  await cluster.psql(database, "checkpoint");
}

interface Known {
  readonly account: string;
  readonly emptyAccount: string;
  readonly treasury: string;
  readonly user: string;
  readonly payee: string;
}

async function readIds(cluster: Cluster, database: string, { payee, ...ids }: Known): Promise<Ids> {
  const selectOne = (query: string) => cluster.psql(database, `select ${query}`);
  const dayAt = (part: string) => selectOne(`(at + interval '364 days' * ${part})::date from lists.started`);
  return {
    ...ids,
    endpoint: await selectOne("lists.id(1, 'endpoint')"),
    customer: await selectOne("lists.id(1, 'customer')"),
    rareCustomer: await selectOne("lists.id(5, 'customer')"),
    recipient: payee,
    category: await selectOne("lists.id(1, 'category')"),
    mail: await selectOne("lists.id(1, 'mail')"),
    file: await selectOne("lists.id(1, 'file')"),
    request: await selectOne("lists.id(1, 'request')"),
    batch: await selectOne("lists.id(1, 'batch')"),
    transaction: await selectOne("transaction_id from transactions order by transaction_id offset 1000 limit 1"),
    firstDay: await dayAt("0"),
    day: await dayAt("0.5"),
    nextDay: await selectOne("(at + interval '364 days' * 0.5)::date + 1 from lists.started"),
  };
}

/** The first id of a page in the middle of the list, and of its last page. */
export async function readCursors(
  { cluster, options }: Bench,
  database: string,
  { cursors }: Pick<MeasuredList, "cursors">,
): Promise<{ readonly middle: string; readonly end: string } | undefined> {
  if (!cursors) return undefined;
  const { table, column, where = "true" } = cursors;
  const at = (order: string, offset: number) =>
    cluster.psql(
      database,
      `select ${column} from ${table} where ${where} order by ${column} ${order} offset ${offset} limit 1`,
    );
  return { middle: await at("asc", Math.floor(mostRows(options) / 20)), end: await at("desc", 20) };
}
