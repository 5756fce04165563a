import { readFileSync } from "node:fs";
import { PACKAGE_FILE } from "./package-folder.ts";

/** This version of the service, from its package. */
export function version(): string {
  const { version: stated } = JSON.parse(readFileSync(PACKAGE_FILE, "utf8")) as { readonly version: string };
  return stated;
}
