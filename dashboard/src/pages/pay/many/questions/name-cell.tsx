import { TwoLines } from "#ui/table/two-lines.tsx";
import { rowPlace } from "../rows/file-rows.ts";
import type { FileJob } from "../use-job.ts";
import { sumText } from "./cents-text.ts";
import type { OpenName } from "./open-names.ts";

const LENGTH_MAX = 80;

export const shortName = (name: string): string => (name.length > LENGTH_MAX ? `${name.slice(0, LENGTH_MAX)}…` : name);

/** A name as the file writes it, where it is, and what its rows add up to. */
export function NameCell({ state, name: { name, rows } }: { readonly state: FileJob; readonly name: OpenName }) {
  const [first] = rows;
  const place = first === undefined ? "" : rowPlace(state.job.file, first);
  const sum = sumText(rows.map(({ cents }) => cents));
  return (
    <TwoLines
      first={<span style={{ overflowWrap: "anywhere" }}>{shortName(name)}</span>}
      second={rows.length === 1 ? `${place}, ${sum}` : `${rows.length} rows from ${place}, ${sum}`}
    />
  );
}
