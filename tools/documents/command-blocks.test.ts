import assert from "node:assert/strict";
import { join } from "node:path";
import { describe, it } from "node:test";
import { readDocuments } from "../tidy/documents/document-paths.ts";
import { commandBlocks, unexplained } from "./command-blocks.ts";
import { DOCUMENTS_WITH_SET_UP } from "./documents-with-set-up.ts";

const documentOf = (text: string) => ({ path: "docs/x.md", text });
const complaints = (text: string, withSetUp: readonly string[] = []) => unexplained([documentOf(text)], withSetUp);
const fenced = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\`\n`;

describe("a block of commands", () => {
  it("is found with its language, its line, and why it is not run", () => {
    const text = `# Title\n\n<!-- not run: needs your bank -->\n${fenced("sh", "npx bursar bank list")}`;
    assert.deepEqual(commandBlocks(documentOf(text)), [
      { path: "docs/x.md", line: 4, language: "sh", text: "npx bursar bank list\n", notRun: "needs your bank" },
    ]);
  });

  it("is found in a list, and pasted without its indentation", () => {
    const text = "1. First:\n\n   ```sh\n   cat <<END\n     two\n   END\n   ```\n";
    assert.deepEqual(
      commandBlocks(documentOf(text)).map((block) => block.text),
      ["cat <<END\n  two\nEND\n"],
    );
  });

  it("is also one that does not name its language", () => {
    assert.equal(commandBlocks(documentOf(fenced("", "npx bursar doctor"))).length, 1);
    assert.equal(commandBlocks(documentOf(fenced("", "clients ── HTTP ──► routes"))).length, 0);
    assert.equal(commandBlocks(documentOf(fenced("mermaid", "[*] --> pending"))).length, 0);
  });
});

describe("every block of commands", () => {
  it("is run, or says why not", () => {
    const documents = readDocuments(join(import.meta.dirname, "../.."));
    assert.ok(documents.flatMap(commandBlocks).length > 30, "finds the blocks");
    assert.deepEqual(unexplained(documents, DOCUMENTS_WITH_SET_UP), []);
  });

  it("is complained about in a document without a set-up, and without a reason", () => {
    const block = fenced("sh", "npx bursar doctor");
    assert.match(complaints(block).join(), /^docs\/x\.md:1 is not run/);
    assert.match(complaints(`<!-- not run: -->\n${block}`).join(), /^docs\/x\.md:2 is not run/);
    assert.match(complaints(`<!-- not run: too far away -->\n\n${block}`).join(), /^docs\/x\.md:3 is not run/);
    assert.deepEqual(complaints(`<!-- not run: needs your bank -->\n${block}`), []);
    assert.deepEqual(complaints(block, ["docs/x.md"]), []);
  });

  it("is complained about in a language that cannot be run", () => {
    assert.match(complaints(fenced("sql", "select 1"), ["docs/x.md"]).join(), /^docs\/x\.md:1 is not run/);
  });

  it("is expected of a document with a set-up", () => {
    assert.deepEqual(complaints("# Nothing to run\n", ["docs/x.md"]), ["docs/x.md has a set-up, and no block to run"]);
  });
});
