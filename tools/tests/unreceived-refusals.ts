import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The refusal codes that no test received, according to the records in this folder
 * (server/test/kit/service/received-refusals.ts).
 */
export function unreceived(codes: readonly string[], folder: string): readonly string[] {
  const received = new Set(readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), "utf8").split("\n")));
  return codes.filter((code) => !received.has(code));
}
