import { clusterOf } from "./cluster-databases.ts";
import { SERVER_VARIABLES } from "./test-server.ts";

/** For `skip`: the reason, if the run's server is the coordinator of a Citus cluster, where the test has no meaning. */
export async function onSingleServer(reason: string): Promise<string | false> {
  const given = process.env[SERVER_VARIABLES.url];
  const workers = given === undefined ? undefined : await clusterOf(given);
  return workers === undefined ? false : `not on a Citus cluster: ${reason}`;
}
