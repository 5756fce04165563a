import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { canInstallPackages, installPackage } from "../databases/debian-package.ts";

/** Prometheus's own checker of metrics, rules, and their tests. */
const INSTALL =
  "Tests of metrics and alert rules need promtool. Install it (Debian: apt-get install prometheus; elsewhere: go install github.com/prometheus/prometheus/cmd/promtool@v0.304.2), or set PROMTOOL to its path, and run this again.";
const PLACES = ["/usr/bin/promtool", "/usr/local/bin/promtool", "/opt/homebrew/bin/promtool"];

const pathOf = (): string | undefined =>
  [process.env["PROMTOOL"] ?? "", ...PLACES].find((path) => path !== "" && existsSync(path));

/** The reason to skip, or false. Installs promtool where no consent is needed. */
export function missingPromtool(): string | false {
  if (pathOf() !== undefined) return false;
  if (!canInstallPackages()) return INSTALL;
  installPackage("prometheus", INSTALL);
  return pathOf() === undefined ? INSTALL : false;
}

/** Runs it. Returns what it has said against the input; empty if it has nothing. */
export function promtool(
  args: readonly string[],
  options: { readonly cwd?: string; readonly input?: string } = {},
): string {
  const path = pathOf();
  if (path === undefined) throw new Error(INSTALL);
  const { status, stdout, stderr } = spawnSync(path, args, { ...options, encoding: "utf8" });
  return status === 0 ? "" : `${stdout}${stderr}` || `exit code ${status}`;
}
