import { open } from "node:fs/promises";

/** Puts a renamed, linked, or deleted file on disk: the folder's entry, not only its content. */
export async function syncFolder(path: string): Promise<void> {
  // Windows cannot open folders.
  if (process.platform === "win32") return;
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
