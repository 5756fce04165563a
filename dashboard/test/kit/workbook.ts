import { zip } from "../../../server/test/kit/files/sample-files.ts";

/** A value of a sheet as a spreadsheet program stores it. */
export type SheetValue =
  | string
  | number
  | { readonly serial: number }
  | { readonly formula: string; readonly result?: number };

export interface SheetOptions {
  readonly is1904?: boolean;
  /** Other sheets by name; the first sheet is named Payments. */
  readonly others?: Readonly<Record<string, readonly (readonly SheetValue[])[]>>;
  /** Rows (starting at 1) that are hidden. */
  readonly hidden?: readonly number[];
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

const letters = (column: number): string =>
  column < 26 ? String.fromCharCode(65 + column) : letters(Math.floor(column / 26) - 1) + letters(column % 26);

function cellXml(value: SheetValue, address: string): string {
  if (value === "") return "";
  if (typeof value === "string")
    return `<c r="${address}" t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`;
  if (typeof value === "number") return `<c r="${address}"><v>${value}</v></c>`;
  if ("serial" in value) return `<c r="${address}" s="1"><v>${value.serial}</v></c>`;
  const result = value.result === undefined ? "" : `<v>${value.result}</v>`;
  return `<c r="${address}"><f>${escaped(value.formula)}</f>${result}</c>`;
}

function sheetXml(rows: readonly (readonly SheetValue[])[], hidden: readonly number[]): string {
  const body = rows.map((cells, row) => {
    const number = row + 1;
    const xml = cells.map((value, column) => cellXml(value, `${letters(column)}${number}`)).join("");
    return `<row r="${number}"${hidden.includes(number) ? ' hidden="1"' : ""}>${xml}</row>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?><worksheet xmlns="${MAIN}"><sheetData>${body.join("")}</sheetData></worksheet>`;
}

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships";

/** An XLSX file, with the parts that spreadsheet programs write. Style 1 is a date. */
export function workbook(rows: readonly (readonly SheetValue[])[], options: SheetOptions = {}): Buffer {
  const { is1904 = false, others = {}, hidden = [] } = options;
  const sheets = [
    { name: "Payments", rows, hidden },
    ...Object.entries(others).map(([name, values]) => ({ name, rows: values, hidden: [] })),
  ];
  const part = (name: string, xml: string) => ({ name, content: Buffer.from(xml) });
  return zip([
    part(
      "xl/workbook.xml",
      `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><workbookPr date1904="${is1904 ? 1 : 0}"/><sheets>${sheets
        .map(({ name }, index) => `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)
        .join("")}</sheets></workbook>`,
    ),
    part(
      "xl/_rels/workbook.xml.rels",
      `<Relationships xmlns="${PACKAGE}"><Relationship Id="rId90" Type="${RELATIONS}/styles" Target="styles.xml"/>${sheets
        .map(
          (_, index) =>
            `<Relationship Id="rId${index + 1}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
        )
        .join("")}</Relationships>`,
    ),
    part(
      "xl/styles.xml",
      `<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="170" formatCode="dd\\.mm\\.yyyy"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs></styleSheet>`,
    ),
    ...sheets.map((sheet, index) => part(`xl/worksheets/sheet${index + 1}.xml`, sheetXml(sheet.rows, sheet.hidden))),
  ]);
}
