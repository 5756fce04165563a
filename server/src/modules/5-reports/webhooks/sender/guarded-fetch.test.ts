import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { createGuardedFetch, type GuardedFetchOptions } from "./guarded-fetch.ts";
import { openReceiver } from "./receivers.testkit.ts";

const options: GuardedFetchOptions = {
  allowHttp: true,
  allowLoopback: false,
  timeoutMs: 1_000,
  bodyBytesMax: 1_000,
  internalHosts: [],
};

/** What it fetches, or why not. */
async function outcomeOf(url: string, more: Partial<GuardedFetchOptions>): Promise<string> {
  const guarded = createGuardedFetch({ ...options, ...more });
  try {
    return await (await guarded.fetch(url, {})).text();
  } catch (error) {
    return error instanceof Error ? error.name : String(error);
  } finally {
    await guarded.close();
  }
}

describe("fetch for addresses that an organization chooses", () => {
  test("reaches this machine only if the mode or the operator allows it", async (t) => {
    const { origin, port, connections } = await openReceiver(t, (_request, response) => response.end("hello"));
    assert.equal(await outcomeOf(`${origin}/`, {}), "TypeError");
    assert.equal(await outcomeOf(`http://localhost:${port}/`, { internalHosts: ["idp.example"] }), "TypeError");
    assert.equal(connections(), 0);
    assert.equal(await outcomeOf(`${origin}/`, { allowLoopback: true }), "hello");
    assert.equal(await outcomeOf(`http://localhost:${port}/`, { internalHosts: ["localhost"] }), "hello");
  });

  test("follows no redirect, reads no endless answer, and waits for no slow one", async (t) => {
    const { origin } = await openReceiver(t, async (request, response) => {
      if (request.url === "/moved") response.writeHead(302, { location: "/" });
      if (request.url === "/long") response.write("x".repeat(1_001));
      if (request.url === "/slow") await sleep(3_000, undefined, { ref: false });
      response.end("hello");
    });
    for (const path of ["moved", "long"])
      assert.equal(await outcomeOf(`${origin}/${path}`, { allowLoopback: true }), "TypeError", path);
    assert.equal(await outcomeOf(`${origin}/slow`, { allowLoopback: true, timeoutMs: 200 }), "TimeoutError");
  });
});
