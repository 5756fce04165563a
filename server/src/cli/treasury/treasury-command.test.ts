import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { freshDatabase } from "#test/kit/databases/databases.ts";
import { runCli } from "../run-cli.ts";

test("opens a treasury account, imports a custodian's files into it, and amends it once", async (t) => {
  const database = await freshDatabase();
  const folder = mkdtempSync(join(tmpdir(), "bursar-treasury-"));
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
      ask: () => Promise.resolve("98765432101"),
      complain: (line) => errors.push(line),
      exitWith: (code) => {
        asked = code;
      },
    });
    return { exitCode: exitCode || asked, output: output.join("\n"), errors: errors.join("\n") };
  };
  await bursar("org", "create", "Acme, Inc.");
  const opened = await bursar("account", "open", "Treasury", "--kind", "treasury", "--routing-number", "021000021");
  assert.equal(opened.exitCode, 0, opened.errors);

  const file = join(folder, "activity.csv");
  writeFileSync(
    file,
    "Reference,Date,Type,Amount\nA-1,2026-01-05,depositComplete,1000\nA-2,2026-01-31,dividendPosted,3.10\n",
  );
  const texts = [
    (await bursar("treasury", "import", file, "--dry-run")).output,
    (await bursar("treasury", "import", file)).output,
    (await bursar("treasury", "import", file)).output,
    (await bursar("treasury", "amend", "(1.10)", "Counted twice", "--reference", "fix-1")).output,
    (await bursar("treasury", "amend", "(1.10)", "Counted twice", "--reference", "fix-1")).output,
  ];
  assert.deepEqual(texts, [
    "Would add 2 rows. Balance: 0.00 → 1,003.10 USD.",
    "Added 2 rows. Balance: 0.00 → 1,003.10 USD.",
    "Added 0 rows, 2 rows imported earlier. Balance: 1,003.10 → 1,003.10 USD.",
    "Added 1 row. Balance: 1,003.10 → 1,002.00 USD.",
    "Added 0 rows, 1 row imported earlier. Balance: 1,002.00 → 1,002.00 USD.",
  ]);
  assert.match((await bursar("account", "list")).output, /treasury.*1,002\.00/);

  writeFileSync(file, "Reference,Date,Type,Amount\nB-1,2026-01-05,withdrawalPosted,-5000\n");
  const preview = await bursar("treasury", "import", file, "--preview");
  assert.deepEqual(
    [preview.exitCode, preview.output],
    [1, "Nothing can be imported: 1 problem.\n  line 2: The account has only $1,002.00 left at this point."],
  );
  assert.equal((await bursar("treasury", "import", file)).exitCode, 2);
  assert.match((await bursar("treasury", "import", join(folder, "missing.csv"))).errors, /cannot be read/);

  const form = join(folder, "1099.pdf");
  writeFileSync(form, "%PDF-1.7");
  const period = ["--from", "2025-01-01", "--to", "2025-12-31", "--description", "1099-DIV for 2025"];
  assert.match((await bursar("treasury", "document", form, "--type", "1099", ...period)).output, /^Added /);
  assert.equal((await bursar("ledger", "verify")).exitCode, 0);
});
