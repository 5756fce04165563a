import { constants } from "node:fs";
import { mkdir, open, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { FileBank } from "../file-bank.ts";
import { UNFINISHED, writeDurably } from "../state/write-durably.ts";

/** What the bank's file server shows its customer: `outbox` is what the customer wrote, `inbox` what the bank answers. */
export interface ExchangeFolders {
  readonly outbox: string;
  readonly inbox: string;
  /** The bank's own records, which the customer does not see. */
  readonly records: string;
}

/** The folders below a directory, created if missing. */
export async function exchangeFolders(directory: string): Promise<ExchangeFolders> {
  const folders = {
    outbox: join(directory, "outbox"),
    inbox: join(directory, "inbox"),
    records: join(directory, ".bank"),
  };
  for (const folder of Object.values(folders)) await mkdir(folder, { recursive: true, mode: 0o700 });
  return folders;
}

/** Larger files are rejected by their first part: no bank reads them. */
const READ_BYTES_MAX = 64 * 1024 * 1024 + 1;
/** Names that uploads have before they are complete. */
const INCOMPLETE = /\.(?:tmp|part|partial|filepart|upload|crdownload)$|^[.~]/i;

export interface Exchanged {
  readonly received: number;
  readonly answered: number;
}

/**
 * One round: what is new in the outbox is received, and what is due is put into the inbox. Interrupted anywhere, the next
 * round does the rest: content that was received is known, and an answer is written again under the same name.
 * `known` are the names that were read before; the caller keeps it between rounds.
 */
export async function exchange(
  bank: FileBank,
  { outbox, inbox }: ExchangeFolders,
  { now, taken }: { readonly now: () => Date; readonly taken: Set<string> },
): Promise<Exchanged> {
  let received = 0;
  for (const name of await completeFiles(outbox)) {
    const file = await readNew(outbox, name, taken);
    if (file === undefined) continue;
    const isNew = await bank.receive({ name, content: file.content });
    taken.add(file.key);
    received += isNew ? 1 : 0;
  }
  const { files, upTo } = await bank.answersDue(now());
  for (const { name, content } of files) await writeDurably(inbox, name, content);
  if (files.length > 0) await bank.markDelivered(upTo);
  return { received, answered: files.length };
}

const completeFiles = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isFile() && !INCOMPLETE.test(entry.name) && !entry.name.endsWith(UNFINISHED))
    .map(({ name }) => name)
    .sort();

/** The content, unless the file of this name, size, and time was read before, or is gone. Links are not followed. */
async function readNew(
  folder: string,
  name: string,
  taken: ReadonlySet<string>,
): Promise<{ readonly key: string; readonly content: Uint8Array } | undefined> {
  const file = await open(join(folder, name), constants.O_RDONLY | constants.O_NOFOLLOW).catch(ignoreMissing);
  if (file === undefined) return undefined;
  try {
    const { size, mtimeMs } = await file.stat();
    const key = `${name} ${size} ${mtimeMs}`;
    if (taken.has(key)) return undefined;
    const content = Buffer.alloc(Math.min(size, READ_BYTES_MAX));
    const { bytesRead } = await file.read(content, 0, content.length, 0);
    return { key, content: content.subarray(0, bytesRead) };
  } finally {
    await file.close();
  }
}

function ignoreMissing(error: unknown): undefined {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
  throw error;
}
