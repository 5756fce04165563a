import { FileProblem, type TableChoices } from "./file-table.ts";
import { type ReadFile, readFile } from "./read-file.ts";

/** Reads a file in a thread of its own, so that the page stays responsive whatever the file contains. */
export interface ReadRequest {
  readonly file: Blob;
  readonly choices: TableChoices;
}
export type ReadAnswer = { readonly read: ReadFile } | { readonly problem: string };

self.addEventListener("message", ({ data: { file, choices } }: MessageEvent<ReadRequest>) => {
  readFile(file, choices).then(
    (read) => self.postMessage({ read } satisfies ReadAnswer),
    (error: unknown) => {
      const problem = error instanceof FileProblem ? error.message : "The file could not be read.";
      self.postMessage({ problem } satisfies ReadAnswer);
    },
  );
});
