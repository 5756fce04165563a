import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { isAffected, shownBy } from "./refresh.ts";

const SOURCES = join(import.meta.dirname, "..");

const sources = globSync("**/*.{ts,tsx}", { cwd: SOURCES, exclude: (path) => path === "generated" })
  .filter((path) => !/\.test\.ts$|^api[\\/]/.test(path))
  .map((path) => ({ path, text: readFileSync(join(SOURCES, path), "utf8") }));

/** The operations that pages read through the generated client, and the names of queries that combine several. */
const inUse = new Set(
  sources.flatMap(({ text }) => [
    ...[...text.matchAll(/import \{([^}]*)\} from "[./#]*api\/generated\/@tanstack/g)].flatMap(([, names = ""]) =>
      [...names.matchAll(/(\w+?)(?:Options|QueryKey)\b/g)].map(([, operation = ""]) => operation),
    ),
    ...[...text.matchAll(/queryKey: \["([^"]+)"/g)].map(([, combined = ""]) => combined),
  ]),
);

describe("what a change refreshes", () => {
  it("is known for each read of the pages, and for no other", () =>
    assert.deepEqual(Object.keys(shownBy).sort(), [...inUse].sort()));

  it("is named by each call: nothing else invalidates queries", () =>
    assert.deepEqual(
      sources.filter(({ text }) => /\b(invalidate|refetch|reset)Queries\b/.test(text)).map(({ path }) => path),
      [join("app", "query-client.ts")],
    ));

  const read = (id: string) => [{ _id: id, baseUrl: "/api/v1" }];

  it("is what shows the resource", () => {
    assert.ok(isAffected(read("getAccounts"), ["transactions"]), "a payment changes balances");
    assert.ok(isAffected(["approvals", { status: "approved" }], ["recipients"]), "a request shows its recipient");
    assert.ok(isAffected(read("countUnreadNotifications"), ["approvals"]), "a decision ends a notification");
    assert.ok(!isAffected(read("listSavedViews"), ["approvals", "transactions"]));
    assert.ok(!isAffected(read("getSession"), ["approvals", "transactions"]));
    assert.ok(isAffected(read("getSession"), ["approvals", "profile"]), "one of several resources is enough");
  });

  it("is everything when the time or the user's rights changed, and what nobody has described", () => {
    assert.ok(isAffected(read("listSavedViews"), ["sandboxClock"]));
    assert.ok(isAffected(["attachment content", "1"], ["rights"]));
    assert.ok(isAffected(["something new"], ["savedViews"]));
  });
});
