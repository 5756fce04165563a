import { readBai2Statement } from "./read-bai2.ts";
import { readCamt } from "./read-camt.ts";
import type { ReadingOptions, StatementFile } from "./reported-account.ts";

/** The formats in which banks report what happened on accounts. */
export const statementFormats = ["camt.052", "camt.053", "camt.054", "bai2"] as const;

/** Reads a file of an account's movements. Throws UnusableStatement with a reason for people. */
export const readStatement = (
  chunks: AsyncIterable<Uint8Array>,
  format: string,
  options: ReadingOptions = {},
): Promise<StatementFile> =>
  format === "bai2" ? readBai2Statement(chunks, options) : readCamt(chunks, format, options);

export const isStatementFormat = (format: string): boolean => statementFormats.some((accepted) => accepted === format);
