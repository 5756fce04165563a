import type { TreasuryTransaction } from "../../api/generated/types.gen.ts";
import { type FileContents, type FileRecord, textOfCell } from "../../ui/files/tables/file-table.ts";
import { typeNames } from "./treasury-labels.ts";

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

/** The service's columns, and what custodians call them. */
export const activityFields = [
  {
    name: "Reference",
    needed: true,
    otherNames: ["reference number", "ref", "transaction id", "confirmation number", "confirmation", "trade id", "id"],
  },
  { name: "Date", needed: true, otherNames: ["trade date", "transaction date", "activity date", "settlement date"] },
  {
    name: "Type",
    needed: true,
    otherNames: ["transaction type", "activity type", "activity", "transaction", "action"],
  },
  { name: "Amount", needed: true, otherNames: ["net amount", "amount usd", "total amount", "value"] },
  { name: "Security", needed: false, otherNames: ["security name", "fund", "fund name", "symbol"] },
  { name: "CUSIP", needed: false, otherNames: ["security id"] },
  { name: "Shares", needed: false, otherNames: ["quantity", "units"] },
  { name: "Price", needed: false, otherNames: ["share price", "unit price", "nav"] },
  { name: "Month", needed: false, otherNames: ["for month", "period"] },
  { name: "Description", needed: false, otherNames: ["details", "memo", "notes", "comment"] },
] as const;
export type ActivityField = (typeof activityFields)[number]["name"];
/** Columns of the file by field. */
export type ActivityMapping = Readonly<Partial<Record<ActivityField, number>>>;

export type ActivityType = TreasuryTransaction["type"];
/** What the file's words for types mean. */
export type ActivityTypes = Readonly<Record<string, ActivityType>>;

const otherTypes: ActivityTypes = {
  buy: "mutualFundTradePosted",
  purchase: "mutualFundTradePosted",
  sell: "mutualFundTradePosted",
  sale: "mutualFundTradePosted",
  redemption: "mutualFundTradePosted",
  reinvestment: "dividendReinvestmentPosted",
  "dividend reinvestment": "dividendReinvestmentPosted",
  "cash dividend": "dividendPosted",
  "dividend income": "dividendPosted",
  "interest income": "interestPosted",
  fee: "mercuryFeePosted",
  "management fee": "mercuryFeePosted",
};

/** What a file's word for a type means, by our name for it or a common one. */
function knownType(text: string): ActivityType | undefined {
  const word = text.toLowerCase();
  const types = Object.keys(typeNames) as ActivityType[];
  return (
    types.find((type) => typeNames[type].toLowerCase() === word || type.toLowerCase() === word) ?? otherTypes[word]
  );
}

/** A file's rows below the names of its columns. */
export interface CustodianFile {
  readonly fileName: string;
  readonly headers: readonly string[];
  readonly rows: readonly FileRecord[];
  /** As far as the names say it. */
  readonly mapping: ActivityMapping;
}

const HEADER_WITHIN = 20;
const formOf = (header: string): string =>
  header
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, " ")
    .trim();

function mappingOf(headers: readonly string[]): ActivityMapping {
  const forms = headers.map(formOf);
  return Object.fromEntries(
    activityFields.flatMap(({ name, otherNames }) => {
      const column = [name.toLowerCase(), ...otherNames].map((word) => forms.indexOf(word)).find((at) => at !== -1);
      return column === undefined ? [] : [[name, column]];
    }),
  );
}

/** Finds the names of the columns: lines above them say what the file is about. */
export function activityTable(fileName: string, { records }: FileContents): CustodianFile {
  const named = records.slice(0, HEADER_WITHIN).map(({ cells }) => mappingOf(cells.map(textOfCell)));
  const most = Math.max(...named.map((mapping) => Object.keys(mapping).length));
  const header = named.findIndex((mapping) => Object.keys(mapping).length === most);
  return {
    fileName: fileName.slice(0, 120),
    headers: (records[header]?.cells ?? []).map(textOfCell),
    rows: records.slice(header + 1),
    mapping: named[header] ?? {},
  };
}

const cellOf = ({ cells }: FileRecord, column: number | undefined): string =>
  column === undefined ? "" : textOfCell(cells[column]).replaceAll(/\s+/g, " ").trim();

/** The file's words for types that mean nothing to us. */
export const unknownTypes = ({ rows }: CustodianFile, { Type: column }: ActivityMapping): readonly string[] =>
  column === undefined
    ? []
    : [...new Set(rows.map((row) => cellOf(row, column)))].filter(
        (text) => text !== "" && knownType(text) === undefined,
      );

/** The fields that the service needs and the file does not have yet. */
export const isMapped = (mapping: ActivityMapping): boolean =>
  activityFields.every(({ name, needed }) => !needed || mapping[name] !== undefined);

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** The file as the service reads it: one line for each row, after that of the names. */
export function activityCsv({ rows }: CustodianFile, mapping: ActivityMapping, types: ActivityTypes): string {
  const fields = activityFields.filter(({ name }) => mapping[name] !== undefined);
  const cellFor = (row: FileRecord, name: ActivityField): string => {
    const text = cellOf(row, mapping[name]);
    if (name === "Type") return types[text] ?? knownType(text) ?? text;
    // The amount says whether shares were bought or sold.
    return name === "Shares" ? text.replaceAll(/[-−()]/g, "") : text;
  };
  const lines = rows.map((row) => fields.map(({ name }) => quoted(cellFor(row, name))).join(","));
  return [fields.map(({ name }) => name).join(","), ...lines, ""].join("\n");
}

/** The line of the file from which a line of `activityCsv` was made. */
export const lineInFile = ({ rows }: CustodianFile, line: number): number => rows[line - 2]?.line ?? line;

const count = (value: number): string => value.toLocaleString("en-US");

/** Why a file is too large to be sent. */
export function sizeProblem(rows: number, content: string): string | undefined {
  const limit = `At most ${count(ROWS_MAX)} rows and ${count(FILE_LENGTH_MAX)} characters can be imported at once`;
  if (rows > ROWS_MAX) return `The file has ${count(rows)} rows. ${limit}: split it after row ${count(ROWS_MAX)}.`;
  if (content.length > FILE_LENGTH_MAX) return `The file has ${count(content.length)} characters. ${limit}: split it.`;
  return undefined;
}
