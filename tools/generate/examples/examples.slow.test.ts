import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { EXAMPLES_FILE, type RecordedExamples } from "../../../server/src/contract/components/recorded-examples.ts";
import { recordExamples } from "./record-examples.ts";
import { beginningOf, shortened } from "./shortened.ts";
import { stableText } from "./stable-text.ts";

/** What a recording says, without its values: those that follow from random ones differ each time. */
function shapeOf(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(shapeOf);
  if (typeof part !== "object" || part === null) return part === null ? null : typeof part;
  return Object.fromEntries(Object.entries(part).map(([name, member]) => [name, shapeOf(member)]));
}

test("the recorded examples are what the service answers today", async () => {
  const committed: RecordedExamples = JSON.parse(
    readFileSync(join(import.meta.dirname, "../../../server", EXAMPLES_FILE), "utf8"),
  );
  const recorded: RecordedExamples = JSON.parse(await recordExamples());
  assert.deepEqual(Object.keys(recorded), Object.keys(committed), "run `npm run gen -- examples`");
  for (const [name, example] of Object.entries(recorded))
    assert.deepEqual(shapeOf(example), shapeOf(committed[name]), `${name}: run \`npm run gen -- examples\``);
});

test("IDs and secrets are replaced by values that do not depend on chance, each by the same everywhere", () => {
  const [first, second] = ["01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b10", "01975c2e-8f7a-7c61-b1f2-3c1d5a7e9b11"];
  const [third, fourth] = ["01975c2e-8f7a-7aaa-8aaa-aaaaaaaaaaaa", "01975c2e-8f7a-7bbb-8bbb-bbbbbbbbbbbb"];
  const text = (id: string, other: string, secret: string, link: string) =>
    `${id} ${other} ${id} ${secret} /pay/${link} ${link}`;
  const stable = stableText(text(first, second, "whsec_1111111111111111", "aaaaaaaaaaaaaaaaaaaaaaaa"), [
    "whsec_1111111111111111",
  ]);
  assert.equal(
    stable,
    stableText(text(third, fourth, "whsec_2222222222222222", "bbbbbbbbbbbbbbbbbbbbbbbb"), ["whsec_2222222222222222"]),
  );
  const [id, other, again, secret = "", link, same] = stable.split(" ");
  assert.ok(id === again && id !== other && id !== first);
  assert.match(secret, /^whsec_\w{16}$/);
  assert.equal(link, `/pay/${same}`);
});

test("lists are shown by their first three items, files by their first lines, and PDF files by the one that says so", () => {
  assert.deepEqual(shortened({ list: [1, 2, 3, 4], more: [{ list: [1, 2, 3, 4] }] }), {
    list: [1, 2, 3],
    more: [{ list: [1, 2, 3] }],
  });
  assert.equal(beginningOf("a\n".repeat(100)), "a\n".repeat(24));
  assert.equal(beginningOf("%PDF-1.7\n%\u0080binary", "application/pdf"), "%PDF-1.7");
  assert.equal(beginningOf("# HELP process_cpu x\nprocess_cpu 1\nbursar_up 1\n"), "bursar_up 1\n");
  assert.equal(beginningOf("x".repeat(5_000)).length, 1_600);
});
