import type { Direction } from "./bank-file.ts";
import type { BankFileState } from "./file-states.ts";

/** Counts what happens to files in this process (metrics). */
export interface FileObserver {
  moved(direction: Direction, state: BankFileState): void;
}

export const noObserver: FileObserver = { moved: () => undefined };
