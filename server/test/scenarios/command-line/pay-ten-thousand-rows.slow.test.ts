/**
 * `bursar pay` with a file of 10,000 rows: interrupted, continued, in little memory, each row once. As it is installed:
 * what compiles the sources takes 30 MB.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { bundle } from "../../../../tools/package/bundle.ts";
import { plainEnvironment, removeFolder, temporaryFolder } from "../../kit/servers/server-process.ts";
import { eventually } from "../../kit/service/eventually.ts";

const SERVER = join(import.meta.dirname, "../../..");
const ROWS = 10_000;
const MEMORY_MAX_KB = 130 * 1_024;
/** Prints how much memory the process had at most, and its processor time before its first payment. */
const MEASURE = `data:text/javascript,${encodeURIComponent(`
import { existsSync, readFileSync } from "node:fs";
const { fetch } = globalThis;
let untilFirst;
globalThis.fetch = (url, init) => {
  const { user, system } = process.cpuUsage();
  if (init?.method === "POST") untilFirst ??= (user + system) / 1000;
  return fetch(url, init);
};
process.on("exit", () => {
  // \`maxRSS\` of getrusage includes the process that started this one; VmHWM does not.
  const status = existsSync("/proc/self/status") ? readFileSync("/proc/self/status", "utf8") : "";
  const maxRssKb = Number(/^VmHWM:\\s*(\\d+)/m.exec(status)?.[1] ?? process.resourceUsage().maxRSS);
  process.stderr.write("\\nMEASURED " + JSON.stringify({ maxRssKb, untilFirst }) + "\\n");
});`)}`;

const idOf = (kind: number, number: number): string =>
  `0199${String(kind).padStart(4, "0")}-0000-7000-8000-${String(number).padStart(12, "0")}`;

describe("a file of ten thousand rows", () => {
  let folder: string;
  let file: string;
  let program: string;
  let url: string;
  /** How often each key was sent. */
  const sent = new Map<string, number>();
  const recipients = Array.from({ length: ROWS }, (_, number) => ({
    id: idOf(1, number),
    name: `Recipient ${number}`,
    nickname: null,
    defaultPaymentMethod: "ach",
    // As long as a real one.
    details: "x".repeat(2_000),
  }));

  const server = createServer((request, response) => {
    void answer(request).then((body) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify(body));
    });
  });

  /** What the service would answer. */
  async function answer(request: IncomingMessage): Promise<object> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { pathname, searchParams } = new URL(request.url ?? "", url);
    if (pathname.endsWith("/token")) return { scopes: [], organization: { id: idOf(3, 1), legalBusinessName: "Acme" } };
    if (pathname.endsWith("/accounts")) return { accounts: [{ id: idOf(2, 1), name: "Operating" }], page: {} };
    if (pathname.endsWith("/recipients")) {
      const after = searchParams.get("start_after");
      const from = after === null ? 0 : recipients.findIndex(({ id }) => id === after) + 1;
      const page = recipients.slice(from, from + Number(searchParams.get("limit")));
      const isLast = from + page.length >= ROWS;
      return { recipients: page, page: isLast ? {} : { nextPage: page.at(-1)?.id } };
    }
    const body = JSON.parse(Buffer.concat(chunks).toString());
    const key = String(body.idempotencyKey ?? request.headers["idempotency-key"]);
    sent.set(key, (sent.get(key) ?? 0) + 1);
    return { requestId: idOf(4, sent.size), status: "pendingApproval", amount: body.amount, note: "x".repeat(500) };
  }

  before(async () => {
    folder = await temporaryFolder();
    await bundle(join(folder, "dist"));
    copyFileSync(join(SERVER, "package.json"), join(folder, "package.json"));
    program = join(folder, "dist", "main.js");
    file = join(folder, "run.csv");
    const rows = recipients.map(({ name }, number) => `${name},${number + 1}.25,Invoice ${number}`);
    writeFileSync(file, `recipient,amount,memo\n${rows.join("\n")}\n`);
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(async () => {
    server.close();
    await removeFolder(folder);
  });

  function start(...args: readonly string[]) {
    const child = spawn(process.execPath, ["--import", MEASURE, program, "pay", file, ...args], {
      env: { ...plainEnvironment, BURSAR_TOKEN: "secret-token:x", PUBLIC_URL: url },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let [output, errors] = ["", ""];
    child.stdout.on("data", (text: Buffer) => {
      output += text.toString();
    });
    child.stderr.on("data", (text: Buffer) => {
      errors += text.toString();
    });
    const ended = once(child, "close").then(() => {
      const { maxRssKb, untilFirst } = JSON.parse(/^MEASURED (.*)$/m.exec(errors)?.[1] ?? "{}");
      assert.ok(maxRssKb < MEMORY_MAX_KB, `${Math.round(maxRssKb / 1_024)} MB`);
      return { exitCode: child.exitCode, output, errors, maxRssKb, untilFirst };
    });
    return { interrupt: () => child.kill("SIGINT"), ended };
  }

  test("is paid once, in 130 MB, although it is interrupted and continued", async (t) => {
    const first = start("--account", "Operating");
    await eventually("half is sent", () => sent.size >= ROWS / 2);
    first.interrupt();
    const paused = await first.ended;
    assert.equal(paused.exitCode, 1, paused.errors);
    assert.match(paused.errors, /^Paused\. [\d,]+ of 10000 rows got an answer\./m);
    const before = sent.size;
    const result = join(folder, "result.csv");
    const second = await start("--account", "Operating", "--resume", "--result", result).ended;
    assert.equal(second.exitCode, 0, second.errors);
    assert.equal(sent.size, ROWS);
    assert.ok(
      [...sent.values()].every((times) => times === 1),
      "no row was sent twice",
    );
    assert.equal(readFileSync(result, "utf8").trim().split("\r\n").length, ROWS + 1);
    const memory = [paused, second].map(({ maxRssKb }) => `${Math.round(maxRssKb / 1_024)} MB`).join(", ");
    t.diagnostic(
      `${memory}; continued after ${Math.round(second.untilFirst)} ms of processor time, from row ${before}`,
    );
  });
});
