import { spawn, spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CallResult, KnownDifferences, Sandbox } from "./calls.ts";

/** The official Go SDK of this API family. Go verifies that the module is the published one by these checksums. */
const MODULE = "github.com/MercuryTechnologies/mercury-go";
export const GO_SDK = { name: MODULE, version: "v0.13.9" };
const CHECKSUMS = [
  `${MODULE} ${GO_SDK.version} h1:8iByhYS2FB1dvR2mUwaWZOaBdSDo+01EZZElD1ixTaI=`,
  `${MODULE} ${GO_SDK.version}/go.mod h1:ExYve8WcrjrixtuTiKvJLGrGPXA/wQIlx+ETFDJTQjQ=`,
];

export const goSdkDifferences: KnownDifferences = {};

/** Builds the session. Returns the reason if the module cannot be had. */
export function buildGoSession(folder: string): string | undefined {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(import.meta.dirname, "go-sdk.go.txt"), join(folder, "main.go"));
  writeFileSync(join(folder, "go.mod"), `module interop\n\ngo 1.22\n\nrequire ${MODULE} ${GO_SDK.version}\n`);
  writeFileSync(join(folder, "go.sum"), `${CHECKSUMS.join("\n")}\n`);
  for (const [step, ...args] of [
    ["download", "mod", "download", MODULE],
    ["tidy", "mod", "tidy"],
    ["build", "build", "-o", "session", "."],
  ] as const) {
    const { status, stderr } = spawnSync("go", args, { cwd: folder, encoding: "utf8" });
    if (status === 0) continue;
    if (step === "download" && !stderr.includes("SECURITY ERROR")) return stderr.trim().split("\n").at(-1)?.trim();
    throw new Error(stderr);
  }
  return undefined;
}

/** Runs the session, which prints a line of JSON about each call. */
export function runGoSession(folder: string, sandbox: Sandbox): Promise<CallResult[]> {
  const env = {
    PATH: process.env["PATH"],
    HOME: folder,
    MERCURY_BASE_URL: `${sandbox.url}/api/v1`,
    MERCURY_API_KEY: sandbox.token,
    INTEROP_ACCOUNT: sandbox.account,
    INTEROP_SAVINGS: sandbox.savings,
    INTEROP_RECEIVER: sandbox.receiver,
    INTEROP_RUN: sandbox.run,
  };
  return new Promise((resolve, reject) => {
    const child = spawn(join(folder, "session"), [], { cwd: folder, env });
    let [output, complaints] = ["", ""];
    child.stdout.on("data", (chunk) => (output += String(chunk)));
    child.stderr.on("data", (chunk) => (complaints += String(chunk)));
    child.on("error", reject);
    child.on("close", (code) => {
      // The session of this folder wrote them.
      const results = output
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line) as CallResult);
      resolve(code === 0 ? results : [...results, { call: "session", passed: false, detail: complaints.slice(-300) }]);
    });
  });
}
