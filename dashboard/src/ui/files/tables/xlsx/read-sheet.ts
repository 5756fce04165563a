import { assertColumns, type Cell, type FileRecord, textOfCell } from "../file-table.ts";
import { columnOf, numericCell } from "./cell-values.ts";
import { parseXml } from "./parse-xml.ts";

interface SheetContext {
  readonly strings: readonly string[];
  readonly dateStyles: readonly boolean[];
  readonly is1904: boolean;
  /** Called for each row that is not empty; may throw to stop. */
  readonly onRecord: (record: FileRecord) => void;
}

/** A cell while its elements are read. */
interface OpenCell {
  readonly column: number;
  readonly type: string;
  readonly isDate: boolean;
  value: string;
  hasFormula: boolean;
}

/** The cells of a sheet, row by row. */
export async function readSheet(
  chunks: AsyncIterable<Uint8Array>,
  context: SheetContext,
): Promise<{ readonly hiddenRows: number }> {
  let line = 0;
  let cells: Cell[] = [];
  let isHidden = false;
  let hiddenRows = 0;
  let open: OpenCell | undefined;
  let isValue = false;
  const beginCell = (attribute: (name: string) => string | undefined) => {
    const address = attribute("r");
    const style = Number.parseInt(attribute("s") ?? "0", 10);
    open = {
      column: address === undefined ? cells.length : columnOf(address),
      type: attribute("t") ?? "n",
      isDate: context.dateStyles[style] ?? false,
      value: "",
      hasFormula: false,
    };
  };
  const endCell = ({ column, ...cell }: OpenCell) => {
    const value = cellValueOf(cell, context);
    if (value === "") return;
    assertColumns(column + 1, `Row ${line}`);
    while (cells.length < column) cells.push("");
    cells[column] = value;
  };
  const endRow = () => {
    // A cell that shows an error counts, although it has no text.
    if (!cells.some((cell) => textOfCell(cell) !== "" || typeof cell !== "string")) return;
    if (isHidden) hiddenRows += 1;
    context.onRecord({ line, cells });
  };
  await parseXml(chunks, {
    onOpen: (name, attribute) => {
      if (name === "row") {
        line = Number.parseInt(attribute("r") ?? String(line + 1), 10);
        isHidden = attribute("hidden") === "1" || attribute("hidden") === "true";
        cells = [];
      } else if (name === "c") beginCell(attribute);
      else if (name === "f" && open !== undefined) open.hasFormula = true;
      else if (name === "v" || name === "t") isValue = true;
    },
    onText: (text) => {
      if (isValue && open !== undefined) open.value += text;
    },
    onClose: (name) => {
      if (name === "v" || name === "t") isValue = false;
      else if (name === "c" && open !== undefined) {
        endCell(open);
        open = undefined;
      } else if (name === "row") endRow();
    },
  });
  return { hiddenRows };
}

function cellValueOf({ type, value, isDate, hasFormula }: Omit<OpenCell, "column">, context: SheetContext): Cell {
  if (hasFormula && value === "" && type !== "str")
    return {
      kind: "error",
      value: "has a formula without a stored result; save the workbook in your spreadsheet program",
    };
  if (type === "e") return { kind: "error", value: `shows the error ${value}` };
  if (type === "s") return (context.strings[Number.parseInt(value, 10)] ?? "").trim();
  if (type === "b") return value === "1" ? "TRUE" : "FALSE";
  if (type === "d") return { kind: "date", value: value.slice(0, 10) };
  if (type === "n" && value !== "") return numericCell(value, isDate, context.is1904);
  return value.trim();
}
