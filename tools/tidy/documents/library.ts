import { globSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import type { Citation } from "./citations.ts";

/** What texts can cite in the repository. */
export interface Library {
  /** Files and folders, from the root, with forward slashes. */
  readonly paths: ReadonlySet<string>;
  /** The text of a Markdown document. */
  read(path: string): string;
}

const TREES = "{server,dashboard,packages,tools,bench,docs,api,deploy,.ci,.github}/**";
const SKIPPED = /(^|\/)(node_modules|dist|\.tmp)(\/|$)/;

/** Not committed: written by a build or a running service, or named by the user of a command. */
const MADE_LATER: ReadonlySet<string> = new Set(["dashboard/dist", "demo.json", "audit-anchors.json", "key.txt"]);
/** Released migrations never change, and name modules as they were called then. */
const BEFORE_THE_WINGS = /^server\/(migrations\/|schema\.sql$)/;
/** A file that many folders have, cited in general: "through index.ts". */
const CONVENTIONAL = "index.ts";

/** Reads everything committed that texts can cite. */
export function readLibrary(root: string): Library {
  const found = [TREES, "*.{md,json,ts,mjs}"].flatMap((pattern) =>
    globSync(pattern, { cwd: root, exclude: (path) => path.includes("node_modules") }),
  );
  const paths = new Set(found.map((path) => path.replaceAll("\\", "/")).filter((path) => !SKIPPED.test(path)));
  return { paths, read: (path) => readFileSync(join(root, path), "utf8") };
}

/** Anchors as GitHub makes them from headings. */
const anchorsOf = (document: string): ReadonlySet<string> =>
  new Set(
    [...document.matchAll(/^#+\s+(.+)$/gm)].map(([, heading = ""]) =>
      heading
        .trim()
        .toLowerCase()
        .replaceAll(/[^\w\- ]/g, "")
        .replaceAll(" ", "-"),
    ),
  );

/** Whether a document has a heading that begins with the section's number. */
const hasSection = (document: string, section: string): boolean =>
  new RegExp(String.raw`^#+\s+${section.replaceAll(".", "\\.")}\.?\s`, "m").test(document);

/** Whether a table of the document has a row for the name. */
const hasRow = (document: string, name: string): boolean => new RegExp(String.raw`^\| ${name} \|`, "m").test(document);

const escaped = (pattern: string): string => pattern.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", "[^/]*");

/**
 * The files that a name can mean: next to the citing file, from the root, or any whose path ends with the name. A name
 * with `*` means every matching file.
 */
function meant({ paths }: Library, name: string, from: string): readonly string[] {
  const fitting = new RegExp(`(^|/)${escaped(name.replace(/^(\.{1,2}\/)+/, ""))}/?$`);
  const near = posix.join(posix.dirname(from), name).replace(/\/$/, "");
  if (paths.has(near)) return [near];
  if (name.startsWith(".")) return [];
  if (paths.has(name)) return [name];
  return [...paths].filter((path) => fitting.test(path));
}

/** Why the name of a file or folder cannot be resolved, or undefined. */
function unresolvedPath(library: Library, { kind, name, path }: Citation): string | undefined {
  const [file = "", anchor] = name.split("#");
  const target = kind === "link" ? linked(file, path) : file.replace(/\/$/, "");
  if (BEFORE_THE_WINGS.test(path) && target.startsWith("modules/")) return undefined;
  if (target === CONVENTIONAL || MADE_LATER.has(target)) return undefined;
  const found = kind === "link" ? [target].filter((path) => library.paths.has(path)) : meant(library, target, path);
  if (found.length === 0) return "does not exist";
  if (found.length > 1 && !target.includes("*"))
    return `could be ${found.slice(0, 3).join(" or ")}: add more of its path`;
  const [only = ""] = found;
  return anchor !== undefined && only.endsWith(".md") && !anchorsOf(library.read(only)).has(anchor)
    ? "has no such heading"
    : undefined;
}

/** A link's target from the root; a link without a path stays in its document. */
const linked = (file: string, from: string): string =>
  file === "" ? from : posix.join(posix.dirname(from), file).replace(/\/$/, "");

const SPECIFICATION = "docs/spec/specification.md";
const WIRE_CONTRACT = "docs/spec/wire-contract.md";
const DECISIONS = "docs/spec/decisions.md";
const LAWS = "docs/develop/laws.md";

const missing = (document: string, found: boolean): string | undefined => (found ? undefined : `is not in ${document}`);

/** Why a citation cannot be resolved, as the end of a sentence that starts with its name; undefined if it can. */
export function unresolved(library: Library, citation: Citation): string | undefined {
  const { kind, name } = citation;
  const text = (path: string): string => (library.paths.has(path) ? library.read(path) : "");
  const hasFile = (start: string): boolean => [...library.paths].some((path) => path.startsWith(start));
  switch (kind) {
    case "specification":
      return missing(SPECIFICATION, hasSection(text(SPECIFICATION), name));
    case "wire contract":
      return missing(WIRE_CONTRACT, hasSection(text(WIRE_CONTRACT), name));
    case "decision":
      return missing(DECISIONS, hasRow(text(DECISIONS), name));
    case "law":
      return missing(LAWS, hasRow(text(LAWS), name));
    case "ADR":
      return missing("docs/adr", hasFile(`docs/adr/${name}-`));
    case "migration":
      return missing("server/migrations", hasFile(`server/migrations/${name}_`));
    case "unknown section":
      return "names no document, or not in a form of docs/spec/README.md";
    default:
      return unresolvedPath(library, citation);
  }
}
