import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { readConfig } from "#kernel/process/config.ts";
import { createLog } from "#kernel/process/log.ts";
import { acrossOrganizations } from "#kernel/sql/scope.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { openService } from "#main/open-service.ts";
import { newBankFile } from "#test/kit/bank-files/new-bank-file.ts";
import { freshDatabase } from "#test/kit/databases/databases.ts";
import { runCli } from "../run-cli.ts";

describe("bursar files", () => {
  const folder = mkdtempSync(join(tmpdir(), "bursar-files-test-"));
  const text = "101 091000019 1234567890".repeat(10_000);
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let environment: Readonly<Record<string, string>>;
  let fileId: string;

  const bursar = async (...args: readonly string[]) => {
    const [output, errors]: [string[], string[]] = [[], []];
    const bytes: Buffer[] = [];
    let asked = 0;
    const exitCode = await runCli(args, {
      environment,
      print: (line) => output.push(line),
      write: async (content) => {
        for await (const chunk of content) bytes.push(Buffer.from(chunk));
      },
      ask: () => Promise.reject(new Error("Nobody is there to answer")),
      complain: (line) => errors.push(line),
      exitWith: (code) => {
        asked = code;
      },
    });
    return {
      exitCode: exitCode || asked,
      output: output.join("\n"),
      errors: errors.join("\n"),
      bytes: Buffer.concat(bytes),
    };
  };

  before(async () => {
    database = await freshDatabase();
    environment = { DATABASE_URL: database.url, BURSAR_DATA_DIR: folder, BURSAR_LOG_LEVEL: "silent" };
    const created = await bursar("org", "create", "Acme, Inc.", "--json");
    const { organizationId } = JSON.parse(created.output) as { organizationId: OrganizationId };
    const opened = await openService(readConfig(environment), createLog({ level: "silent" }));
    fileId = await acrossOrganizations(() => newBankFile(opened.service, organizationId, { text }));
    await opened.close();
  });
  after(async () => {
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  test("list prints the documented members", async () => {
    const [file, ...others] = JSON.parse((await bursar("files", "list", "--json")).output);
    assert.equal(others.length, 0);
    assert.deepEqual(Object.keys(file), [
      "id",
      "direction",
      "rail",
      "format",
      "name",
      "createdAt",
      "state",
      "transactions",
      "bytes",
      "sha256",
    ]);
    assert.deepEqual(
      [file.id, file.direction, file.rail, file.format, file.state, file.transactions, file.bytes],
      [fileId, "out", "ach", "nacha", "written", 1, text.length],
    );
    assert.match((await bursar("files", "list")).output, new RegExp(`^ID .*\n${fileId} .* written `));
    assert.equal((await bursar("files", "list", "--direction", "in")).output, "No files.");
    assert.equal((await bursar("files", "list", "--state", "lost")).exitCode, 2);
  });

  test("show prints the file with its payments", async () => {
    const file = JSON.parse((await bursar("files", "show", fileId, "--json")).output);
    assert.equal(file.payments.length, 1);
    const shown = (await bursar("files", "show", fileId)).output;
    assert.match(shown, /^State {7}written$/m);
    assert.match(shown, /^PLACE {2}PAYMENT .*AMOUNT {2}RECIPIENT {2}PURPOSE {2}REFERENCE$/m);
    assert.match(shown, new RegExp(`^ +1  ${file.payments[0].transactionId} `, "m"));
    const unknown = await bursar("files", "show", "01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b10");
    assert.equal(unknown.exitCode, 1);
    assert.equal((await bursar("files", "show", "7")).exitCode, 2);
  });

  test("download writes the bytes to standard output, or to a new private file", async () => {
    const { bytes, output, exitCode } = await bursar("files", "download", fileId);
    assert.deepEqual([bytes.toString(), output, exitCode], [text, "", 0]);
    const to = join(folder, "copy.ach");
    assert.equal((await bursar("files", "download", fileId, "--output", to)).exitCode, 0);
    assert.equal(readFileSync(to, "utf8"), text);
    assert.equal(statSync(to).mode & 0o777, 0o600);
    assert.equal((await bursar("files", "download", fileId, "--output", to)).exitCode, 2, "it exists");
  });

  test("a damaged file is not downloaded", async () => {
    const objects = await readdir(join(folder, "attachments"), { recursive: true, withFileTypes: true });
    const [object] = objects.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    assert.ok(object);
    const whole = await readFile(object);
    await writeFile(object, whole.subarray(0, whole.length - 100));
    assert.equal((await bursar("files", "download", fileId)).exitCode, 1);
    await writeFile(object, whole);
  });

  test("decisions about a file in no such state are refused", async () => {
    for (const args of [["retry"], ["retry", "--resend"], ["retry", "--sent"], ["dismiss"]]) {
      const [command = "", ...options] = args;
      const refused = await bursar("files", command, fileId, ...options);
      assert.equal(refused.exitCode, 1, args.join(" "));
      assert.match(refused.errors, /This file is written/);
    }
    assert.equal((await bursar("files", "retry", fileId, "--sent", "--resend")).exitCode, 2);
  });
});
