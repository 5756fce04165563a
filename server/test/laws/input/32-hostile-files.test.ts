import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import fc from "fast-check";
import { Refusal } from "#kernel/refusal.ts";
import { DamagedContent, openContent, sealContent } from "#kernel/storage/sealed-content.ts";
import { spool } from "#kernel/storage/spool.ts";
import { inspectFile } from "#records/attachments/inspect/inspect-file.ts";
import { withoutMetadata } from "#records/attachments/inspect/without-metadata.ts";
import { long, testSeed } from "../../kit/faults/random.ts";
import { harmlessCompressed, hostileCompressed, nestedStreams } from "../../kit/files/compressed-pdfs.ts";
import {
  acceptedDocuments,
  acceptedWorkbooks,
  rejectedDocuments,
  rejectedWorkbooks,
} from "../../kit/files/hostile-documents.ts";
import { largerInside, pictureOf } from "../../kit/files/huge-pictures.ts";
import { docxParts, jpeg, pdf, png, xlsxParts, zip } from "../../kit/files/sample-files.ts";
import { removeFolder } from "../../kit/servers/server-process.ts";

/** Law 32: hostile files are rejected with `fileTypeNotAccepted`, or they are harmless. */
const folder = join(tmpdir(), `bursar-files-${randomBytes(6).toString("hex")}`);
after(() => removeFolder(folder));

async function* once(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}

/** The accepted name and type, or the code of the refusal and its problem. */
async function verdict(content: Buffer, name: string): Promise<string> {
  const file = await spool(folder, once(content), { maxBytes: 64 * 1024 * 1024 });
  try {
    const { fileName, mediaType } = await inspectFile(file, name);
    return `${fileName} ${mediaType}`;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return `${error.code} ${String(error.details["problem"] ?? "")}`;
  } finally {
    await file.discard();
  }
}

const bytes = (...values: readonly number[]): Buffer => Buffer.from(values);
const ascii = (text: string): Buffer => Buffer.from(text, "latin1");
const heic = Buffer.concat([bytes(0, 0, 0, 24), ascii("ftypheic\0\0\0\0heicmif1"), Buffer.alloc(64)]);
const webp = Buffer.concat([ascii("RIFF"), bytes(12, 0, 0, 0), ascii("WEBPVP8L"), Buffer.alloc(8)]);
const docx = zip(docxParts);
const docxType = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const xlsxType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
/** A photo that says where it was taken, with a script for programs that show such texts unescaped. */
const exif = Buffer.concat([ascii("Exif\0\0MM\0*"), bytes(0, 0, 0, 8, 0, 1, 0x88, 0x25, 0, 4), Buffer.alloc(16)]);

