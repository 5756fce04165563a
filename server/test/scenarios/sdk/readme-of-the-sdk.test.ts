import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { openSdkWorld } from "../../kit/sdk/sdk-world.ts";
import { plainEnvironment } from "../../kit/servers/server-process.ts";
import { eventually } from "../../kit/service/eventually.ts";
import { freePort } from "../../kit/service/free-port.ts";

/** Every block of code in the client library's README, pasted into a file and run against the service. */
const ROOT = join(import.meta.dirname, "../../../..");
const readme = readFileSync(join(ROOT, "packages/sdk/README.md"), "utf8");
const blocks = [...readme.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, language, code = ""]) => ({ language, code }));
const programs = blocks.filter(({ language }) => language === "ts").map(({ code }) => code);

const { organization, url, client } = await openSdkWorld();
const bursar = client();
// Below the repository, so that the package is found by its name.
mkdirSync(join(ROOT, ".tmp"), { recursive: true });
const folder = mkdtempSync(join(ROOT, ".tmp/sdk-readme-"));
after(() => rmSync(folder, { recursive: true, force: true }));
for (const name of ["Initech", "Umbrella"]) await organization.newRecipient(name);

const start = (program: string, environment: Readonly<Record<string, string>> = {}) => {
  writeFileSync(join(folder, "pasted.ts"), program);
  const child = spawn(process.execPath, ["pasted.ts"], {
    cwd: folder,
    env: { ...plainEnvironment, BURSAR_URL: url, BURSAR_TOKEN: organization.token, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => output.push(String(text)));
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  return { child, ended, printed: () => output.join("") };
};

/** What the block about this prints. */
async function run(heading: RegExp): Promise<string> {
  const program = programs.find((code) => heading.test(code));
  assert.ok(program !== undefined, `no block matches ${heading}`);
  const { ended, printed } = start(program);
  assert.equal(await ended, 0, printed());
  return printed();
}

describe("the README of the client library", () => {
  it("has no block that is not run here", () => {
    const expected = [
      /createTransaction\(.*\n.*\n {2}amount: 125/,
      /end_before/,
      /mayHaveSucceeded/,
      /onRetry/,
      /payMany/,
      /createServer/,
    ];
    assert.deepEqual(
      expected.map((heading) => programs.filter((code) => heading.test(code)).length),
      expected.map(() => 1),
    );
    assert.equal(programs.length, expected.length);
  });

  it("makes the first payment in ten lines", async () => {
    const printed = await run(/createTransaction\(.*\n.*\n {2}amount: 125/);
    const [, id = ""] = /^(\S+) pending$/m.exec(printed) ?? assert.fail(printed);
    assert.equal((await bursar.transactions.get(id)).amount, -125.5);
    const [first = ""] = programs;
    assert.ok(
      first
        .trim()
        .split("\n")
        .filter((line) => line !== "").length <= 10,
      first,
    );
  });

  it("reads lists", async () => {
    await run(/end_before/);
  });

  it("tells errors apart", async () => {
    assert.match(await run(/mayHaveSucceeded/), /^Only [\d.]+ dollars are available$/m);
  });

  it("sets options", async () => {
    const printed = await run(/onRetry/);
    assert.match(printed, /^GET \/token 200 true$/m);
    assert.match(printed, /^readWrite$/m);
  });

  it("pays many, and pays nobody twice when it is run again", async () => {
    const counts = "{ accepted: 3, refused: 0, unknown: 0, notSent: 0 } undefined";
    for (let time = 0; time < 2; time += 1) {
      const printed = await run(/payMany/);
      assert.match(printed, /^3 of 3$/m);
      assert.ok(printed.includes(counts), printed);
    }
    assert.equal((await bursar.approvalRequests.listSendMoney()).requests.length, 3);
  });

  it("receives webhooks", async () => {
    const port = await freePort();
    const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
    const program = programs.find((code) => code.includes("createServer")) ?? "";
    const { child, ended, printed } = start(program, { PORT: String(port), WEBHOOK_SECRET: secret });
    try {
      const body = JSON.stringify({ resourceType: "transaction", operationType: "create", resourceId: "a-1" });
      const seconds = Math.floor(Date.now() / 1_000);
      const signature = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
      const deliver = (text: string) =>
        fetch(`http://127.0.0.1:${port}`, {
          method: "POST",
          headers: { "mercury-signature": `t=${seconds},v1=${signature}` },
          body: text,
        }).catch(() => undefined);
      await eventually("the receiver listens", async () => (await deliver(body))?.status === 204);
      assert.equal((await deliver(`${body} `))?.status, 400);
      assert.match(printed(), /^transaction create a-1$/m);
    } finally {
      child.kill();
      await ended;
    }
  });
});
