import assert from "node:assert/strict";
import { mkdtemp, open, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import { type Headers, pack } from "tar-stream";
import { long } from "#test/kit/faults/random.ts";
import { watchMemory } from "../../../../tools/kit/held-memory.ts";
import { ArchiveDamaged, readArchive } from "./read-archive.ts";
import { archiveWriter } from "./write-archive.ts";

let home: string;
let archive: string;
before(async () => {
  home = await mkdtemp(join(tmpdir(), "archive-"));
  archive = join(home, "a.backup");
});
after(() => rm(home, { recursive: true, force: true }));

/** Unpacks all entries of the archive: their names, and the folder. */
async function unpacked(bytes?: Buffer) {
  if (bytes !== undefined) await writeFile(archive, bytes);
  const folder = await mkdtemp(join(home, "unpacked-"));
  const names: string[] = [];
  for await (const entry of readArchive(archive)) {
    await entry.unpackTo(folder);
    names.push(`${entry.kind} ${entry.path} ${entry.sizeBytes}`);
  }
  return { names, folder };
}

interface Packed {
  readonly header: Headers & { readonly pax?: Readonly<Record<string, string>> };
  readonly content?: Buffer;
}

/** An archive as another program may write it. */
async function packed(...entries: readonly Packed[]): Promise<Buffer> {
  const tar = pack();
  for (const { header, content } of entries) tar.entry(header, content ?? Buffer.alloc(0));
  tar.finalize();
  return Buffer.concat(await Array.fromAsync(tar));
}

/** The same header with other bytes at a place, and a sum that fits. */
function changed(tar: Buffer, at: number, bytes: string | Buffer): Buffer {
  const copy = Buffer.from(tar);
  copy.set(typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes, at);
  copy.fill(" ", 148, 156);
  const sum = copy.subarray(0, 512).reduce((total, byte) => total + byte, 0);
  copy.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return copy;
}

/**
 * The most memory that the work holds on to while it runs. A look takes longer the more the process holds, and nothing
 * else runs meanwhile: most of the time is left to the work.
 */
async function mostHeldBy(work: () => Promise<unknown>): Promise<number> {
  const memory = watchMemory();
  const lookAgain = () => {
    const startedAt = performance.now();
    memory.look();
    next = setTimeout(lookAgain, 10 * (performance.now() - startedAt));
  };
  let next = setTimeout(lookAgain, 20);
  try {
    await work();
  } finally {
    clearTimeout(next);
  }
  return memory.look();
}

const LARGE_BYTES = long ? 300_000_000 : 100_000_000;
const file = { header: { name: "file" }, content: Buffer.from("content") };
const damaged = (tar: Buffer) => assert.rejects(unpacked(gzipSync(tar)), ArchiveDamaged);

describe("an archive", () => {
  it("gives back what was written, also from files that change meanwhile", async () => {
    const source = join(home, "source");
    await writeFile(source, Buffer.alloc(700_001, "bursar"));
    const writer = archiveWriter(await open(archive, "w"));
    await writer.addBytes("first.json", Buffer.from("{}"));
    await writer.addFolder("postgres");
    await writer.addFolder("postgres/base");
    const added = writer.addFile("postgres/base/1", source);
    await added;
    assert.equal(await writer.addFile("postgres/base/2", join(home, "missing")), false);
    await writer.addBytes("postgres/empty", Buffer.alloc(0));
    await writer.addBytes(`attachments/${"a".repeat(120)}`, Buffer.from("a long name"));
    const sums = writer.sums();
    await writer.finish();
    const { names, folder } = await unpacked();
    assert.deepEqual(names, [
      "file first.json 2",
      "folder postgres 0",
      "folder postgres/base 0",
      "file postgres/base/1 700001",
      "file postgres/empty 0",
      `file attachments/${"a".repeat(120)} 11`,
    ]);
    assert.ok((await readFile(join(folder, "postgres/base/1"))).equals(await readFile(source)));
    assert.equal(sums.split("\n").length, 5);
    const sumsRead: string[] = [];
    for await (const entry of readArchive(archive))
      if (entry.kind === "file")
        sumsRead.push(`${await entry.unpackTo(await mkdtemp(join(home, "b-")))}  ${entry.path}\n`);
    assert.equal(sumsRead.join(""), sums);
  });

  it("does not need all of its content read", async () => {
    await writeFile(archive, gzipSync(await packed(file, { ...file, header: { name: "second" } })));
    const names: string[] = [];
    for await (const { path } of readArchive(archive)) names.push(path);
    assert.deepEqual(names, ["file", "second"]);
    for await (const entry of readArchive(archive)) {
      await assert.rejects(entry.bytes(6), ArchiveDamaged);
      assert.equal((await entry.bytes(7)).toString(), "content");
      break;
    }
  });

  it("of version 0.1.0 can be read", async () => {
    // Written by the code of that version.
    const old =
      "H4sIAAAAAAAEA0tKTM4uLdDLKs7PY6AVMDAwMDAzMGAA0QaYtIGBgTFMDiJvaGBgZsagYEArByGbW1pckljEYEAXu5DtHSTs6lquQeKSUWcMRAgU5BeXpBelFtPSblCmNsfM96h5Hlw0gAkGAwNzUyMjBgVTWjoKZvYIz/+w+NcPcI8Pcw0K9vT3g4UM1WhQrOIv/81Q04KhoZGx6Wj5T7UIwGNQRmpOTv5oFYAnhEalRkNgNARGQ2B4hgAAF0kPhgAOAAA=";
    const { names } = await unpacked(Buffer.from(old, "base64"));
    assert.deepEqual(names, ["file backup.json 3", "folder postgres 0", "file postgres/PG_VERSION 6"]);
  });

  it("is not written with a name that could not be unpacked, and reports that it cannot be written", async () => {
    const writer = archiveWriter(await open(archive, "w"));
    await assert.rejects(writer.addBytes("../outside", Buffer.alloc(1)), RangeError);
    await writer.abandon();
    const closed = await open(archive, "w");
    await closed.close();
    const unwritable = archiveWriter(closed);
    const fill = async () => {
      for (let index = 0; index < 100; index += 1) await unwritable.addBytes(`f${index}`, Buffer.alloc(1_000_000));
    };
    await assert.rejects(fill(), /file closed|EBADF/i);
  });

  for (const name of ["../outside", "a/../../outside", "/outside", "a//b", "./a", "c:\\outside", "a\\b", "a\nb", ""])
    it(`with an entry named ${JSON.stringify(name)} is refused`, async () =>
      damaged(await packed({ ...file, header: { name } })));

  it("with a path outside in an extended header is refused", async () => {
    const long = { name: `../${"a".repeat(200)}` };
    await damaged(await packed({ ...file, header: long }));
    await damaged(await packed({ ...file, header: { name: "file", pax: { path: "/outside" } } }));
  });

  for (const type of ["link", "symlink", "character-device", "block-device", "fifo", "contiguous-file"] as const)
    it(`with a ${type} is refused`, async () =>
      damaged(await packed({ header: { name: "entry", type, linkname: "../outside" } })));

  it("with an entry of an unknown kind is refused", async () => damaged(changed(await packed(file), 156, "Z")));

  it("does not replace a file, and does not follow a link in its place", async () => {
    const folder = await mkdtemp(join(home, "taken-"));
    await symlink(join(home, "outside"), join(folder, "file"));
    await writeFile(archive, gzipSync(await packed(file)));
    for await (const entry of readArchive(archive)) await assert.rejects(entry.unpackTo(folder), { code: "EEXIST" });
    assert.ok(!(await readdir(home)).includes("outside"));
  });

  for (const [what, size] of [
    ["no number", "zzzzzzzzzzz "],
    ["a negative number", Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0])],
    ["more than a number can hold", Buffer.from([0x80, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0])],
    ["more than it contains", "00000070000 "],
  ] as const)
    it(`with a size that is ${what} is refused`, async () => damaged(changed(await packed(file), 124, size)));

  it("with a wrong sum of a header is refused", async () => {
    const tar = await packed(file);
    tar[0] = 0x67;
    await damaged(tar);
  });

  it("that ends within an entry, a header, or the compression is refused", async () => {
    const tar = await packed({ header: { name: "file" }, content: Buffer.alloc(100_000, "x") });
    for (const length of [100, 700, 50_000, 100_500]) await damaged(tar.subarray(0, length));
    const whole = gzipSync(tar);
    for (const length of [5, 20, whole.length - 5])
      await assert.rejects(unpacked(whole.subarray(0, length)), ArchiveDamaged);
    await assert.rejects(unpacked(Buffer.from("not an archive")), ArchiveDamaged);
  });

  it("with a header of gigabytes is refused before memory holds it", async () => {
    const start = await packed({ header: { name: "file", pax: { comment: "x" } } });
    const endless = changed(start.subarray(0, 1024), 124, "77777777777 ");
    const zeros = gzipSync(Buffer.alloc(16 * 1024 * 1024));
    // Half a gigabyte, or a whole one, in a megabyte of file.
    const pieces = Array.from({ length: long ? 64 : 32 }, () => zeros);
    await writeFile(archive, Buffer.concat([gzipSync(endless), ...pieces]));
    const most = await mostHeldBy(() => assert.rejects(unpacked(), /header that is too long/));
    assert.ok(most < 32 * 1024 * 1024, `${most} bytes`);
  });

  it("of a large file is unpacked in little memory", async () => {
    const writer = archiveWriter(await open(archive, "w"));
    const source = join(home, "large");
    const handle = await open(source, "w");
    await handle.truncate(LARGE_BYTES);
    await handle.close();
    const most = await mostHeldBy(async () => {
      await writer.addFile("large", source);
      await writer.finish();
      const { names } = await unpacked();
      assert.deepEqual(names, [`file large ${LARGE_BYTES}`]);
    });
    assert.ok(most < 32 * 1024 * 1024, `${most} bytes`);
  });

  it("that is missing is reported as that", () =>
    assert.rejects(Array.fromAsync(readArchive(join(home, "none"))), { code: "ENOENT", path: join(home, "none") }));
});
