import { createReadStream } from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { assert } from "../assert.ts";
import { type ObjectContent, ObjectMissing, type ObjectStore, StorageUnavailable } from "./object-store.ts";
import { syncFolder } from "./sync-folder.ts";

/** Marks an unfinished write. If the process dies, it is deleted with the object. */
const UNFINISHED = ".part";

/**
 * Objects as files below the data folder, in 256 folders by the first byte of their names. A file is written under a
 * temporary name, synchronized to disk, and renamed, so an object exists completely or not at all.
 */
export function diskStore(dataDir: string): ObjectStore {
  const root = join(dataDir, "attachments");
  const pathOf = (name: string): string => {
    // A name that someone wrote into the database must not lead out of the folder.
    assert(/^[\w-]+$/.test(name), "the name of an object has no folders");
    return join(root, name.slice(0, 2), name);
  };
  return {
    description: root,
    put: (name, content) => reportingProblems(() => write(pathOf(name), content)),
    get: (name) =>
      reportingProblems(async () => {
        const file = await open(pathOf(name), "r");
        return createReadStream("", { fd: file });
      }),
    delete: (name) =>
      reportingProblems(async () => {
        await rm(pathOf(name), { force: true });
        await rm(`${pathOf(name)}${UNFINISHED}`, { force: true });
      }),
    close: async () => undefined,
  };
}

async function write(path: string, content: ObjectContent): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const unfinished = `${path}${UNFINISHED}`;
  try {
    const file = await open(unfinished, "w", 0o600);
    try {
      for await (const chunk of content.open()) await file.writeFile(chunk);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined);
    throw error;
  }
}

const codeOf = (error: unknown): unknown => (error instanceof Error && "code" in error ? error.code : undefined);

/** Disk full, no permission, or a disk that fails: all of them may be over when the request is retried. */
async function reportingProblems<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    const code = codeOf(cause);
    if (code === "ENOENT") throw new ObjectMissing("No such file", { cause });
    if (typeof code === "string")
      throw new StorageUnavailable(`The attachments folder cannot be used (${code})`, { cause });
    throw cause;
  }
}
