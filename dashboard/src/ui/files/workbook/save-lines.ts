import { plainAmount } from "../../money/cents.ts";
import { csvText } from "../csv.ts";
import { download, saveFile } from "../download.ts";
import { type LineCell, workbookFile } from "./workbook-file.ts";

export type { LineCell };
/** The header and the rows of a table. */
export type Lines = readonly (readonly LineCell[])[];

export const savedFormats = ["csv", "xlsx"] as const;
export type SavedFormat = (typeof savedFormats)[number];

/** Saves what a table shows as a file. */
export function saveLines(name: string, format: SavedFormat, lines: Lines): void {
  const text = (cell: LineCell) => (typeof cell === "string" ? cell : plainAmount(cell.dollars));
  if (format === "xlsx") saveFile(`${name}.xlsx`, workbookFile(lines));
  else download(`${name}.csv`, csvText(lines.map((cells) => cells.map(text))));
}
