import { readFileSync } from "node:fs";
import { join } from "node:path";

/** This version of the service, from its package. */
export function version(): string {
  const text = readFileSync(join(import.meta.dirname, "../../../package.json"), "utf8");
  const { version: stated } = JSON.parse(text) as { readonly version: string };
  return stated;
}
