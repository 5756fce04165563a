import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { anyText } from "../../../../server/test/kit/faults/any-text.ts";
import { methodTable, paymentMethods } from "./payment-method.ts";
import { externalMemoProblem, paymentNoteProblem } from "./payment-text.ts";

const printableAscii = Array.from({ length: 0x7f - 0x20 }, (_, at) => String.fromCharCode(0x20 + at));
const carried = (method: (typeof paymentMethods)[number]) =>
  printableAscii.filter((character) => externalMemoProblem(method, `a${character}`) === undefined).join("");

describe("the characters of a memo", () => {
  test("exactly these ASCII characters", () => {
    const lettersAndDigits = /[A-Za-z0-9]/g;
    const punctuation = Object.fromEntries(
      paymentMethods.map((method) => [method, carried(method).replaceAll(lettersAndDigits, "")]),
    );
    assert.deepEqual(punctuation, {
      ach: " !\"#$%&'()+,-./:;<=>?@[]^_`{|}",
      check: " !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~",
      domesticWire: " !#$%&'()+,-./:;=?@_",
      internationalWire: " '()+,-./:?",
      realTimePayment: " !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~",
    });
    for (const method of paymentMethods) assert.equal(carried(method).match(lettersAndDigits)?.length, 62, method);
  });

  test("accents are accepted on checks only, and characters outside Latin-1 nowhere", () => {
    for (const method of paymentMethods) {
      assert.equal(externalMemoProblem(method, "Café Zürich ½") === undefined, method === "check", method);
      for (const text of ["5 €", "東京", "🙂", "e\u0301", "“quoted”", "en–dash"]) {
        assert.match(externalMemoProblem(method, text) ?? "", /cannot carry/, `${method} ${text}`);
      }
    }
  });

  test("no method accepts invisible characters", () => {
    for (const method of paymentMethods) {
      for (const text of [
        "a\nb",
        "a\tb",
        "a\0b",
        "a\u007fb",
        "a\u0085b",
        "a\u00a0b",
        "a\u00adb",
        "a\u200bb",
        "a\ud800b",
      ]) {
        assert.match(
          externalMemoProblem(method, text) ?? "",
          /cannot carry the character U\+/,
          `${method} ${JSON.stringify(text)}`,
        );
      }
    }
  });

  test("an international wire's memo must not start like a field of its message", () => {
    assert.match(externalMemoProblem("internationalWire", "-}") ?? "", /cannot carry/);
    assert.match(externalMemoProblem("internationalWire", ":70:Invoice") ?? "", /cannot begin with :/);
    assert.match(externalMemoProblem("internationalWire", "-Invoice") ?? "", /cannot begin with -/);
    assert.equal(externalMemoProblem("internationalWire", "Invoice: 12-7"), undefined);
  });
});

describe("the length of a memo", () => {
  test("is limited to the exact character and never truncated", () => {
    const lengths = { ach: 80, check: 40, domesticWire: 140, internationalWire: 140, realTimePayment: 140 };
    for (const method of paymentMethods) {
      assert.equal(methodTable[method].memo.lengthMax, lengths[method]);
      assert.equal(externalMemoProblem(method, "x".repeat(lengths[method])), undefined);
      const tooLong = externalMemoProblem(method, "x".repeat(lengths[method] + 1)) ?? "";
      assert.match(tooLong, new RegExp(`at most ${lengths[method]} characters; this one has ${lengths[method] + 1}`));
    }
  });

  test("an empty memo is accepted", () => {
    for (const method of paymentMethods) assert.equal(externalMemoProblem(method, ""), undefined);
  });

  test("law: any text is accepted or gets a message, which repeats at most one character of the text", () => {
    fc.assert(
      fc.property(fc.constantFrom(...paymentMethods), anyText({ minLength: 3, maxLength: 200 }), (method, memo) => {
        const problem = externalMemoProblem(method, memo);
        if (problem === undefined) return;
        assert.match(problem, /^The memo of /);
        assert.ok(problem.isWellFormed());
      }),
    );
  });

  test("law: any accepted text fits on a check and in its network's character set", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...paymentMethods),
        fc.string({ unit: "grapheme", maxLength: 40 }),
        (method, memo) => {
          fc.pre(externalMemoProblem(method, memo) === undefined);
          assert.equal(Buffer.from(memo, "latin1").toString("latin1"), memo);
          if (method !== "check") assert.equal(Buffer.from(memo, "ascii").toString("ascii"), memo);
        },
      ),
    );
  });
});

describe("notes", () => {
  test("any language and line breaks, up to a thousand characters", () => {
    assert.equal(paymentNoteProblem("Rent for März\n\t5 € 🙂"), undefined);
    assert.equal(paymentNoteProblem("🙂".repeat(1_000)), undefined);
    assert.match(paymentNoteProblem("🙂".repeat(1_001)) ?? "", /at most 1,000 characters; this one has 1001/);
  });

  test("rejects characters that break a database or a terminal", () => {
    assert.match(paymentNoteProblem("a\0b") ?? "", /U\+0000/);
    assert.match(paymentNoteProblem("a\u001b[31m") ?? "", /U\+001B/);
    assert.match(paymentNoteProblem("a\ud83d") ?? "", /U\+D83D/);
  });
});