const accepted: readonly (readonly [string, Buffer, string, string])[] = [
  ["a PDF", pdf(), "invoice.pdf", "invoice.pdf application/pdf"],
  ["a PDF about such names", pdf("See /JSON and JavaScript"), "a.pdf", "a.pdf application/pdf"],
  [
    "a PDF whose picture has the bytes of a short name",
    pdf("x", "stream /JS( endstream %%EOF"),
    "a.pdf",
    "a.pdf application/pdf",
  ],
  ["a PNG", png(), "receipt.PNG", "receipt.PNG image/png"],
  ["a JPEG", jpeg(), "photo.jpeg", "photo.jpeg image/jpeg"],
  ["a photo with its location", jpeg(exif.toString("latin1")), "photo.jpg", "photo.jpg image/jpeg"],
  ["a HEIC", heic, "IMG_1.HEIC", "IMG_1.HEIC image/heic"],
  ["a WebP", webp, "a.webp", "a.webp image/webp"],
  ["a GIF", ascii("GIF89a\x01\0\x01\0\0\0\0;"), "a.gif", "a.gif image/gif"],
  ["a TIFF", ascii("II*\0\x08\0\0\0\0\0"), "scan.tif", "scan.tif image/tiff"],
  ["a text", Buffer.from("Total: 43 €\r\n"), "note.txt", "note.txt text/plain"],
  ["a CSV with a formula, as it is", ascii('=HYPERLINK("x")\n'), "a.csv", "a.csv text/csv"],
  ["a Word document", docx, "contract.docx", `contract.docx ${docxType}`],
  ["an Excel document", zip(xlsxParts), "list.xlsx", `list.xlsx ${xlsxType}`],
  ["a name without an extension", pdf(), "invoice", "invoice.pdf application/pdf"],
  ["a name without a usable extension", pdf(), "No. 12 of May", "No. 12 of May.pdf application/pdf"],
  ["a path to a system file", pdf(), "../../etc/passwd", "passwd.pdf application/pdf"],
  ["a path of Windows", pdf(), "C:\\Windows\\x.pdf", "x.pdf application/pdf"],
  ["a name that reverses its end", pdf(), "invoice\u202efdp.pdf", "invoicefdp.pdf application/pdf"],
  ["a name with line breaks", pdf(), "a\r\nset-cookie: x=1.pdf", "aset-cookie x=1.pdf application/pdf"],
  ["a hidden file", pdf(), ".htaccess.pdf", "htaccess.pdf application/pdf"],
  ["a name with a NUL", pdf(), "a\u0000b.pdf", "ab.pdf application/pdf"],
  ["a device of Windows", pdf(), "CON.pdf", "_CON.pdf application/pdf"],
  ["a device without an extension", pdf(), "lpt1", "_lpt1.pdf application/pdf"],
  ["a name like a device", pdf(), "console.pdf", "console.pdf application/pdf"],
  ["a name with markup", pdf(), '<img src=x onerror="alert(1)">.pdf', "img src=x onerror=alert(1).pdf application/pdf"],
];

/** Parts whose directory claims what a bomb would inflate to. */
const bomb = [...docxParts, { name: "word/bomb.xml", content: Buffer.alloc(2_000_000), inflatedBytes: 4_000_000_000 }];
const macro = { name: "word/vbaProject.bin", content: ascii("x") };

