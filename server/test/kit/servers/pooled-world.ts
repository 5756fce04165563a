import pg from "pg";
import { openWorld, type TestWorld } from "../service/full-app.ts";
import { type PgBouncer, startPgBouncer } from "./pgbouncer.ts";

/** A service whose database is behind PgBouncer. */
export interface PooledWorld {
  readonly world: TestWorld;
  readonly bouncer: PgBouncer;
  /** The database through PgBouncer, as the serving role. */
  readonly url: string;
  /** Takes server connections from the serving role's pool until the result is called. */
  occupy(connections: number): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

/** @param serverConnections - that PgBouncer may open for the serving role */
export async function openPooledWorld(
  serverConnections: number,
  settings: Readonly<Record<string, string>> = {},
): Promise<PooledWorld> {
  const started: PgBouncer[] = [];
  const world = await openWorld(
    {},
    {
      reach: async ({ url, ownerUrl }) => {
        const bouncer = await startPgBouncer({
          urls: [url, ownerUrl],
          settings: { default_pool_size: `${serverConnections}`, ...settings },
        });
        started.push(bouncer);
        return bouncer.through(url);
      },
    },
  );
  const [bouncer] = started;
  if (bouncer === undefined) throw new Error("A world on a server asks where it is");
  const url = bouncer.through(world.addresses().url);
  return {
    world,
    bouncer,
    url,
    occupy: async (connections) => {
      const clients = Array.from({ length: connections }, () => new pg.Client({ connectionString: url }));
      for (const client of clients) {
        client.on("error", () => undefined);
        await client.connect();
        await client.query("begin");
      }
      return async () => {
        for (const client of clients) await client.end();
      };
    },
    close: async () => {
      await world.close();
      await bouncer.stop();
    },
  };
}
