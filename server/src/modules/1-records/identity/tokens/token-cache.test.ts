import assert from "node:assert/strict";
import { test } from "node:test";
import { createCredentialCache } from "./token-cache.ts";

/** A cache whose lookups are answered by the test. */
function openCache() {
  let nowMs = 0;
  const lookups: ((version: string | undefined) => void)[] = [];
  const lookUp = () => new Promise<string | undefined>((answer) => lookups.push(answer));
  return {
    cache: createCredentialCache({ lookUp, now: () => nowMs }),
    lookups,
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

test("requests within half a second share a lookup", async () => {
  const { cache, lookups, pass } = openCache();
  const first = cache.load("token");
  pass(499);
  const second = cache.load("token");
  lookups[0]?.("valid");
  assert.deepEqual([await first, await second, lookups.length], ["valid", "valid", 1]);
});

test("a slow lookup does not answer a request that comes after a revocation", async () => {
  const { cache, lookups, pass } = openCache();
  const first = cache.load("token");
  pass(1_000);
  // Revoked since the first lookup read it.
  const second = cache.load("token");
  assert.equal(lookups.length, 2);
  lookups[1]?.(undefined);
  lookups[0]?.("valid");
  assert.deepEqual([await first, await second], ["valid", undefined]);
  assert.equal(cache.fresh("token"), undefined, "the late answer is not kept");
});

test("a lookup that was running when its credential changed is not kept", async () => {
  const { cache, lookups } = openCache();
  const before = cache.load("session");
  cache.forget("session");
  lookups[0]?.("not proven");
  await before;
  assert.equal(cache.fresh("session"), undefined);
  const after = cache.load("session");
  lookups[1]?.("proven");
  assert.deepEqual([await after, cache.fresh("session")], ["proven", "proven"]);
});

test("of two lookups, the one that began later is kept, whichever ends first", async () => {
  const { cache, lookups } = openCache();
  const before = cache.load("session");
  cache.forget("session");
  const after = cache.load("session");
  lookups[1]?.("proven");
  await after;
  lookups[0]?.("not proven");
  await before;
  assert.equal(cache.fresh("session"), "proven");
});