const rejected: readonly (readonly [string, Buffer, string, RegExp])[] = [
  ["nothing", Buffer.alloc(0), "a.pdf", /empty/],
  ["a program of Windows", ascii("MZ\x90\0"), "invoice.exe", /type is not known/],
  ["a program named as a PDF", ascii("MZ\x90\0"), "invoice.pdf", /type is not known/],
  ["a program of Linux", ascii("\x7fELF"), "invoice", /type is not known/],
  ["a PDF named as a program", pdf(), "invoice.pdf.exe", /extension \.exe/],
  ["a shell script as text", ascii("#!/bin/sh\nrm -rf ~\n"), "note.txt", /script/],
  ["a batch file", ascii("@echo off"), "run.bat", /type is not known/],
  ["HTML", ascii("<!DOCTYPE html><script>alert(1)</script>"), "page.html", /type is not known/],
  ["HTML named as text", ascii("  <HtMl><body onload=alert(1)>"), "page.txt", /markup/],
  ["SVG with a script", ascii("<svg onload='alert(1)'/>"), "logo.svg", /type is not known/],
  ["SVG named as a picture", ascii("<svg onload='alert(1)'/>"), "logo.png", /type is not known/],
  ["SVG named as text", ascii("<?xml version='1.0'?><svg/>"), "logo.txt", /markup/],
  ["a JPEG that is a page", jpeg("<script>alert(1)</script>"), "photo.jpg", /markup/],
  ["a GIF that is a page", ascii("GIF89a<ScRiPt>alert(1)</script>;"), "a.gif", /markup/],
  ["a PNG that is a PHP program", png("<?php system($_GET[0]); ?>"), "a.png", /markup/],
  ["a GIF that is an archive", Buffer.concat([ascii("GIF89a\x01\0\x01\0\0\0\0;"), zip(docxParts)]), "a.gif", /archive/],
  ["a TIFF that is a page", ascii("II*\0\x08\0\0\0<html>"), "a.tif", /markup/],
  ["a HEIC that is a page", Buffer.concat([heic, ascii("<svg>")]), "a.heic", /markup/],
  ["a text that is an archive", Buffer.concat([ascii("hello\n"), zip(docxParts)]), "a.txt", /archive/],
  ["a name with a NUL before its extension", pdf(), "a.pdf\u0000.exe", /extension \.exe/],
  [
    "a document with a password, or of Office 2003",
    Buffer.concat([bytes(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1), Buffer.alloc(512)]),
    "a.docx",
    /password/,
  ],
  [
    "an archive of many parts",
    zip(Array.from({ length: 5_001 }, (_, at) => ({ name: `${at}`, content: Buffer.alloc(0) }))),
    "a.docx",
    /too many parts/,
  ],
  ["a PDF that is an archive", pdf("x", zip(docxParts).toString("latin1")), "a.pdf", /archive/],
  ["a JPEG that is an archive", Buffer.concat([jpeg(), zip([macro])]), "a.jpg", /archive/],
  ["a PDF with a script", pdf("x", "6 0 obj << /S /JavaScript /JS (app.alert(1)) >> endobj %%EOF"), "a.pdf", /scripts/],
  [
    "a PDF with a script in disguise",
    pdf("x", "6 0 obj << /S /Java#53cript(app.alert(1)) >> endobj %%EOF"),
    "a.pdf",
    /scripts/,
  ],
  ["a PDF that starts a program", pdf("x", "<</S/Launch/F(cmd.exe)>> %%EOF"), "a.pdf", /programs/],
  ["a PDF with a file in it", pdf("x", "<</Names<</EmbeddedFiles 7 0 R>>>> %%EOF"), "a.pdf", /other files/],
  [
    "a PDF with a name across chunks",
    pdf("x", `${" ".repeat(64 * 1024 - 3 - pdf("x").length)}/Launch %%EOF`),
    "a.pdf",
    /programs/,
  ],
  ["a PDF with a password", pdf("x", "trailer << /Encrypt 9 0 R >> %%EOF"), "a.pdf", /encrypted/],
  ["a PDF that sends what is entered", pdf("x", "<</S/SubmitForm/F(a)>> %%EOF"), "a.pdf", /scripts/],
  ["an incomplete PDF", pdf().subarray(0, 100), "a.pdf", /incomplete/],
  ["a PDF named as a picture", pdf(), "a.png", /extension \.png/],
  ["text with binary content", bytes(65, 0, 66), "a.txt", /not text/],
  ["an archive", zip([{ name: "a.txt", content: ascii("a") }]), "a.zip", /archive/],
  ["an archive named as a document", zip([{ name: "a.txt", content: ascii("a") }]), "a.docx", /archive/],
  ["a document with macros", zip([...docxParts, macro]), "a.docx", /macros/],
  ["a document named as one with macros", docx, "a.docm", /extension \.docm/],
  [
    "a document with an embedded program",
    zip([...docxParts, { name: "word/embeddings/a.ole", content: ascii("x") }]),
    "a.docx",
    /embedded/,
  ],
  ["a bomb", zip(bomb), "a.docx", /too large/],
  [
    "a bomb of overlapping parts",
    zip([...docxParts, { name: "b", content: ascii("x"), offset: 0 }]),
    "a.docx",
    /overlap/,
  ],
  ["parts outside the folder", zip([...docxParts, { name: "../../x", content: ascii("x") }]), "a.docx", /unsafe names/],
  ["two parts of one name", zip([...docxParts, ...docxParts]), "a.docx", /same name/],
  ["an encrypted document", zip(docxParts.map((part) => ({ ...part, flags: 1 }))), "a.docx", /encrypted/],
  [
    "a document after other content",
    Buffer.concat([ascii("PK\x03\x04other"), docx]),
    "a.docx",
    /other content|overlap/,
  ],
  ["a document before other content", Buffer.concat([docx, ascii("<script>")]), "a.docx", /other content/],
  ["an incomplete document", docx.subarray(0, docx.length - 30), "a.docx", /damaged/],
  ["a directory that lies about its size", lyingAboutEntries(docx), "a.docx", /damaged/],
];

