import assert from "node:assert/strict";
import { once } from "node:events";
import { readdir, utimes } from "node:fs/promises";
import { request } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { MINUTE_MS } from "../../../src/kernel/clock/clock.ts";
import { openPostgres } from "../../../src/kernel/sql/postgres.ts";
import { acrossOrganizations } from "../../../src/kernel/sql/scope.ts";
import { spoolFolderOf } from "../../../src/kernel/storage/spool.ts";
import type { OrganizationId } from "../../../src/kernel/values/ids.ts";
import { freshDatabase } from "../../kit/databases/databases.ts";
import { pdf } from "../../kit/files/sample-files.ts";
import { ageUploads, uploadStates } from "../../kit/files/uploads.queries.ts";
import { apiClient } from "../../kit/service/client.ts";
import { eventually } from "../../kit/service/eventually.ts";
import { removeFolder, type ServerProcess, startServer, temporaryFolder } from "../../kit/service/server-process.ts";
import { download, upload } from "../../kit/service/upload.ts";

/** Law 32: kill -9 while one file is being received and another one is being stored. */
test("a process killed in the middle of uploads leaves nothing visible, and the same key works afterwards", async (t) => {
  const database = await freshDatabase();
  const dataDir = await temporaryFolder();
  const store = createServer((socket) => void socket.on("error", () => undefined).resume());
  store.listen(0, "127.0.0.1");
  await once(store, "listening");
  let server: ServerProcess | undefined;
  t.after(async () => {
    await server?.kill();
    store.close();
    await removeFolder(dataDir);
    await database.drop();
  });
  // A server that listens on a port always has an address.
  const { port } = store.address() as AddressInfo;
  const silent = {
    BURSAR_ATTACHMENTS_URL: `http://127.0.0.1:${port}/files`,
    S3_ACCESS_KEY_ID: "x",
    S3_SECRET_ACCESS_KEY: "x",
  };
  const disk = await startServer({ dataDir, environment: { DATABASE_URL: database.url } });
  const demo = await disk.demo();
  await disk.stop();
  const first = await startServer({ dataDir, environment: { DATABASE_URL: database.url, ...silent } });
  server = first;
  const [ownerId = ""] = demo.recipients.map(({ id }) => id);
  const token = demo.tokens.readWrite;
  const path = `recipient/${ownerId}/attachments`;
  const attach = (to: ServerProcess) =>
    upload(to.url, { path, token, content: pdf(), headers: { "idempotency-key": "killed" } });
  const spooled = () => readdir(spoolFolderOf(dataDir)).catch(() => []);
  const db = openPostgres({ url: database.ownerUrl, poolSize: 1 });
  t.after(() => db.close());
  const states = () =>
    acrossOrganizations(() => uploadStates(db, demo.organizationId as OrganizationId, ownerId)).then((rows) =>
      Object.fromEntries(rows.map(({ status, total }) => [status, Number(total)])),
    );
  const before = (await states())["stored"] ?? 0;

  const storing = attach(first).catch((error: Error) => error);
  await eventually("the file is on its way to the store", async () => (await states())["uploading"] === 1);
  const receiving = request(`${first.url}/${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "multipart/form-data; boundary=x" },
  }).on("error", () => undefined);
  receiving.write('--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.4 ');
  receiving.write("x".repeat(200_000));
  await eventually("another file is being received", async () => (await spooled()).length === 2);
  await first.kill();
  assert.ok((await storing) instanceof Error, "nobody was answered");
  receiving.destroy();
  // The sweep spares what may still be in progress.
  for (const name of await spooled())
    await utimes(join(spoolFolderOf(dataDir), name), new Date(0), new Date(Date.now() - 31 * MINUTE_MS));
  await acrossOrganizations(() => ageUploads(db, demo.organizationId as OrganizationId));

  const second = await startServer({ dataDir, environment: { DATABASE_URL: database.url } });
  server = second;
  const client = apiClient(second.url, token);
  const listed = async () => (await client.get(`/${path}`)).body.attachments.length;
  assert.equal(await listed(), before, "nothing is visible");
  const retried = await attach(second);
  assert.equal(retried.status, 200, JSON.stringify(retried.body));
  assert.ok((await download(second.url, retried.body["url"])).content.equals(pdf()));
  assert.equal((await attach(second)).body["attachmentId"], retried.body["attachmentId"]);
  assert.equal(await listed(), before + 1, "once");
  await eventually("the sweep has removed what was received", async () => (await spooled()).length === 0);
  await eventually("the row is closed", async () => (await states())["uploading"] === undefined);
});
