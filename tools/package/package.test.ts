import assert from "node:assert/strict";
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { cpSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { startEmbedded } from "../../server/src/kernel/embedded/open-embedded.ts";
import { openPostgres } from "../../server/src/kernel/sql/postgres.ts";
import { restoreSnapshot, shippedSnapshot } from "../../server/src/main/double/snapshot.ts";
import { freePort } from "../../server/test/kit/service/free-port.ts";
import { folderWithPackage, machine } from "../kit/installed-package.ts";
import { endGroup } from "../kit/process-group.ts";

/** The package as someone else uses it: packed, and installed into an empty folder (tools/kit/installed-package.ts). */
const ROOT = join(import.meta.dirname, "../..");
const MIB = 1024 ** 2;
const START_LIMIT_MS = 180_000;

let folder: string;
const run = (program: string, ...args: readonly string[]): string =>
  execFileSync(program, args, { cwd: folder, encoding: "utf8", env: machine });

before(async () => {
  folder = await folderWithPackage();
});
after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

const installed = () => join(folder, "node_modules/bursar");

describe("the package", () => {
  it("has at most 48 MB without the programs of the platform, with 10 of documentation", () => {
    const files = globSync("**", { cwd: installed() }).map((path) => statSync(join(installed(), path)));
    const size = files.filter((file) => file.isFile()).reduce((sum, file) => sum + file.size, 0);
    assert.ok(size < 48 * MIB, `${Math.round(size / MIB)} MB`);
  });

  it("passes on the licenses of what it contains, and no test or credential of ours", () => {
    const notices = readFileSync(join(installed(), "THIRD-PARTY-NOTICES"), "utf8");
    for (const library of ["fastify", "pdfkit", "undici", "typebox"])
      assert.match(notices, new RegExp(`^${library} \\d+\\.\\d+\\.\\d+, MIT$`, "m"));
    const licenses = readFileSync(join(installed(), "dashboard/LICENSES.md"), "utf8");
    for (const library of ["react", "@mantine/core"])
      assert.match(licenses, new RegExp(`^## ${library} - .* \\(MIT\\)$`, "m"));
    assert.match(readFileSync(join(installed(), "docs/LICENSES.md"), "utf8"), /^## minisearch - .* \(MIT\)$/m);
    const named = globSync("**/*{.test.,.env,.npmrc,data/}*", { cwd: installed() });
    assert.deepEqual(named, []);
  });

  it("brings a migrated database without a row of anybody, for test doubles", async (t) => {
    const path = shippedSnapshot(join(installed(), "snapshots"));
    const dataDir = join(folder, "snapshot");
    mkdirSync(dataDir);
    assert.ok(restoreSnapshot(path, dataDir));
    const server = await startEmbedded({ dataDir });
    const database = openPostgres({ url: server.url, poolSize: 1 });
    const tables = await database.many<{ name: string }>({
      text: "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
      values: [],
    });
    const filled: string[] = [];
    for (const { name } of tables)
      if ((await database.many({ text: `select from ${name} limit 1`, values: [] })).length > 0) filled.push(name);
    await database.close();
    await server.close();
    assert.deepEqual(
      filled.filter((name) => !name.startsWith("schema_migration")),
      [],
    );
    assert.ok(tables.length > 100, `${tables.length} tables`);
    t.diagnostic(`${(statSync(path).size / MIB).toFixed(1)} MB of the package`);
  });

  it("starts with npx in an empty folder, pays, draws a document, and stops", async () => {
    const port = await freePort();
    // In a group of its own, because npx passes no signal on.
    const child = spawn("npx", ["bursar"], {
      cwd: folder,
      env: { ...machine, PORT: String(port) },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    try {
      const url = `http://127.0.0.1:${port}`;
      const welcome = await firstOutput(child, /Dashboard .*\n[\s\S]*curl/);
      assert.match(welcome, new RegExp(`${url}/dashboard/`));

      const page = await (await fetch(`${url}/dashboard/`)).text();
      const [script = ""] = /\/dashboard\/assets\/[\w.-]+\.js/.exec(page) ?? [];
      const compressed = await fetch(url + script, { headers: { "accept-encoding": "br" } });
      assert.deepEqual([compressed.status, compressed.headers.get("content-encoding")], [200, "br"]);
      const documentation = await fetch(`${url}/docs/quickstart/`);
      assert.match(await documentation.text(), /<h1>Quickstart<\/h1>/);

      const demo = JSON.parse(readFileSync(join(folder, "data/demo.json"), "utf8"));
      const call = (path: string, body?: unknown) =>
        fetch(`${url}/api/v1${path}`, {
          headers: { authorization: `Bearer ${demo.tokens.readWrite}`, "content-type": "application/json" },
          ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
        });
      const account = demo.accounts[0].id;
      const paid = await call(`/account/${account}/transactions`, {
        recipientId: demo.recipients[0].id,
        amount: 12.5,
        paymentMethod: "ach",
        idempotencyKey: "from-the-package",
      });
      assert.equal(paid.status, 200);
      assert.equal((await transactionOf(paid)).status, "pending");
      const statement = await firstStatement(call, account);
      const document = Buffer.from(await (await call(`/statements/${statement}/pdf`)).arrayBuffer());
      assert.equal(document.subarray(0, 5).toString(), "%PDF-");

      assert.match(run("npx", "bursar", "ledger", "verify"), /^The books balance/);
    } finally {
      await endGroup(child);
    }
  });
});

describe("a data folder of 0.1.0", () => {
  it("needs a library that the package does not bring, and the start says how to install it", () => {
    const dataDir = join(folder, "old");
    mkdirSync(join(dataDir, "database"), { recursive: true });
    writeFileSync(join(dataDir, "database/PG_VERSION"), "17\n");
    const started = spawnSync("npx", ["bursar", "serve", "--data-dir", dataDir, "--port", "0"], {
      cwd: folder,
      env: machine,
      encoding: "utf8",
    });
    assert.equal(started.status, 1);
    const { version } = JSON.parse(readFileSync(join(ROOT, "node_modules/@electric-sql/pglite/package.json"), "utf8"));
    assert.ok(started.stderr.includes(`npm install @electric-sql/pglite@${version}`), started.stderr);
  });
});

describe("a program that uses the package", () => {
  it("reads and writes bank files, and starts a service for its tests, from plain JavaScript", () => {
    writeFileSync(
      join(folder, "program.mjs"),
      `import { messageNames } from "bursar/formats/iso20022";
import * as nacha from "bursar/formats/nacha";
import * as checks from "bursar/formats/checks";
import * as bai2 from "bursar/formats/bai2";
import { startBursar } from "bursar/testing";

const bursar = await startBursar({ clock: "virtual" });
const { baseUrl, tokens, accounts, recipients, pid } = bursar;
const headers = { authorization: \`Bearer \${tokens.readWrite}\`, "content-type": "application/json" };
const body = JSON.stringify({ recipientId: recipients[0].id, amount: 1, paymentMethod: "ach", idempotencyKey: "test" });
const paid = await fetch(\`\${baseUrl}/account/\${accounts[0].id}/transactions\`, { method: "POST", headers, body });
await bursar.stop();
const isGone = await fetch(baseUrl).then(() => false, () => true);
console.log(JSON.stringify({
  formats: [messageNames, nacha, checks, bai2].map((format) => Object.keys(format).length > 0),
  status: paid.status, pid, isGone,
}));`,
    );
    const { formats, status, isGone } = JSON.parse(run("node", "program.mjs"));
    assert.deepEqual({ formats, status, isGone }, { formats: [true, true, true, true], status: 200, isGone: true });
  });

  it("tests its own code with it, as in examples/node-test", () => {
    cpSync(join(ROOT, "examples/node-test"), join(folder, "example"), { recursive: true });
    assert.match(run("node", "--test", "example/supplier.test.mjs"), /pass 3\n[\s\S]*fail 0\n/);
  });

  it("is also loaded by require, as Jest does", () => {
    writeFileSync(
      join(folder, "required.cjs"),
      `const { startBursar } = require("bursar/testing");
startBursar({ webhooks: false }).then(async (bursar) => {
  await bursar.reset();
  await bursar.stop();
  console.log("done");
});`,
    );
    assert.equal(run("node", "required.cjs"), "done\n");
  });

  it("stops the service although it is killed itself, and leaves no file", async () => {
    const temporary = join(folder, "temporary");
    mkdirSync(temporary);
    writeFileSync(
      join(folder, "killed.mjs"),
      `import { startBursar } from "bursar/testing";
const { pid } = await startBursar();
console.log("pid " + pid);
setInterval(() => undefined, 1000);`,
    );
    const child = spawn("node", ["killed.mjs"], { cwd: folder, env: { ...machine, TMPDIR: temporary } });
    const [, pid = ""] = /pid (\d+)/.exec(await firstOutput(child, /pid \d+/)) ?? [];
    child.kill("SIGKILL");
    for (let attempt = 0; attempt < 1_200 && isRunning(Number(pid)); attempt += 1) await sleep(50);
    const left = readdirSync(temporary).filter((name) => name.startsWith("bursar-ephemeral-"));
    assert.deepEqual([isRunning(Number(pid)), left], [false, []]);
  });

  it("is checked by the compiler, without types of libraries that it has not installed", () => {
    writeFileSync(
      join(folder, "typed.mts"),
      `import { type MessageContent, readMessage } from "bursar/formats/iso20022";
import { readNachaFile } from "bursar/formats/nacha";
import { printChecks } from "bursar/formats/checks";
import { parseBai2 } from "bursar/formats/bai2";
import { type Bursar, startBursar } from "bursar/testing";

export const messageId = (content: MessageContent<"pain.001.001.09">): string => content.GrpHdr.MsgId;
// @ts-expect-error There is no such element.
export const wrong = (content: MessageContent<"pain.001.001.09">) => content.GrpHdr.MessageId;
export const bursar: Bursar = await startBursar({ clock: "virtual" });
// @ts-expect-error There is no such option.
await startBursar({ time: "virtual" });
export const token: string = bursar.tokens.readWrite;
export const all = [readMessage, readNachaFile, printChecks, parseBai2];`,
    );
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({
        compilerOptions: {
          module: "nodenext",
          target: "esnext",
          strict: true,
          noEmit: true,
          types: [],
          lib: ["esnext"],
        },
        files: ["typed.mts"],
      }),
    );
    run("node", join(ROOT, "node_modules/@typescript/native/bin/tsc"), "-p", ".");
  });
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** What a process has printed once that matches. */
async function firstOutput(child: ChildProcess, pattern: RegExp): Promise<string> {
  const printed: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (text) => printed.push(String(text)));
  const limit = Date.now() + START_LIMIT_MS;
  while (!pattern.test(printed.join(""))) {
    assert.ok(child.exitCode === null && Date.now() < limit, `it printed only: ${printed.join("")}`);
    await sleep(20);
  }
  return printed.join("");
}

async function transactionOf(response: Response): Promise<{ readonly status: string }> {
  // The contract defines the shape; a different one fails where it is compared.
  return (await response.json()) as { readonly status: string };
}

/** Statements of the demo's months are made by a job after the start. */
async function firstStatement(call: (path: string) => Promise<Response>, account: string): Promise<string> {
  const limit = Date.now() + START_LIMIT_MS;
  while (Date.now() < limit) {
    const answer = (await (await call(`/account/${account}/statements?limit=1`)).json()) as {
      readonly statements: readonly { readonly id: string }[];
    };
    const [first] = answer.statements;
    if (first !== undefined) return first.id;
    await sleep(100);
  }
  assert.fail("no statement was made");
}
