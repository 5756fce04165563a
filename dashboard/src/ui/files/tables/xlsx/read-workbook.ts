import { assertRecords, type FileContents, FileProblem, type FileRecord } from "../file-table.ts";
import { isDateFormat } from "./cell-values.ts";
import { parseXml } from "./parse-xml.ts";
import { readSheet } from "./read-sheet.ts";
import { type Archive, openArchive } from "./zip.ts";

interface Sheet {
  readonly name: string;
  readonly path: string;
}

interface Workbook {
  readonly sheets: readonly Sheet[];
  readonly is1904: boolean;
}

/**
 * Reads the values of one sheet. Formulas are not computed: the results that the spreadsheet program stored count.
 * @throws FileProblem with a message for the user
 */
export async function readWorkbook(
  bytes: Uint8Array<ArrayBuffer>,
  chosenSheet: number | undefined,
): Promise<FileContents> {
  const archive = openArchive(bytes);
  if (!archive.has("xl/workbook.xml"))
    throw new FileProblem("The file is an archive, but not an Excel workbook. Choose a CSV or XLSX file.");
  const parts = await relationsOf(archive);
  const { sheets, is1904 } = await workbookOf(archive, parts);
  const strings = await sharedStringsOf(archive, parts.find(({ type }) => type.endsWith("/sharedStrings"))?.path);
  const dateStyles = await dateStylesOf(archive, parts.find(({ type }) => type.endsWith("/styles"))?.path);
  const read = async ({ path }: Sheet) => {
    const records: FileRecord[] = [];
    const { hiddenRows } = await readSheet(archive.read(path), {
      strings,
      dateStyles,
      is1904,
      onRecord: (record) => {
        records.push(record);
        assertRecords(records.length);
      },
    });
    return { records, hiddenRows };
  };
  const sheet = chosenSheet ?? 0;
  const chosen = sheets[sheet];
  if (chosen === undefined) throw new FileProblem("The workbook has no visible sheet.");
  return { kind: "workbook", sheets: sheets.map(({ name }) => name), sheet, ...(await read(chosen)) };
}

interface Relation {
  readonly id: string;
  readonly type: string;
  readonly path: string;
}

async function relationsOf(archive: Archive): Promise<readonly Relation[]> {
  const relations: Relation[] = [];
  await parseXml(archive.read("xl/_rels/workbook.xml.rels"), {
    onOpen: (name, attribute) => {
      // Links to other files are never followed.
      if (name !== "Relationship" || attribute("TargetMode") === "External") return;
      const target = attribute("Target") ?? "";
      const path = target.startsWith("/") ? target.slice(1) : `xl/${target}`;
      relations.push({ id: attribute("Id") ?? "", type: attribute("Type") ?? "", path });
    },
  });
  return relations;
}

async function workbookOf(archive: Archive, relations: readonly Relation[]): Promise<Workbook> {
  const sheets: Sheet[] = [];
  let is1904 = false;
  await parseXml(archive.read("xl/workbook.xml"), {
    onOpen: (name, attribute) => {
      if (name === "workbookPr") is1904 = attribute("date1904") === "1" || attribute("date1904") === "true";
      if (name !== "sheet" || (attribute("state") ?? "visible") !== "visible") return;
      const relation = relations.find(({ id }) => id === attribute("id"));
      // Charts have sheets without cells.
      if (relation?.type.endsWith("/worksheet")) sheets.push({ name: attribute("name") ?? "", path: relation.path });
    },
  });
  return { sheets, is1904 };
}

async function sharedStringsOf(archive: Archive, path: string | undefined): Promise<readonly string[]> {
  const strings: string[] = [];
  if (path === undefined || !archive.has(path)) return strings;
  let text = "";
  let isText = false;
  let isPhonetic = false;
  await parseXml(archive.read(path), {
    onOpen: (name) => {
      if (name === "si") text = "";
      if (name === "rPh") isPhonetic = true;
      if (name === "t") isText = true;
    },
    onText: (part) => {
      if (isText && !isPhonetic) text += part;
    },
    onClose: (name) => {
      if (name === "t") isText = false;
      if (name === "rPh") isPhonetic = false;
      if (name === "si") strings.push(text);
    },
  });
  return strings;
}

/** Whether each cell style shows a date. */
async function dateStylesOf(archive: Archive, path: string | undefined): Promise<readonly boolean[]> {
  const styles: boolean[] = [];
  if (path === undefined || !archive.has(path)) return styles;
  const codes = new Map<string, string>();
  let isCellFormat = false;
  await parseXml(archive.read(path), {
    onOpen: (name, attribute) => {
      if (name === "numFmt") codes.set(attribute("numFmtId") ?? "", attribute("formatCode") ?? "");
      if (name === "cellXfs") isCellFormat = true;
      if (name !== "xf" || !isCellFormat) return;
      const id = attribute("numFmtId") ?? "0";
      styles.push(isDateFormat(Number.parseInt(id, 10), codes.get(id)));
    },
    onClose: (name) => {
      if (name === "cellXfs") isCellFormat = false;
    },
  });
  return styles;
}
