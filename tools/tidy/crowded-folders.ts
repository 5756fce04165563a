import { dirname } from "node:path";
import type { Offense } from "./source.ts";

/** A folder with more files than this is a list to search, not a story to read. */
export const FOLDER_FILES_MAX = 20;

export const crowdedFolders = {
  name: "crowded-folder",
  advice: `group the files into subfolders by subject: a folder has at most ${FOLDER_FILES_MAX} files`,
};

/** Folders that hold too many of these files, not counting files in subfolders. */
export function crowded(paths: readonly string[]): readonly Offense[] {
  const sizes = new Map<string, number>();
  for (const path of paths) sizes.set(dirname(path), (sizes.get(dirname(path)) ?? 0) + 1);
  return [...sizes]
    .filter(([, size]) => size > FOLDER_FILES_MAX)
    .map(([path, size]) => ({ path, line: 1, what: "folder", size }));
}
