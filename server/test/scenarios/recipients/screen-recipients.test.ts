import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { honestly, ON_THE_LIST, openScreening } from "../../kit/screening/screening-world.ts";
import { openWorld, type TestWorld } from "../../kit/service/full-app.ts";
import { browse } from "../../kit/worlds/people.ts";
import { confirm } from "../../kit/worlds/two-people.ts";

const off = { kind: "none", url: null, threshold: 85, countries: [], failAfterHours: null };

describe("screening", () => {
  let folder: string;
  let program: string;
  let world: TestWorld;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "bursar-screening-"));
    program = join(folder, "screen.mjs");
    write(`${honestly}`, "if (Object.keys(process.env).some((name) => !SEEN.includes(name))) process.exit(4);");
    world = await openWorld({ screeningCommand: program });
  });
  after(async () => {
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A program that answers with what the function makes of the question. */
  function write(answer: string, more = ""): void {
    const match = `const match = (name) => ({ list: "Own list", entryId: "7", listedName: "X", name });`;
    const read = "let text = ''; for await (const part of process.stdin) text += part;";
    const body = `const ON_THE_LIST = ${JSON.stringify(ON_THE_LIST)}; const SEEN = ["PATH", "LANG"]; ${match} const answer = ${answer}; ${read} ${more}`;
    writeFileSync(program, `#!${process.execPath}\n${body} console.log(JSON.stringify(answer(JSON.parse(text))));\n`);
    chmodSync(program, 0o700);
  }

  it("asks the operator's program, which sees nothing of the service's secrets", async () => {
    const { choose, payTo, work, left, openCases, call, asAda } = await openScreening(world);
    assert.equal((await call(await asAda(), "/screening")).body.commandAvailable, true);
    await choose({ kind: "command" });
    const [listed, other] = [await payTo(ON_THE_LIST), await payTo("Mina Okafor Design")];
    await work();
    assert.deepEqual([left(listed.transactionId), left(other.transactionId)], [0, 1]);
    const [found] = await openCases();
    assert.deepEqual([found?.recipientId, found?.listedName], [listed.recipientId, "X"]);

    for (const [what, more] of [
      ["exit code 3", "process.exit(3);"],
      ["answered with too much", "console.log('x'.repeat(3e6));"],
      ["cannot be used", "console.log('Checking');"],
    ] as const) {
      write(`${honestly}`, more);
      const { transactionId } = await payTo(`Nobody ${what}`);
      world.clock.set(new Date(world.clock.now().getTime() + 600_000));
      await work();
      assert.equal(left(transactionId), 0, what);
      assert.match((await call(await asAda(), "/screening")).body.problem, new RegExp(what));
    }
  });

  it("finds addresses in countries that the organization names", async () => {
    const { loadList, choose, work, pay, left, openCases, organization } = await openScreening(world);
    await loadList();
    await choose({ countries: ["US"] });
    const id = await pay(organization.recipientId);
    await work();
    assert.equal(left(id), 0);
    assert.deepEqual(
      (await openCases()).map(({ entryId }) => entryId),
      ["US"],
    );
  });

  it("refuses what cannot screen, and takes two people to be switched off", async () => {
    const { choose, call, asAda, asBen, loadList, payTo, work, left } = await openScreening(world);
    for (const url of [
      "ftp://example.com/",
      "http://10.0.0.1/",
      "https://user:password@example.com/",
      "nonsense",
      null,
    ]) {
      const refused = await call(await asAda(), "/screening", { ...off, kind: "url", url });
      assert.deepEqual([refused.status, refused.code], [400, "screenerUrlNotAccepted"], String(url));
    }
    await choose({});
    const waits = await payTo("Mina Okafor Design");
    await work();
    assert.equal(left(waits.transactionId), 0, "without a list");
    await loadList();
    await work();
    assert.equal(left(waits.transactionId), 1);

    const proposed = await call(await asAda(), "/screening", off);
    assert.equal(proposed.status, 202);
    assert.equal((await confirm(world.app, proposed.body.changeId, await asBen())).status, 200);
    const listed = await payTo(ON_THE_LIST);
    await work();
    assert.equal(left(listed.transactionId), 1, "as two people have decided");
    const secret = await call(await asAda(), "/screening/secret");
    assert.equal(secret.status, 404);
  });

  it("needs the operator for a program", async () => {
    const other = await openWorld();
    const { call, asAda } = await openScreening(other);
    const refused = await call(await asAda(), "/screening", { ...off, kind: "command" });
    assert.deepEqual([refused.status, refused.code], [409, "screenerNotAvailable"]);
    await other.close();
  });

  it("refuses files that are not the list, and keeps the one before", async () => {
    const { loadList, choose, payTo, work, left, call, asAda } = await openScreening(world);
    await loadList();
    await choose({});
    await assert.rejects(loadList({ "SDN.CSV": "<html></html>" }), { code: "screeningListUnreadable" });
    const listed = await payTo(ON_THE_LIST);
    await work();
    assert.equal(left(listed.transactionId), 0);
    const { list } = (await call(await asAda(), "/screening")).body;
    assert.deepEqual([list.name, list.entries, list.files.length], ["OFAC SDN", 2, 2]);
    assert.equal((await browse(world.app, { url: "/screening", cookie: await asAda() })).status, 200);
  });
});
