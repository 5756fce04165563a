import { constants } from "node:fs";
import { access, type FileHandle, link, lstat, mkdir, open, opendir, rename, unlink } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { syncFolder } from "#kernel/storage/sync-folder.ts";
import {
  looksComplete,
  requireIncomingName,
  shown,
  type TemporaryNames,
  temporaryName,
  unchanged,
} from "../file-names.ts";
import {
  type Channel,
  foundEach,
  type IncomingFile,
  type ProbeStep,
  publishedEach,
  requireBoundedEntries,
  TransportError,
} from "../transport.ts";
import { codeOf, reportingProblems } from "./folder-problems.ts";

export interface FolderOptions extends TemporaryNames {
  /** The folder that contains `outbox` and `inbox`; an absolute path. */
  readonly folder: string;
  readonly removeAfterReading: boolean;
  /** How long a file must stay the same to count as complete. */
  readonly settleMs: number;
}

const CHUNK_BYTES = 256 * 1024;

/**
 * Files exchanged through two directories, which another program or a mounted drive connects with the bank. What is
 * reported as written has been synchronized to disk, names included.
 */
export async function openFolder(options: FolderOptions): Promise<Channel> {
  const outbox = join(options.folder, "outbox");
  const inbox = join(options.folder, "inbox");
  await reportingProblems(options.folder, async () => {
    for (const path of [outbox, inbox]) {
      await mkdir(path, { recursive: true, mode: 0o700 });
      await requireDirectory(path);
    }
  });
  const pathsOf = (name: string) => ({
    temporary: join(outbox, temporaryName(name, options)),
    final: join(outbox, name),
  });
  return {
    stage: (name, content, bytes) => {
      const { temporary, final } = pathsOf(name);
      return reportingProblems(final, async () => {
        if ((await sizeOf(final)) !== undefined) throw taken(name);
        await write(temporary, content, bytes);
      });
    },
    publish: (names) =>
      publishedEach(names, (name) =>
        reportingProblems(pathsOf(name).final, async () => {
          await publish(pathsOf(name), name);
          await syncFolder(outbox);
        }),
      ),
    find: (names) =>
      foundEach(names, (name) =>
        reportingProblems(outbox, async () => {
          const { temporary, final } = pathsOf(name);
          const bytes = await sizeOf(final);
          if (bytes === undefined) return { state: (await sizeOf(temporary)) === undefined ? "absent" : "temporary" };
          // A crash between linking and unlinking leaves both names of one file.
          await unlink(temporary).catch(() => undefined);
          return { state: "final", bytes };
        }),
      ),
    list: () =>
      reportingProblems(inbox, async () => {
        const earlier = await entriesOf(inbox, options);
        if (earlier.length === 0) return [];
        await sleep(options.settleMs);
        return unchanged(earlier, await entriesOf(inbox, options));
      }),
    read: (name, maxBytes) => reportingProblems(inbox, () => openIncoming(inbox, name, maxBytes)),
    remove: async (name) => {
      requireIncomingName(name);
      if (!options.removeAfterReading) return;
      await reportingProblems(inbox, async () => {
        await unlink(join(inbox, name));
        await syncFolder(inbox);
      });
    },
    probe: () => probe(outbox, inbox, options),
    close: () => Promise.resolve(),
  };
}

/** A link in place of the directory would lead files elsewhere. */
async function requireDirectory(path: string): Promise<void> {
  if (!(await lstat(path)).isDirectory())
    throw new TransportError("refused", `${path} is not a directory. Links are not followed.`);
}

