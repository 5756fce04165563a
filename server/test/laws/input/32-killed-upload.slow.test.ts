import assert from "node:assert/strict";
import { readdir, readFile, utimes, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { MINUTE_MS } from "#kernel/clock/clock.ts";
import { openPostgres } from "#kernel/sql/postgres.ts";
import { acrossOrganizations } from "#kernel/sql/scope.ts";
import { spoolFolderOf } from "#kernel/storage/spool.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { freshDatabase } from "../../kit/databases/databases.ts";
import { long } from "../../kit/faults/random.ts";
import { pdf } from "../../kit/files/sample-files.ts";
import { ageUploads, uploadStates } from "../../kit/files/uploads.queries.ts";
import { removeFolder, type ServerProcess, startServer, temporaryFolder } from "../../kit/servers/server-process.ts";
import { apiClient } from "../../kit/service/client.ts";
import { eventually } from "../../kit/service/eventually.ts";
import { type S3Server, startS3Server } from "../../kit/service/s3-server.ts";
import { download, type UploadCall, upload } from "../../kit/service/upload.ts";

/** Of 32 MB each, at once, with `--long`; and the most by which the process may grow meanwhile. */
const MANY = 16;
const MEGABYTES_MAX = 150;

const environmentOf = ({ storage }: S3Server, databaseUrl: string) => ({
  DATABASE_URL: databaseUrl,
  BURSAR_ATTACHMENTS_URL: storage.url,
  S3_ACCESS_KEY_ID: storage.accessKeyId,
  S3_SECRET_ACCESS_KEY: storage.secretAccessKey,
});

/** Law 32: kill -9 while one file is being received and another one is being stored. */
test("a process killed in the middle of uploads leaves nothing visible, and the same key works afterwards", async (t) => {
  const database = await freshDatabase();
  const dataDir = await temporaryFolder();
  const s3 = await startS3Server();
  let server: ServerProcess | undefined;
  t.after(async () => {
    await server?.kill();
    await s3.close();
    await removeFolder(dataDir);
    await database.drop();
  });
  const environment = environmentOf(s3, database.url);
  const first = await startServer({ dataDir, environment });
  server = first;
  const demo = await first.demo();
  const objects = async () => (await readdir(s3.folder)).filter((name) => name.endsWith("_object")).length;
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

  const stored = await objects();
  s3.behave("loses answers");
  const storing = attach(first).catch((error: Error) => error);
  await eventually("the file is on its way to the store", async () => (await states())["uploading"] === 1);
  const receiving = request(`${first.url}/${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "multipart/form-data; boundary=x" },
  }).on("error", () => undefined);
  receiving.write('--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.4 ');
  receiving.write("x".repeat(200_000));
  await eventually("another file is being received", async () => (await spooled()).length === 2);
  await eventually("the file is in the store, which the service does not know", async () => (await objects()) > stored);
  await first.kill();
  s3.behave("works");
  assert.ok((await storing) instanceof Error, "nobody was answered");
  receiving.destroy();
  // The sweep spares what may still be in progress.
  for (const name of await spooled())
    await utimes(join(spoolFolderOf(dataDir), name), new Date(0), new Date(Date.now() - 31 * MINUTE_MS));
  await acrossOrganizations(() => ageUploads(db, demo.organizationId as OrganizationId));

  const second = await startServer({ dataDir, environment });
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
  await eventually("its object is deleted, and no other", async () => (await objects()) === stored + 1);
  assert.ok((await download(second.url, retried.body["url"])).content.equals(pdf()));

  if (long) await assertBoundedMemory(t, second, { path, token });
});

/** Many large uploads at once do not need memory for their contents. */
async function assertBoundedMemory(
  t: TestContext,
  { pid, url }: ServerProcess,
  target: Pick<UploadCall, "path" | "token">,
): Promise<void> {
  const memory = async (): Promise<number> =>
    Number(/VmHWM:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
  // The largest use so far is forgotten.
  await writeFile(`/proc/${pid}/clear_refs`, "5");
  const start = await memory();
  const content = Buffer.alloc(32 * 1024 * 1024, "0123456789abcde\n");
  const uploads = await Promise.all(
    Array.from({ length: MANY }, (_, at) => upload(url, { ...target, content, name: `large-${at}.txt` })),
  );
  assert.deepEqual([...new Set(uploads.map(({ status }) => status))], [200], JSON.stringify(uploads[0]?.body));
  const grown = (await memory()) - start;
  t.diagnostic(`memory grew by ${grown.toFixed(0)} MB`);
  assert.ok(grown < MEGABYTES_MAX, `memory grew by ${grown.toFixed(0)} MB`);
}
