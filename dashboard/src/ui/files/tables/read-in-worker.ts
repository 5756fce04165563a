import { FileProblem, type TableChoices } from "./file-table.ts";
import type { ReadAnswer, ReadRequest } from "./file-worker.ts";
import type { ReadFile } from "./read-file.ts";

/** A file of the largest size takes about a second. */
const TIME_MS = 20_000;

/** @throws FileProblem with a message for the user */
export function readInWorker(file: Blob, choices: TableChoices = {}): Promise<ReadFile> {
  // Browsers offer digests only on secure connections and localhost.
  if (!globalThis.isSecureContext)
    return Promise.reject(new FileProblem("Reading a file requires a secure connection (HTTPS)."));
  const worker = new Worker(new URL("./file-worker.ts", import.meta.url), { type: "module" });
  const { promise, resolve, reject } = Promise.withResolvers<ReadFile>();
  const timer = setTimeout(
    () => reject(new FileProblem("The file took too long to read. Save the rows in a smaller file.")),
    TIME_MS,
  );
  worker.addEventListener("message", ({ data }: MessageEvent<ReadAnswer>) => {
    if ("read" in data) resolve(data.read);
    else reject(new FileProblem(data.problem));
  });
  worker.addEventListener("error", () => reject(new FileProblem("The file could not be read.")));
  worker.postMessage({ file, choices } satisfies ReadRequest);
  return promise.finally(() => {
    clearTimeout(timer);
    worker.terminate();
  });
}
