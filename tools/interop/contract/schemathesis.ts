import { copyFileSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { startBursar } from "../../../server/src/main/testing/start-bursar.ts";
import { run, talk } from "../run-program.ts";

const SCHEMATHESIS = "schemathesis==4.32.5";

/**
 * Sends what Schemathesis derives from the document, valid and invalid, to a service that keeps nothing, and compares each
 * answer with the document. Throws with the report if one is not as documented.
 */
export async function testBySchema(folder: string, document: string): Promise<string> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  run(folder, "python3", "-m", "venv", "venv");
  run(folder, join(folder, "venv/bin/python"), "-m", "pip", "install", "--quiet", SCHEMATHESIS);
  copyFileSync(join(import.meta.dirname, "schemathesis.toml"), join(folder, "schemathesis.toml"));
  // No time passes: sessions, links, and limits do not end while it works.
  const bursar = await startBursar();
  try {
    const account = bursar.accounts.find(({ kind }) => kind === "checking")?.id ?? "";
    const report = await talk(
      folder,
      [join(folder, "venv/bin/schemathesis"), "--no-color", "run", document, "--url", bursar.baseUrl],
      { BURSAR_TOKEN: bursar.tokens.readWrite, BURSAR_ACCOUNT: account },
    );
    return `${SCHEMATHESIS} finds nothing: ${/[\d,]+ generated[^\n]*/.exec(report)?.[0] ?? report.trim().slice(-200)}`;
  } finally {
    await bursar.stop();
  }
}
