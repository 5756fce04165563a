import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { proseOf } from "../documents/comments.ts";
import type { Library } from "../documents/library.ts";
import { type Source, sourceOf } from "../source.ts";
import { replacedPhrases, wordsOf } from "./words.ts";

/** Accepted decisions are superseded, not edited (docs/adr/README.md); STYLE.md quotes the replaced phrases. */
const UNEDITED = /^docs\/adr\/\d|^docs\/develop\/STYLE\.md$|^CHANGELOG\.md$|\/testdata\//;

/** The texts that STYLE.md's rules replaced; one that is also ordinary English, such as "What happened", is missing. */
const REPLACED: readonly string[] = [
  "Asked for",
  "Asked by",
  "Ask for a payment",
  "Payment asked for",
  "To mend",
  "Look twice",
  "Look at this first",
  "That is no day",
  "No recipient is called X",
  "Ask for row 7",
  "Include row 7 all the same",
  "Mine to decide",
  "Payments that people decide about",
  "Who asked may approve, too",
  "Limits of approvers",
  "Approves at most",
  "Approvers may approve any amount",
  "Everybody",
  "Every account without its own",
  "Rules are asked in order",
  "Lower is asked first",
  "From this amount on",
  "What your programs get in with",
  "Who signs in, and what each may do",
  "Present password",
  "Went wrong lately",
  "Other side",
  "Available after it",
  "Invite somebody",
  "Kind of thing",
  "ID of the thing",
  "Keep them now",
  "This link is not whole",
  "Re-send",
  "It was changed too lately",
  "The organization lets payments leave",
  "Nothing was done",
  "Ask for it with POST",
  "The person behind a request",
  "A past that is told at once",
  "The token asks",
  "The token is told",
  "A rule in force",
  "It stands in the list",
  "An e-mail about it",
  "What became of the payment",
  "3 problem(s)",
  "It stands beside",
  "Whoever decides",
  "What stands",
  "The end of a day of it",
  "One's own",
  "It runs by itself",
];

const phrasesIn = (path: string, text: string): readonly string[] => {
  const texts = /\.(tsx?|mjs)$/.test(path) ? wordsOf(sourceOf(path, text)) : proseOf(path, text);
  return texts.flatMap((prose) => replacedPhrases(prose, text.split("\n")));
};

export function describeWords(root: string, { paths }: Pick<Library, "paths">, sources: readonly Source[]): void {
  describe("comments, texts, and documents use plain American English", () => {
    const documents = [...paths].filter((path) => /\.(sql|css|md)$/.test(path) && !UNEDITED.test(path)).sort();
    const found = [
      ...sources.flatMap((source) =>
        wordsOf(source).flatMap((prose) => replacedPhrases(prose, source.text.split("\n"))),
      ),
      ...documents.flatMap((path) => phrasesIn(path, readFileSync(join(root, path), "utf8"))),
    ];

    it("reads the documents and the migrations", () => assert.ok(documents.length > 25, `only ${documents.length}`));
    it("contains no replaced phrase", () => assert.equal(found.length, 0, `\n${found.join("\n")}`));
  });

  describe("the check of phrases", () => {
    const bad: readonly (readonly [text: string, phrase: string, path?: string])[] = [
      ["// The caller is\n// told why.", "is told"],
      ["/** A list of organisations. */", "organisations"],
      ['const text = "Present password";', "Present password"],
      ["const text = `x hears of a payment`;", "hears of"],
      ["-- The serving role lets it pass.", "lets", "server/migrations/0001_kernel.sql"],
      ["A check that\nmends it.", "mends", "README.md"],
      ["const page = <p>Nothing went wrong lately</p>;", "wrong lately", "dashboard/src/page.tsx"],
      ["// plain-words: short\n// whoever asks", "whoever"],
      ["// The attempt comes to\n// nothing.", "comes to nothing"],
      ['it("a payment is there once", run);', "is there once", "server/test/example.test.ts"],
      ["Work that is dealt with at once.", "dealt with", "README.md"],
      ["const page = <Button>Re-send</Button>;", "Re-send", "dashboard/src/page.tsx"],
      ["const text = `amount must be >= 0.01`;", "must be >= 0.01"],
      ["const column = { header: `Kind` };", "`Kind`", "dashboard/src/page.tsx"],
      ["const page = <Button>\n  Book\n</Button>;", "Book ", "dashboard/src/page.tsx"],
      ["const text = `3 failed payments to handle`;", "payments to handle"],
      ["const text = `Nobody sees it any more.`;", "any more"],
      ["const page = <p>Set firstDays.perDay first</p>;", "firstDays.perDay", "dashboard/src/page.tsx"],
    ];
    for (const [text, phrase, path] of bad)
      it(`finds ${phrase} in ${JSON.stringify(text)}`, () =>
        assert.match(phrasesIn(path ?? "server/src/example.ts", text)[0] ?? "", new RegExp(`"${phrase}"`)));

    for (const text of REPLACED) it(`finds ${text}`, () => assert.notDeepEqual(phrasesIn("README.md", text), []));

    const good: readonly (readonly [text: string, path?: string])[] = [
      ["// Instead of it, because of it; all of it; besides; enforced; a person, an outlet; recommend, amended."],
      ['const state = "cancelled"; const organisation = lets(mended);'],
      ["The state is `cancelled`. See [the module](server/src/lets.ts).", "README.md"],
      ["```\nwhoever\n```", "README.md"],
      ["// plain-words: quotes Nacha's own wording\n// whoever"],
      ["// Nothing is left any more that would loosen a control."],
      ['type Kind = "Kind of account";', "dashboard/src/page.tsx"],
      ['const header = "Kind";', "server/src/modules/5-reports/statements/files/statement-csv.ts"],
    ];
    for (const [text, path] of good)
      it(`accepts ${JSON.stringify(text)}`, () =>
        assert.deepEqual(phrasesIn(path ?? "server/src/example.ts", text), []));
  });
}
