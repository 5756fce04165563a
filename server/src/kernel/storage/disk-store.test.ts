import assert from "node:assert/strict";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { diskStore } from "./disk-store.ts";

test("a name from a changed database does not lead out of the folder", async (context) => {
  const dataDir = await mkdtemp(join(tmpdir(), "bursar-store-"));
  context.after(() => rm(dataDir, { recursive: true }));
  await mkdir(join(dataDir, "attachments", "ab", "ab"), { recursive: true });
  await writeFile(join(dataDir, "master-key"), "secret");
  const store = diskStore(dataDir);
  await assert.rejects(store.delete("ab/../../../master-key"), /no folders/);
  await assert.rejects(store.get("ab/../../../master-key"), /no folders/);
  assert.equal(await readFile(join(dataDir, "master-key"), "utf8"), "secret");
});
