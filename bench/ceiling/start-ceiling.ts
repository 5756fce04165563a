import { join } from "node:path";
import { freePort } from "../../server/test/kit/service/free-port.ts";
import { answers, type StartedProcess, start } from "../kit/child-process.ts";

export interface RunningCeiling extends StartedProcess {
  readonly port: number;
}

/** Starts only the framework, without the service (server.ts). */
export async function startCeiling(folder: string): Promise<RunningCeiling> {
  const port = await freePort();
  const started = await start(process.execPath, {
    args: [join(import.meta.dirname, "server.ts")],
    logFile: join(folder, "ceiling.log"),
    environment: { ...process.env, PORT: String(port) },
    timeoutMs: 30_000,
    ready: () => answers(`http://127.0.0.1:${port}/readyz`),
  });
  return { ...started, port };
}
