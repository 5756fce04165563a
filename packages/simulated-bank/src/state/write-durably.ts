import { open, rename } from "node:fs/promises";
import { join } from "node:path";

/** Names of files that are still being written end with this; readers leave them alone. */
export const UNFINISHED = ".tmp";

/** Puts a renamed file on disk: the folder's entry, not only its content. */
async function syncFolder(path: string): Promise<void> {
  // Windows cannot open folders.
  if (process.platform === "win32") return;
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Writes a file that is there as a whole, and stays, when the call returns; a file of that name is replaced. */
export async function writeDurably(folder: string, name: string, content: string | Uint8Array): Promise<void> {
  const temporary = join(folder, name + UNFINISHED);
  const file = await open(temporary, "w", 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, join(folder, name));
  await syncFolder(folder);
}