async function write(path: string, content: AsyncIterable<Uint8Array>, bytes: number): Promise<void> {
  await removeUnfinished(path);
  // EXCL and NOFOLLOW: nothing that another program puts there is written to.
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  const file = await open(path, flags, 0o600);
  try {
    let written = 0;
    for await (const chunk of content) {
      written += chunk.length;
      if (written > bytes) break;
      await file.writeFile(chunk);
    }
    await file.sync();
    const { size } = await file.stat();
    if (written !== bytes || size !== bytes)
      throw new TransportError(
        "protocol",
        `${path} should have ${bytes} bytes, ${written} were given, ${size} arrived`,
      );
  } catch (error) {
    // What a full disk could hold of it would keep the disk full.
    await unlink(path).catch(() => undefined);
    throw error;
  } finally {
    await file.close();
  }
}

async function removeUnfinished(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
  }
}

/** Gives the file its final name without replacing another one: `link` fails if the name is taken, `rename` does not. */
async function publish({ temporary, final }: { temporary: string; final: string }, name: string): Promise<void> {
  try {
    await link(temporary, final);
    await unlink(temporary);
  } catch (error) {
    const code = codeOf(error);
    if (code === "EEXIST") throw taken(name);
    // File systems without hard links, such as FAT and some network drives.
    if (code !== "EPERM" && code !== "ENOTSUP" && code !== "EOPNOTSUPP" && code !== "ENOSYS") throw error;
    if ((await sizeOf(final)) !== undefined) throw taken(name);
    await rename(temporary, final);
  }
}

const taken = (name: string) =>
  new TransportError("refused", `A file named ${name} is already in the outbox. Names are never used twice.`);

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await lstat(path)).size;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Plain files only: neither links nor devices. */
async function entriesOf(path: string, names: TemporaryNames): Promise<readonly IncomingFile[]> {
  const files: IncomingFile[] = [];
  let entries = 0;
  for await (const entry of await opendir(path)) {
    entries += 1;
    requireBoundedEntries(path, entries);
    if (!entry.isFile() || !looksComplete(entry.name, names)) continue;
    // Another program may delete it meanwhile.
    const facts = await lstat(join(path, entry.name)).catch(() => undefined);
    if (facts?.isFile()) files.push({ name: entry.name, bytes: facts.size, modifiedAt: facts.mtime });
  }
  return files;
}

async function openIncoming(inbox: string, name: string, maxBytes: number): Promise<AsyncIterable<Uint8Array>> {
  requireIncomingName(name);
  // NONBLOCK: opening a pipe must not wait for a writer.
  const file = await open(join(inbox, name), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const facts = await file.stat();
    if (!facts.isFile()) throw new TransportError("refused", `${shown(name)} is not a file`);
    if (facts.size > maxBytes) throw tooLarge(name, maxBytes);
    return contentOf(file, name, maxBytes);
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function* contentOf(file: FileHandle, name: string, maxBytes: number): AsyncGenerator<Uint8Array> {
  try {
    let bytes = 0;
    for (;;) {
      const { bytesRead, buffer } = await reportingProblems(name, () => file.read(Buffer.alloc(CHUNK_BYTES)));
      if (bytesRead === 0) return;
      bytes += bytesRead;
      if (bytes > maxBytes) throw tooLarge(name, maxBytes);
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

const tooLarge = (name: string, maxBytes: number) =>
  new TransportError("unacceptable", `${shown(name)} has more than ${maxBytes} bytes`);

async function probe(outbox: string, inbox: string, names: TemporaryNames): Promise<readonly ProbeStep[]> {
  const steps: ProbeStep[] = [{ step: "connect", outcome: "passed", detail: "The folder is there" }];
  for (const [step, path] of [
    ["uploadDirectory", outbox],
    ["downloadDirectory", inbox],
  ] as const) {
    const files = await reportingProblems(path, () => entriesOf(path, names));
    steps.push({ step, outcome: "passed", detail: `${path}: ${files.length} complete files` });
  }
  const writable = await access(outbox, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  steps.push({
    step: "writePermission",
    outcome: writable ? "passed" : "failed",
    detail: writable ? `This process may write to ${outbox}` : `This process may not write to ${outbox}`,
  });
  return steps;
}
