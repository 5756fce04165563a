import { readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import { namedFile } from "../kit/named-file.ts";

/** Paths from the repository's root, with forward slashes. */
export type Path = string;

export interface Repository {
  readonly paths: readonly Path[];
  readonly read: (path: Path) => string;
}

export const readerOf =
  (root: string): Repository["read"] =>
  (path) => {
    try {
      return readFileSync(join(root, path), "utf8");
    } catch {
      // Deleted but still in the index, or no file at all.
      return "";
    }
  };

const SOURCE = /\.(ts|tsx|mjs)$/;
/** Type imports are erased, so a change behind them does not affect what runs. */
const TYPE_IMPORT = /^(?:import|export) type [^;]*? from "[^"]*";$/gm;
const QUOTED = /(["'`])((?:\.{1,2}\/|\/|#?[\w-]+\/|bursar-)[\w./@-]*)\1/g;
/** A relative path, a name of the service, or one of our packages. */
const IMPORTED = /^(?:\.|#|bursar-)/;
/** The dashboard's tests use a browser: they name page addresses, and their kit needs the whole dashboard. */
const DASHBOARD_KIT = "dashboard/test/kit/browser.ts";
const DASHBOARD_ENTRIES: readonly Path[] = ["dashboard/src/main.tsx", "dashboard/src/invite.tsx"];

/**
 * For each file, the files that use it: those that quote its path, in an import or as a file to read or start. This
 * also finds processes started from a path and data folders, which an import graph would miss.
 */
export function usersByFile({ paths, read }: Repository): ReadonlyMap<Path, ReadonlySet<Path>> {
  const users = new Map<Path, Set<Path>>();
  const allPaths = new Set(paths);
  const dataByFolder = Map.groupBy(
    paths.filter((path) => !SOURCE.test(path)),
    dirname,
  );
  const add = (used: Path, user: Path) => {
    if (used !== user) users.set(used, (users.get(used) ?? new Set()).add(user));
  };
  for (const user of paths.filter((path) => SOURCE.test(path))) {
    for (const named of quotedNames(read(user)).flatMap((name) => placesNamed(user, name))) {
      if (allPaths.has(named)) add(named, user);
      else for (const data of dataByFolder.get(named) ?? []) add(data, user);
    }
  }
  for (const entry of DASHBOARD_ENTRIES) add(entry, DASHBOARD_KIT);
  return users;
}

/** What a file quotes that looks like the path of a file or folder. */
const quotedNames = (text: string): readonly string[] =>
  [...text.replaceAll(TYPE_IMPORT, "").matchAll(QUOTED)].map(([, , name = ""]) => name);

/** What a quoted text may name: an import, a path from the root, or the address of a dashboard page. */
function placesNamed(user: Path, name: string): readonly Path[] {
  if (!name.startsWith("/")) return [namedFile(user, name) ?? name];
  const area = user.startsWith("dashboard/test/") ? /^\/(?:dashboard\/)?([\w-]+)/.exec(name)?.[1] : undefined;
  return area === undefined ? [] : [`dashboard/src/pages/${area}/routes.ts`];
}

/** The number of uses between each file and the changed files, without files that reach none of them. */
export function distances(users: ReadonlyMap<Path, ReadonlySet<Path>>, changed: readonly Path[]): Map<Path, number> {
  const found = new Map<Path, number>(changed.map((path) => [path, 0]));
  for (const path of found.keys()) {
    for (const user of users.get(path) ?? []) {
      if (!found.has(user)) found.set(user, (found.get(path) ?? 0) + 1);
    }
  }
  return found;
}

/**
 * Says of a file whether it uses one of these, directly or through others: what it imports, or starts by a relative path.
 * Reads only what the file reaches, so that one test is judged in a moment.
 */
export function usesAny(targets: readonly Path[], read: Repository["read"]): (file: Path) => boolean {
  const usedByFile = new Map<Path, readonly Path[]>();
  const usedBy = (file: Path): readonly Path[] => {
    const used =
      usedByFile.get(file) ??
      quotedNames(read(file))
        .filter((name) => IMPORTED.test(name))
        .flatMap((name) => placesNamed(file, name))
        .filter((path) => SOURCE.test(path));
    usedByFile.set(file, used);
    return used;
  };
  return (file) => {
    const reached = new Set([file]);
    for (const path of reached) {
      if (targets.includes(path)) return true;
      for (const used of usedBy(path)) reached.add(used);
    }
    return false;
  };
}
