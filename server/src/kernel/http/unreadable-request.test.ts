import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { after, before, test } from "node:test";
import { noteRefusal } from "#test/kit/service/received-refusals.ts";
import { readConfig } from "../process/config.ts";
import { type Api, createApi } from "./api.ts";

let app: Api;
let answerSlow: () => void = () => undefined;
before(async () => {
  app = createApi(readConfig({ DATABASE_URL: "postgres://bursar@db.example/bursar" }), false);
  const config = { scope: "public" };
  app.get("/here", { config }, async () => ({ here: true }));
  app.post("/here", { config }, async () => ({ here: true }));
  app.get("/slow", { config }, async () => {
    await new Promise<void>((resolve) => {
      answerSlow = resolve;
    });
    return { slow: true };
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
});
after(() => app.close());

/** Everything received on a connection until it closes. */
const exchange = (...pieces: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
    let received = "";
    socket.setEncoding("utf8").on("data", (text: string) => {
      received += text;
    });
    socket.on("error", reject).on("close", () => resolve(received));
    socket.write(pieces.join("\r\n"));
  });

function assertOneShape(answer: string, status: number, code: string): void {
  const [head = "", text = ""] = answer.split("\r\n\r\n");
  assert.ok(head.startsWith(`HTTP/1.1 ${status} `), answer);
  assert.match(head, /^content-type: application\/json; charset=utf-8$/im);
  assert.match(head, /^cache-control: private, no-store$/im);
  assert.match(head, /^connection: close$/im);
  noteRefusal(status, text);
  const { errors, message } = JSON.parse(text);
  assert.deepEqual([errors.errorCode, errors.message], [code, message]);
  assert.equal(/^x-request-id: (\S{36})$/im.exec(head)?.[1], errors.requestId);
}

const host = "host: 127.0.0.1";

test("answers a request that is not valid HTTP in the common error shape", async () => {
  assertOneShape(await exchange("GET /here HTTP/9.9", host, "", ""), 400, "badRequest");
  assertOneShape(await exchange("\u0016\u0003\u0001\u0000", "", ""), 400, "badRequest");
  assertOneShape(await exchange("GET /here HTTP/1.1", host, "a b: c", "", ""), 400, "badRequest");
  assertOneShape(
    await exchange("GET /here HTTP/1.1", host, `a: ${"x".repeat(20_000)}`, "", ""),
    431,
    "headersTooLarge",
  );
  const chunked = ["POST /here HTTP/1.1", host, "content-type: application/json", "transfer-encoding: chunked"];
  assertOneShape(await exchange(...chunked, "", "nonsense", ""), 400, "badRequest");
});

/** Registered methods without a route, methods of other protocols, and methods that nobody has registered. */
const methods = [
  "QUERY",
  "PROPFIND",
  "SEARCH",
  "OPTIONS",
  "TRACE",
  "M-SEARCH",
  "LOCK",
  "FOO",
  "get",
  "Post",
  "ANNOUNCE",
  "PRI",
];
for (const method of methods)
  test(`answers ${method} with 405 and the methods that the path supports, or with 404`, async () => {
    const body = method === "QUERY" ? [] : ["content-type: text/xml", "content-length: 4", "", "<a/>"];
    const end = ["connection: close", ...(body.length > 0 ? body : ["", ""])];
    for (const path of ["/here", "/api/v1/here?a=1"]) {
      const answer = await exchange(`${method} ${path} HTTP/1.1`, host, ...end);
      assertOneShape(answer, 405, "methodNotAllowed");
      assert.match(answer, /^allow: GET, HEAD, POST$/im);
    }
    assertOneShape(await exchange(`${method} /nowhere HTTP/1.1`, host, ...end), 404, "routeNotFound");
  });

test("answers CONNECT, and what is not a method", async () => {
  assertOneShape(await exchange("CONNECT bank.example:443 HTTP/1.1", host, "", ""), 404, "routeNotFound");
  for (const line of ["F@O /here HTTP/1.1", `${"X".repeat(41)} /here HTTP/1.1`, "FOO here HTTP/1.1", "FOO /here"])
    assertOneShape(await exchange(line, host, "", ""), 400, "badRequest");
});

test("refuses a request without a host, except in HTTP/1.0", async () => {
  assertOneShape(await exchange("GET /here HTTP/1.1", "connection: close", "", ""), 400, "badRequest");
  assert.match(await exchange("GET /here HTTP/1.0", "", ""), /^HTTP\/1\.1 200 .*\{"here":true\}$/s);
});

test("refuses a request with two hosts, because a proxy may have checked the other one", async () => {
  assertOneShape(
    await exchange("GET /here HTTP/1.1", host, "Host: evil.example", "connection: close", "", ""),
    400,
    "badRequest",
  );
});

test("ignores an unknown Expect header", async () => {
  const answer = await exchange("GET /here HTTP/1.1", host, "expect: the-impossible", "connection: close", "", "");
  assert.match(answer, /^HTTP\/1\.1 200 .*\{"here":true\}$/s);
});

test("does not answer a pending request with the refusal of unreadable bytes after it", async () => {
  const answer = await exchange("GET /slow HTTP/1.1", host, "", "FOO /here HTTP/1.1", host, "", "");
  answerSlow();
  assert.equal(answer, "", "no answer, because the outcome of the first request is unknown");
});

test("answers a request that takes too long to arrive with 408", async () => {
  const connected = once(app.server, "connection");
  const answer = exchange("GET /here HTTP/1.1", host);
  // Node.js checks every 30 seconds which requests have taken too long, and then emits this.
  const tooLate = Object.assign(new Error("Request timeout"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
  const [socket] = (await connected) as [Socket];
  app.server.emit("clientError", tooLate, socket);
  assertOneShape(await answer, 408, "requestTimeout");
});
