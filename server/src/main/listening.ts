import { once } from "node:events";
import { createServer } from "node:net";
import type { Config } from "#kernel/process/config.ts";
import { StartUpProblem } from "./start-up-problem.ts";

type Address = Pick<Config, "host" | "port">;

/**
 * Listens on the service's address for a moment. A first start works for seconds before it listens, so it should find
 * out early that it cannot.
 * @throws StartUpProblem if the service cannot listen there
 */
export async function tryListening({ host, port }: Address): Promise<void> {
  const server = createServer();
  try {
    server.listen({ host, port });
    await once(server, "listening");
  } catch (error) {
    throw explainListening(error, { host, port });
  }
  server.close();
  await once(server, "close");
}

/** What the operator can do, or the error itself if it is not about the address. */
export function explainListening(error: unknown, { host, port }: Address): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  const at = `${host}:${port}`;
  if (code === "EADDRINUSE")
    return new StartUpProblem(`Another program listens on ${at}. Stop it, or set another PORT.`);
  if (code === "EACCES") return new StartUpProblem(`This user may not listen on ${at}. Set PORT above 1023.`);
  if (code === "EADDRNOTAVAIL")
    return new StartUpProblem(`This machine does not have the address ${host}. Correct HOST.`);
  return error;
}
