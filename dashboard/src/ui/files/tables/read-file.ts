import { type FileContents, FileProblem, type TableChoices } from "./file-table.ts";
import { readTextTable } from "./read-text.ts";
import { startsWith } from "./text/encoding.ts";
import { readWorkbook } from "./xlsx/read-workbook.ts";

const BYTES_MAX = 10 * 1024 * 1024;

export interface ReadFile {
  /** SHA-256 of the contents, and the sheet if it is not the first: the same rows are the same payments on any day. */
  readonly id: string;
  readonly table: FileContents;
}

/** @throws FileProblem with a message for the user */
export async function readFile(file: Blob, choices: TableChoices): Promise<ReadFile> {
  if (file.size > BYTES_MAX) throw new FileProblem("The file is larger than 10 MB. Split it into smaller files.");
  const bytes = new Uint8Array(await file.arrayBuffer());
  const table = await tableOf(bytes, choices);
  if (table.records.length === 0) throw new FileProblem("The file has no rows.");
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const isFirst = table.kind === "text" || table.sheet === 0;
  return { id: isFirst ? hex : `${hex}-sheet-${table.sheet + 1}`, table };
}

async function tableOf(bytes: Uint8Array<ArrayBuffer>, choices: TableChoices): Promise<FileContents> {
  // Word and Excel files before 2007, and workbooks with a password.
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0]))
    throw new FileProblem(
      "The file is an Excel 97–2003 workbook, or it is protected by a password. Save it as an Excel workbook (.xlsx) without a password.",
    );
  return startsWith(bytes, [0x50, 0x4b, 0x03, 0x04])
    ? readWorkbook(bytes, choices.sheet)
    : readTextTable(bytes, choices);
}
