/** `bursar pay` and `bursar undo` with a wrong address, another server, or a wrong token: one sentence each. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { createServer as createTcpServer } from "node:net";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { removeFolder, temporaryFolder } from "../../kit/servers/server-process.ts";
import { bursarHere, type CommandResult } from "../../kit/service/command.ts";

const TOKEN = `secret-token:bursar_sandbox_rw_${"A".repeat(64)}`;

describe("a client of the API", () => {
  let folder: string;
  let file: string;
  const servers: { close(): void }[] = [];
  before(async () => {
    folder = await temporaryFolder();
    file = join(folder, "run.csv");
    writeFileSync(file, "recipient,amount\nTern Packaging Co.,5\n");
  });
  after(async () => {
    for (const server of servers) server.close();
    await removeFolder(folder);
  });

  /** Another server on this machine. */
  const listen = async (server: ReturnType<typeof createServer> | ReturnType<typeof createTcpServer>) => {
    servers.push(server);
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    assert.ok(typeof address === "object" && address !== null);
    return `127.0.0.1:${address.port}`;
  };
  const answering = async (answer: RequestListener) => `http://${await listen(createServer(answer))}`;

  const run = (args: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
    bursarHere(args, { dataDir: folder, environment: { BURSAR_TOKEN: TOKEN, ...environment } });

  /** Both clients say the same, which is one line. */
  const problemAt = async (url: string): Promise<string> => {
    const ran: readonly CommandResult[] = [
      await run(["pay", file, "--url", url]),
      await run(["undo", "01999999-0000-7000-8000-000000000000", "--url", url]),
    ];
    const [first, second] = ran.map(({ errors }) => errors.replaceAll(url, "URL"));
    assert.equal(first, second);
    assert.match(first ?? "", /^[^\n]+\.\n$/);
    assert.deepEqual(
      ran.map(({ exitCode, output }) => [exitCode, output]),
      [
        [1, ""],
        [1, ""],
      ],
    );
    return (first ?? "").trimEnd();
  };

  test("says at once that nothing listens at an address, or that no host has this name", async () => {
    const address = await listen(createTcpServer());
    servers.pop()?.close();
    const startMs = performance.now();
    assert.equal(
      await problemAt(`http://${address}`),
      "No answer from URL: nothing listens there. Start the service, or correct --url.",
    );
    assert.equal(
      await problemAt("https://bursar.invalid"),
      "No answer from URL: no host has this name. Correct --url.",
    );
    assert.ok(performance.now() - startMs < 5_000, "what waiting cannot repair is not repeated");
  });

  test("recognizes another server by its answer", async () => {
    const html: RequestListener = (_, response) => {
      response.writeHead(200, { "content-type": "text/html" }).end("<html><body>It works!</body></html>");
    };
    const json = (status: number, body: unknown): RequestListener => {
      return (_, response) => {
        response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
      };
    };
    for (const [status, server] of [
      [200, html],
      [200, json(200, { ok: true })],
      [200, json(200, null)],
      [404, json(404, { message: "Not Found" })],
      [401, json(401, {})],
      [500, json(500, { errors: [] })],
    ] as const)
      assert.equal(
        await problemAt(await answering(server)),
        `URL answered with status ${status}, but not as Bursar does. Check --url and any proxy.`,
      );
    const redirecting: RequestListener = (_, response) => {
      response.writeHead(302, { location: "/login" }).end();
    };
    assert.match(await problemAt(await answering(redirecting)), /redirects to another address\. .*--url\.$/);
  });

  test("recognizes a server that speaks neither TLS nor HTTP", async () => {
    const plain = await listen(createServer((_, response) => response.end()));
    assert.match(await problemAt(`https://${plain}`), /does not speak TLS\. .*http:\/\/ in --url\.$/);
    const greeting = createTcpServer((socket) => socket.on("error", () => undefined).end("SSH-2.0-example\r\n"));
    assert.equal(
      await problemAt(`http://${await listen(greeting)}`),
      "No answer from URL: it does not speak HTTP. Correct --url.",
    );
  });

  test("names the service when a token does not match, or its address leads nowhere", async () => {
    const refusing =
      (status: number, errorCode: string): RequestListener =>
      (_, response) => {
        const body = { errors: { errorCode, message: "This is why." }, message: "This is why." };
        response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
      };
    for (const server of [refusing(401, "invalidToken"), refusing(404, "routeNotFound")])
      assert.equal(
        await problemAt(await answering(server)),
        "This is why. The service is URL; --url names another one.",
      );
    assert.equal(await problemAt(await answering(refusing(403, "tokenScope"))), "This is why.");
  });

  test("does not send what cannot be a token, and does not repeat it", async () => {
    let requests = 0;
    const url = await answering((_, response) => {
      requests += 1;
      response.end();
    });
    const secret = join(folder, "secret.txt");
    for (const text of ["first line\nsecond line", "pässword"]) {
      writeFileSync(secret, text);
      const ran = await run(["pay", file, "--url", url, "--token-file", secret]);
      assert.equal(ran.exitCode, 2);
      assert.equal(
        ran.errors,
        `${secret} is not an API token: it must be one line of letters, digits, and punctuation.\n`,
      );
    }
    const missing = await run(["pay", file, "--url", url, "--token-file", join(folder, "missing")]);
    assert.equal(missing.exitCode, 2);
    assert.equal(missing.errors, `${join(folder, "missing")} cannot be read: no such file or directory.\n`);
    assert.equal(requests, 0);
  });
});
