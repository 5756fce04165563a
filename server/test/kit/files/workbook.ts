import { strFromU8, unzipSync } from "fflate";
import { SaxesParser } from "saxes";

/** A cell as a spreadsheet reads it: an inline text, or a number with its format. */
export interface WorkbookCell {
  readonly text?: string;
  readonly number?: number;
  readonly format: string;
}

export interface WorkbookSheet {
  readonly name: string;
  /** How many rows stay in view. */
  readonly frozenRows: number;
  /** By the names of their places, such as B2. */
  readonly cells: ReadonlyMap<string, WorkbookCell>;
  /** Names of all elements: a formula would be an `f`. */
  readonly elements: ReadonlySet<string>;
}

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  text: string;
}

/** The elements of a document, in the order in which they end, with their own text. */
function elementsOf(xml: string): readonly Element[] {
  const ended: Element[] = [];
  const open: Element[] = [];
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => void open.push({ name, attributes, text: "" }));
  parser.on("text", (text) => {
    const current = open.at(-1);
    if (current) current.text += text;
  });
  parser.on("closetag", () => {
    const element = open.pop();
    if (element) ended.push(element);
  });
  parser.write(xml).close();
  return ended;
}

/** What `_xHHHH_` stands for (ECMA-376 part 1, ST_Xstring). */
const decoded = (text: string): string =>
  text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** The sheets of an XLSX file, in order. */
export function sheetsOf(file: Uint8Array): readonly WorkbookSheet[] {
  const parts = unzipSync(file);
  const part = (path: string): readonly Element[] => {
    const bytes = parts[path];
    if (bytes === undefined) throw new TypeError(`The file has no ${path}`);
    return elementsOf(strFromU8(bytes));
  };
  const named = (elements: readonly Element[], name: string) => elements.filter((element) => element.name === name);
  const targets = new Map(
    named(part("xl/_rels/workbook.xml.rels"), "Relationship").map(({ attributes }) => [
      attributes["Id"],
      attributes["Target"],
    ]),
  );
  const formats = formatsOf(strFromU8(parts["xl/styles.xml"] ?? new Uint8Array()));
  return named(part("xl/workbook.xml"), "sheet").map(({ attributes }) => {
    const elements = part(`xl/${targets.get(attributes["r:id"])}`);
    return {
      name: attributes["name"] ?? "",
      frozenRows: Number(named(elements, "pane")[0]?.attributes["ySplit"] ?? 0),
      cells: cellsOf(elements, formats),
      elements: new Set(elements.map(({ name }) => name)),
    };
  });
}

/** The number format of each cell style. */
function formatsOf(xml: string): readonly string[] {
  const custom = new Map<string, string>();
  const formats: string[] = [];
  let isCell = false;
  const parser = new SaxesParser();
  parser.on("opentag", ({ name, attributes }) => {
    if (name === "numFmt") custom.set(String(attributes["numFmtId"]), String(attributes["formatCode"]));
    if (name === "cellXfs") isCell = true;
    const id = String(attributes["numFmtId"]);
    if (name === "xf" && isCell) formats.push(custom.get(id) ?? (id === "49" ? "@" : id));
  });
  parser.on("closetag", ({ name }) => {
    if (name === "cellXfs") isCell = false;
  });
  parser.write(xml).close();
  return formats;
}

function cellsOf(elements: readonly Element[], formats: readonly string[]): ReadonlyMap<string, WorkbookCell> {
  const cells = new Map<string, WorkbookCell>();
  let content: Element | undefined;
  for (const element of elements) {
    if (element.name === "t" || element.name === "v") content = element;
    if (element.name !== "c") continue;
    const { r = "", s = "0", t } = element.attributes;
    const format = formats[Number(s)] ?? "";
    const text = content?.text ?? "";
    cells.set(r, t === "inlineStr" ? { text: decoded(text), format } : { number: Number(text), format });
    content = undefined;
  }
  return cells;
}
