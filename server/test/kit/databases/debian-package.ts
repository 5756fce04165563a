import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Whether packages can be installed without asking the user: on Debian, as root, in a container or on CI. */
export const canInstallPackages = (): boolean => process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");

/** Installs what the tests need. @throws Error with `otherwise` (what to install by hand) and apt's error message */
export function installPackage(name: string, otherwise: string): void {
  process.stderr.write(`Installing ${name} for the tests (once) …\n`);
  for (const args of [
    ["update", "-qq"],
    // Another test's process may be installing something.
    ["install", "-y", "-qq", "--no-install-recommends", "-o", "DPkg::Lock::Timeout=600", name],
  ]) {
    const { status, stderr } = spawnSync("apt-get", args, {
      encoding: "utf8",
      stdio: ["ignore", "ignore", "pipe"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
    // An unreachable repository fails the update, but the package list may already be good enough: only the
    // installation counts.
    if (status !== 0 && args[0] === "install") throw new Error(`${otherwise}\napt-get says: ${stderr.trim()}`);
  }
}
