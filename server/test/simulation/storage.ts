import { existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ObjectStore, StorageUnavailable } from "#kernel/storage/object-store.ts";
import { spoolFolderOf } from "#kernel/storage/spool.ts";

/** What a disk does to all processes, which share it. */
export const diskFaults = ["full", "failing", "banks unreachable"] as const;
export type DiskFault = (typeof diskFaults)[number];

/**
 * The disks of a simulation: for the data folder with its spool, the object store, and the folders of banks.
 *
 * - `full`: nothing can be spooled or stored, but what is there can be read.
 * - `failing`: nothing can be read, either.
 * - `banks unreachable`: their folders are not there, as when a network drive is not mounted.
 */
export interface Disks {
  readonly fault: DiskFault | undefined;
  /** Ends the present fault, and begins another one. */
  set(fault: DiskFault | undefined): void;
  /** The object store as a process sees it. */
  behind(store: ObjectStore): ObjectStore;
}

interface Options {
  readonly dataDir: string;
  readonly bankFolders: readonly string[];
  /** Whether one access fails, or, after it was done, its confirmation. */
  readonly fails: (access: "put" | "get" | "confirm") => boolean;
}

/** Folders that are replaced by files cannot be used, also not by root, whose writes no permission stops. */
export function openDisks({ dataDir, bankFolders, fails }: Options): Disks {
  let fault: DiskFault | undefined;
  const spool = spoolFolderOf(dataDir);
  const outboxes = bankFolders.map((folder) => join(folder, "outbox"));
  const away = (path: string): string => `${path}.away`;
  const takeAway = (path: string): void => {
    if (existsSync(path)) renameSync(path, away(path));
    writeFileSync(path, "");
  };
  const bringBack = (path: string): void => {
    rmSync(path);
    if (existsSync(away(path))) renameSync(away(path), path);
  };
  const places = (of: DiskFault): readonly string[] =>
    of === "banks unreachable" ? outboxes : existsSync(dataDir) ? [spool] : [];
  let taken: readonly string[] = [];
  const refuse = (why: string): never => {
    throw new StorageUnavailable(why);
  };
  return {
    get fault() {
      return fault;
    },
    set: (next) => {
      for (const path of taken) bringBack(path);
      fault = next;
      taken = next === undefined ? [] : places(next);
      for (const path of taken) takeAway(path);
    },
    behind: (store) => ({
      ...store,
      put: async (name, content) => {
        if (fault === "full" || fault === "failing" || fails("put")) refuse("no space left on the device");
        await store.put(name, content);
        if (fails("confirm")) refuse("the storage did not answer");
      },
      get: async (name) => {
        if (fault === "failing" || fails("get")) refuse("the storage did not answer");
        return store.get(name);
      },
    }),
  };
}
