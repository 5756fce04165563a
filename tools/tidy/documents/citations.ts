import type { Prose } from "./comments.ts";

/** The kinds of things that prose names, and how each is written (docs/spec/README.md). */
export type CitationKind =
  | "specification"
  | "wire contract"
  | "decision"
  | "law"
  | "ADR"
  | "migration"
  | "file"
  | "folder"
  | "link"
  | "unknown section";

export interface Citation {
  readonly kind: CitationKind;
  /** `4.2`, `R9`, `26`, `0016`, or a path, perhaps with `#anchor`. */
  readonly name: string;
  readonly path: string;
  readonly line: number;
}

const SECTION = String.raw`§\s?\d+(?:\.\d+)*`;
/** Standards whose sections are cited in their own form. */
const STANDARDS =
  /(?:RFC\s+\d+(?:bis)?|WebAuthn(?: Level \d)?|NIST\s+SP\s+[\w-]+|U\.S\.C\.|UCC|CFR|PCI DSS [\d.]+),?\s+$/;

/** `law 3`, `laws 10, 11, and 12`, `laws 10–12`: the numbers, written out. */
function numbersOf(list: string): readonly string[] {
  const numbers: string[] = [];
  for (const [, first = "", last] of list.matchAll(/(\d+)(?:\s?[–-]\s?(\d+))?/g)) {
    for (let number = Number(first); number <= Number(last ?? first); number += 1)
      numbers.push(String(number).padStart(first.length, "0"));
  }
  return numbers;
}

const listOf = (item: string): string => String.raw`${item}(?:(?:,\s+and\s+|,\s+|\s+and\s+|\s?[–-]\s?)${item})*`;

interface Form {
  readonly kind: CitationKind;
  readonly pattern: RegExp;
  /** The names in one match. */
  names(match: string): readonly string[];
}

const sectionsOf = (match: string): readonly string[] =>
  [...match.matchAll(/§\s?(\d+(?:\.\d+)*)/g)].map(([, section = ""]) => section);

const forms: readonly Form[] = [
  {
    kind: "specification",
    pattern: new RegExp(String.raw`\bspecification\s+${listOf(SECTION)}`, "gi"),
    names: sectionsOf,
  },
  {
    kind: "wire contract",
    pattern: new RegExp(String.raw`\bwire\s+contract\s+${listOf(SECTION)}`, "gi"),
    names: sectionsOf,
  },
  {
    kind: "decision",
    pattern: new RegExp(String.raw`\b[Dd]ecisions?\s+${listOf(String.raw`[A-Z]\d{1,2}\b`)}`, "g"),
    names: (match) => match.match(/[A-Z]\d+/g) ?? [],
  },
  { kind: "law", pattern: /\b[Ll]aw\s+\d+\b/g, names: numbersOf },
  { kind: "law", pattern: new RegExp(String.raw`\b[Ll]aws\s+${listOf(String.raw`\d+\b`)}`, "g"), names: numbersOf },
  { kind: "ADR", pattern: new RegExp(String.raw`\bADRs?\s+${listOf(String.raw`\d+\b`)}`, "g"), names: numbersOf },
  {
    kind: "migration",
    pattern: new RegExp(String.raw`\b[Mm]igrations?\s+${listOf(String.raw`\d{4}\b`)}`, "g"),
    names: numbersOf,
  },
  {
    kind: "file",
    pattern:
      /(?<![\w/.@…>})~-])(?:\.{1,2}\/)*(?:[\w@*.-]+\/)*[\w*-][\w.*-]*\.(?:tsx?|mjs|sql|md|json|txt|css|html|yml|sh)(?![\w/-]|\.\w)(?:#[\w-]+)?/g,
    names: (match) => [match],
  },
  {
    kind: "folder",
    pattern:
      /(?<![\w/.@…>})~:-])(?:server|dashboard|packages|tools|bench|docs|modules|kernel|\d-\w+)\/[\w-][\w/-]*(?![\w*/-]|\.\w)/g,
    names: (match) => [match],
  },
];

/** A link in a document. Only its heading is checked here; document-paths.ts checks its file. */
const LINK = /\]\((?!\w+:)([^)\s]+)\)/g;
/** Numbers without a section sign, and IDs of decisions without the word: no reader can look these up. */
const UNMARKED = /\b(?:[Ss]pecification|[Ww]ire\s+contract)\s+\(?\d+(?:\.\d+)*\b|\((?:[PS][1-9]\d?|R[1-9])\)/g;

/** In these documents, a section without a document is their own. */
const OWN_SECTIONS: Readonly<Record<string, CitationKind>> = {
  "docs/spec/specification.md": "specification",
  "docs/spec/wire-contract.md": "wire contract",
};

/** Every section sign must be part of a citation or follow the name of an outside standard. */
function straySections(text: string, cited: readonly (readonly [number, number])[]): readonly RegExpMatchArray[] {
  return [...text.matchAll(new RegExp(SECTION, "g"))].filter(
    ({ index }) =>
      !cited.some(([start, end]) => index >= start && index < end) &&
      !STANDARDS.test(text.slice(Math.max(0, index - 40), index).replaceAll(/\s+/g, " ")),
  );
}

/** Everything that a text cites and that must exist in the repository. */
export function citationsOf({ path, line, text }: Prose): readonly Citation[] {
  const citations: Citation[] = [];
  const cited: [number, number][] = [];
  const add = (kind: CitationKind, name: string, index: number): void => {
    const lines = text.slice(0, index).split("\n").length - 1;
    citations.push({ kind, name, path, line: line + lines });
  };
  // A document's links are resolved from its folder; their text is not checked again.
  const prose = path.endsWith(".md") ? text.replaceAll(LINK, (link) => " ".repeat(link.length)) : text;
  for (const { kind, pattern, names } of forms) {
    // Documents name paths in more ways than comments: another check reads those.
    if (path.endsWith(".md") && (kind === "file" || kind === "folder")) continue;
    for (const match of prose.matchAll(pattern)) {
      cited.push([match.index, match.index + match[0].length]);
      for (const name of names(match[0])) add(kind, name, match.index);
    }
  }
  if (path.endsWith(".md"))
    for (const match of text.matchAll(LINK)) if (match[1]?.includes("#")) add("link", match[1], match.index);
  const own = OWN_SECTIONS[path];
  for (const match of straySections(prose, cited))
    add(own ?? "unknown section", own ? (sectionsOf(match[0])[0] ?? "") : match[0], match.index ?? 0);
  for (const match of prose.matchAll(UNMARKED)) add("unknown section", match[0], match.index);
  return citations;
}