function lyingAboutEntries(archive: Buffer): Buffer {
  const copy = Buffer.from(archive);
  copy.writeUInt16LE(4_000, copy.length - 12);
  return copy;
}

test("accepts files of the listed types, under names that are safe to save", async () => {
  for (const [what, content, name, expected] of accepted) assert.equal(await verdict(content, name), expected, what);
});

test("rejects files that could do harm, and files that are two things at once", async () => {
  for (const [what, content, name, expected] of rejected) {
    const given = await verdict(content, name);
    assert.match(given, /^fileTypeNotAccepted /, what);
    assert.match(given, expected, what);
  }
});

test("accepts Office documents with links, and rejects those that load or start something when they are opened", async () => {
  for (const [what, content] of acceptedDocuments)
    assert.equal(await verdict(content, "a.docx"), `a.docx ${docxType}`, what);
  for (const [what, content] of acceptedWorkbooks)
    assert.equal(await verdict(content, "a.xlsx"), `a.xlsx ${xlsxType}`, what);
  for (const [name, rows] of [
    ["a.docx", rejectedDocuments],
    ["a.xlsx", rejectedWorkbooks],
  ] as const)
    for (const [what, content, expected] of rows) {
      const given = await verdict(content, name);
      assert.match(given, /^fileTypeNotAccepted /, what);
      assert.match(given, expected, what);
    }
});

test("PDFs of modern writers are accepted, and what acts is found in their compressed objects", async () => {
  for (const [what, content] of harmlessCompressed)
    assert.equal(await verdict(content, "a.pdf"), "a.pdf application/pdf", what);
  for (const [what, content, expected] of hostileCompressed) {
    const given = await verdict(content, "a.pdf");
    assert.match(given, /^fileTypeNotAccepted /, what);
    assert.match(given, expected, what);
  }
});

/** The longest that this thread computes between two turns of others. Time on a busy machine would say less. */
function longestTurn(): () => number {
  let [longestMs, lastMicros, isDone] = [0, process.threadCpuUsage().user, false];
  const turn = (): void => {
    const micros = process.threadCpuUsage().user;
    longestMs = Math.max(longestMs, (micros - lastMicros) / 1_000);
    lastMicros = micros;
    if (!isDone) setImmediate(turn);
  };
  turn();
  return () => {
    isDone = true;
    turn();
    return longestMs;
  };
}

test("a PDF made to be slow is decided in bounded time, with pauses for others", async () => {
  const many = (piece: string, sizeBytes: number) => piece.repeat(Math.ceil(sizeBytes / piece.length));
  const shapes = [
    "obj",
    "obj ",
    "obj<<",
    "obj<<>>",
    "obj%",
    "obj%\n",
    "(",
    "<<",
    "/A#41",
    "obj<</A(",
    "obj<<>>stream\n",
    "1 0 obj<</First 1>>stream\n",
    "obj<</First 1/Filter/AHx>>stream\n>",
    "obj<</First 1/Filter/AHx>>stream\n>endstream ",
    `obj<<${many("/A 1", 2_000)}>>`,
    `obj${" ".repeat(120)}`,
  ];
  for (const shape of shapes) {
    const content = Buffer.from(`%PDF-1.7\n${many(shape, 600_000)}\n%%EOF`, "latin1");
    const longest = longestTurn();
    const startedMicros = process.threadCpuUsage().user;
    await verdict(content, "a.pdf");
    const spentMs = (process.threadCpuUsage().user - startedMicros) / 1_000;
    const longestMs = longest();
    assert.ok(spentMs < 2_000, `${shape.slice(0, 40)} takes ${spentMs.toFixed(0)} ms`);
    assert.ok(longestMs < 250, `${shape.slice(0, 40)} computes for ${longestMs.toFixed(0)} ms without a pause`);
  }
});

