import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { freshDatabase } from "#test/kit/databases/databases.ts";
import { runCli } from "./run-cli.ts";

test("loads the list from several files, and says what screens", async (t) => {
  const database = await freshDatabase();
  const folder = mkdtempSync(join(tmpdir(), "bursar-screening-"));
  t.after(async () => {
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });
  const bursar = async (...args: readonly string[]) => {
    const [output, errors]: [string[], string[]] = [[], []];
    let asked = 0;
    const exitCode = await runCli(args, {
      environment: { DATABASE_URL: database.url, BURSAR_DATA_DIR: folder, BURSAR_LOG_LEVEL: "silent" },
      print: (line) => output.push(line),
      write: () => Promise.reject(new Error("No command of this test writes bytes")),
      ask: () => Promise.reject(new Error("No command of this test asks")),
      complain: (line) => errors.push(line),
      exitWith: (code) => {
        asked = code;
      },
    });
    return { exitCode: exitCode || asked, output: output.join("\n"), errors: errors.join("\n") };
  };
  const file = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  await bursar("org", "create", "Acme, Inc.");
  const sdn = file("SDN.CSV", `101,"BLACKWOOD, Dmitri","individual","SDNT"${",-0- ".repeat(8)}\r\n\u001a`);
  const alt = file("ALT.CSV", '101,1,"aka","BLAKWUD, Dimitri",-0- \r\n');

  const alone = await bursar("screening", "load", sdn);
  assert.equal(alone.exitCode, 1);
  assert.match(alone.errors, /ALT\.CSV/);
  const loaded = await bursar("screening", "load", sdn, alt);
  assert.equal(loaded.exitCode, 0, loaded.errors);
  assert.match(loaded.output, /^Loaded OFAC SDN with 1 entry, loaded .*SDN\.CSV \(SHA-256 .*ALT\.CSV/);
  const listed = await bursar("screening", "list");
  assert.equal(listed.exitCode, 0, listed.errors);
  assert.match(listed.output, /^Nothing is screened\..*List: OFAC SDN with 1 entry.*No open cases\.$/s);
  const unknown = await bursar("screening", "show", "01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b10");
  assert.equal(unknown.exitCode, 1);
});
