import type { TableChoices } from "#ui/files/tables/file-table.ts";
import type { PaymentFileJob, RowResult } from "../file-store.ts";
import { readPaymentFile } from "../payment-file.ts";

/** The service takes no more. A file of 5,000 rows takes a third of that. */
const PACKED_MAX = 900_000;
/** A file of 10 MB with decisions about all of its rows takes less. */
const UNPACKED_MAX = 16 * 1024 * 1024;
const FORMAT = 1;

/** A job without what the file itself says. */
interface Packed {
  readonly format: typeof FORMAT;
  readonly name: string;
  readonly table: TableChoices;
  readonly job: Pick<PaymentFileJob, "accountId" | "choices" | "decisions" | "batchName" | "batchKey" | "batchId">;
  readonly results: readonly RowResult[];
}

/** What another browser needs to continue: one line of JSON, and after it the file. */
export function draftStateOf(
  { file, accountId, choices, decisions, batchName, batchKey, batchId }: PaymentFileJob,
  results: readonly RowResult[],
): string {
  const { table } = file;
  const packed: Packed = {
    format: FORMAT,
    name: file.name,
    table: table.kind === "text" ? { encoding: table.encoding, separator: table.separator } : { sheet: table.sheet },
    job: { accountId, choices, decisions, batchName, batchKey, batchId },
    results,
  };
  return JSON.stringify(packed);
}

/** In base64; undefined if the file is too large to be kept by the service. */
export async function pack(state: string, source: Blob): Promise<string | undefined> {
  const bytes = await bytesOf(new Blob([state, "\n", source]).stream().pipeThrough(new CompressionStream("gzip")));
  const texts: string[] = [];
  // In parts, because a call takes a limited number of arguments.
  for (let at = 0; at < bytes.length; at += 8_192) texts.push(String.fromCharCode(...bytes.subarray(at, at + 8_192)));
  const packed = btoa(texts.join(""));
  return packed.length > PACKED_MAX ? undefined : packed;
}

/** Reads the file again, as it was read before. Undefined if an other version of the dashboard packed it. */
export async function unpack(
  userId: string,
  content: string,
): Promise<{ readonly job: PaymentFileJob; readonly results: readonly RowResult[] } | undefined> {
  const compressed = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
  const bytes = await bytesOf(new Blob([compressed]).stream().pipeThrough(new DecompressionStream("gzip")));
  const end = bytes.indexOf(10);
  // Packed by this function, and sealed for this user by the service.
  const packed = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end))) as Packed;
  if (packed.format !== FORMAT) return undefined;
  const source = new Blob([bytes.subarray(end + 1)]);
  const file = await readPaymentFile(packed.name, source, packed.table);
  return { job: { ...packed.job, userId, file, source }, results: packed.results };
}

async function bytesOf(stream: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = stream.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    size += read.value.length;
    if (size > UNPACKED_MAX) throw new Error("The file is too large.");
    parts.push(read.value);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** As the service has it: names of files may contain anything. */
export const draftNameOf = (name: string): string =>
  name.replaceAll(/\p{C}/gu, " ").trim().slice(0, 255) || "Payment file";
