import assert from "node:assert/strict";
import { test } from "node:test";
import { Secret } from "otpauth";
import { acceptedStep, newTotpSecret, otpauthUri } from "./totp.ts";

/** RFC 4226, appendix D: the secret, and its codes of steps 0 to 9. */
const SECRET = Secret.fromLatin1("12345678901234567890");
const CODES = ["755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489"];
const duringStep = (step: number): Date => new Date((step * 30 + 10) * 1000);

test("codes match RFC 4226 and change every 30 seconds", () => {
  for (const [step, code] of CODES.entries())
    assert.equal(acceptedStep(SECRET, code, { at: duringStep(step), lastStep: -1 }), step);
});

test("a code is accepted one step early or late, but not two, and never twice", () => {
  const at = duringStep(5);
  const accepted = (lastStep: number) => CODES.map((code) => acceptedStep(SECRET, code, { at, lastStep }));
  const not = undefined;
  assert.deepEqual(accepted(0), [not, not, not, not, 4, 5, 6, not, not, not]);
  assert.deepEqual(accepted(4), [not, not, not, not, not, 5, 6, not, not, not]);
  assert.deepEqual(accepted(5), [not, not, not, not, not, not, 6, not, not, not]);
  assert.deepEqual(accepted(6), Array(10).fill(not));
});

test("rejects codes that are not six digits", () => {
  for (const code of ["", "12345", "1234567", "12345a", "１２３４５６", "755 224"])
    assert.equal(acceptedStep(SECRET, code, { at: duringStep(0), lastStep: -1 }), undefined);
});

test("a new secret has 160 bits and is different each time", () => {
  assert.match(newTotpSecret().hex, /^[0-9a-f]{40}$/i);
  assert.notEqual(newTotpSecret().hex, newTotpSecret().hex);
});

test("the URI names issuer and account, escaped", () => {
  assert.equal(
    otpauthUri(Secret.fromLatin1("foobar"), { issuer: "Bursar", account: "a+b@example.com" }),
    "otpauth://totp/Bursar:a%2Bb%40example.com?issuer=Bursar&secret=MZXW6YTBOI&algorithm=SHA1&digits=6&period=30",
  );
});
