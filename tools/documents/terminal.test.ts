import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname } from "node:path";
import { after, before, describe, it, type TestContext } from "node:test";
import { openTerminal } from "./terminal.ts";

describe("pasting into a terminal", () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(`${tmpdir()}/bursar-terminal-`);
  });
  after(() => rmSync(folder, { recursive: true }));

  const open = (t: TestContext) => {
    const terminal = openTerminal(folder, { PATH: `${dirname(process.execPath)}:${process.env["PATH"]}` });
    t.after(() => terminal.close());
    return terminal;
  };
  const sh = (text: string, line = 0) => ({ language: "sh", text, line });

  it("keeps variables, and returns what was printed", async (t) => {
    const terminal = open(t);
    assert.equal(await terminal.paste(sh("NAME=$(printf Mina) # a comment\ncat\n")), "");
    assert.equal(await terminal.paste(sh("printf 'paid %s\\n' \"$NAME\"\n")), "paid Mina");
  });

  it("fails with the first command that fails, and names its line", async (t) => {
    await assert.rejects(open(t).paste(sh("no-such-program\necho later\n", 7)), /\.sh: line 8: no-such-program/);
    await assert.rejects(open(t).paste(sh("false | cat\n")), /ended with 1/);
    await assert.rejects(open(t).paste(sh("ID=$(false)\n")), /ended with 1/);
    await assert.rejects(open(t).paste(sh("if then\n")), /syntax error/);
  });

  it("fails when the service responds with an error, and shows it", async (t) => {
    const server = createServer((_, response) => response.writeHead(422).end("no such recipient")).listen(
      0,
      "127.0.0.1",
    );
    await once(server, "listening");
    t.after(() => server.close());
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
    await assert.rejects(open(t).paste(sh(`curl -s ${url} | cat\n`)), /no such recipient/);
    await assert.rejects(open(t).paste({ language: "js", text: `await fetch("${url}");\n` }), /422 no such recipient/);
  });
});
