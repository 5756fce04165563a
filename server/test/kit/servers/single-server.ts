import { SERVER_VARIABLES } from "../databases/test-server.ts";
import { clusterOf } from "./cluster-databases.ts";

/** Whether the run's server is the coordinator of a Citus cluster. */
export async function isClusterRun(): Promise<boolean> {
  const given = process.env[SERVER_VARIABLES.url];
  return given !== undefined && (await clusterOf(given)) !== undefined;
}

/** For `skip`: the reason, if the run's server is the coordinator of a Citus cluster, where the test has no meaning. */
export async function onSingleServer(reason: string): Promise<string | false> {
  return (await isClusterRun()) ? `not on a Citus cluster: ${reason}` : false;
}
