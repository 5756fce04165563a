import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { type FreshDatabase, freshDatabase } from "../../kit/databases/databases.ts";
import { removeFolder, type ServerProcess, startServer, temporaryFolder } from "../../kit/servers/server-process.ts";
import { apiClient } from "../../kit/service/client.ts";
import { eventually } from "../../kit/service/eventually.ts";
import { type Collector, openCollector } from "../../kit/telemetry/collector.ts";

/** The service as a container runs it: one line of JSON for each request and message, and a collector for the rest. */

interface Line {
  readonly time: string;
  readonly level: string;
  readonly message: string;
  readonly [member: string]: unknown;
}

/** Reports libraries of OpenTelemetry when they are loaded. */
const REPORT_LOADED = `data:text/javascript,${encodeURIComponent(`
import { registerHooks } from "node:module";
registerHooks({ load(url, context, next) {
  if (url.includes("/@opentelemetry/sdk-")) process.stderr.write("loaded " + url + "\\n");
  return next(url, context);
} });`)}`;

let database: FreshDatabase;
let dataDir: string;
let collector: Collector;
let server: ServerProcess;
before(async () => {
  [database, dataDir, collector] = await Promise.all([freshDatabase(), temporaryFolder(), openCollector()]);
});
after(async () => {
  await removeFolder(dataDir);
  await collector.close();
  await database.drop();
});

const errors = (): string => readFileSync(join(dataDir, "errors.log"), "utf8");
const start = (environment: Readonly<Record<string, string>>): Promise<ServerProcess> =>
  startServer({
    dataDir,
    logFile: join(dataDir, "errors.log"),
    environment: { DATABASE_URL: database.ownerUrl, NODE_OPTIONS: `--import=${REPORT_LOADED}`, ...environment },
  });

/** Standard output has nothing else: every line is JSON. */
const linesOf = ({ output }: ServerProcess): readonly Line[] =>
  output()
    .split("\n")
    .filter((line) => line !== "")
    .map((line): Line => JSON.parse(line));
const requestsIn = (running: ServerProcess) => linesOf(running).filter(({ message }) => message === "request");

describe("a service with BURSAR_LOG=json", () => {
  it("writes one line for each request, with who made it and never with what was in it", async () => {
    server = await start({ BURSAR_LOG: "json", OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint });
    const { tokens, accounts, recipients, organizationId } = await server.demo();
    const client = apiClient(server.url, tokens.readWrite);
    const body = {
      recipientId: recipients[0]?.id,
      amount: 5,
      paymentMethod: "ach",
      externalMemo: "Secret memo",
      idempotencyKey: "logged",
    };
    const path = `/api/v1/account/${accounts[0]?.id}/transactions`;
    const paid = await client.post(path, body, { "x-request-id": "run-42/row:7" });
    assert.deepEqual([paid.status, paid.headers["x-request-id"]], [200, "run-42/row:7"]);
    const refused = await client.post(path, { ...body, amount: 6 }, { "x-request-id": 'forged"\u00e9 {}' });
    assert.equal(refused.status, 409);
    assert.match(String(refused.headers["x-request-id"]), /^[0-9a-f-]{36}$/, "an invalid ID is replaced");
    const stranger = apiClient(server.url, "secret-token:mercury_sandbox_wma_nonsense");
    assert.equal((await stranger.get("/api/v1/accounts?search=Secret%20search")).status, 401);
    client.close();
    stranger.close();
    await eventually("each request has its line", () => requestsIn(server).some(({ status }) => status === 401));

    const line = requestsIn(server).find(({ requestId }) => requestId === "run-42/row:7");
    assert.ok(line);
    const { time, ms, callerId, traceId, ...facts } = line;
    assert.match(time, /^\d{4}-\d\d-\d\dT.*Z$/);
    assert.ok(typeof ms === "number" && ms > 0);
    assert.match(String(callerId), /^[0-9a-f-]{36}$/);
    assert.match(String(traceId), /^[0-9a-f]{32}$/);
    assert.deepEqual(facts, {
      level: "info",
      message: "request",
      method: "POST",
      route: "/account/:accountId/transactions",
      status: 200,
      callerKind: "token",
      organizationId,
      requestId: "run-42/row:7",
    });
    const outcomes = requestsIn(server)
      .filter(({ route }) => route !== "/readyz")
      .map(({ status, callerKind }) => [status, callerKind]);
    assert.deepEqual(outcomes, [
      [200, "token"],
      [409, "token"],
      [401, undefined],
    ]);
    for (const secret of ["Secret", tokens.readWrite, "nonsense", "forged"])
      assert.ok(!server.output().includes(secret), secret);
    assert.match(errors(), /Dashboard +http/, "what a person reads at the start is not among the lines");
  });

  it("sends its traces and metrics to the collector before it ends", async () => {
    assert.match(errors(), /loaded .*@opentelemetry\/sdk-trace/);
    await server.stop();
    const paid = collector.spans.find(({ name }) => name === "payment accepted");
    assert.equal(paid?.attributes["bursar.request_id"], "run-42/row:7");
    assert.ok(collector.spans.some(({ name }) => name.startsWith("job ")));
    assert.ok(collector.metrics.some(({ name }) => name === "bursar_audit_seal_lag_seconds"));
    assert.ok(!collector.bytes().includes("Secret"));
  });

  it("writes lines of requests as rarely as it should, and loads nothing of OpenTelemetry without a collector", async () => {
    const loadedBefore = errors().split("loaded ").length;
    server = await start({ BURSAR_LOG: "json", BURSAR_LOG_REQUESTS: "0" });
    const { tokens } = await server.demo();
    const client = apiClient(server.url, tokens.readOnly);
    assert.equal((await client.get("/api/v1/accounts")).status, 200);
    client.close();
    await server.stop();
    assert.deepEqual(requestsIn(server), []);
    assert.ok(linesOf(server).length > 0);
    assert.equal(errors().split("loaded ").length, loadedBefore);
  });
});
