import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Below the ports that systems give to outgoing connections and to servers without a port of their own (Linux from 32768,
 * others from 49152): none of those takes the port before its server listens, or while it is stopped.
 */
const PORTS = { first: 20_000, count: 12_000 };
/** Each process begins somewhere else and returns each port once, so that tests that run at the same time differ. */
let next = randomInt(PORTS.count);

/** A free port of the loopback interface. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < PORTS.count; tried += 1) {
    const port = PORTS.first + (next++ % PORTS.count);
    if (await isFree(port)) return port;
  }
  throw new Error("no free port");
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch {
    return false;
  }
  server.close();
  await once(server, "close");
  return true;
}
