import { matchesGlob } from "node:path";
import { asBanksSend as bai2AsBanksSend } from "bursar-bank-formats/bai2";
import { isoTolerances } from "bursar-bank-formats/iso20022";
import { asBanksSend as nachaAsBanksSend } from "bursar-bank-formats/nacha";
import { Type } from "typebox";
import { type BankFileFormat, bankFileFormats } from "../bank-file.ts";
import { Choice } from "./fields.ts";

/** Which of the files in a bank's directory a connection takes, and how it reads them. */

/** Reports for people that many banks put into the same directory. */
const IGNORED_NAMES: readonly string[] = ["*.pdf", "*.htm", "*.html"];
const READ_AS: readonly string[] = ["returns-*.ach=nacha", "ack*.txt=acknowledgment"];

const NAME = "[^/{}\\[\\]()!+@=]+";
const names = (description: string, fallback: readonly string[]) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 100, pattern: `^${NAME}$` }), {
    maxItems: 20,
    description,
    default: [...fallback],
  });

/** What banks send. */
const receivable = bankFileFormats.filter(
  (format) => !["pain.001", "pacs.008", "pacs.028", "camt.056", "checks-pdf"].includes(format),
);

/** What received files may differ in from their formats without a person: no difference that could change a payment. */
const ofText: ReadonlySet<string> = new Set([
  "shortLines",
  "blankLines",
  "blankStart",
  "mixedLineBreaks",
  "carriageReturns",
  "byteOrderMark",
  "endOfFileMarks",
  "extendedCharacters",
  "nonAscii",
  "declaredEncoding",
  "missingPadding",
  "wrongBlockCount",
  "emptyFile",
  "noBatches",
]);
const toleranceNames: readonly string[] = [
  ...new Set([
    ...Object.keys(nachaAsBanksSend.tolerant),
    ...Object.keys(bai2AsBanksSend.tolerant),
    ...Object.keys(isoTolerances),
  ]),
].sort();

const profiles = ["asBanksSend", "textOnly", "strict"] as const;

/** Members of the settings of every kind of connection; those from earlier versions lack them. */
export const readingMembers = {
  ignoredNames: Type.Optional(
    names(
      "Names of the bank's files that are not for this service, such as reports for people: `*` is any text, `?` any character. They are listed and not read.",
      IGNORED_NAMES,
    ),
  ),
  fileNames: Type.Optional(
    names(
      "Names of the bank's files for this connection, if others share its directory: the same. None: every file that is not another connection's by its name or content.",
      [],
    ),
  ),
  readAs: Type.Optional(
    Type.Array(Type.String({ maxLength: 120, pattern: `^${NAME}=(${receivable.join("|").replaceAll(".", "\\.")})$` }), {
      maxItems: 20,
      description:
        "Formats by names, such as returns-*.ach=nacha, for files whose content does not name its format: the first that fits.",
      default: [...READ_AS],
    }),
  ),
  readingProfile: Type.Optional(
    Choice(
      profiles,
      "What received files may differ in from their formats. `asBanksSend`: everything that cannot change a payment or an amount. `textOnly`: lines, blanks, padding, and encodings. `strict`: nothing.",
    ),
  ),
  notTolerated: Type.Optional(
    Type.Array(Type.Unsafe<string>({ type: "string", enum: [...toleranceNames] }), {
      maxItems: toleranceNames.length,
      description:
        "Differences that this bank's files may not have, by the names that are shown with files that have them.",
      default: [],
    }),
  ),
};

interface ReadingSettings {
  readonly ignoredNames?: readonly string[];
  readonly fileNames?: readonly string[];
  readonly readAs?: readonly string[];
  readonly readingProfile?: (typeof profiles)[number];
  readonly notTolerated?: readonly string[];
}

/** How a connection reads the files in its inbox. */
export interface Reading {
  /** The pattern by which a file is not for this service; undefined: it is. */
  readonly ignoredAs: (name: string) => string | undefined;
  /** Whether a file is this connection's by its name; undefined: names say nothing. */
  readonly isOwn: (name: string) => boolean | undefined;
  /** The format that its name says. */
  readonly formatOf: (name: string) => BankFileFormat | undefined;
  /** Whether a difference from the format is accepted. */
  readonly tolerates: (tolerance: string) => boolean;
}

const fits = (name: string, pattern: string): boolean => matchesGlob(name.toLowerCase(), pattern.toLowerCase());

export function readingOf({
  ignoredNames = IGNORED_NAMES,
  fileNames = [],
  readAs = READ_AS,
  readingProfile = "asBanksSend",
  notTolerated = [],
}: ReadingSettings): Reading {
  const refused = new Set(notTolerated);
  const formats = readAs.map((text) => text.split("="));
  return {
    ignoredAs: (name) => ignoredNames.find((pattern) => fits(name, pattern)),
    isOwn: (name) => (fileNames.length === 0 ? undefined : fileNames.some((pattern) => fits(name, pattern))),
    formatOf: (name) => {
      const [, format] = formats.find(([pattern = ""]) => fits(name, pattern)) ?? [];
      return receivable.find((readable) => readable === format);
    },
    tolerates: (tolerance) =>
      readingProfile !== "strict" &&
      (readingProfile === "asBanksSend" || ofText.has(tolerance)) &&
      !refused.has(tolerance),
  };
}

export type Tolerates = Reading["tolerates"];

/** The differences of a reader that are accepted, in the form in which it takes them. */
export const toleratedAmong = <Name extends string>(
  possible: Readonly<Record<Name, unknown>>,
  tolerates: Tolerates = () => true,
): Partial<Record<Name, boolean>> => {
  const tolerated: Partial<Record<Name, boolean>> = {};
  for (const name in possible) tolerated[name] = tolerates(name);
  return tolerated;
};
