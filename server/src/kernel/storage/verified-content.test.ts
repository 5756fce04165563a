import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { test } from "node:test";
import { DamagedContent, sealContent } from "./sealed-content.ts";
import { readVerified, withFirstChunk } from "./verified-content.ts";

/** An object of three chunks, and whether its stream was closed. */
async function storedObject() {
  const plain = randomBytes(150_000);
  const key = { key: randomBytes(32), context: "name" };
  const parts: Buffer[] = [];
  for await (const part of sealContent(Readable.from([plain]), key)) parts.push(part);
  const streams: Readable[] = [];
  const objects = {
    get: async () => {
      const stream = Readable.from(parts);
      streams.push(stream);
      return stream;
    },
  };
  const facts = {
    objectName: "name",
    key: key.key,
    sizeBytes: plain.length,
    sha256: createHash("sha256").update(plain).digest(),
  };
  return { plain, parts, objects, known: facts, isClosed: () => streams.every(({ destroyed }) => destroyed) };
}

test("reads what was stored, and closes the object", async () => {
  const { plain, objects, known: facts, isClosed } = await storedObject();
  const chunks: Buffer[] = [];
  for await (const chunk of await withFirstChunk(readVerified(objects, facts))) chunks.push(chunk);
  assert.ok(Buffer.concat(chunks).equals(plain));
  assert.ok(isClosed());
});

test("closes the object if the reader never begins, or stops", async () => {
  for (const reads of [0, 1, 2]) {
    const { objects, known: facts, isClosed } = await storedObject();
    const content = await withFirstChunk(readVerified(objects, facts));
    for (let read = 0; read < reads; read += 1) await content.next();
    await content.return?.();
    assert.ok(isClosed(), `after ${reads} chunks`);
  }
});

test("another digest withholds the last bytes", async () => {
  const { plain, objects, known: facts, isClosed } = await storedObject();
  let length = 0;
  await assert.rejects(async () => {
    const chunks = readVerified(objects, { ...facts, sha256: randomBytes(32) });
    for await (const chunk of chunks) length += chunk.length;
  }, DamagedContent);
  assert.ok(length < plain.length);
  assert.ok(isClosed());
});
