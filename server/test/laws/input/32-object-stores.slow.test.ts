import assert from "node:assert/strict";
import { readdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { MINUTE_MS, plusMs } from "#kernel/clock/clock.ts";
import { acrossOrganizations, withinScope } from "#kernel/sql/scope.ts";
import type { ObjectStore } from "#kernel/storage/object-store.ts";
import { s3Store } from "#kernel/storage/s3-store.ts";
import { sweepAttachments } from "#records/attachments";
import { countResealed } from "../../kit/databases/count-resealed.ts";
import { mountSmallDisk, type SmallDisk, withoutRoot } from "../../kit/faults/small-disk.ts";
import { tracesOfUploads } from "../../kit/files/uploads.queries.ts";
import { removeFolder, temporaryFolder } from "../../kit/servers/server-process.ts";
import { eventually } from "../../kit/service/eventually.ts";
import { inject, openWorld, type TestOrganization, type TestWorld } from "../../kit/service/full-app.ts";
import { type S3Server, startS3Server } from "../../kit/service/s3-server.ts";
import { download, formOf, listen, type UploadCall, upload } from "../../kit/service/upload.ts";

/** Several chunks of encryption, and more than passes a network that cuts connections. */
const CONTENT = Buffer.alloc(300_000, "what was uploaded\n");

const TINY = Buffer.from("a small text\n");

/** Rows of an owner by state, and audit rows. */
const NONE = { uploading: 0, stored: 0, removing: 0, removed: 0, audited: 0 };
type Traces = typeof NONE;
const sumOf = (traces: Traces, more: Partial<Traces>): Traces => {
  const sum = { ...traces };
  for (const name of Object.keys(NONE) as readonly (keyof Traces)[]) sum[name] += more[name] ?? 0;
  return sum;
};

/** Law 32, when the store fails, lies, or is read by others. */
describe("object stores", () => {
  let world: TestWorld | undefined;
  let organization: TestOrganization;
  let base: string;
  after(() => world?.close());

  async function open(config: Parameters<typeof openWorld>[0]): Promise<TestWorld> {
    await world?.close();
    world = await openWorld(config);
    organization = await world.newOrganization();
    base = await listen(world);
    return world;
  }
  const path = () => `recipient/${organization.recipientId}/attachments`;
  const attach = (more: Partial<UploadCall> = {}) =>
    upload(base, { token: organization.token, path: path(), content: CONTENT, name: "a.txt", ...more });
  const attached = async (opened: TestWorld): Promise<readonly { id: string; url: string }[]> =>
    (await inject(opened.app, organization.token, { url: `/${path()}` })).body.attachments;
  const filesBelow = async (folder: string): Promise<readonly string[]> => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  };

  const tracesIn = async ({ service }: TestWorld): Promise<Traces> => ({
    ...NONE,
    ...(await withinScope(organization.organizationId, () =>
      tracesOfUploads(service.database, organization.organizationId, organization.recipientId),
    )),
  });

  /** An upload that was refused leaves at most a row for the sweep, and the same key stores the file once. */
  async function refusesAndRecovers(
    opened: TestWorld,
    { key, recover, leaves = { removing: 1 } }: { key: string; recover: () => void; leaves?: Partial<Traces> },
  ): Promise<void> {
    const headers = { "idempotency-key": key };
    const before = (await attached(opened)).length;
    const traces = await tracesIn(opened);
    const refused = await attach({ headers });
    assert.deepEqual([refused.status, refused.code], [503, "serviceUnavailable"], JSON.stringify(refused.body));
    assert.ok(Number(refused.headers.get("retry-after")) > 0);
    assert.equal((await attached(opened)).length, before, "nothing is visible");
    const left = sumOf(traces, leaves);
    assert.deepEqual(await tracesIn(opened), left, "no file, no audit row");
    recover();
    const retried = await attach({ headers });
    assert.equal(retried.status, 200, JSON.stringify(retried.body));
    assert.ok((await download(base, retried.body["url"])).content.equals(CONTENT));
    assert.equal((await attach({ headers })).body["attachmentId"], retried.body["attachmentId"]);
    assert.equal((await attached(opened)).length, before + 1, "once");
    assert.deepEqual(await tracesIn(opened), sumOf(left, { stored: 1, audited: 1 }));
  }

  describe("S3-compatible storage", () => {
    let s3: S3Server;
    let opened: TestWorld;
    before(async () => {
      s3 = await startS3Server();
      opened = await open({ attachments: s3.storage });
      // The same store, less patient.
      Object.assign(opened.service, { objects: s3Store(s3.storage, { callMs: 1_500, silenceMs: 150 }) });
    });
    after(() => s3.close());

    test("stores nothing that it could read, and returns what was uploaded", async () => {
      const { status, body } = await attach();
      assert.equal(status, 200, JSON.stringify(body));
      assert.ok((await download(base, body["url"])).content.equals(CONTENT));
      const stored = (await filesBelow(s3.folder)).filter((file) => file.endsWith("_object"));
      assert.equal(stored.length, 1);
      const object = await readFile(String(stored[0]));
      assert.equal(object.length, CONTENT.length + 5 * 16);
      assert.ok(!object.includes("what was uploaded"));
      assert.match(String(stored[0]), /\/files\/[0-9a-f]{32}\._S3rver_object$/, "a random name");
      assert.ok(!String(body["url"]).includes(String(new URL(s3.storage.url).port)), "a link does not name the store");
    });

    for (const network of ["down", "silent", "loses answers", "cuts uploads", "fails uploads"] as const)
      test(`refuses an upload with 503 (the store: ${network}), and a retry with the key succeeds`, () => {
        s3.behave(network);
        return refusesAndRecovers(opened, { key: network, recover: () => s3.behave("works") });
      });

    test("a store that fails for a moment is tried again while the client waits", async () => {
      s3.behave("down");
      setTimeout(() => s3.behave("works"), 100);
      const { status, body } = await attach();
      assert.equal(status, 200, JSON.stringify(body));
      assert.ok((await download(base, body["url"])).content.equals(CONTENT));
    });

    test("a download that the network cuts off ends early, and never with other bytes", async () => {
      const [file] = await attached(opened);
      for (const network of ["cuts downloads", "changes downloads"] as const) {
        s3.behave(network);
        await assert.rejects(download(base, file?.url), network);
      }
      s3.behave("silent");
      assert.equal((await download(base, file?.url)).status, 503, "and not at all if the store is silent");
      s3.behave("works");
      assert.ok((await download(base, file?.url)).content.equals(CONTENT));
    });

    test("what failed uploads left is deleted later, and what is attached stays", async () => {
      const { clock, service } = opened;
      assert.equal(await sweepAttachments(service), 0, "not yet: a write may still complete");
      clock.set(plusMs(clock.now(), 31 * MINUTE_MS));
      assert.equal(await sweepAttachments(service), 5);
      for (const { url } of await attached(opened)) assert.equal((await download(base, url)).status, 200);
      const objects = (await filesBelow(s3.folder)).filter((file) => file.endsWith("_object"));
      assert.equal(objects.length, (await attached(opened)).length);
    });

    test("an upload that the sweep takes for abandoned is refused: no file without content becomes visible", async () => {
      const { clock, service } = opened;
      const { objects } = service;
      const slow: ObjectStore = {
        ...objects,
        put: async (name, content) => {
          await objects.put(name, content);
          // The clock of a sandbox jumps, and the sweep takes the upload for the remains of a dead process.
          clock.set(plusMs(clock.now(), 31 * MINUTE_MS));
          await acrossOrganizations(() => sweepAttachments(service));
        },
      };
      Object.assign(service, { objects: slow });
      await refusesAndRecovers(opened, {
        key: "swept",
        recover: () => Object.assign(service, { objects }),
        leaves: { removed: 1 },
      });
    });
  });

  describe("a folder", () => {
    let opened: TestWorld;
    let dataDir: string;
    before(async () => {
      dataDir = await temporaryFolder();
      opened = await open({ dataDir });
    });
    after(() => removeFolder(dataDir));

    test("contains encrypted files that only their owner can read; nothing else is left", async () => {
      const { body } = await attach();
      const [file, ...others] = await filesBelow(dataDir);
      assert.deepEqual(others, []);
      assert.equal((await stat(String(file))).mode & 0o777, 0o600);
      assert.ok(!(await readFile(String(file))).includes("what was uploaded"));
      assert.ok((await download(base, body["url"])).content.equals(CONTENT));
    });

    test("keys rotate without touching the contents", async () => {
      const { service } = opened;
      const { organizationId } = organization;
      const [file] = await filesBelow(dataDir);
      const before = await readFile(String(file));
      await service.database.transaction((tx) =>
        service.vault.rotateOrganizationKey(tx, organizationId, service.clock.now()),
      );
      assert.equal(await countResealed(service, organizationId, "attachments.content_key"), 1);
      assert.ok((await readFile(String(file))).equals(before));
      const [attachment] = await attached(opened);
      assert.ok((await download(base, attachment?.url)).content.equals(CONTENT));
    });

    test("a changed, cut off, exchanged, or missing file is an error, never other content", async () => {
      const { body } = await attach({ content: Buffer.alloc(CONTENT.length, "another file here\n") });
      const link = String(body["url"]);
      const [firstPath, secondPath] = await filesBelow(dataDir);
      const contents = [await readFile(String(firstPath)), await readFile(String(secondPath))] as const;
      const flipped = Buffer.from(contents[0]);
      flipped[10] = (flipped[10] ?? 0) ^ 1;
      const both = async (): Promise<readonly boolean[]> =>
        Promise.all(
          (await attached(opened)).map(async ({ url }) => {
            const got = await download(base, url).catch(() => undefined);
            return got?.status === 200;
          }),
        );
      const stderr = process.stderr.write;
      // The service reports each damaged file as an error.
      process.stderr.write = () => true;
      try {
        await writeFile(String(firstPath), flipped);
        assert.deepEqual((await both()).filter(Boolean).length, 1, "a changed bit at the beginning");
        flipped[10] = contents[0][10] ?? 0;
        const end = flipped.length - 20;
        flipped[end] = (flipped[end] ?? 0) ^ 1;
        await writeFile(String(firstPath), flipped);
        assert.deepEqual((await both()).filter(Boolean).length, 1, "a changed bit near the end");
        await writeFile(String(firstPath), contents[0]);
        await truncate(String(firstPath), 4 * (64 * 1024 + 16));
        assert.deepEqual((await both()).filter(Boolean).length, 1, "whole chunks are missing");
        await writeFile(String(firstPath), contents[1]);
        await writeFile(String(secondPath), contents[0]);
        assert.deepEqual(await both(), [false, false], "exchanged files");
        await rm(String(firstPath));
        await rm(String(secondPath));
        assert.equal((await download(base, link)).status, 500, "a missing file");
      } finally {
        process.stderr.write = stderr;
      }
    });

    test("an upload that is cut off leaves nothing", async () => {
      const before = await attached(opened);
      const { port } = new URL(base);
      await new Promise<void>((resolve) => {
        const sent = request({
          port,
          path: `/${path()}`,
          method: "POST",
          headers: {
            authorization: `Bearer ${organization.token}`,
            "content-type": "multipart/form-data; boundary=x",
            "content-length": 100_000,
          },
        });
        sent.on("error", () => resolve());
        sent.write('--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.4 ');
        sent.write("x".repeat(50_000), () => setTimeout(() => sent.destroy(), 50));
      });
      // A declared length that is too short: the form ends before the file does, and the rest is no request.
      const { body, headers } = formOf(CONTENT);
      const answered = await new Promise<number | undefined>((resolve) => {
        const sent = request({
          port,
          path: `/${path()}`,
          method: "POST",
          headers: { authorization: `Bearer ${organization.token}`, ...headers, "content-length": body.length - 30 },
        });
        sent.on("response", ({ statusCode }) => resolve(statusCode)).on("error", () => resolve(undefined));
        sent.end(body);
      });
      assert.ok(answered === 400 || answered === undefined, `answered with ${answered}`);
      assert.equal((await attached(opened)).length, before.length);
    });

    test("an organization's 17th upload at once is refused, another organization's is not, and places become free", async () => {
      const { port } = new URL(base);
      const { headers } = formOf(CONTENT);
      const authorization = `Bearer ${organization.token}`;
      let answered = 0;
      const slow = Array.from({ length: 18 }, () => {
        const started = request({ port, path: `/${path()}`, method: "POST", headers: { authorization, ...headers } });
        started.on("response", () => {
          answered += 1;
        });
        started.on("error", () => undefined).write("--x\r\n");
        return started;
      });
      await eventually("all places are taken, and two uploads too many are refused", () => answered === 2);
      const refused = await attach({ content: TINY });
      assert.deepEqual([refused.code, refused.headers.get("retry-after")], ["serviceUnavailable", "1"]);
      const otherOrganization = await opened.newOrganization();
      const their = { token: otherOrganization.token, path: `recipient/${otherOrganization.recipientId}/attachments` };
      assert.equal((await attach({ ...their, content: TINY })).status, 200);
      for (const started of slow) started.destroy();
      await eventually("places are free again", async () => (await attach({ content: TINY })).status === 200);
    });
  });

  test("a full disk refuses with 503, stores nothing, and works again with space", { skip: withoutRoot }, async (t) => {
    const disk: SmallDisk = mountSmallDisk({ sizeMegabytes: 4 });
    t.after(() => disk.remove());
    const opened = await open({ dataDir: disk.path });
    disk.fill();
    await refusesAndRecovers(opened, { key: "full", recover: () => disk.makeSpace(), leaves: {} });
    // Room for the received file, but not for the stored one.
    disk.fill({ leaveMegabytes: 0.5 });
    await refusesAndRecovers(opened, { key: "half full", recover: () => disk.makeSpace() });
    await world?.close();
    world = undefined;
  });
});
