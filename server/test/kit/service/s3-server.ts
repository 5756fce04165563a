import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp } from "node:fs/promises";
import { createRequire } from "node:module";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AttachmentStorage } from "../../../src/kernel/process/config.ts";
import { freePort } from "./free-port.ts";
import { plainEnvironment, removeFolder } from "./server-process.ts";

/** How the network between the service and the store behaves. */
export type Network = "works" | "down" | "cuts uploads" | "cuts downloads" | "silent";

export interface S3Server {
  readonly storage: AttachmentStorage;
  /** The stored objects, as files. */
  readonly folder: string;
  behave(network: Network): void;
  close(): Promise<void>;
}

const BUCKET = "bursar-test";
/** Bytes after which a connection is cut. */
const CUT_AFTER = 200_000;

/** An independent S3-compatible server in a process of its own, behind a network that can fail. */
export async function startS3Server(): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), "bursar-s3-"));
  const port = await freePort();
  const program = createRequire(import.meta.url).resolve("s3rver/bin/s3rver.js");
  const child = spawn(
    process.execPath,
    [program, "-d", folder, "-a", "127.0.0.1", "-p", String(port), "-s", "--configure-bucket", BUCKET],
    { env: plainEnvironment, stdio: ["ignore", "pipe", "inherit"] },
  );
  await once(child.stdout, "data");
  const network = await failingNetwork(port);
  return {
    storage: {
      url: `http://127.0.0.1:${network.port}/${BUCKET}/files`,
      region: "us-east-1",
      accessKeyId: "S3RVER",
      secretAccessKey: "S3RVER",
    },
    folder: join(folder, BUCKET, "files"),
    behave: network.behave,
    close: async () => {
      network.close();
      child.kill("SIGKILL");
      await once(child, "exit");
      await removeFolder(folder);
    },
  };
}

async function failingNetwork(target: number) {
  let network: Network = "works";
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    if (network === "down") return void near.destroy();
    sockets.add(near);
    near.on("close", () => sockets.delete(near)).on("error", () => undefined);
    if (network === "silent") return;
    const far = connect(target, "127.0.0.1").on("error", () => near.destroy());
    near.on("close", () => far.destroy());
    far.on("close", () => near.destroy());
    relay(near, far, () => network === "cuts uploads");
    relay(far, near, () => network === "cuts downloads");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    // A server that listens on a port always has an address.
    port: (server.address() as AddressInfo).port,
    behave: (wanted: Network) => {
      network = wanted;
      for (const socket of sockets) socket.destroy();
    },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

function relay(from: Socket, to: Socket, cuts: () => boolean): void {
  let passed = 0;
  from.on("data", (bytes: Buffer) => {
    passed += bytes.length;
    if (cuts() && passed > CUT_AFTER) return void from.destroy();
    if (!to.write(bytes)) {
      from.pause();
      to.once("drain", () => from.resume());
    }
  });
}
