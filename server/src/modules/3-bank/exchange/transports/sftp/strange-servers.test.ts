import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { bytesOf, distinctBytes, find, inPieces, put } from "../contents.testkit.ts";
import { sftpProblem } from "./sftp-problems.ts";
import { openSftp, type SftpOptions } from "./sftp-transport.ts";
import { entry, openStrangeServer, type StrangeBehavior } from "./strange-server.testkit.ts";

const NAME = "pain001-20261123-000001.xml";

describe("SFTP with servers unlike OpenSSH", () => {
  const connect = async (t: TestContext, behavior: StrangeBehavior = {}, changes: Partial<SftpOptions> = {}) => {
    const server = await openStrangeServer(t, behavior);
    const options: SftpOptions = {
      host: "127.0.0.1",
      port: server.port,
      user: "acme",
      hostKeys: [server.hostKey],
      password: "secret",
      uploadDirectory: "inbound",
      downloadDirectory: "outbound",
      temporaryPrefix: "~",
      temporarySuffix: "",
      removeAfterReading: false,
      settleMs: 1,
      connectTimeoutMs: 2_000,
      stepTimeoutMs: 2_000,
      ...changes,
    };
    const opening = openSftp(options);
    // A test that expects it to fail looks at it later.
    opening.catch(() => undefined);
    t.after(async () => (await opening.catch(() => undefined))?.close());
    return { server, opening };
  };

  it("signs in with a password, requested in either way", async (t) => {
    for (const method of ["password", "keyboard-interactive"] as const) {
      const { server, opening } = await connect(t, { methods: [method] });
      await opening;
      assert.deepEqual(server.passwords, ["secret"]);
    }
  });

  it("sends the password to no server with another key, and answers no other questions with it", async (t) => {
    const { server, opening } = await connect(t, {}, { hostKeys: [`SHA256:${"A".repeat(43)}`] });
    await assert.rejects(opening, { kind: "refused", step: "hostKey" });
    assert.deepEqual(server.passwords, []);
    for (const prompts of [
      [{ prompt: "Favorite color? ", echo: true }],
      [
        { prompt: "Password: ", echo: false },
        { prompt: "Token: ", echo: false },
      ],
    ]) {
      const asked = await connect(t, { methods: ["keyboard-interactive"], prompts });
      await assert.rejects(asked.opening, { kind: "refused", step: "signIn" });
      assert.deepEqual(
        asked.server.passwords.filter((text) => text !== ""),
        [],
      );
    }
  });

  it("says that a password is wrong, without repeating it", async (t) => {
    const { opening } = await connect(t, { password: "another" });
    await assert.rejects(opening, (error) => {
      assert.ok(error instanceof Error);
      assert.equal(JSON.stringify([error.message, error.stack, error.cause]).includes("secret"), false);
      return true;
    });
  });

  it("uploads under a temporary name to a server without extensions", async (t) => {
    const { server, opening } = await connect(t);
    const channel = await opening;
    const content = distinctBytes(100_000);
    await put(channel, NAME, inPieces(content), content.length);
    assert.deepEqual([...server.files], [[`inbound/${NAME}`, content.length]]);
    assert.deepEqual(await find(channel, NAME), { state: "final", bytes: content.length });
  });

  it("does not believe in an upload whose size is another one afterward", async (t) => {
    const { server, opening } = await connect(t, { reportedSize: 99 });
    await assert.rejects(put(await opening, NAME, inPieces(distinctBytes(100)), 100), { kind: "protocol" });
    assert.deepEqual([...server.files.keys()], [`inbound/~${NAME}`]);
  });

  it("tells a full disk and a missing permission from a failure without a reason", async (t) => {
    for (const [status, kind] of [
      [14, "full"],
      [15, "full"],
      [7, "unreachable"],
    ] as const)
      assert.equal(sftpProblem("Writing", Object.assign(new Error("server text"), { code: status })).kind, kind);
    for (const [writeStatus, kind] of [
      [3, "refused"],
      [4, "protocol"],
    ] as const) {
      const { opening } = await connect(t, { writeStatus });
      await assert.rejects(put(await opening, NAME, inPieces(distinctBytes(100)), 100), { kind }, String(writeStatus));
    }
    const { opening } = await connect(t, { renameStatus: 3 });
    await assert.rejects(put(await opening, NAME, inPieces(distinctBytes(100)), 100), { kind: "refused" });
  });

  it("ignores names that lead elsewhere, and what is no plain file", async (t) => {
    const names = [
      "../../etc/passwd",
      "/etc/passwd",
      "..",
      ".",
      "a\\b",
      "a\u001b[2J",
      "a\u202eb",
      "~unfinished",
      "x".repeat(300),
    ];
    const listing = [
      names.map((name) => entry(name)),
      [entry("directory", { mode: 0o040_755 }), entry("link", { mode: 0o120_777 }), entry("pipe", { mode: 0o010_644 })],
      [
        entry("plain.txt"),
        entry("no-mode.txt", { mode: 0 }),
        entry("no-mode-directory", { mode: 0, longname: "drwxr-xr-x 1 bank" }),
      ],
    ];
    const { opening } = await connect(t, { listing });
    assert.deepEqual(
      (await (await opening).list()).map(({ name }) => name),
      ["no-mode.txt", "plain.txt"],
    );
  });

  it("lists thousands of files, and ends a listing that does not end", async (t) => {
    const batches = Array.from({ length: 10 }, (_, batch) =>
      Array.from({ length: 500 }, (_, index) => entry(`file-${batch}-${index}`)),
    );
    const large = await connect(t, { listing: batches });
    assert.equal((await (await large.opening).list()).length, 5_000);
    for (const listing of [batches, [[]]]) {
      const endless = await connect(t, { listing, isEndless: true });
      await assert.rejects((await endless.opening).list(), {
        kind: "refused",
        message: /outbound has more than 20000 entries/,
      });
    }
  });

  it("reads on after short answers, and rejects a file that ends early", async (t) => {
    const whole = await connect(t, { reportedSize: 70_000 });
    assert.equal((await bytesOf(await (await whole.opening).read("statement.xml", 100_000))).length, 70_000);
    const cut = await connect(t, { reportedSize: 70_000, givenBytes: 50_000 });
    const content = await (await cut.opening).read("statement.xml", 100_000);
    await assert.rejects(bytesOf(content), { kind: "protocol", message: /became shorter/ });
    const huge = await connect(t, { reportedSize: Number.MAX_SAFE_INTEGER });
    await assert.rejects((await huge.opening).read("statement.xml", 100_000), { kind: "unacceptable" });
  });

  it("survives what is not SFTP at all", async (t) => {
    for (const [garbage, kind] of [
      [Buffer.from("7fffffff00", "hex"), "protocol"],
      [Buffer.from("0000000000", "hex"), "protocol"],
      [Buffer.from("00000001ff", "hex"), "protocol"],
      [Buffer.from("HTTP/1.1 400 Bad Request\r\n\r\n"), "protocol"],
      // A length that ssh2 takes for a negative one, so that it waits for more: the time limit ends that.
      [Buffer.from("ffffffffff", "hex"), "unreachable"],
    ] as const) {
      const { opening } = await connect(t, { garbage }, { stepTimeoutMs: 500 });
      const channel = await opening;
      await assert.rejects(find(channel, NAME), { name: "TransportError", kind }, garbage.toString("hex"));
      // The connection is lost, and says so at once.
      await assert.rejects(channel.list(), { name: "TransportError" });
    }
  });
});
