import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { settings } from "../../server/src/kernel/process/config.ts";
import { canInstallPackages, installPackage } from "../../server/test/kit/databases/debian-package.ts";

const FOLDER = join(import.meta.dirname, "../../deploy/systemd");
const UNIT = join(FOLDER, "bursar.service");
const ADVICE = "The test of the unit needs systemd-analyze. Install systemd on Linux, and run this again.";
/** Of 10; what a service has that reaches the network and runs from the machine's root. */
const MOST_EXPOSED = 2;

const isInstalled = (): boolean => spawnSync("systemd-analyze", ["--version"]).status === 0;

function missingSystemd(): string | false {
  if (isInstalled()) return false;
  if (!canInstallPackages()) return ADVICE;
  installPackage("systemd", ADVICE);
  return isInstalled() ? false : ADVICE;
}

describe("the unit of systemd", () => {
  it("is hardened", { skip: missingSystemd() }, () => {
    const analyzed = spawnSync(
      "systemd-analyze",
      ["security", "--offline=true", "--no-pager", `--threshold=${MOST_EXPOSED * 10}`, UNIT],
      { encoding: "utf8" },
    );
    assert.equal(analyzed.status, 0, analyzed.stdout + analyzed.stderr);
    const [, exposure = ""] = /Overall exposure level for bursar\.service: ([\d.]+)/.exec(analyzed.stdout) ?? [];
    assert.ok(Number(exposure) > 0 && Number(exposure) <= MOST_EXPOSED, analyzed.stdout);
  });

  it("uses settings that the service has", () => {
    const text = readFileSync(UNIT, "utf8") + readFileSync(join(FOLDER, "bursar.env"), "utf8");
    const used = [...text.matchAll(/^(?:Environment=|#)?([A-Z_]{4,})=/gm)].map(([, name]) => name);
    const names = new Set<string | undefined>(settings.map(({ name }) => name));
    assert.ok(used.length > 5);
    assert.deepEqual(
      used.filter((name) => !names.has(name)),
      [],
    );
  });
});
