import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { affectedTests, type Choice } from "./affected-tests.ts";
import { distances, usersByFile } from "./import-graph.ts";

const TEXTS: Readonly<Record<string, string>> = {
  "server/src/app.ts": `import { pay } from "./modules/pay/index.ts";\nimport { hear } from "./modules/hear/index.ts";`,
  "server/src/modules/pay/index.ts": `export { pay } from "./create-payment.ts";`,
  "server/src/modules/pay/create-payment.ts": `import type { Fee } from "./fee.ts";\nexport const pay = 1;`,
  "server/src/modules/pay/create-payment.test.ts": `import { pay } from "./create-payment.ts";`,
  "server/src/modules/pay/fee.ts": "export interface Fee {}",
  "server/src/modules/pay/fee.test.ts": `import "./fee.ts";`,
  "server/src/modules/hear/index.ts": "export const hear = 1;",
  "server/src/migrate.ts": `join(import.meta.dirname, "../migrations");`,
  "server/migrations/0001_begin.sql": "create table payments ();",
  "server/test/payments.test.ts": `import "../src/app.ts";\nit("a payment is a payment is a payment");`,
  // plain-words: sample text of a test file
  "server/test/people.test.ts": `import "../src/app.ts";\nit("somebody signs in before making a payment");`,
  "server/test/start.test.ts": `spawn(join(import.meta.dirname, "../src/app.ts"));`,
  "server/test/migrate.test.ts": `import "../src/migrate.ts";`,
  "dashboard/src/main.tsx": `import "./router.tsx";`,
  "dashboard/src/router.tsx": `import "./pages/pay/routes.ts";\nimport "./pages/rules/routes.ts";`,
  "dashboard/src/pages/pay/routes.ts": `import("./pay-page.tsx");`,
  "dashboard/src/pages/pay/pay-page.tsx": "",
  "dashboard/src/pages/rules/routes.ts": "",
  "dashboard/test/kit/browser.ts": "",
  "dashboard/test/pay.test.ts": `import "./kit/browser.ts";\nsignIn({ at: "/pay/new" });`,
  "dashboard/test/rules.test.ts": `import "./kit/browser.ts";\nsignIn({ at: "/rules" });`,
  "tools/tidy.test.ts": "",
  "package.json": "",
  "README.md": "",
};
const repository = { paths: Object.keys(TEXTS), read: (path: string) => TEXTS[path] ?? "" };
const tests = repository.paths.filter((path) => path.endsWith(".test.ts"));
const affected = (changed: string, more: Partial<Choice> = {}) =>
  affectedTests({ repository, changed: [changed], tests, secondsOf: () => 1, limitSeconds: 100, ...more });

describe("the tests that a change affects", () => {
  it("orders the nearest first, then those whose text mentions it, then all that reach it", () => {
    assert.deepEqual(affected("server/src/modules/pay/create-payment.ts").tests, [
      "server/src/modules/pay/create-payment.test.ts",
      "server/test/payments.test.ts",
      "server/test/people.test.ts",
      "server/test/start.test.ts",
    ]);
  });

  it("counts a process started from a path as a use, but not a type", () => {
    assert.ok(affected("server/src/app.ts").tests.includes("server/test/start.test.ts"));
    assert.deepEqual(affected("server/src/modules/pay/fee.ts").tests, ["server/src/modules/pay/fee.test.ts"]);
  });

  it("a migration affects the files that read its folder", () => {
    assert.deepEqual(affected("server/migrations/0001_begin.sql").tests, ["server/test/migrate.test.ts"]);
  });

  it("a dashboard page first affects the tests that open its address", () => {
    const distance = distances(usersByFile(repository), ["dashboard/src/pages/pay/pay-page.tsx"]);
    assert.equal(distance.get("dashboard/test/pay.test.ts"), 2);
    assert.equal(distance.get("dashboard/test/rules.test.ts"), 5);
  });

  it("a package affects everything, and a document affects tests that read the whole repository", () => {
    assert.deepEqual([...affected("package.json").tests].sort(), [...tests].sort());
    assert.deepEqual(affected("README.md").tests, ["tools/tidy.test.ts"]);
  });

  it("chooses the nearest within the limit, but at least one", () => {
    const changed = "server/src/modules/pay/create-payment.ts";
    assert.equal(affected(changed, { limitSeconds: 2 }).chosen.length, 2);
    assert.deepEqual(affected(changed, { limitSeconds: 0 }).chosen, ["server/src/modules/pay/create-payment.test.ts"]);
    const secondsOf = (test: string) => (test === "server/test/payments.test.ts" ? 50 : 1);
    assert.deepEqual(affected(changed, { limitSeconds: 3, secondsOf }).chosen, [
      "server/src/modules/pay/create-payment.test.ts",
      "server/test/people.test.ts",
      "server/test/start.test.ts",
    ]);
  });
});
