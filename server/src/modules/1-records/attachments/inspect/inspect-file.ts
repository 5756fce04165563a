import type { SpooledFile } from "#kernel/storage/spool.ts";
import { breather } from "#kernel/work/breather.ts";
import { oneAtATime } from "#kernel/work/one-at-a-time.ts";
import { refuseAttachment } from "../attachment-refusals.ts";
import { cleanFileName, extensionOf, FILE_NAME_LENGTH_MAX } from "./file-name.ts";
import { type FileType, isCompound, isZip, officeTypes, textTypeOf, typeBySignature } from "./file-types.ts";
import { officeProblem } from "./office/office-parts.ts";
import { objectStreams, UnreadableStream } from "./pdf/object-streams.ts";
import { findZipDirectory, readZip } from "./zip-directory.ts";

export interface InspectedFile {
  readonly fileName: string;
  readonly mediaType: string;
}

const refuse = (problem: string) => refuseAttachment("fileTypeNotAccepted", { details: { problem } });

/**
 * Decides by its content what a file is. Refuses with `fileTypeNotAccepted` unless it is of an accepted type, its name
 * says so, and it is nothing else at the same time, such as a picture that is also an archive or a page with scripts.
 * Nothing is rendered; only the parts of Office documents that name others, and the objects of PDFs, are decompressed.
 */
export async function inspectFile(file: SpooledFile, givenName: string): Promise<InspectedFile> {
  const name = cleanFileName(givenName);
  if (file.sizeBytes === 0) throw refuse("it is empty");
  const type = await typeOf(file, extensionOf(name));
  return { fileName: nameWithExtension(name, type), mediaType: type.mediaType };
}

async function typeOf(file: SpooledFile, extension: string | undefined): Promise<FileType> {
  const head = await file.read(0, 64);
  const type = isZip(head) ? await officeTypeOf(file) : (typeBySignature(head) ?? textTypeOf(extension));
  if (type === undefined && isCompound(head)) throw refuse("it has a password or the old format of Word or Excel");
  if (type === undefined) throw refuse("its type is not known");
  const { extensions } = type;
  const isNamedSo = extension === undefined || !/^[a-z0-9]{1,5}$/.test(extension) || extensions.includes(extension);
  if (!isNamedSo) throw refuse(`its content is not what its extension .${extension} says`);
  if (type.check !== "office" && (await findZipDirectory(file)) !== undefined) throw refuse("it contains an archive");
  if (type.check === "pdf") {
    await requireWholePdf(file);
    await refuseActions(file);
  }
  if (type.check === "text") await requireText(file);
  if (type.check === "image" || type.check === "text") await refuseMarkup(file);
  return type;
}

/** A name without an extension gets that of the content. */
function nameWithExtension(name: string, { extensions }: FileType): string {
  const extension = extensionOf(name);
  if (extension !== undefined && extensions.includes(extension)) return name;
  const [own] = extensions;
  return `${[...name].slice(0, FILE_NAME_LENGTH_MAX - own.length - 1).join("")}.${own}`;
}

async function officeTypeOf(file: SpooledFile): Promise<FileType> {
  const zip = await readZip(file);
  if ("problem" in zip) throw refuse(zip.problem);
  const names = new Set(zip.entries.map(({ name }) => name));
  const type = officeTypes.find(({ mainPart }) => names.has(mainPart));
  if (type === undefined || !names.has("[Content_Types].xml")) throw refuse("it is an archive");
  const problem = await officeProblem(file, zip.entries);
  if (problem !== undefined) throw refuse(problem);
  return type;
}

/** ISO 32000-1, Annex H of Adobe's notes: readers accept the end mark within the last 1,024 bytes. */
const PDF_END_BYTES = 1_024;

async function requireWholePdf(file: SpooledFile): Promise<void> {
  const end = await file.read(Math.max(0, file.sizeBytes - PDF_END_BYTES), PDF_END_BYTES);
  if (!end.includes("%%EOF")) throw refuse("it is incomplete or damaged");
}

/**
 * Names of ISO 32000-1 for scripts, programs that a reader starts, data that it sends or fetches, files in the file, media
 * players, and XFA forms. /JS is too short: the bytes of a large picture contain it by chance. It has an effect only next
 * to /JavaScript or /Rendition (sections 12.6.4.13 and 12.6.4.16); /OpenAction and /AA have one only with such an action.
 */
const ACTIONS =
  /\/(?:JavaScript|Rendition|Launch|SubmitForm|ImportData|GoToE|EmbeddedFiles?|RichMedia|XFA)[\s\0()<>[\]{}/%]/;
const ENCRYPTED = /\/Encrypt[\s\0()<>[\]{}/%]/;
const NAME_LENGTH_MAX = 16;

const refuseScripts = () => refuse("it contains scripts, other files, or programs");

/** One at a time, because the file is in memory meanwhile. */
const pdfTurns = oneAtATime();

async function refuseActions(file: SpooledFile): Promise<void> {
  if (await hasName(ENCRYPTED, file.chunks()))
    throw refuse("it is encrypted. Save it without a password and without restrictions, or print it to a new PDF");
  if (await hasName(ACTIONS, file.chunks())) throw refuseScripts();
  await pdfTurns(async () => {
    try {
      for await (const content of objectStreams(await file.read(0, file.sizeBytes)))
        if (await hasName(ACTIONS, inChunks(content))) throw refuseScripts();
    } catch (error) {
      if (!(error instanceof UnreadableStream)) throw error;
      throw refuse("its compressed parts cannot be read. Print it to a new PDF, and upload that");
    }
  });
}

const CHUNK_BYTES = 64 * 1024;

/** With pauses: a stream may be many megabytes long. */
async function* inChunks(content: Buffer): AsyncGenerator<Buffer> {
  const breathe = breather();
  for (let at = 0; at < content.length; at += CHUNK_BYTES) {
    await breathe();
    yield content.subarray(at, at + CHUNK_BYTES);
  }
  // What ends a name at the end.
  yield Buffer.from(" ");
}

async function hasName(names: RegExp, chunks: AsyncIterable<Buffer>): Promise<boolean> {
  let before = "";
  for await (const chunk of chunks) {
    // A character of a name may be written as its code: /Java#53cript is /JavaScript (section 7.3.5).
    const text = `${before}${chunk.toString("latin1")}`;
    const plain = text.replaceAll(/#([4-7][0-9A-Fa-f])/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
    if (names.test(plain)) return true;
    before = text.slice(-3 * NAME_LENGTH_MAX);
  }
  return false;
}

/** Controls other than tab, line feed, form feed, and carriage return do not occur in text. */
const isControl = (byte: number): boolean => byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13;

async function requireText(file: SpooledFile): Promise<void> {
  for await (const chunk of file.chunks()) if (chunk.some(isControl)) throw refuse("it is not text in UTF-8");
  if ((await file.read(0, 2)).toString("latin1") === "#!") throw refuse("it is a script");
}

/** What a browser or a server would run if it mistook the file for a page. */
const marks = ["<script", "<html", "<!doctype", "<svg", "<iframe", "<body", "<?php", "<%@"];
const MARK_LENGTH_MAX = Math.max(...marks.map(({ length }) => length));

async function refuseMarkup(file: SpooledFile): Promise<void> {
  let before = "";
  for await (const chunk of file.chunks()) {
    const text = `${before}${chunk.toString("latin1")}`.toLowerCase();
    if (marks.some((mark) => text.includes(mark))) throw refuse("it contains markup or a script");
    before = text.slice(-MARK_LENGTH_MAX);
  }
}
