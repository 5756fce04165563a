import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { joinDelimited, splitDelimited } from "./delimited-line.ts";

const quoted = { delimiter: ",", quotes: "whenNeeded" } as const;
const plain = { delimiter: "|", quotes: "never" } as const;

describe("delimited lines", () => {
  test("any fields are read as they were written", () => {
    const field = fc.stringMatching(/^[ -~]{0,8}$|^[",a]{0,8}$/);
    fc.assert(
      fc.property(fc.array(field, { minLength: 1, maxLength: 6 }), (fields) => {
        const line = joinDelimited(fields, quoted);
        assert.ok(line !== undefined);
        assert.deepEqual(splitDelimited(line, quoted), fields);
      }),
      { numRuns: 1_000 },
    );
  });

  test("quotes are written where a field needs them", () => {
    assert.equal(joinDelimited(["1042", "Tern, Inc.", 'The "Mill"'], quoted), '1042,"Tern, Inc.","The ""Mill"""');
  });

  test("without quotes in the layout, a field with the delimiter cannot be written", () => {
    assert.equal(joinDelimited(["1042", "a|b"], plain), undefined);
    assert.deepEqual(splitDelimited('1042|"a"', plain), ["1042", '"a"']);
  });

  test("broken quotes are not guessed at", () => {
    for (const line of ['"a', '"a"b,c', 'a,"b""']) assert.equal(splitDelimited(line, quoted), undefined, line);
  });
});
