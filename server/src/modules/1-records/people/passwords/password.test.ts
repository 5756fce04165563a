import assert from "node:assert/strict";
import { test } from "node:test";
import { hashPassword, verifyPassword } from "./password.ts";

test("accepts the hashed password and no other", async () => {
  const stored = await hashPassword("correct horse battery staple");
  assert.match(stored, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  assert.equal(await verifyPassword("correct horse battery staple", stored), true);
  assert.equal(await verifyPassword("correct horse battery stapl", stored), false);
  assert.notEqual(await hashPassword("correct horse battery staple"), stored, "each hash has its own salt");
});

test("treats two encodings of a letter as the same", async () => {
  const stored = await hashPassword("caf\u00e9");
  assert.equal(await verifyPassword("cafe\u0301", stored), true);
});

test("verifies with the parameters in the stored text, and rejects a text without them", async () => {
  const stored = (await hashPassword("x")).replace("m=19456", "m=8192");
  assert.equal(await verifyPassword("x", stored), false);
  await assert.rejects(verifyPassword("x", "plain"), TypeError);
});
