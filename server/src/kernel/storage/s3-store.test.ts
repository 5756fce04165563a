import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { Readable } from "node:stream";
import { after, before, test } from "node:test";
import { StorageUnavailable } from "./object-store.ts";
import { s3Store } from "./s3-store.ts";

/** More than the buffers of a connection hold, so that a store that does not read is noticed. */
const bytes = Buffer.alloc(16 * 1024 * 1024, "x");
const content = {
  sizeBytes: bytes.length,
  sha256: createHash("sha256").update(bytes).digest("hex"),
  open: () => Readable.from([bytes]),
};
const LIMIT_MS = 100;

let reads: (socket: Socket) => void;
let store: ReturnType<typeof s3Store>;
const sockets = new Set<Socket>();
const server = createServer((socket) => {
  sockets.add(socket.on("error", () => undefined));
  reads(socket);
});
before(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // A server that listens on a port always has an address.
  const { port } = server.address() as AddressInfo;
  const options = { url: `http://127.0.0.1:${port}/files`, region: "x", accessKeyId: "x", secretAccessKey: "x" };
  store = s3Store(options, { callMs: LIMIT_MS });
});
after(() => {
  server.close();
  for (const socket of sockets) socket.destroy();
});

for (const [what, behavior] of [
  ["reads nothing", () => undefined],
  ["reads everything and never answers", (socket: Socket) => void socket.resume()],
  [
    "reads a little at a time",
    (socket: Socket) =>
      void socket.on("data", () => {
        socket.pause();
        setTimeout(() => socket.resume(), 20);
      }),
  ],
] as const)
  test(`gives up on a store that ${what}`, { timeout: 120_000 }, async () => {
    reads = behavior;
    await assert.rejects(store.put("name", content), StorageUnavailable);
    await assert.rejects(store.delete("name"), StorageUnavailable);
  });
