import { once } from "node:events";
import type { TestContext } from "node:test";
import type { AuthContext, Connection, FileEntry, ServerChannel, SFTPWrapper } from "ssh2";
import ssh2 from "ssh2";
import { fingerprintOf } from "./host-key.ts";

const { STATUS_CODE } = ssh2.utils.sftp;

/** What a server does that OpenSSH would not. */
export interface StrangeBehavior {
  readonly user?: string;
  readonly password?: string;
  /** Which ways of signing in it offers. */
  readonly methods?: readonly ("password" | "keyboard-interactive")[];
  /** The questions that it asks in `keyboard-interactive`. */
  readonly prompts?: readonly { readonly prompt: string; readonly echo: boolean }[];
  /** The entries of each answer to a listing, in order; after the last one, the listing ends, unless it is endless. */
  readonly listing?: readonly (readonly FileEntry[])[];
  readonly isEndless?: boolean;
  /** The size that it reports for any file. */
  readonly reportedSize?: number;
  /** How many bytes it gives out, at most, of any file. */
  readonly givenBytes?: number;
  /** The status with which it answers writes. */
  readonly writeStatus?: number;
  readonly renameStatus?: number;
  /** Sent in place of every answer after the greeting. */
  readonly garbage?: Buffer;
}

export interface StrangeServer {
  readonly port: number;
  readonly hostKey: string;
  /** The passwords that it was sent. */
  readonly passwords: readonly string[];
  /** The names that files had after their last rename. */
  readonly files: ReadonlyMap<string, number>;
}

/** An SSH server in this process that misbehaves as told; closed when the test ends. */
export async function openStrangeServer(t: TestContext, behavior: StrangeBehavior = {}): Promise<StrangeServer> {
  // Not Ed25519: of the pairs that ssh2 1.17 generates, one in three hundred has a key that it cannot read.
  const keys = ssh2.utils.generateKeyPairSync("ecdsa", { bits: 256 });
  const parsed = ssh2.utils.parseKey(keys.private);
  if (parsed instanceof Error) throw parsed;
  const [key] = [parsed].flat();
  const passwords: string[] = [];
  const files = new Map<string, number>();
  const clients = new Set<Connection>();
  const server = new ssh2.Server({ hostKeys: [keys.private] }, (client) => {
    clients.add(client);
    // Missing in the types. Without it, each answer takes 40 ms longer.
    if ("setNoDelay" in client && typeof client.setNoDelay === "function") client.setNoDelay(true);
    client.on("error", () => undefined);
    client.on("close", () => clients.delete(client));
    client.on("authentication", (context) => authenticate(context, behavior, passwords));
    client.on("session", (accept) => {
      const session = accept();
      const { garbage } = behavior;
      if (garbage === undefined) session.on("sftp", (acceptSftp) => serve(acceptSftp(), behavior, files));
      else session.on("subsystem", (acceptStream) => talkGarbage(acceptStream(), garbage));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    for (const client of clients) client.end();
    server.close();
  });
  const address = server.address();
  if (typeof address !== "object" || address === null || key === undefined) throw new Error("no port");
  return { port: address.port, hostKey: fingerprintOf(key.getPublicSSH()), passwords, files };
}

function authenticate(
  context: AuthContext,
  {
    user = "acme",
    password = "secret",
    methods = ["password"],
    prompts = [{ prompt: "Password: ", echo: false }],
  }: StrangeBehavior,
  passwords: string[],
): void {
  const decide = (given: string | undefined) => {
    if (given !== undefined) passwords.push(given);
    if (context.username === user && given === password) context.accept();
    else context.reject([...methods]);
  };
  if (context.method === "password" && methods.includes("password")) decide(context.password);
  else if (context.method === "keyboard-interactive" && methods.includes("keyboard-interactive"))
    context.prompt([...prompts], (answers) => decide(answers[0]));
  else context.reject([...methods]);
}

/** The greeting of SFTP version 3: length, SSH_FXP_VERSION, 3. */
const VERSION = Buffer.from("000000050200000003", "hex");

function talkGarbage(stream: ServerChannel, garbage: Buffer): void {
  stream.on("error", () => undefined);
  stream.once("data", () => {
    stream.write(VERSION);
    stream.on("data", () => stream.write(garbage));
  });
}

const FILE_MODE = 0o100_644;

function serve(sftp: SFTPWrapper, behavior: StrangeBehavior, files: Map<string, number>): void {
  const { listing = [], isEndless = false, reportedSize, givenBytes = Number.POSITIVE_INFINITY } = behavior;
  const paths = new Map<string, string>();
  let [handles, listed] = [0, 0];
  const open = (id: number, path: string) => {
    const handle = Buffer.from(String(handles++));
    paths.set(handle.toString(), path);
    sftp.handle(id, handle);
  };
  const attributes = (size: number) => ({ mode: FILE_MODE, uid: 0, gid: 0, size, atime: 0, mtime: 1_700_000_000 });
  const facts = (id: number, path: string) => {
    const size = files.get(path);
    if (size === undefined && reportedSize === undefined) sftp.status(id, STATUS_CODE.NO_SUCH_FILE);
    else sftp.attrs(id, attributes(reportedSize ?? size ?? 0));
  };
  sftp.on("OPEN", (id, path, flags) => {
    if ((flags & ssh2.utils.sftp.OPEN_MODE.TRUNC) !== 0) files.set(path, 0);
    open(id, path);
  });
  sftp.on("WRITE", (id, handle, _offset, data) => {
    const path = paths.get(handle.toString()) ?? "";
    files.set(path, (files.get(path) ?? 0) + data.length);
    sftp.status(id, behavior.writeStatus ?? STATUS_CODE.OK);
  });
  sftp.on("READ", (id, _handle, offset, length) => {
    const left = Math.min(length, givenBytes - offset, (reportedSize ?? 0) - offset);
    if (left <= 0) sftp.status(id, STATUS_CODE.EOF);
    // At most 1,000 bytes in each answer: servers may give less than was requested.
    else sftp.data(id, Buffer.alloc(Math.min(left, 1_000), "x"));
  });
  sftp.on("FSTAT", (id, handle) => facts(id, paths.get(handle.toString()) ?? ""));
  sftp.on("LSTAT", (id, path) => {
    if (reportedSize !== undefined && !files.has(path)) sftp.status(id, STATUS_CODE.NO_SUCH_FILE);
    else facts(id, path);
  });
  sftp.on("CLOSE", (id) => sftp.status(id, STATUS_CODE.OK));
  sftp.on("RENAME", (id, from, to) => {
    if (behavior.renameStatus !== undefined) return sftp.status(id, behavior.renameStatus);
    files.set(to, files.get(from) ?? 0);
    files.delete(from);
    sftp.status(id, STATUS_CODE.OK);
  });
  sftp.on("OPENDIR", (id, path) => {
    listed = 0;
    open(id, path);
  });
  sftp.on("READDIR", (id) => {
    const answer = listing[isEndless ? 0 : listed];
    listed += 1;
    if (answer === undefined) sftp.status(id, STATUS_CODE.EOF);
    else sftp.name(id, [...answer]);
  });
}

/** An entry of a listing. Without a mode, only the line like that of `ls -l` shows what it is. */
export const entry = (filename: string, more: { size?: number; mode?: number; longname?: string } = {}): FileEntry => ({
  filename,
  longname: more.longname ?? `-rw-r--r-- 1 bank bank ${more.size ?? 1} Nov 20 10:00 ${filename}`,
  attrs: { mode: more.mode ?? FILE_MODE, uid: 0, gid: 0, size: more.size ?? 1, atime: 0, mtime: 1_700_000_000 },
});
