import assert from "node:assert/strict";
import { join } from "node:path";
import { describe, it } from "node:test";
import { bursarHere } from "../../server/test/kit/service/command.ts";
import { type Document, readDocuments } from "../tidy/documents/document-paths.ts";

/**
 * Commands that documents only name, in a sentence or in a block that is not run, exist with these options. ADRs and the
 * changelog name those of their time.
 */
const SKIPPED = /^(docs\/adr\/|CHANGELOG\.md)/;
const NAMED = /(?:^|[\s"])bursar((?: [^\s|>#;&)]+)+)/g;
/** A code span, or a line of a block whose last character is no backslash. */
const CODE = /`(?:npx )?(bursar [^`\n]+)`|^(?:[A-Z_]+=\S+ )*npx (bursar (?:\\\n|[^\n])+)/gm;

interface Named {
  readonly where: string;
  readonly words: readonly string[];
}

const namedIn = ({ path, text }: Document): readonly Named[] =>
  [...text.matchAll(CODE)].flatMap(({ index, 1: span, 2: line }) => {
    const where = `${path}:${text.slice(0, index).split("\n").length}`;
    const code = (span ?? line ?? "")
      .replaceAll("\\\n", " ")
      .replaceAll(/<[^>]+>/g, "VALUE")
      .replaceAll(/\s+/g, " ");
    const all = [...code.matchAll(NAMED)].map(([, words = ""]) => ({ where, words: words.trim().split(" ") }));
    return all.filter(({ words: [first = ""] }) => /^[a-z-]/.test(first));
  });

const helps = new Map<string, Promise<string>>();

/** The help of a command, or of the one above it if it is unknown. */
async function helpOf(...command: readonly string[]): Promise<string> {
  const key = command.join(" ");
  const help = helps.get(key) ?? bursarHere([...command, "--help"], { dataDir: "" }).then(({ output }) => output);
  helps.set(key, help);
  return help;
}

async function problemOf({ where, words }: Named): Promise<string | undefined> {
  const command: string[] = [];
  // A flag without a command is one of serve.
  let help = await (words[0]?.startsWith("-") === true ? helpOf("serve") : helpOf());
  for (const word of words) {
    if (!/^Commands:/m.test(help) || word.startsWith("-")) break;
    command.push(word);
    help = await helpOf(...command);
    if (!help.startsWith(`Usage: bursar ${command.join(" ")} `))
      return `${where}: bursar ${command.join(" ")} is not a command`;
  }
  const unknown = words
    .filter((word) => /^--\w/.test(word))
    .find((option) => !help.includes(option.replace(/=.*/, "")));
  return unknown === undefined ? undefined : `${where}: bursar ${command.join(" ")} has no option ${unknown}`;
}

async function problemsOf(documents: readonly Document[]): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const named of documents.flatMap(namedIn)) {
    const problem = await problemOf(named);
    if (problem !== undefined) problems.push(problem);
  }
  return problems;
}

describe("a command that a document names", () => {
  it("exists, with its options", async () => {
    const documents = readDocuments(join(import.meta.dirname, "../..")).filter(({ path }) => !SKIPPED.test(path));
    assert.ok(documents.flatMap(namedIn).length > 100, "finds the commands");
    assert.deepEqual(await problemsOf(documents), []);
  });

  const wrong = {
    "run `bursar doktor`": "docs/x.md:1: bursar doktor is not a command",
    "```sh\nnpx bursar files delete ID\n```": "docs/x.md:2: bursar files delete is not a command",
    "`npx bursar serve --no-demos`": "docs/x.md:1: bursar serve has no option --no-demos",
    "```sh\nnpx bursar bank add \\\n  --rails ach\n```": "docs/x.md:2: bursar bank add has no option --rails",
  };
  for (const [text, problem] of Object.entries(wrong))
    it(`is complained about: ${JSON.stringify(text)}`, async () => {
      assert.deepEqual(await problemsOf([{ path: "docs/x.md", text }]), [problem]);
    });
});
