import { CsvError, parse } from "csv-parse/sync";
import { SaxesParser } from "saxes";
import type { ListEntry } from "../matching/name-index.ts";

/**
 * OFAC's list of Specially Designated Nationals as OFAC publishes it: SDN.CSV with ALT.CSV and ADD.CSV, or sdn.xml
 * (https://ofac.treasury.gov, "SDN data file specification guide"). In the CSV files, "-0-" is an empty field, the first line
 * is already a record, and a Ctrl-Z may follow the last one.
 */

export interface ListFile {
  readonly name: string;
  readonly text: string;
}

export interface ReadList {
  readonly entries: readonly ListEntry[];
  /** The day on which it was published, YYYY-MM-DD; only sdn.xml says it. */
  readonly publishedOn: string | undefined;
}

/** What is wrong with the files, in a sentence. */
export class UnreadableList extends Error {
  override readonly name = "UnreadableList";
}

/** More than ten times as many as there are. */
const ENTRIES_MAX = 250_000;
const TEXT_MAX = 1_000;
const CTRL_Z = "\u001a";

export function readOfacList(files: readonly ListFile[]): ReadList {
  const [only] = files;
  if (files.length === 1 && only !== undefined && isXml(only.text)) return checked(readXml(only));
  if (files.some(({ text }) => isXml(text)))
    throw new UnreadableList("sdn.xml is a list of its own: load it without other files.");
  return checked(readCsvFiles(files));
}

const isXml = (text: string): boolean => /^\uFEFF?\s*<\?xml|^\uFEFF?\s*<sdnList/.test(text.slice(0, 200));

function checked(list: ReadList): ReadList {
  if (list.entries.length === 0) throw new UnreadableList("The files have no entries.");
  if (list.entries.length > ENTRIES_MAX) throw new UnreadableList(`The files have more than ${ENTRIES_MAX} entries.`);
  return list;
}

interface Columns {
  readonly file: string;
  readonly rows: readonly (readonly string[])[];
}

/** Which of the three files it is follows from the number of its columns: 12, 5, or 6. */
function readCsvFiles(files: readonly ListFile[]): ReadList {
  const read = files.map(csvOf);
  const withColumns = (count: number) => read.filter(({ rows }) => rows[0]?.length === count);
  const [[main, ...moreMain], [alt, ...moreAlt], [add, ...moreAdd]] = [12, 5, 6].map(withColumns) as [
    Columns[],
    Columns[],
    Columns[],
  ];
  if (main === undefined || moreMain.length > 0)
    throw new UnreadableList("One file must be SDN.CSV, which has 12 columns.");
  if (alt === undefined || moreAlt.length > 0)
    throw new UnreadableList("One file must be ALT.CSV, which has 5 columns: without it, other names are not found.");
  if (moreAdd.length > 0) throw new UnreadableList("There is more than one ADD.CSV, which has 6 columns.");
  const unknown = read.find(({ rows }) => ![5, 6, 12].includes(rows[0]?.length ?? 0));
  if (unknown !== undefined) throw new UnreadableList(`${unknown.file} is none of SDN.CSV, ALT.CSV, and ADD.CSV.`);
  const aliases = Map.groupBy(alt.rows, ([id = ""]) => id);
  const addresses = Map.groupBy(add?.rows ?? [], ([id = ""]) => id);
  const entries = main.rows.map(
    ([id = "", name = "", type = "", program = "", title = "", , , , , , , remarks = ""]): ListEntry => ({
      id,
      name,
      type: type === "" ? "entity" : type,
      programs: program
        .split(/\]\s*\[|;/)
        .map((code) => code.replaceAll(/[[\]]/g, "").trim())
        .filter((code) => code !== ""),
      aliases: (aliases.get(id) ?? []).map(([, , , alias = ""]) => alias).filter((alias) => alias !== ""),
      addresses: (addresses.get(id) ?? [])
        .map(([, , street = "", city = "", country = ""]) =>
          [street, city, country].filter((part) => part !== "").join(", "),
        )
        .filter((address) => address !== ""),
      remarks: [title, remarks].filter((part) => part !== "").join("; "),
    }),
  );
  const entryIds = new Set(entries.map(({ id }) => id));
  if (entryIds.size !== entries.length) throw new UnreadableList(`${main.file} has two entries with the same number.`);
  const stray = [...aliases.keys()].find((id) => !entryIds.has(id));
  if (stray !== undefined)
    throw new UnreadableList(
      `${alt.file} names entry ${stray}, which ${main.file} does not have: load files of one day.`,
    );
  return { entries, publishedOn: undefined };
}

