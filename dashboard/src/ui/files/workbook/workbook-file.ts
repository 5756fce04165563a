import { plainAmount } from "../../money/cents.ts";
import { type ArchivedFile, zipFile } from "../zip-file.ts";

/** A text, or an amount of dollars. */
export type LineCell = string | { readonly dollars: number };

const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const PART = "application/vnd.openxmlformats-officedocument.spreadsheetml";

const relations = (type: string, target: string, more = ""): string =>
  `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/${type}" Target="${target}"/>${more}</Relationships>`;

/** Indexes of `cellXfs`. 49 is the built-in format for text: what is typed into such a cell is no formula. */
const styles = { header: 1, text: 2, dollars: 3 } as const;
const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="&quot;$&quot;#,##0.00;\\-&quot;$&quot;#,##0.00"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`;

const PARTS: readonly ArchivedFile[] = [
  {
    name: "[Content_Types].xml",
    content: `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${PART}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${PART}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${PART}.styles+xml"/></Types>`,
  },
  { name: "_rels/.rels", content: relations("officeDocument", "xl/workbook.xml") },
  {
    name: "xl/workbook.xml",
    content: `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Rows" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  },
  {
    name: "xl/_rels/workbook.xml.rels",
    content: relations(
      "worksheet",
      "worksheets/sheet1.xml",
      `<Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/>`,
    ),
  },
  { name: "xl/styles.xml", content: STYLES },
];

/** What XML 1.0 does not allow, and what has a meaning in it. */
const NOT_ALLOWED = /(?![\t\n\r])\p{Cc}|[\ufffe\uffff]|\p{Cs}/gu;
const escaped = (text: string): string =>
  text.replaceAll(NOT_ALLOWED, "").replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const cellXml = (cell: LineCell, style: number): string =>
  typeof cell === "string"
    ? `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`
    : `<c s="${styles.dollars}"><v>${plainAmount(cell.dollars)}</v></c>`;

/** A workbook with one sheet, whose first line stays in view. Texts are texts, never formulas. */
export function workbookFile(lines: readonly (readonly LineCell[])[]): Blob {
  const rows = lines.map((cells, line) => {
    const style = line === 0 ? styles.header : styles.text;
    return `<row r="${line + 1}">${cells.map((cell) => cellXml(cell, style)).join("")}</row>`;
  });
  const view =
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" state="frozen"/></sheetView></sheetViews>';
  const sheet = `${HEAD}<worksheet xmlns="${MAIN}">${view}<sheetData>${rows.join("")}</sheetData></worksheet>`;
  return zipFile([...PARTS, { name: "xl/worksheets/sheet1.xml", content: sheet }], XLSX);
}
