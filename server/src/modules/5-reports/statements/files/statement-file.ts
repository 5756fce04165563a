import type { TSchema } from "typebox";
import type { Statement, StatementLine } from "../statement.ts";

/** What a file is made from. The lines arrive in pages and may be read once. */
export interface FileSource {
  readonly statement: Statement;
  readonly lines: AsyncIterable<readonly StatementLine[]>;
  /** Full or masked, depending on the reader. */
  readonly accountNumber: string;
  readonly options: FileOptions;
}

/** What a caller may choose about a format, as parameters of its route. */
export interface FileOptions {
  readonly intuitBankId?: string;
  readonly openingBalance?: boolean;
}

/** A way to download a statement. */
export interface FileFormat {
  /** The last part of the path. */
  readonly path: string;
  /** The end of its operation's name. */
  readonly operation: string;
  readonly extension: string;
  readonly mediaType: string;
  readonly title: string;
  readonly description: string;
  /** Of a file that is JSON. */
  readonly schema?: TSchema;
  /** The parameters of its route. */
  readonly options?: Readonly<Partial<Record<keyof FileOptions, TSchema>>>;
  readonly pieces: (source: FileSource) => AsyncGenerator<string>;
}

/** The name of a downloaded file, of characters that need no quoting anywhere. */
export function fileNameOf(statement: Statement, extension: string): string {
  const { accountName, accountNumberLast4, startsOn, endsOn, kind } = statement;
  const account = accountName
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "")
    .slice(0, 40);
  const period = kind === "monthly" ? startsOn.slice(0, 7) : `${startsOn}-to-${endsOn}`;
  return `${["statement", account, accountNumberLast4, period].filter((part) => part !== "").join("-")}.${extension}`;
}
