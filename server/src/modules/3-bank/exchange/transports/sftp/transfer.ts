import { assert } from "#kernel/assert.ts";
import { TransportError } from "../transport.ts";
import { isUnexplained } from "./sftp-problems.ts";
import type { SshSession } from "./ssh-session.ts";

/** The size that every server accepts in one message (draft-ietf-secsh-filexfer-02, "General Packet Format"). */
const PIECE_BYTES = 32 * 1024;
/** Requests in progress: without this, each piece would wait for a round trip. */
const WINDOW = 16;
/** A transfer that is slower than this ends, so that no server can hold up the others forever. */
const SLOWEST_BYTES_PER_SECOND = 8 * 1024;
const GRACE_MS = 60_000;

const deadlineOf = (bytes: number): number => Date.now() + GRACE_MS + (bytes / SLOWEST_BYTES_PER_SECOND) * 1000;

function requireSpeed(what: string, deadline: number): void {
  if (Date.now() > deadline) throw new TransportError("unreachable", `${what}: the connection is too slow`);
}

export interface OutgoingContent {
  readonly path: string;
  readonly content: AsyncIterable<Uint8Array>;
  readonly bytes: number;
}

/** Writes a file from its beginning, as far as possible onto the server's disk, and reads its size back. */
export async function upload(session: SshSession, { path, content, bytes }: OutgoingContent): Promise<void> {
  const { sftp, step } = session;
  const what = `Writing ${path}`;
  const handle = await step<Buffer>(what, (done) => sftp.open(path, "w", { mode: 0o640 }, done));
  try {
    const written = await writeAll(session, handle, { path, content, bytes });
    if (written !== bytes) throw wrongSize(path, bytes, written);
    await synchronize(session, handle, what);
  } catch (error) {
    throw isUnexplained(error) && (await lacksSpace(session, path, bytes))
      ? new TransportError("full", `${what}: there is no space left`, { cause: error })
      : error;
  } finally {
    // After an error, the connection may be gone; the first error counts.
    await step<void>(what, (done) => sftp.close(handle, (error) => done(error, undefined))).catch(() => undefined);
  }
  const { size } = await step<{ size: number }>(`Reading the size of ${path}`, (done) => sftp.lstat(path, done));
  if (size !== bytes) throw wrongSize(path, bytes, size);
}

const wrongSize = (path: string, bytes: number, found: number) =>
  new TransportError("protocol", `${path} has ${found} bytes instead of ${bytes}`);

async function writeAll(
  { sftp, step }: SshSession,
  handle: Buffer,
  { path, content, bytes }: OutgoingContent,
): Promise<number> {
  const what = `Writing ${path}`;
  const deadline = deadlineOf(bytes);
  const inProgress: Promise<void>[] = [];
  let offset = 0;
  for await (const chunk of content) {
    for (let from = 0; from < chunk.length; from += PIECE_BYTES) {
      const piece = Buffer.from(chunk.subarray(from, from + PIECE_BYTES));
      if (offset + piece.length > bytes) return offset + piece.length;
      requireSpeed(what, deadline);
      const at = offset;
      const writing = step<void>(what, (done) =>
        sftp.write(handle, piece, 0, piece.length, at, (error) => done(error, undefined)),
      );
      // Awaited below; until then, its failure has no other listener.
      writing.catch(() => undefined);
      inProgress.push(writing);
      offset += piece.length;
      if (inProgress.length >= WINDOW) await inProgress.shift();
    }
  }
  await Promise.all(inProgress);
  assert(offset <= bytes, "no more is written than the file has");
  return offset;
}

/** An extension of OpenSSH (fsync@openssh.com in its PROTOCOL file); other servers decide for themselves when to write to their disk. */
async function synchronize({ sftp, step }: SshSession, handle: Buffer, what: string): Promise<void> {
  await step<void>(what, (done) => {
    try {
      sftp.ext_openssh_fsync(handle, (error) => done(error, undefined));
    } catch {
      // The server did not offer the extension when the session began.
      done(undefined, undefined);
    }
  });
}

/** Whether the server's disk has no room for the file, as far as the server says (statvfs@openssh.com). */
async function lacksSpace({ sftp, step }: SshSession, path: string, bytes: number): Promise<boolean> {
  const directory = path.includes("/") ? path.slice(0, path.lastIndexOf("/")) || "/" : ".";
  const free = await step<number | undefined>("Asking for free space", (done) =>
    sftp.ext_openssh_statvfs(directory, (error, facts) => done(error, freeBytesOf(facts))),
  ).catch(() => undefined);
  return free !== undefined && free < bytes;
}

const freeBytesOf = (facts: unknown): number | undefined =>
  typeof facts === "object" && facts !== null && "f_bavail" in facts && "f_frsize" in facts
    ? Number(facts.f_bavail) * Number(facts.f_frsize)
    : undefined;

/**
 * The first `bytes` bytes of an open file, whose handle it closes. Rejects if there are fewer: the file changed after
 * its size was read.
 */
export async function* fetchFile(
  { sftp, step }: SshSession,
  { handle, path, bytes }: { readonly handle: Buffer; readonly path: string; readonly bytes: number },
): AsyncGenerator<Uint8Array> {
  const what = `Reading ${path}`;
  const deadline = deadlineOf(bytes);
  const readAt = async (position: number): Promise<Uint8Array> => {
    const length = Math.min(PIECE_BYTES, bytes - position);
    const piece = Buffer.alloc(length);
    let filled = 0;
    while (filled < length) {
      requireSpeed(what, deadline);
      const read = await step<number>(what, (done) =>
        sftp.read(handle, piece, filled, length - filled, position + filled, (error, count) => done(error, count)),
      );
      if (read === 0) throw new TransportError("protocol", `${path} became shorter while it was read`);
      filled += read;
    }
    return piece;
  };
  try {
    const inProgress: Promise<Uint8Array>[] = [];
    let asked = 0;
    for (let done = 0; done < bytes; ) {
      while (asked < bytes && inProgress.length < WINDOW) {
        const reading = readAt(asked);
        reading.catch(() => undefined);
        inProgress.push(reading);
        asked += PIECE_BYTES;
      }
      const piece = await inProgress.shift();
      if (piece === undefined) return;
      done += piece.length;
      assert(done <= bytes, "no more is read than the file had");
      yield piece;
    }
  } finally {
    await step<void>(what, (done) => sftp.close(handle, (error) => done(error, undefined))).catch(() => undefined);
  }
}
