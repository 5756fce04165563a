import type { Document } from "../tidy/documents/document-paths.ts";

/** A block of commands that a document asks its readers to paste. */
export interface CommandBlock {
  /** The document, from the repository's root. */
  readonly path: string;
  /** Of the fence that opens it, counted from 1. */
  readonly line: number;
  readonly language: string;
  readonly text: string;
  /** Why no test runs it: `<!-- not run: … -->` on the line above. */
  readonly notRun: string | undefined;
}

/** Languages of blocks that show something: a drawing, settings, a body, code of ours. */
const SHOWN: ReadonlySet<string> = new Set(["", "conf", "json", "mermaid", "ts", "tsx", "yaml"]);
/** Programs that use an SDK: `npm run interop -- sdks` runs those of its README. */
const OF_AN_SDK: ReadonlySet<string> = new Set(["go", "python"]);
/** Commands are found in those, too. */
const COMMAND = /^\s*(?:\$ |npx |npm |curl |psql |node |apt-get )/m;
/** Languages that the test can run. */
const RUN: ReadonlySet<string> = new Set(["sh", "js"]);

/** The document's blocks of commands, in order. */
export function commandBlocks({ path, text }: Document): readonly CommandBlock[] {
  const fence = /^( *)```(\w*)\n(.*?)^ *```$/gms;
  return [...text.matchAll(fence)].flatMap(({ index, 1: indentation = "", 2: language = "", 3: inside = "" }) => {
    if (OF_AN_SDK.has(language) && /^packages\/sdk-/.test(path)) return [];
    if (SHOWN.has(language) && !COMMAND.test(inside)) return [];
    const before = text.slice(0, index).split("\n");
    const notRun = /^ *<!-- not run: (.+) -->$/.exec(before.at(-2) ?? "")?.[1];
    const unindented = inside.replaceAll(new RegExp(`^${indentation}`, "gm"), "");
    return [{ path, line: before.length, language, text: unindented, notRun }];
  });
}

export const runBlocks = (document: Document): readonly CommandBlock[] =>
  commandBlocks(document).filter(({ notRun }) => notRun === undefined);

/**
 * What is neither run nor explained: blocks of documents that no set-up is for, or in a language that the test cannot run.
 * And set-ups that no block needs.
 */
export function unexplained(documents: readonly Document[], withSetUp: readonly string[]): readonly string[] {
  const blocks = documents.flatMap(runBlocks);
  const left = blocks.filter(({ path, language }) => !withSetUp.includes(path) || !RUN.has(language));
  const needless = withSetUp.filter((path) => !blocks.some((block) => block.path === path));
  return [
    ...left.map(({ path, line }) => `${path}:${line} is not run: add a set-up, or <!-- not run: the reason -->`),
    ...needless.map((path) => `${path} has a set-up, and no block to run`),
  ];
}
