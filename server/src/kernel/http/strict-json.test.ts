import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { anyCharacter } from "#test/kit/faults/any-text.ts";
import { long } from "#test/kit/faults/random.ts";
import { JsonProblem, NumberProblem, parseStrictJson } from "./strict-json.ts";

test("reads ordinary JSON like JSON.parse", () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 5, stringUnit: anyCharacter }), (text) => {
      let strict: unknown;
      try {
        strict = parseStrictJson(text);
      } catch (error) {
        assert.ok(error instanceof JsonProblem || error instanceof NumberProblem);
        return;
      }
      assert.deepEqual(strict, JSON.parse(text));
    }),
    { numRuns: long ? 2_000 : 100 },
  );
});

const refused: readonly (readonly [string, string])[] = [
  ["a repeated key", '{"amount":1,"amount":2}'],
  ["a repeated key, one of them escaped", '{"amount":1,"\\u0061mount":2}'],
  ["a repeated key deep inside", '{"a":[{"b":1,"c":{},"b":2}]}'],
  ["a prototype key", '{"__proto__":{"admin":true}}'],
  ["a constructor key", '{"a":{"constructor":{"prototype":{}}}}'],
  ["a number with too many digits in what is not JSON", '{"amount":0.1000000000000000055511151231257827'],
  ["more values than any route accepts", `[${"1,".repeat(2_000)}1]`],
  ["a key longer than any field name", `{"${"k".repeat(201)}":1}`],
  ["a NUL", '{"note":"a\\u0000b"}'],
  ["half a surrogate pair", '{"note":"\\ud800"}'],
  ["very deep arrays", "[".repeat(10_000) + "]".repeat(10_000)],
  ["very deep objects", '{"a":'.repeat(10_000)],
  ["a lone bracket", "{"],
  ["trailing text", '{"a":1} x'],
  ["a comment", '{"a":1/*b*/}'],
  ["NaN", '{"a":NaN}'],
];

for (const [what, text] of refused) {
  test(`${what} is refused`, () => {
    assert.throws(() => parseStrictJson(text), JsonProblem);
  });
}

const inexact: readonly (readonly [what: string, text: string, path: string])[] = [
  ["with more digits than a double", '{"amount":0.1000000000000000055511151231257827}', "amount"],
  ["just above a whole count of cents", '{"amount":100.0000000000000001}', "amount"],
  ["that a sum of doubles left behind", '{"note":"1,2","amount":519.5699999999999}', "amount"],
  ["that overflows", '{"amount":1e309}', "amount"],
  ["of very many digits", `{"amount":1${"0".repeat(60_000)}1}`, "amount"],
  ["deep inside", '{"a":[{"b":{}},{"c":[],"lines":[{"d":[1,2]},{"price":1.000000000000001}]}]}', "a.1.lines.1.price"],
  ["that is the whole text", "519.5699999999999", ""],
];

for (const [what, text, path] of inexact) {
  test(`a number ${what} is a wrong value of its field`, () => {
    assert.throws(
      () => parseStrictJson(text),
      (error) => error instanceof NumberProblem && error.path === path && error.message.length < 200,
    );
  });
}

test("accepts the same key in two objects, and strings that look like structure", () => {
  assert.deepEqual(parseStrictJson('[{"a":"{\\"a\\":1,"},{"a":"\\\\"}]'), [{ a: '{"a":1,' }, { a: "\\" }]);
  assert.deepEqual(parseStrictJson('{"amount":125.50,"n":1e2,"z":-0.5}'), { amount: 125.5, n: 100, z: -0.5 });
});
