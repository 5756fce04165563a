import type { SpooledFile } from "#kernel/storage/spool.ts";
import type { ZipEntry } from "../zip-directory.ts";
import { fieldProblem } from "./office-fields.ts";
import { attributesOf, tagsIn, UnusualXml, type XmlTag } from "./xml-tags.ts";
import { contentOfEntry, DamagedEntry } from "./zip-content.ts";

type Content = Pick<SpooledFile, "read">;

/** Of the parts that are read, together. A document of 10,000 pages has 60 MB. */
const READ_BYTES_MAX = 96 * 1024 * 1024;

const EMBEDDED = "it contains macros or embedded files";
const ELSEWHERE = "it loads content from elsewhere when it is opened";

/** Macros, ActiveX controls, embedded files and programs, by their names (ISO/IEC 29500-1 and [MS-OFFMACRO2]). */
const EMBEDDED_NAMES =
  /vba|macrosheets\/|activex|\/embeddings\/|\.(?:bin|exe|js|html?|mht(?:ml)?|rtf|doc[xm]?|xls[xm]?)$/i;
/** Binary parts that most spreadsheets have. */
const HARMLESS_NAMES = /\/(?:printerSettings\d*|customProperty\d*)\.bin$/i;
const EMBEDDED_TYPES = /macroEnabled|vbaProject|activeX|oleObject|macrosheet/i;

/** The last part of relationship types that run or insert something, wherever it is. */
const harmful: ReadonlySet<string> = new Set(
  "vbaProject wordVbaData control activeXControlBinary oleObject package aFChunk attachedToolbars frame subDocument keyMapCustomizations mailMergeSource mailMergeHeaderSource xlMacrosheet xlIntlMacrosheet".split(
    " ",
  ),
);
/** Targets outside of the file that a program opens only when its user asks for it. */
const onRequest: ReadonlySet<string> = new Set(
  "hyperlink externalLinkPath externalLinkLongPath xlPathMissing xlAlternateStartup xlStartup xlLibrary".split(" "),
);
/** The template that a document was made from, on a disk of the computer. */
const LOCAL_TEMPLATE = /^(?:file:\/\/\/)?[A-Za-z]:[\\/](?![\\/])/;

/** What a Word or Excel document would run, insert, or load when it is opened; undefined if there is nothing. */
export async function officeProblem(file: Content, entries: readonly ZipEntry[]): Promise<string | undefined> {
  if (entries.some(({ name }) => EMBEDDED_NAMES.test(name) && !HARMLESS_NAMES.test(name))) return EMBEDDED;
  const read = entries.flatMap((entry) => {
    const problemOf = checkOf(entry);
    return problemOf === undefined ? [] : [{ entry, problemOf }];
  });
  if (read.reduce((sum, { entry }) => sum + entry.inflatedBytes, 0) > READ_BYTES_MAX)
    return "it would become too large when it is opened";
  try {
    for (const { entry, problemOf } of read) {
      const problem = await problemOf(tagsIn(contentOfEntry(file, entry)));
      if (problem !== undefined) return problem;
    }
    return undefined;
  } catch (error) {
    if (error instanceof DamagedEntry) return "it is a damaged archive";
    if (error instanceof UnusualXml) return "its markup is not that of an office program";
    throw error;
  }
}

type Check = (tags: AsyncIterable<XmlTag>) => Promise<string | undefined>;

function checkOf({ name }: ZipEntry): Check | undefined {
  if (name === "[Content_Types].xml") return first((tag) => contentTypeProblem(tag));
  if (/\.rels$/i.test(name)) return first((tag) => relationshipProblem(tag));
  // Programs whose answers a cell shows (ISO/IEC 29500-1, section 18.14).
  if (/^xl\/externalLinks\//i.test(name))
    return first((tag) => (/^(?:dde|ole)Link$/.test(tag.name) ? ELSEWHERE : undefined));
  if (/^word\/.*\.xml$/i.test(name)) return fieldProblem;
  return undefined;
}

const first =
  (problemOf: (tag: XmlTag) => string | undefined): Check =>
  async (tags) => {
    for await (const tag of tags) {
      const problem = problemOf(tag);
      if (problem !== undefined) return problem;
    }
    return undefined;
  };

const contentTypeProblem = (tag: XmlTag): string | undefined =>
  EMBEDDED_TYPES.test(plainly(attributesOf(tag).get("ContentType")) ?? "") ? EMBEDDED : undefined;

function relationshipProblem(tag: XmlTag): string | undefined {
  if (tag.name !== "Relationship") return undefined;
  const given = attributesOf(tag);
  const type = plainly(given.get("Type"))?.split("/").at(-1) ?? "";
  if (harmful.has(type)) return type === "frame" || type === "subDocument" ? ELSEWHERE : EMBEDDED;
  const isInside = (plainly(given.get("TargetMode")) ?? "Internal") === "Internal";
  if (isInside || onRequest.has(type)) return undefined;
  const isLocal = type === "attachedTemplate" && LOCAL_TEMPLATE.test(plainly(given.get("Target")) ?? "");
  return isLocal ? undefined : ELSEWHERE;
}

/** Programs write these values without references to characters, which would hide them from the comparisons here. */
function plainly(value: string | undefined): string | undefined {
  if (value?.includes("&#")) throw new UnusualXml("A value has references to characters");
  return value;
}
