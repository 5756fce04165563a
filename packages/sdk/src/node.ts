import { type FileHandle, link, open, readFile, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { randomId } from "./client/send.ts";
import type { Journal, JournalEntry, RunHeader } from "./pay-many/journal.ts";

/** The journal of `payMany` in a file: for Node.js, Deno, and Bun. */

const VERSION = 1;

/**
 * A journal in a file, which is created if it does not exist: one JSON object per line, the header first. It is only
 * appended to. It has keys and IDs, and no names, amounts, or bank details.
 *
 * The header is written to another file and linked to its name, so that it exists completely or not at all, and only
 * one process wins. A line that a crash cut off is skipped: what it would say, the service knows.
 */
export function fileJournal(path: string): Journal {
  let handle: FileHandle | undefined;
  return {
    open: async (proposed) => {
      await createOnce(path, proposed);
      const text = await readFile(path, "utf8");
      const content = contentOf(path, text);
      handle = await open(path, "a", 0o600);
      // A cut line must not swallow the next one.
      if (!text.endsWith("\n")) await handle.appendFile("\n");
      return content;
    },
    append: async (entry) => {
      if (handle === undefined) throw new Error("The journal is not open.");
      await handle.appendFile(lineOf(entry));
      if (entry.state === "sending") await handle.datasync();
    },
    close: async () => {
      await handle?.close();
      handle = undefined;
    },
  };
}

const lineOf = (value: object): string => `${JSON.stringify(value)}\n`;

async function createOnce(path: string, header: RunHeader): Promise<void> {
  const draft = `${path}.${randomId()}`;
  const handle = await open(draft, "wx", 0o600);
  try {
    await handle.appendFile(lineOf({ bursarJournal: VERSION, ...header }));
    await handle.sync();
    await handle.close();
    await link(draft, path).catch(unlessCode("EEXIST"));
    await syncFolder(dirname(path));
  } finally {
    await rm(draft, { force: true });
  }
}

const unlessCode = (code: string) => (error: unknown) => {
  if (!(error instanceof Error && "code" in error && error.code === code)) throw error;
};

/** Otherwise, a power failure could lose the file's name, and with it the run. */
async function syncFolder(path: string): Promise<void> {
  // Windows opens no folders.
  if (process.platform === "win32") return;
  const folder = await open(path, "r");
  await folder.sync().finally(() => folder.close());
}

function contentOf(path: string, text: string): Awaited<ReturnType<Journal["open"]>> {
  const [header, ...entries] = text.split("\n").map(objectOf);
  if (!isHeader(header)) throw new Error(`${path} is not a journal of payMany.`);
  return { header, entries: entries.filter(isEntry) };
}

function objectOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

const isHeader = (value: unknown): value is RunHeader => {
  const { bursarJournal, run, organizationId, direct } = Object(value);
  return (
    bursarJournal === VERSION &&
    typeof run === "string" &&
    typeof organizationId === "string" &&
    typeof direct === "boolean"
  );
};

const isEntry = (value: unknown): value is JournalEntry => {
  const { key, digest, state } = Object(value);
  return typeof key === "string" && typeof digest === "string" && typeof state === "string";
};
