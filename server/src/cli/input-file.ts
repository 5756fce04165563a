import { readFileSync } from "node:fs";
import { invalidRequest } from "#kernel/http/http-refusals.ts";

/** The bytes of a file; refuses with `invalidRequest`, which names the file. */
export function fileBytes(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const message = `cannot be read: ${error instanceof Error ? error.message : String(error)}`;
    throw invalidRequest([{ path, message }]);
  }
}

export const fileText = (path: string): string => fileBytes(path).toString("utf8");
