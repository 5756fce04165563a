import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { allRefusals } from "../../server/src/contract/refusals.ts";

/**
 * The API's refusal codes that no test received, according to the records in this folder
 * (server/test/kit/service/received-refusals.ts).
 */
export function unreceived(folder: string): readonly string[] {
  const received = new Set(readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), "utf8").split("\n")));
  return allRefusals()
    .map(({ code }) => code)
    .filter((code) => !received.has(code));
}
