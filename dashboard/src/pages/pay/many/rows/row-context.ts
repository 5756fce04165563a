import type { RowResult } from "../file-store.ts";
import type { FileJob } from "../use-job.ts";
import type { FileRow } from "./file-rows.ts";
import type { RowPreview } from "./use-checks.ts";
import type { RowSelection } from "./use-row-selection.ts";

/** What is known of each row. */
export interface RowContext {
  readonly state: FileJob;
  readonly results: ReadonlyMap<number, RowResult>;
  readonly checkOf: (row: FileRow) => RowPreview | undefined;
  readonly selection: RowSelection;
}
