import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, it } from "node:test";
import { type Source, sourceOf } from "../source.ts";
import { type Citation, citationsOf } from "./citations.ts";
import { commentsOf, type Prose, proseOf } from "./comments.ts";
import { type Library, readLibrary, unresolved } from "./library.ts";

/** Everything written for a reader: comments, style sheets, migrations, and documents. */
function proseOfRepository(root: string, { paths }: Library, sources: readonly Source[]): readonly Prose[] {
  const texts = [...paths].filter((path) => /\.(sql|css|md)$/.test(path) && !path.includes("/testdata/"));
  return [
    ...sources.flatMap(commentsOf),
    ...texts.flatMap((path) => proseOf(path, readFileSync(join(root, path), "utf8"))),
  ];
}

const complaint = (library: Library, citation: Citation): readonly string[] => {
  const problem = unresolved(library, citation);
  const { path, line, kind, name } = citation;
  return problem === undefined ? [] : [`${path}:${line} ${kind} ${name} ${problem}`];
};

export function describeCitations(root: string, sources: readonly Source[]): void {
  describe("what comments and documents cite exists (docs/spec/README.md)", () => {
    const library = readLibrary(root);
    const citations = proseOfRepository(root, library, sources).flatMap(citationsOf);

    it("finds citations", () => assert.ok(citations.length > 300, `only ${citations.length}`));

    it("resolves every citation", () => {
      const complaints = citations.flatMap((citation) => complaint(library, citation));
      assert.equal(complaints.length, 0, `\n${complaints.join("\n")}`);
    });

    it("docs/develop/laws.md lists every test of a law", () => {
      const laws = library.read("docs/develop/laws.md");
      const tests = globSync("server/test/laws/**/*.test.ts", { cwd: root }).map((path) => basename(path));
      assert.ok(tests.length > 30, "finds the tests of laws");
      assert.deepEqual(
        tests.filter((name) => !laws.includes(`\`${name}\``)),
        [],
      );
    });

    it("the README.md of docs/use, docs/operate, and docs/develop lists every document there", () => {
      const documents = [...library.paths].flatMap((path) => {
        const [, folder, name] = /^(docs\/(?:use|operate|develop))\/(.+\.md)$/.exec(path) ?? [];
        return folder === undefined || name === undefined || name === "README.md" ? [] : [{ folder, name }];
      });
      assert.ok(documents.length > 25, "finds the documents");
      const unlisted = documents.filter(
        ({ folder, name }) => !library.read(`${folder}/README.md`).includes(`](${name})`),
      );
      assert.deepEqual(unlisted, []);
    });
  });
  describeTheCheck();
}

const texts: Readonly<Record<string, string>> = {
  "docs/spec/specification.md": "## 5. Access\n\n### 5.4 Address allowlist\n",
  "docs/spec/wire-contract.md": "### 4.2 Transactions\n",
  "docs/spec/decisions.md": "## Transaction states\n\n| R9 | Webhooks | … |\n",
  "docs/develop/laws.md": "| 10 | … |\n| 11 | … |\n",
  "docs/adr/0016-people.md": "",
  "docs/develop/ARCHITECTURE.md": "",
  "server/migrations/0012_replays.sql": "",
  "server/src/modules/4-payments/payments/create-payment.ts": "",
  "server/src/modules/4-payments/payments/payments.queries.ts": "",
  "server/src/modules/1-records/events/record.ts": "",
  "server/src/modules/1-records/audit/record.ts": "",
  "server/src/modules/1-records/audit": "",
};
const library: Library = { paths: new Set(Object.keys(texts)), read: (path) => texts[path] ?? "" };

/** The names in a comment that resolve to nothing. */
const unresolvedIn = (path: string, text: string): readonly string[] =>
  (path.endsWith(".ts") ? commentsOf(sourceOf(path, text)) : proseOf(path, text))
    .flatMap(citationsOf)
    .filter((citation) => unresolved(library, citation) !== undefined)
    .map(({ kind, name, line }) => `${line} ${kind} ${name}`);

const CODE = "server/src/modules/1-records/audit/example.ts";

function describeTheCheck(): void {
  const broken: readonly (readonly [text: string, objection: string, path?: string])[] = [
    ["// See specification §5.5.", "1 specification 5.5"],
    ["act();\n// See wire contract §4.2 and §4.3.", "2 wire contract 4.3"],
    ["// See decisions R9 and S5.", "1 decision S5"],
    ["// Laws 10–12.", "1 law 12"],
    ["/* See laws 10,\n * 11, and 13. */", "1 law 13"],
    ["// See ADRs 0016 and 0099.", "1 ADR 0099"],
    ["// As migration 0013 says.", "1 migration 0013"],
    ["// See create-transfer.ts.", "1 file create-transfer.ts"],
    ["// See events/create-payment.ts.", "1 file events/create-payment.ts"],
    ["// See docs/spec/decisions.md#transaction-ends.", "1 file docs/spec/decisions.md#transaction-ends"],
    ["// See *.jobs.ts.", "1 file *.jobs.ts"],
    ["// See docs/quality.", "1 folder docs/quality"],
    ["// See the contract (§4.2).", "1 unknown section §4.2"],
    ["// See wire contract 4.2.", "1 unknown section wire contract 4.2"],
    ["// An empty text counts as none (P5).", "1 unknown section (P5)"],
    ["// See record.ts.", "1 file record.ts", "server/src/other/example.ts"],
    ["-- See decision X1.", "1 decision X1", "server/migrations/0012_replays.sql"],
    ["\nSee [laws](laws.md#speed).", "2 link laws.md#speed", "docs/develop/ARCHITECTURE.md"],
    ["See [this](#missing).", "1 link #missing", "docs/develop/ARCHITECTURE.md"],
    ["See §4.9.", "1 wire contract 4.9", "docs/spec/wire-contract.md"],
  ];
  const sound: readonly (readonly [text: string, path?: string])[] = [
    ["// specification §5.4, decision R9; wire contract §4.2. Laws 10 and 11, ADR 0016, migration 0012."],
    [
      "// create-payment.ts, payments/create-payment.ts, record.ts, *.queries.ts, docs/spec/decisions.md#transaction-states",
    ],
    ["// RFC 9110 §10.2.3, WebAuthn §5.4, NIST SP 800-63B\n// §5.1.1.2, 5 U.S.C. § 6103"],
    ["// https://example.com/missing.ts, /openapi.json, and/or; through index.ts"],
    ['const text = "law 99 in missing.ts";\nconst url = `//law 99`;\nconst pattern = /\\/\\/ law 99/;'],
    ["insert into x values ('-- law 99');", "server/migrations/0012_replays.sql"],
    ["[web](https://example.com/x.md), [laws](laws.md)\n```\nlaw 99\n```\n", "docs/develop/ARCHITECTURE.md"],
  ];
  describe("the check of citations", () => {
    for (const [text, objection, path] of broken)
      it(`finds ${objection} in ${JSON.stringify(text)}`, () =>
        assert.deepEqual(unresolvedIn(path ?? CODE, text), [objection]));
    for (const [text, path] of sound)
      it(`accepts ${JSON.stringify(text.slice(0, 60))}`, () => assert.deepEqual(unresolvedIn(path ?? CODE, text), []));
  });
}
