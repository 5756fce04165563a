import { readFileSync } from "node:fs";
import { WrongUsage } from "./action.ts";
import { systemProblem } from "./system-problem.ts";

/** The bytes of a file; throws WrongUsage, which names the file and says why it cannot be read. */
export function fileBytes(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new WrongUsage(`${path} cannot be read: ${systemProblem(error)}.`, { cause: error });
  }
}

export const fileText = (path: string): string => fileBytes(path).toString("utf8");
