import { assertRecords, type FileContents, type FileRecord, type TableChoices } from "./file-table.ts";
import { recordsIn } from "./text/delimited.ts";
import { decodeText, detectEncoding } from "./text/encoding.ts";
import { detectSeparator, statedSeparator } from "./text/separator.ts";

/** @throws FileProblem with a message for the user */
export function readTextTable(bytes: Uint8Array, choices: TableChoices): FileContents {
  const encoding = choices.encoding ?? detectEncoding(bytes);
  const text = decodeText(bytes, encoding);
  const separator = choices.separator ?? detectSeparator(text);
  const isStated = statedSeparator(text) !== undefined;
  const records: FileRecord[] = [];
  for (const record of recordsIn(text, separator)) {
    if (isStated && record.line === 1) continue;
    records.push(record);
    assertRecords(records.length);
  }
  return { kind: "text", encoding, separator, records };
}
