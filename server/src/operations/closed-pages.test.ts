import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Environment, readConfig } from "#kernel/process/config.ts";
import { inject, openWorld, type TestWorld } from "#test/kit/service/full-app.ts";

describe("a service behind https with closed pages and a contact", () => {
  let world: TestWorld;
  const settings: Environment = {
    PUBLIC_URL: "https://pay.example.com",
    BURSAR_OPEN_PAGES: "none",
    BURSAR_SECURITY_CONTACT: "mailto:security@example.com",
  };
  before(async () => {
    world = await openWorld(readConfig(settings));
  });
  after(() => world.close());
  const get = (url: string, headers = {}) => inject(world.app, "", { url, headers });

  test("answers 404 on pages for operators and developers", async () => {
    for (const url of [
      "/metrics",
      "/docs",
      "/docs/quickstart",
      "/docs/installation.json",
      "/openapi.json",
      "/openapi-dashboard.json",
    ])
      assert.equal((await get(url)).status, 404, url);
    assert.equal((await get("/healthz")).status, 200);
  });

  test("names the contact in security.txt", async () => {
    const { status, headers, text } = await get("/.well-known/security.txt");
    assert.deepEqual([status, headers["content-type"]], [200, "text/plain; charset=utf-8"]);
    assert.match(
      text,
      /^Contact: mailto:security@example\.com\nExpires: \d{4}-.*Z\nCanonical: https:\/\/pay\.example\.com\//,
    );
  });

  test("tells browsers to use https and not to guess content types, in every response", async () => {
    for (const url of ["/healthz", "/nothing", "/accounts", "/dashboard/", "/%00"]) {
      const { headers } = await get(url);
      assert.equal(headers["strict-transport-security"], "max-age=31536000", url);
      assert.equal(headers["x-content-type-options"], "nosniff", url);
    }
  });
});

test("names invalid settings when it refuses them", () => {
  assert.throws(() => readConfig({ BURSAR_OPEN_PAGES: "metrics,healthz" }), /BURSAR_OPEN_PAGES must be/);
  assert.throws(
    () => readConfig({ BURSAR_SECURITY_CONTACT: "security@example.com" }),
    /BURSAR_SECURITY_CONTACT must be/,
  );
  assert.deepEqual(readConfig({}).openPages, ["metrics", "docs"]);
});
