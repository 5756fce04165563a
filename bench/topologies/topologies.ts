import { citusIsInstalled, INSTALL_CITUS, startCitusCluster } from "../../server/test/kit/servers/citus-cluster.ts";
import { missingPgBouncer, startPgBouncer } from "../../server/test/kit/servers/pgbouncer.ts";
import { startPair } from "../../server/test/kit/servers/standby.ts";
import { type Bench, newTarget } from "../figures/bench.ts";
import { measuringSettings } from "../kit/postgres-cluster.ts";
import { startService } from "../service/running-service.ts";
import { openSide, type Side, through } from "./side.ts";

/** A way to run the service that is compared with one node on one PostgreSQL server. */
export interface Topology {
  readonly name: string;
  /** Why it cannot run here; false if it can. */
  missing(bench: Bench): string | false;
  open(bench: Bench): Promise<Side>;
}

const PRIVATE_ONLY = "these servers are started on this machine, so they are not compared with one of --database-url";
const isGiven = ({ options }: Bench): string | false => options.databaseUrl !== undefined && PRIVATE_ONLY;

/** Two processes of the service on one database; clients use both. */
const twoNodes: Topology = {
  name: "two nodes",
  missing: () => false,
  open: async (bench) => {
    const target = await newTarget(bench, "topology_nodes", "postgres");
    const side = await openSide(target);
    const second = await startService(target);
    return {
      ...through(side, [side.service.port, second.port]),
      stop: async () => {
        await side.stop();
        await second.stop();
      },
    };
  },
};

/** PgBouncer in transaction mode, with the documented configuration (docs/operate/connections.md). */
const pooled: Topology = {
  name: "through PgBouncer",
  missing: () => missingPgBouncer(),
  open: async (bench) => {
    const target = await newTarget(bench, "topology_pooled", "postgres");
    const url = target.servingUrl ?? target.databaseUrl;
    if (url === undefined) throw new Error("A PostgreSQL target has a URL");
    const bouncer = await startPgBouncer({ urls: [url] });
    const side = await openSide({ ...target, servingUrl: bouncer.through(url) });
    return endingWith(side, () => bouncer.stop());
  },
};

/** Each commit is on two disks before it is acknowledged (docs/operate/standby.md). */
const standby: Topology = {
  name: "synchronous standby",
  missing: isGiven,
  open: async (bench) => {
    const pair = await startPair(measuringSettings());
    const target = await newTarget(bench, "topology_standby", "postgres");
    return endingWith(await openSide({ ...target, databaseUrl: pair.url, servingUrl: undefined }), () => pair.stop());
  },
};

/** A coordinator and workers (docs/operate/scaling.md). Each organization is on one worker. */
const citus = (workers: number): Topology => ({
  name: `Citus, ${workers === 1 ? "1 worker" : `${workers} workers`}`,
  missing: (bench) => isGiven(bench) || (!citusIsInstalled() && INSTALL_CITUS),
  open: async (bench) => {
    const cluster = await startCitusCluster({ workers, settings: measuringSettings() });
    const target = await newTarget(bench, `topology_citus_${workers}`, "postgres");
    return endingWith(await openSide({ ...target, databaseUrl: cluster.url, servingUrl: undefined }), () =>
      cluster.stop(),
    );
  },
});

export const topologies: readonly Topology[] = [twoNodes, pooled, standby, citus(1), citus(2)];

const endingWith = (side: Side, end: () => unknown): Side => ({
  ...side,
  stop: async () => {
    await side.stop();
    await end();
  },
});
