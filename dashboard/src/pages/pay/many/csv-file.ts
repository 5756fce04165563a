import { parse } from "csv-parse/browser/esm/sync";

/** The columns a file can have. */
export const fileFields = [
  { name: "recipient", label: "Recipient", needed: true, headers: ["recipient", "payee", "name", "vendor", "to"] },
  { name: "amount", label: "Amount", needed: true, headers: ["amount", "usd", "total", "sum"] },
  { name: "paymentMethod", label: "Method", needed: false, headers: ["method", "payment method", "paymentmethod"] },
  { name: "externalMemo", label: "Memo", needed: false, headers: ["memo", "reference", "invoice", "externalmemo"] },
  { name: "note", label: "Note", needed: false, headers: ["note", "notes", "comment"] },
  { name: "purpose", label: "Purpose", needed: false, headers: ["purpose"] },
  { name: "sendOn", label: "Send on", needed: false, headers: ["send on", "sendon", "date", "due"] },
] as const;
export type FileField = (typeof fileFields)[number]["name"];

/** The column of each field; a missing field has none. */
export type Mapping = Readonly<Partial<Record<FileField, number>>>;

export interface PaymentFile {
  /** SHA-256 of the contents: the same file is the same job on any day. */
  readonly id: string;
  readonly name: string;
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const BYTES_MAX = 5 * 1024 * 1024;
export const ROWS_MAX = 5_000;

/** @throws Error with a message for the user */
export async function readPaymentFile(file: File): Promise<PaymentFile> {
  // Browsers offer digests only on secure connections and localhost.
  if (!globalThis.isSecureContext) throw new Error("Paying from a file requires a secure connection (HTTPS).");
  if (file.size > BYTES_MAX) throw new Error("The file is larger than 5 MB. Split it into smaller files.");
  const bytes = await file.arrayBuffer();
  const text = new TextDecoder().decode(bytes);
  const [headers, ...rows] = recordsOf(text);
  if (headers === undefined || rows.length === 0)
    throw new Error("The file has no payments. The first row must contain column names; each later row is a payment.");
  if (rows.length > ROWS_MAX) throw new Error(`The file has more than ${ROWS_MAX} rows. Split it into smaller files.`);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const id = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return { id, name: file.name, headers, rows };
}

function recordsOf(text: string): string[][] {
  const firstLine = text.slice(0, text.indexOf("\n") + 1 || undefined);
  const count = (sign: string) => firstLine.split(sign).length;
  const delimiter = [",", ";", "\t"].toSorted((a, b) => count(b) - count(a))[0] ?? ",";
  try {
    return parse(text, { bom: true, delimiter, relax_column_count: true, skip_empty_lines: true, trim: true });
  } catch {
    throw new Error("The file is not valid CSV. Save it as “CSV (comma separated)” and choose it again.");
  }
}

const rememberedName = ({ headers }: Pick<PaymentFile, "headers">): string =>
  `bursar.pay-many.columns.${headers.join("|")}`;

/** The columns last chosen for a file with these headers, or a guess from their names. */
export function firstMapping(file: PaymentFile): Mapping {
  try {
    const remembered = localStorage.getItem(rememberedName(file));
    // Written by rememberMapping.
    if (remembered !== null) return JSON.parse(remembered) as Mapping;
  } catch {
    // An unreadable mapping is guessed again.
  }
  return Object.fromEntries(
    fileFields.flatMap(({ name, headers }) => {
      const column = file.headers.findIndex((header) => headers.some((known) => known === header.toLowerCase()));
      return column === -1 ? [] : [[name, column]];
    }),
  );
}

export const rememberMapping = (file: PaymentFile, mapping: Mapping): void =>
  localStorage.setItem(rememberedName(file), JSON.stringify(mapping));
