import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "./serve.ts";
import type { Ready } from "./start-bursar.ts";
import type { Running } from "./start-serving.ts";

/**
 * Runs a sandbox with the demo organization that keeps nothing: in a temporary folder, on a free port unless `settings`
 * name one. Nothing else is read from the environment, so that it can neither send email nor reach another database.
 */
export async function serveEphemeral(terminal: Parameters<typeof serve>[0]): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "bursar-ephemeral-"));
  const removeFolder = () => rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  const { environment } = terminal;
  // Known before the service starts, because the demo's links contain it.
  const PORT = environment["PORT"] ?? String(await findFreePort());
  try {
    await serve(
      { ...terminal, environment: { ...environment, PORT, BURSAR_DATA_DIR: dataDir } },
      { withDemo: true, ready: readyLine, afterwards: removeFolder },
    );
  } catch (error) {
    await removeFolder();
    throw error;
  }
}

function readyLine({ address, demo }: Running): string {
  if (demo === undefined) throw new Error("A sandbox without organizations has a demo");
  const { tokens, accounts, recipients } = demo;
  return JSON.stringify({
    baseUrl: `${address}/api/v1`,
    tokens,
    accounts,
    recipients,
    pid: process.pid,
  } satisfies Ready);
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // A server that listens on a port has an address with a port.
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
