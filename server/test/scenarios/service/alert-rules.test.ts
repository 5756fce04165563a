import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const ROOT = join(import.meta.dirname, "../../../..");
const rules = readFileSync(join(ROOT, "docs/operate/alerts/bursar.rules.yml"), "utf8");
const advice = readFileSync(join(ROOT, "docs/operate/alerts/README.md"), "utf8");

/**
 * Figures that are right at any value. Callers decide how many parameters a client sends in vain and how many wrong
 * credentials arrive, and the service has refused or ignored them: an alert would be raised by any stranger.
 */
const WITHOUT_ALERT = [
  "bursar_bank_file_tolerances_total",
  "bursar_bank_files_total",
  "bursar_database_connections_busy",
  "bursar_ignored_parameters_total",
  "bursar_payment_batch_size",
  "bursar_payments_decided_total",
  "bursar_wrong_credentials_total",
];

const metrics = globSync("server/src/**/*.ts", { cwd: ROOT }).flatMap((path) =>
  [...readFileSync(join(ROOT, path), "utf8").matchAll(/name: "(bursar_[a-z_]+)",\s+help: /g)].map(
    (match) => match[1] ?? "",
  ),
);
const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map((match) => match[1] ?? "");

test("every metric has an alert rule, or is one that nobody needs to be woken for", () => {
  assert.ok(metrics.length > 20);
  const named = new Set(
    [...rules.matchAll(/\bbursar_[a-z_]+/g)].map(([name]) => name.replace(/_(bucket|count|sum)$/, "")),
  );
  assert.deepEqual(
    [...named].filter((name) => !metrics.includes(name)),
    [],
    "a rule that can never fire",
  );
  const covered = new Set([...named, ...WITHOUT_ALERT]);
  assert.deepEqual(
    metrics.filter((name) => !covered.has(name)),
    [],
    "add a rule to docs/operate/alerts/bursar.rules.yml",
  );
});

test("every alert says how urgent it is, what it means, and what to do", () => {
  for (const rule of rules.split("- alert: ").slice(1)) {
    assert.match(rule, /labels: \{ severity: (page|ticket) \}/, rule);
    assert.match(rule, /summary: \S/, rule);
  }
  assert.deepEqual(
    alerts.filter((alert) => !advice.includes(alert)),
    [],
    "explain it in docs/operate/alerts/README.md",
  );
});
