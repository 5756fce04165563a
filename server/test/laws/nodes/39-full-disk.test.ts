import assert from "node:assert/strict";
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { type DatabaseAddresses, type FreshDatabase, freshDatabase } from "../../kit/databases/databases.ts";
import { onlyLong } from "../../kit/faults/random.ts";
import { mountSmallDisk, type SmallDisk, withoutRoot } from "../../kit/faults/small-disk.ts";
import { pdf } from "../../kit/files/sample-files.ts";
import {
  type Demo,
  removeFolder,
  type ServerProcess,
  startServer,
  temporaryFolder,
} from "../../kit/servers/server-process.ts";
import { apiClient } from "../../kit/service/client.ts";
import { eventually } from "../../kit/service/eventually.ts";
import { download, upload } from "../../kit/service/upload.ts";

/**
 * Law 39, a full disk on one machine: the node's data folder and its log are on a disk without a free byte. It starts,
 * serves whatever needs no disk, and answers 503 with Retry-After where a file would be received. Other nodes serve
 * everything, and do the background work that it cannot. With space, it serves everything again without a restart.
 *
 * Attachments are on a shared folder, as without object storage.
 */
const DISK_MEGABYTES = 4;
/** Ordinary runs fill the disk of a single service: disk-full.slow.test.ts. */
const skip = withoutRoot || onlyLong("it takes half a minute");

describe("a node on a full disk (PostgreSQL server)", { skip, timeout: 180_000 }, () => {
  let database: FreshDatabase;
  let disk: SmallDisk;
  let sound: ServerProcess;
  let full: ServerProcess;
  let demo: Demo;

  before(async () => {
    database = await freshDatabase();
    const shared = await temporaryFolder();
    const environment = environmentOf(database);
    sound = await startServer({ dataDir: shared, environment });
    demo = await sound.demo();
    disk = mountSmallDisk({ sizeMegabytes: DISK_MEGABYTES });
    const dataDir = join(disk.path, "data");
    mkdirSync(dataDir);
    symlinkSync(join(shared, "attachments"), join(dataDir, "attachments"));
    disk.fill();
    full = await startServer({
      dataDir,
      environment: { ...environment, BURSAR_LOG_LEVEL: "debug" },
      logFile: join(disk.path, "log"),
    });
  });
  after(async () => {
    await Promise.all([sound, full].map((node) => node?.kill()));
    disk?.remove();
    await removeFolder(sound.dataDir);
    await database.drop();
  });

  const logged = () => readFileSync(join(disk.path, "log"), "utf8");
  const attach = (node: ServerProcess, key: string) =>
    upload(node.url, {
      path: `recipient/${demo.recipients[0]?.id}/attachments`,
      token: demo.tokens.readWrite,
      content: pdf(),
      headers: { "idempotency-key": key },
    });
  const isReady = async (node: ServerProcess) => (await fetch(`${node.url}/readyz`)).status;
  /** Paid by one node, to the end. */
  const pay = async (node: ServerProcess, cents: number) => {
    const client = apiClient(node.url, demo.tokens.readWrite);
    const account = demo.accounts.find(({ kind }) => kind === "checking")?.id;
    const recipientId = demo.recipients.find(({ methods }) => methods.includes("realTimePayment"))?.id;
    const paid = await client.post(`/account/${account}/transactions`, {
      recipientId,
      amount: cents / 100,
      paymentMethod: "realTimePayment",
      idempotencyKey: `full-disk-${cents}`,
    });
    assert.equal(paid.status, 200, JSON.stringify(paid.body));
    await eventually("the bank has made the payment", async () => {
      const { body } = await client.get(`/account/${account}/transaction/${paid.body.id}`);
      assert.match(body.status, /^(pending|sent)$/);
      return body.status === "sent";
    });
    client.close();
  };

  test("it serves what needs no disk, and the others serve everything", async () => {
    for (const node of [full, sound]) assert.equal(await isReady(node), 200);
    await pay(full, 11);
    await pay(sound, 12);
    const putOff = await attach(full, "one");
    assert.deepEqual([putOff.status, putOff.code], [503, "serviceUnavailable"]);
    assert.ok(Number(putOff.headers.get("retry-after")) >= 1, "with Retry-After");
    const stored = await attach(sound, "one");
    assert.equal(stored.status, 200, "a client that retries is served by another node");
    assert.ok((await download(full.url, stored.body["url"])).content.equals(pdf()), "reading needs no space");
    assert.equal((await attach(full, "one")).status, 503, "still, and again");
    assert.equal(logged(), "", "not even its log can be written");
    assert.match(
      await (await fetch(`${full.url}/metrics`)).text(),
      /^bursar_log_lines_lost_total [1-9]/m,
      "which its metrics say",
    );
  });

  test("with space, it serves everything without a restart, and as often as the disk is full", async () => {
    disk.makeSpace();
    const [first, second] = [await attach(full, "one"), await attach(sound, "one")];
    assert.deepEqual([first.status, first.body["attachmentId"]], [200, second.body["attachmentId"]]);
    assert.equal((await attach(full, "two")).status, 200);
    disk.fill();
    assert.equal((await attach(full, "three")).status, 503);
    assert.equal(await isReady(full), 200);
    disk.makeSpace();
    assert.equal((await attach(full, "three")).status, 200);
    for (const node of [full, sound]) assert.equal(await node.stop(), 0, node.output());
    assert.match(logged(), /Stopping \(SIGTERM\)/, "its log is written again");
  });
});

const environmentOf = ({ url }: DatabaseAddresses) => ({
  DATABASE_URL: url,
  BURSAR_MASTER_KEY: Buffer.alloc(32, 7).toString("base64"),
});
