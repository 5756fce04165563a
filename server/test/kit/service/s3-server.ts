import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp } from "node:fs/promises";
import { createRequire } from "node:module";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AttachmentStorage } from "#kernel/process/config.ts";
import { plainEnvironment, removeFolder } from "../servers/server-process.ts";
import { freePort } from "./free-port.ts";

/** How the network between the service and the store behaves. */
export type Network =
  | "works"
  | "down"
  | "silent"
  | "cuts uploads"
  | "cuts downloads"
  /** The store works, but its answers do not arrive. */
  | "loses answers"
  /** Uploads arrive nowhere and are answered with status 500. */
  | "fails uploads"
  /** Changes a byte of what the store returns. */
  | "changes downloads";

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
    let end = Number.POSITIVE_INFINITY;
    relay(near, far, {
      cuts: () => network === "cuts uploads",
      passes: (bytes, passed) => {
        if (network !== "fails uploads") return bytes;
        const [, length] = /content-length: (\d+)/i.exec(bytes.toString("latin1")) ?? [];
        if (length !== undefined) end = bytes.indexOf("\r\n\r\n") + 4 + Number(length);
        if (passed >= end) near.write("HTTP/1.1 500 Failed\r\ncontent-length: 0\r\n\r\n");
        return undefined;
      },
    });
    relay(far, near, {
      cuts: () => network === "cuts downloads",
      passes: (bytes, passed) => {
        if (network === "loses answers") return undefined;
        const at = CUT_AFTER - (passed - bytes.length);
        if (network === "changes downloads" && at >= 0 && at < bytes.length) bytes[at] = (bytes[at] ?? 0) ^ 1;
        return bytes;
      },
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    // A server that listens on a port always has an address.
    port: (server.address() as AddressInfo).port,
    behave: (behavior: Network) => {
      network = behavior;
      for (const socket of sockets) socket.destroy();
    },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

interface Faults {
  readonly cuts: () => boolean;
  /** What happens to bytes, given how many there were with them; undefined: they are lost. */
  readonly passes: (bytes: Buffer, passed: number) => Buffer | undefined;
}

function relay(from: Socket, to: Socket, { cuts, passes }: Faults): void {
  let passed = 0;
  from.on("data", (received: Buffer) => {
    passed += received.length;
    if (cuts() && passed > CUT_AFTER) return void from.destroy();
    const bytes = passes(received, passed);
    if (bytes !== undefined && !to.write(bytes)) {
      from.pause();
      to.once("drain", () => from.resume());
    }
  });
}
