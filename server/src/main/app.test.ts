import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { DemoFile } from "#administration/demo/demo-file.ts";
import { seedDemo } from "#administration/demo/demo-seed.ts";
import { present } from "#kernel/assert.ts";
import { readConfig } from "#kernel/process/config.ts";
import { createLog } from "#kernel/process/log.ts";
import type { Service } from "#kernel/process/service.ts";
import { runUntilIdle } from "#kernel/work/worker.ts";
import { asOwner, type FreshDatabase, freshDatabase } from "#test/kit/databases/databases.ts";
import { withTestScope } from "#test/kit/databases/test-scope.ts";
import { errorCodesOf, servedApi } from "#test/kit/service/contract-document.ts";
import { eventually } from "#test/kit/service/eventually.ts";
import { type App, createApp } from "./app.ts";
import { type OpenService, openService } from "./open-service.ts";

let database: FreshDatabase;
let folder: string;
let opened: OpenService;
let service: Service;
let app: App;
let demo: DemoFile;

before(async () => {
  database = await freshDatabase();
  folder = mkdtempSync(join(tmpdir(), "bursar-app-"));
  const config = readConfig({ DATABASE_URL: database.url, BURSAR_DATA_DIR: folder, BURSAR_LOG_LEVEL: "silent" });
  opened = await openService(config, createLog({ level: "silent" }));
  service = withTestScope(opened.service);
  demo = present(await seedDemo(service), "the first start creates the demo organization");
  app = await createApp(service, { work: false });
});
after(async () => {
  await app.close();
  await opened.close();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const get = async (path: string, token?: string) => {
  const response = await app.api.inject({
    url: path,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
  return { status: response.statusCode, headers: response.headers, text: response.body };
};

test("reports that it is live and ready, or why it is not", async () => {
  assert.equal((await get("/healthz")).status, 200);
  assert.deepEqual(JSON.parse((await get("/readyz")).text), { status: "ready" });

  const account = present(demo.accounts[0], "an account exists").id;
  await service.database.run({
    text: "update ledger_balances set stop_reason = 'a test' where ledger_account_id = $1",
    values: [account],
  });
  const notReady = await get("/readyz");
  assert.equal(notReady.status, 503);
  assert.deepEqual(JSON.parse(notReady.text), {
    status: "notReady",
    reasons: ["The ledger is in doubt. Run bursar ledger verify."],
  });
  await service.database.run({
    text: "update ledger_balances set stop_reason = null where ledger_account_id = $1",
    values: [account],
  });

  await asOwner(database, "update schema_migrations set version = -2 where version = 2");
  assert.match((await get("/readyz")).text, /has pending migrations: 0002_organizations\.sql/);
  assert.equal((await get("/healthz")).status, 200);
  await asOwner(database, "update schema_migrations set version = 2 where version = -2");

  // Removed by a newer version: this one must get no more requests.
  await asOwner(database, "update schema_migrations set serves_from = '9.9.0' where version = 2");
  assert.match((await get("/readyz")).text, /A newer version has changed the database: it needs Bursar 9\.9\.0/);
  await asOwner(database, "update schema_migrations set serves_from = null where version = 2");
  assert.equal((await get("/readyz")).status, 200);
});

test("metrics count requests by route, payments by outcome, and waiting work", async () => {
  const account = present(demo.accounts[0], "an account exists").id;
  const recipient = present(demo.recipients[0], "a recipient exists").id;
  const pay = () =>
    app.api.inject({
      method: "POST",
      url: `/account/${account}/transactions`,
      headers: { authorization: `Bearer ${demo.tokens.readWrite}` },
      payload: { recipientId: recipient, amount: 17.25, paymentMethod: "realTimePayment" },
    });
  assert.equal((await pay()).statusCode, 200);
  assert.equal((await pay()).statusCode, 400);
  const { text, headers } = await get("/metrics");
  assert.match(String(headers["content-type"]), /^text\/plain/);
  assert.match(text, /bursar_payments_decided_total\{method="realTimePayment",outcome="accepted"\} 1\n/);
  assert.match(text, /bursar_payments_decided_total\{method="realTimePayment",outcome="duplicatePayment"\} 1\n/);
  assert.match(
    text,
    /bursar_http_request_duration_seconds_count\{route="\/account\/:accountId\/transactions",method="POST",status="200"\} 1\n/,
  );
  assert.match(text, /bursar_payment_batch_size_count 2\n/);
  assert.match(text, /bursar_payments_queued 0\n/);
  const waiting = Number(/bursar_outbox_commits\{topic="audit"\} (\d+)/.exec(text)?.[1]);
  assert.ok(waiting > 0, "nothing is sealed yet");
  assert.match(text, /bursar_audit_seal_lag_seconds [1-9]/);
  assert.ok(!text.includes(account), "no label contains an ID");

  await runUntilIdle(app.jobs);
  const afterwards = (await get("/metrics")).text;
  assert.match(afterwards, /bursar_outbox_commits\{topic="audit"\} 0\n/);
  assert.match(afterwards, /bursar_audit_seal_lag_seconds 0\n/);
  // On a busy machine the ledger check pauses between its steps and ends in a later pass.
  await eventually("a ledger check has found the ledger balanced", async () => {
    await runUntilIdle(app.jobs);
    return /bursar_ledger_checks_total\{result="balanced"\} [1-9]/.test((await get("/metrics")).text);
  });
});

test("the root redirects to the dashboard, whose policy allows only its own scripts, and styles with its nonce", async () => {
  const root = await get("/");
  assert.equal(root.status, 302);
  assert.equal(root.headers["location"], "/dashboard/");
  const pages = await Promise.all([get("/dashboard/"), get("/dashboard/transactions?status=failed")]);
  const nonces = pages.map((page) => {
    assert.equal(page.status, 200);
    assert.equal(page.headers["cache-control"], "private, no-store");
    const policy = String(page.headers["content-security-policy"]);
    assert.match(policy, /default-src 'none'; script-src 'self'; /);
    assert.match(policy, /frame-ancestors 'none'/);
    return /style-src 'self' 'nonce-([^']{20,})'/.exec(policy)?.[1];
  });
  assert.equal(new Set(nonces).size, 2, "a nonce is used once");
  assert.ok(!nonces.includes(undefined));
  assert.equal(
    (await get("/dashboard")).text.length,
    (await get("/dashboard/")).text.length,
    "with or without the slash",
  );
  const gone = await get("/dashboard/assets/index-of-last-week.js");
  assert.deepEqual([gone.status, JSON.parse(gone.text).errors.errorCode], [404, "routeNotFound"]);
  const missing = await get("/dashboard/assets/../../package.json");
  assert.notEqual(missing.status, 200);
  for (const name of ["%00", "..%2f..%2fpackage.json"])
    assert.ok([400, 404].includes((await get(`/dashboard/assets/${name}`)).status), name);
});

interface DocumentedOperation {
  readonly responses: Readonly<Record<string, unknown>>;
  readonly [member: string]: unknown;
}
interface Documented {
  readonly info: { readonly description: string };
  readonly security: unknown;
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: {
    readonly responses: Readonly<Record<string, unknown>>;
    readonly schemas: { readonly ErrorCode: { readonly enum: readonly string[] } };
  };
}

test("the OpenAPI documents list every route's permissions and refusals", async () => {
  for (const url of ["/openapi.json", "/openapi-dashboard.json"])
    assert.equal(JSON.parse((await get(url)).text).openapi, "3.1.0", url);
  const document = await servedApi<Documented>(app);
  assert.match(
    document.info.description,
    /\]\(\/openapi-dashboard\.json\)/,
    "the reference page links to the other one",
  );
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  assert.ok(operations.length > 30);
  const ids = operations.map((operation) => operation["operationId"]);
  assert.equal(new Set(ids).size, ids.length, "operation ids are unique");
  for (const operation of operations) {
    for (const member of ["operationId", "summary", "description", "tags"])
      assert.ok(operation[member], `${String(operation["operationId"])} has ${member}`);
  }
  const send = present(document.paths["/account/{accountId}/transactions"]?.["post"], "payments can be sent");
  assert.equal(send["x-required-scope"], "sendMoney");
  assert.deepEqual(document.security, [{ bearer: [] }, { basic: [] }, { session: [] }]);
  assert.deepEqual(send["security"], [{ bearer: [] }, { basic: [] }]);
  assert.ok(errorCodesOf(document, send).includes("insufficientFunds"));
  const codes = document.components.schemas.ErrorCode.enum;
  for (const operation of operations)
    for (const code of errorCodesOf(document, operation))
      assert.ok(codes.includes(code), `${code} is in the error component`);
});

test("a shutdown refuses new requests and finishes accepted ones", async () => {
  const second = await createApp(service, { work: true });
  const account = present(demo.accounts[0], "an account exists").id;
  const recipient = present(demo.recipients[0], "a recipient exists").id;
  const pay = (amount: number) =>
    second.api.inject({
      method: "POST",
      url: `/account/${account}/transactions`,
      headers: { authorization: `Bearer ${demo.tokens.readWrite}` },
      payload: { recipientId: recipient, amount, paymentMethod: "ach" },
    });
  const sent = Array.from({ length: 40 }, (_, index) => pay(20 + index));
  await new Promise((resolve) => setImmediate(resolve));
  const closing = second.close();
  const late = await pay(99).catch(() => undefined);
  if (late !== undefined) {
    assert.equal(late.statusCode, 503);
    assert.equal(late.json().errors.errorCode, "serviceUnavailable");
    assert.equal(late.headers["retry-after"], "1");
  }
  const statuses = (await Promise.all(sent)).map((response) => response.statusCode);
  await closing;
  assert.deepEqual(
    [...new Set(statuses)].filter((status) => status !== 200 && status !== 503),
    [],
  );
  const { accepted } = await service.database.one<{ accepted: bigint }>({
    text: "select count(*) as accepted from transactions where method = 'ach' and amount_minor between -6000 and -2000 and key_digest is null and status = 'pending'",
    values: [],
  });
  assert.equal(
    Number(accepted),
    statuses.filter((status) => status === 200).length,
    "acknowledged payments are stored, refused ones are not",
  );
});