function csvOf({ name, text }: ListFile): Columns {
  const lines = recordsOf(name, text.replace(/^\uFEFF/, "").replaceAll(CTRL_Z, ""));
  const columns = lines[0]?.record.length ?? 0;
  const rows = lines.map(({ record, info: { lines: line } }) => {
    if (record.length !== columns || !/^\d{1,10}$/.test(record[0] ?? ""))
      throw new UnreadableList(`${name}, line ${line}: this is not a record of ${columns} columns.`);
    return record.map(plain);
  });
  return { file: name, rows };
}

type CsvLine = { readonly record: readonly string[]; readonly info: { readonly lines: number } };

function recordsOf(name: string, text: string): readonly CsvLine[] {
  try {
    // The declared type of `parse` does not follow its options.
    return parse(text, {
      info: true,
      trim: true,
      relax_column_count: true,
      skip_empty_lines: true,
    }) as unknown as CsvLine[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new UnreadableList(`${name}, line ${Number(error["lines"] ?? 1)}: The quotes are wrong.`);
  }
}

const plain = (cell: string): string => (cell === "-0-" ? "" : cell.replaceAll(/\s+/g, " ").trim().slice(0, TEXT_MAX));

/** The members of an entry that are read, by the path of their elements. */
interface XmlEntry {
  readonly text: Map<string, string[]>;
  readonly aliases: string[];
  readonly addresses: string[];
}

function readXml({ name, text }: ListFile): ReadList {
  const entries: ListEntry[] = [];
  const path: string[] = [];
  let [content, publishedOn]: [string, string | undefined] = ["", undefined];
  let entry: XmlEntry | undefined;
  let part = new Map<string, string>();
  const joined = (of: ReadonlyMap<string, string>, names: readonly string[], separator: string) =>
    names.flatMap((member) => of.get(member) ?? []).join(separator);
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw new UnreadableList(`${name} is not well-formed XML: ${error.message.slice(0, 200)}`);
  });
  // No entity of a document type is resolved: the list has none.
  parser.on("doctype", () => {
    throw new UnreadableList(`${name} has a document type, which the list does not have.`);
  });
  parser.on("opentag", ({ name: tag }) => {
    path.push(tag);
    content = "";
    if (path.length > 12) throw new UnreadableList(`${name} is nested too deeply to be the list.`);
    if (path.length === 1 && tag !== "sdnList")
      throw new UnreadableList(`${name} is not sdn.xml: it begins with ${tag.slice(0, 50)}.`);
    if (tag === "sdnEntry") entry = { text: new Map(), aliases: [], addresses: [] };
    if (tag === "aka" || tag === "address") part = new Map();
  });
  const take = (value: string) => {
    content += value;
  };
  parser.on("text", take);
  parser.on("cdata", take);
  parser.on("closetag", ({ name: tag }) => {
    const value = plain(content);
    content = "";
    path.pop();
    const parent = path.at(-1);
    if (tag === "Publish_Date") publishedOn = isoDay(value);
    if (entry === undefined) return;
    if (parent === "sdnEntry" || parent === "programList") {
      if (value !== "") entry.text.set(tag, [...(entry.text.get(tag) ?? []), value]);
    } else if (parent === "aka" || parent === "address") part.set(tag, value);
    if (tag === "aka") {
      const alias = joined(part, ["lastName", "firstName"], ", ");
      // OFAC calls these too broad to search for alone; those of several words are found anyway.
      const isTooBroad = part.get("category") === "weak" && !/[\s,]/.test(alias);
      if (alias !== "" && !isTooBroad) entry.aliases.push(alias);
    }
    if (tag === "address") {
      const lines = ["address1", "address2", "address3", "city", "stateOrProvince", "postalCode", "country"];
      const address = joined(part, lines, ", ");
      if (address !== "") entry.addresses.push(address);
    }
    if (tag === "sdnEntry") {
      const firstText = (member: string) => entry?.text.get(member)?.[0] ?? "";
      const id = firstText("uid");
      const full = [firstText("lastName"), firstText("firstName")].filter((word) => word !== "").join(", ");
      if (!/^\d{1,10}$/.test(id) || full === "")
        throw new UnreadableList(`${name} has an entry without a number or a name.`);
      entries.push({
        id,
        name: full,
        type: firstText("sdnType").toLowerCase() || "entity",
        programs: entry.text.get("program") ?? [],
        aliases: entry.aliases,
        addresses: entry.addresses,
        remarks: [firstText("title"), firstText("remarks")].filter((word) => word !== "").join("; "),
      });
      entry = undefined;
    }
  });
  parser.write(text.replace(/^\uFEFF/, "")).close();
  if (new Set(entries.map(({ id }) => id)).size !== entries.length)
    throw new UnreadableList(`${name} has two entries with the same number.`);
  return { entries, publishedOn };
}

/** "11/14/2026" is 2026-11-14. */
function isoDay(text: string): string | undefined {
  const parts = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text);
  return parts === null ? undefined : `${parts[3]}-${parts[1]}-${parts[2]}`;
}
