import assert from "node:assert/strict";
import { test } from "node:test";
import { acceptedStep, base32, otpauthUri, totpCode, totpStepAt } from "./totp.ts";

const SECRET = Buffer.from("12345678901234567890");

test("the codes of RFC 6238, appendix B", () => {
  for (const [seconds, code] of [
    [59, "94287082"],
    [1_111_111_109, "07081804"],
    [1_111_111_111, "14050471"],
    [1_234_567_890, "89005924"],
    [2_000_000_000, "69279037"],
    [20_000_000_000, "65353130"],
  ] as const)
    assert.equal(totpCode(SECRET, totpStepAt(new Date(seconds * 1000)), 8), code);
});

test("the codes of RFC 4226, appendix D", () => {
  const codes = ["755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489"];
  assert.deepEqual(
    codes.map((_, step) => totpCode(SECRET, step)),
    codes,
  );
});

test("base32 of RFC 4648, section 10, without padding", () => {
  const texts = { "": "", f: "MY", fo: "MZXQ", foo: "MZXW6", foob: "MZXW6YQ", fooba: "MZXW6YTB", foobar: "MZXW6YTBOI" };
  for (const [text, encoded] of Object.entries(texts)) assert.equal(base32(Buffer.from(text)), encoded);
});

test("a code counts one step early or late, not two, and never twice", () => {
  const at = new Date("2026-11-20T15:00:10Z");
  const now = totpStepAt(at);
  for (const [step, accepted] of [
    [now - 2, undefined],
    [now - 1, now - 1],
    [now, now],
    [now + 1, now + 1],
    [now + 2, undefined],
  ] as const)
    assert.equal(acceptedStep(SECRET, totpCode(SECRET, step), { at, lastStep: 0 }), accepted);
  assert.equal(acceptedStep(SECRET, totpCode(SECRET, now), { at, lastStep: now }), undefined);
  assert.equal(acceptedStep(SECRET, totpCode(SECRET, now - 1), { at, lastStep: now }), undefined);
  for (const code of ["", "12345", "1234567", "12345a", "１２３４５６"])
    assert.equal(acceptedStep(SECRET, code, { at, lastStep: 0 }), undefined);
});

test("the URI names issuer and account, escaped", () => {
  assert.equal(
    otpauthUri(Buffer.from("foobar"), { issuer: "Bursar", account: "a+b@example.com" }),
    "otpauth://totp/Bursar:a%2Bb%40example.com?secret=MZXW6YTBOI&issuer=Bursar&algorithm=SHA1&digits=6&period=30",
  );
});
