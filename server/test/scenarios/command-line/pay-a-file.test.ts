/** `bursar pay`: a file of payments becomes approval requests or payments, each once, however often it is used. */
import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { parse } from "csv-parse/sync";
import { removeFolder, temporaryFolder } from "../../kit/servers/server-process.ts";
import { bursarHere, type Person } from "../../kit/service/command.ts";
import { inject, openWorld, type TestOrganization, type TestWorld } from "../../kit/service/full-app.ts";

describe("bursar pay", () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let url: string;
  let folder: string;
  let file: string;

  before(async () => {
    world = await openWorld();
    organization = await world.newOrganization();
    await organization.deposit(organization.accountId, 1_000_000n);
    for (const name of ["Tern Packaging Co.", "Twin Pines", "Twin Pines"]) await organization.newRecipient(name);
    url = await world.app.api.listen({ host: "127.0.0.1", port: 0 });
    folder = await temporaryFolder();
    file = join(folder, "run.csv");
  });
  after(async () => {
    await world.close();
    await removeFolder(folder);
  });

  const pay = (
    content: string,
    args: readonly string[] = [],
    { at = url, token = organization.token } = {},
    person: Person = {},
  ) => {
    writeFileSync(file, content);
    const environment = { BURSAR_TOKEN: token };
    const options = { dataDir: folder, environment };
    return bursarHere(["pay", file, "--url", at, "--account", organization.accountId, ...args], options, person);
  };
  const requests = async (): Promise<readonly { readonly amount: number; readonly memo: string | null }[]> =>
    (await inject(world.app, organization.token, { url: "/request-send-money" })).body.requests;

  test("shows what it would pay, then requests each row once, also when run again", async () => {
    const content = "recipient,amount,memo\ntern  packaging CO.,1200.50,Invoice 7\nTern Packaging Co.,80,Invoice 8\n";
    const dry = await pay(content, ["--dry-run"]);
    assert.equal(dry.exitCode, 0, dry.errors);
    assert.match(dry.output, /2 {2}Tern Packaging Co\. .* 2026-11-2\d .* 1 {2}1,200\.50\n/);
    assert.match(dry.output, /Line 2: /, "such as that this recipient was never paid");
    assert.match(dry.output, /Operating: \$10,000\.00 available, \$1,280\.50 for these payments, \$8,719\.50 left\./);
    assert.match(dry.output, /ach: 2 payments, \$1,280\.50\./);
    assert.match(dry.output, /2 payments, \$1,280\.50\. Nothing was paid\./);
    assert.equal((await requests()).length, 0);
    const [once, again] = [await pay(content), await pay(content)];
    assert.equal(once.exitCode, 0, once.errors);
    assert.match(once.output, /pendingApproval/);
    assert.match(once.output, /2 payments, \$1,280\.50, requested\./);
    assert.equal(again.exitCode, 0);
    assert.match(again.output, /requested before, pendingApproval/);
    assert.match(
      again.output,
      /0 payments, \$0\.00, requested\.\n2 payments, \$1,280\.50, requested by an earlier run, and not again/,
    );
    const made = [
      [1200.5, "Invoice 7"],
      [80, "Invoice 8"],
    ];
    const listed = async () => (await requests()).map(({ amount, memo }) => [amount, memo]);
    assert.deepEqual(await listed(), made);
    assert.match((await pay(content, ["--run", "2026-12"])).output, /2 payments, \$1,280\.50, requested\.\n/);
    assert.deepEqual(await listed(), [...made, ...made]);
  });

  test("pays nothing if a row cannot be paid, and names every problem", async () => {
    const before = await requests();
    const content = "recipient,amount\nTern Packaging Co.,5\nNobody,6\nTwin Pines,7\nTern Packging,8\n";
    const { exitCode, output } = await pay(content);
    assert.equal(exitCode, 1);
    assert.equal(
      output,
      [
        'Line 3: There is no recipient named "Nobody". Check the name, or use the ID.',
        'Line 4: 2 recipients are named "Twin Pines". Use the ID.',
        'Line 5: There is no recipient named "Tern Packging". Did you mean "Tern Packaging Co."?',
        "3 problems. Nothing was paid.\n",
      ].join("\n"),
    );
    assert.deepEqual(await requests(), before);
  });

  test("sends directly, tells what was refused, and prints JSON", async () => {
    const content = `recipient,amount,method\nTern Packaging Co.,90,ach\n${organization.recipientId},999999,ach\n`;
    const { exitCode, output } = await pay(content, ["--direct", "--json"]);
    assert.equal(exitCode, 1);
    const [sent, refused] = JSON.parse(output);
    assert.deepEqual([sent.line, sent.amount, sent.status], [2, 90, "pending"]);
    assert.deepEqual([refused.line, refused.id], [3, null]);
    assert.match(refused.refused, /does not cover/);
    const dated = await pay("recipient,amount,date\nTern Packaging Co.,90,2026-12-01\n", ["--direct"]);
    assert.match(dated.output, /Line 2: A payment with a date needs an approval request/);
  });

  test("ends at a payment without an answer, and a second run continues", async () => {
    let posts = 0;
    // A proxy that answers reads and the first payment.
    const proxy = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        if (request.method === "POST") posts += 1;
        if (posts > 1) {
          response.writeHead(503, { "retry-after": "0" }).end();
          return;
        }
        const headers = { authorization: request.headers.authorization ?? "", "content-type": "application/json" };
        const body = request.method === "POST" ? { body: Buffer.concat(chunks).toString() } : {};
        void fetch(`${url}${request.url}`, { method: request.method ?? "GET", headers, ...body }).then(
          async (answer) => {
            response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
          },
        );
      });
    });
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    const address = proxy.address();
    assert.ok(typeof address === "object" && address !== null);
    const countBefore = (await requests()).length;
    const content = "recipient,amount\nTern Packaging Co.,31\nTern Packaging Co.,32\n";
    const { exitCode, errors } = await pay(content, [], { at: `http://127.0.0.1:${address.port}` });
    proxy.close();
    assert.equal(exitCode, 1);
    assert.match(
      errors,
      /^Line 3: .* It is unknown whether line 3 was accepted\. 1 of 2 rows got an answer\. Continue/,
    );
    assert.equal((await requests()).length, countBefore + 1);
    assert.equal((await pay(content)).exitCode, 0);
    assert.equal((await requests()).length, countBefore + 2, "nothing twice");
  });

  test("pauses after the row that is being sent, and continues with the others", async () => {
    const content = `recipient,amount\n${Array.from({ length: 6 }, (_, row) => `Tern Packaging Co.,${40 + row}`).join("\n")}\n`;
    const controller = new AbortController();
    const countBefore = (await requests()).length;
    const result = join(folder, "result.csv");
    const progress: string[] = [];
    const person = {
      interruption: controller.signal,
      seesProgress: (line: string) => {
        progress.push(line);
        if (line.includes("] 3/6")) controller.abort();
      },
    };
    const paused = await pay(content, ["--result", result], {}, person);
    assert.equal(paused.exitCode, 1);
    assert.match(paused.errors, /^Paused\. 3 of 6 rows got an answer\. Continue with the same options and --resume/);
    // Followed by the rate and the time left once a second has passed.
    assert.match(progress[0] ?? "", /^\[===> {16}\] 1\/6(?: {2}|$)/);
    assert.equal((await requests()).length, countBefore + 3);
    const statuses = () =>
      (parse(readFileSync(result, "utf8"), { columns: true }) as { status: string }[]).map(({ status }) => status);
    assert.deepEqual(statuses(), [...Array(3).fill("pendingApproval"), ...Array(3).fill("notSent")]);
    const resumed = await pay(content, ["--resume", "--result", result]);
    assert.equal(resumed.exitCode, 0, resumed.errors);
    assert.match(
      resumed.output,
      /3 payments, \$132\.00, requested\.\n3 payments, \$123\.00, requested by an earlier run/,
    );
    assert.equal((await requests()).length, countBefore + 6);
    assert.deepEqual(statuses(), [...Array(3).fill("accepted"), ...Array(3).fill("pendingApproval")]);
    assert.ok(!existsSync(`${file}.journal`), "a run that is complete is not remembered");
    const none = await pay(content, ["--resume"]);
    assert.deepEqual([none.exitCode, /There is no run to continue/.test(none.errors)], [2, true]);
  });

  test("a file that is not a journal, or the journal of another organization, continues no run", async () => {
    const content = "recipient,amount\nTern Packaging Co.,51\n";
    const countBefore = (await requests()).length;
    writeFileSync(`${file}.journal`, "recipient,amount\n");
    const other = await pay(content, ["--resume"]);
    assert.deepEqual([other.exitCode, /is not the journal of a run/.test(other.errors)], [2, true], other.errors);
    const header = {
      bursarJournal: 1,
      run: "0",
      organizationId: "01999999-0000-7000-8000-000000000000",
      direct: false,
    };
    writeFileSync(`${file}.journal`, `${JSON.stringify(header)}\n`);
    const foreign = await pay(content, ["--resume"]);
    assert.deepEqual([foreign.exitCode, /of another organization/.test(foreign.errors)], [1, true], foreign.errors);
    assert.equal((await requests()).length, countBefore);
    assert.equal((await pay(content)).exitCode, 0, "without --resume, a new run begins");
  });

  test("two rows with one key are a problem, and nothing is sent", async () => {
    const { exitCode, output } = await pay("recipient,amount,key\nTern Packaging Co.,5,a\nTern Packaging Co.,6,a\n");
    assert.equal(exitCode, 1);
    assert.match(output, /^Line 3: .*\n1 problem\. Nothing was paid\.\n$/);
  });

  test("a token that is wrong, missing, or would cross a network unencrypted is not used", async () => {
    const content = "recipient,amount\nTern Packaging Co.,5\n";
    const wrong = await pay(content, [], { token: "secret-token:wrong" });
    assert.equal(wrong.exitCode, 1);
    assert.doesNotMatch(wrong.errors, /at .*\.ts/, "a sentence, not a stack");
    const missing = await pay(content, [], { token: "" });
    assert.deepEqual([missing.exitCode, missing.errors.includes("BURSAR_TOKEN")], [2, true]);
    const open = await pay(content, [], { at: "http://bursar.example" });
    assert.deepEqual([open.exitCode, open.errors.includes("https://")], [2, true]);
  });
});