test("compressed parts of a PDF that lie within each other are not decompressed again and again", async () => {
  const content = nestedStreams({ streams: 400, sharedBytes: 4_000_000 });
  const startedMicros = process.cpuUsage().user;
  assert.match(await verdict(content, "a.pdf"), /compressed parts cannot be read/);
  const spentMs = (process.cpuUsage().user - startedMicros) / 1_000;
  assert.ok(spentMs < 2_000, `takes ${spentMs.toFixed(0)} ms`);
});

test("pictures that are small files and gigabytes in memory are rejected before anything decodes them", async () => {
  const verdictOf = async (content: Buffer, mediaType: string): Promise<string> => {
    const file = await spool(folder, once(content), { maxBytes: 1_000_000 });
    try {
      await (await withoutMetadata(folder, file, mediaType)).discard();
      return "accepted";
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return String(error.details["problem"]);
    } finally {
      await file.discard();
    }
  };
  for (const [mediaType, make] of Object.entries(pictureOf)) {
    for (const [width, height] of [
      [4_032, 3_024],
      [1_240, 29_000],
      [12_000, 9_000],
    ] as const)
      assert.equal(await verdictOf(make(width, height), mediaType), "accepted", `${mediaType} ${width} × ${height}`);
    for (const [width, height] of [
      [12_000, 12_000],
      [30_001, 1],
      [1, 30_001],
      [65_535, 65_535],
    ] as const) {
      const given = await verdictOf(make(width, height), mediaType);
      assert.match(given, new RegExp(`${width} × ${height} pixels large; at most 120`), `${mediaType}: ${given}`);
    }
  }
  for (const [what, mediaType, content] of largerInside)
    assert.match(await verdictOf(content, mediaType), /pixels large/, what);
});

async function collect(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of source) parts.push(part);
  return Buffer.concat(parts);
}

test("stored content opens as it was sealed, and not at all if a byte was changed, moved, added, or removed", async () => {
  const CHUNK = 64 * 1024;
  const sizes = [1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK, 3 * CHUNK + 17];
  const property = fc.asyncProperty(
    fc.constantFrom(...sizes),
    fc.constantFrom("nothing", "flip", "cut", "append", "swap", "repeat", "other name", "other size"),
    fc.nat(),
    async (sizeBytes, damage, at) => {
      const content = randomBytes(sizeBytes);
      const key = { key: randomBytes(32), context: "object" };
      const sealed = await collect(sealContent(once(content), key));
      const stored = damaged(sealed, damage, at);
      const opening = collect(
        openContent(once(stored), {
          key: damage === "other name" ? { ...key, context: "another" } : key,
          sizeBytes: damage === "other size" ? sizeBytes + CHUNK : sizeBytes,
        }),
      );
      if (stored.equals(sealed) && !damage.startsWith("other")) assert.ok((await opening).equals(content));
      else await assert.rejects(opening, DamagedContent);
    },
  );
  await fc.assert(property, { numRuns: long ? 2_000 : 75, seed: testSeed("damaged content") });
});

function damaged(sealed: Buffer, damage: string, at: number): Buffer {
  const size = 64 * 1024 + 16;
  const copy = Buffer.from(sealed);
  const chunks = Math.ceil(copy.length / size);
  switch (damage) {
    case "flip":
      copy[at % copy.length] = (copy[at % copy.length] ?? 0) ^ (1 << (at % 8));
      return copy;
    case "cut":
      return copy.subarray(0, at % copy.length);
    case "append":
      return Buffer.concat([copy, randomBytes(1 + (at % 70_000))]);
    case "swap":
      if (chunks < 3) return copy;
      return Buffer.concat([copy.subarray(size, 2 * size), copy.subarray(0, size), copy.subarray(2 * size)]);
    case "repeat":
      return Buffer.concat([copy, copy.subarray(0, size)]);
    default:
      return copy;
  }
}
