/** What one import accepts: docs/operate/treasury.md. */
const FILE_LENGTH_MAX = 100_000;
const ROWS_MAX = 1_000;

/** A file that the service accepts: a month's dividend, its reinvestment, and the fee. */
export const example = [
  "Reference,Date,Type,Amount,Shares,Price,Month,Description",
  "DIV-2025-10,2025-10-31,Dividend,312.44,,,2025-10,Dividend for October 2025",
  'REI-2025-10,10/31/2025,Dividend reinvested,-312.44,312.4400,1.0000,2025-10,"Reinvested, at the price of the day"',
  "FEE-2025-10,2025-11-03,Treasury fee,(41.09),,,2025-10,Fee for October 2025",
  "",
].join("\r\n");

/** The file's text; spreadsheets save older encodings as well. */
export async function textOf(file: File): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

const count = (value: number): string => value.toLocaleString("en-US");

/** Why a file is too large to be sent. */
export function sizeProblem(content: string): string | undefined {
  const rows = content.split(/\r\n|\r|\n/).filter((line) => line.trim() !== "").length - 1;
  const limit = `At most ${count(ROWS_MAX)} rows and ${count(FILE_LENGTH_MAX)} characters can be imported at once`;
  if (rows > ROWS_MAX) return `The file has ${count(rows)} rows. ${limit}: split it after row ${count(ROWS_MAX)}.`;
  if (content.length > FILE_LENGTH_MAX) return `The file has ${count(content.length)} characters. ${limit}: split it.`;
  return undefined;
}
