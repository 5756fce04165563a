import assert from "node:assert/strict";
import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { before, describe, test } from "node:test";
import { openWorldOfFile } from "../../kit/service/full-app.ts";
import { missingPromtool, promtool } from "../../kit/telemetry/promtool.ts";

const ROOT = join(import.meta.dirname, "../../../..");
const ALERTS = join(ROOT, "deploy/alerts");
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const rules = read("deploy/alerts/bursar.rules.yml") + read("deploy/alerts/slo.rules.yml");
const tests = read("deploy/alerts/bursar.rules.test.yml") + read("deploy/alerts/slow.rules.test.yml");
const advice = read("docs/operate/alerts.md");
const dashboard: unknown = JSON.parse(read("deploy/grafana/bursar.json"));
const skip = missingPromtool();

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
  [...read(path).matchAll(/name: "(bursar_[a-z_]+)",\s+help: /g)].map((match) => match[1] ?? ""),
);
const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map((match) => match[1] ?? "");
const withoutSuffix = (name: string): string => name.replace(/_(bucket|count|sum)$/, "");

describe("alert rules", () => {
  test("every metric has one, or is one that nobody needs to be woken for", () => {
    assert.ok(metrics.length > 20);
    const named = new Set([...rules.matchAll(/\bbursar_[a-z_]+/g)].map(([name]) => withoutSuffix(name)));
    assert.deepEqual(
      [...named].filter((name) => !metrics.includes(name)),
      [],
      "a rule that can never fire",
    );
    const covered = new Set([...named, ...WITHOUT_ALERT]);
    assert.deepEqual(
      metrics.filter((name) => !covered.has(name)),
      [],
      "add a rule to deploy/alerts/bursar.rules.yml",
    );
  });

  test("every one says how urgent it is, what it means, and what to do", () => {
    for (const rule of rules.split("- alert: ").slice(1)) {
      assert.match(rule, /labels: \{ severity: (page|ticket) \}/, rule);
      assert.match(rule, /summary: \S/, rule);
    }
    assert.deepEqual(
      alerts.filter((alert) => !advice.includes(alert)),
      [],
      "explain it in docs/operate/alerts.md",
    );
  });

  test("every one is tested: it is quiet while all is well, and fires when it should", () => {
    const isTested = (alert: string): boolean =>
      tests.includes(`alertname: ${alert}, exp_alerts: [] }`) &&
      new RegExp(`alertname: ${alert}\\n +exp_alerts:\\n +- exp_labels: `).test(tests);
    assert.deepEqual(
      alerts.filter((alert) => !isTested(alert)),
      [],
      "add it to deploy/alerts/bursar.rules.test.yml",
    );
  });

  test("are accepted by Prometheus, and pass their tests there", { skip }, () => {
    assert.equal(promtool(["check", "rules", "bursar.rules.yml", "slo.rules.yml"], { cwd: ALERTS }), "");
    assert.equal(promtool(["test", "rules", "bursar.rules.test.yml", "slow.rules.test.yml"], { cwd: ALERTS }), "");
  });
});

describe("the metrics of a running service", async () => {
  const world = await openWorldOfFile();
  let text: string;
  const typeOf = new Map<string, string>();
  before(async () => {
    const organization = await world.newOrganization();
    await organization.deposit(organization.accountId, 100n);
    text = (await world.app.api.inject({ url: "/metrics" })).body;
    for (const [, name = "", type = ""] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) typeOf.set(name, type);
  });

  test("have names that Prometheus accepts", { skip }, () => {
    assert.ok(typeOf.size > 50);
    // Most counters have no sample until something happens, and promtool looks at samples.
    const samples = [...typeOf].map(([name, type]) => {
      const help = `# HELP ${name} Help.\n# TYPE ${name} ${type}\n`;
      if (type !== "histogram") return `${help}${name} 0\n`;
      return `${help}${name}_bucket{le="+Inf"} 0\n${name}_sum 0\n${name}_count 0\n`;
    });
    assert.equal(promtool(["check", "metrics"], { input: text }), "");
    assert.equal(promtool(["check", "metrics"], { input: samples.join("") }), "");
  });

  test("are what the dashboard shows, in expressions that Prometheus can read", { skip }, () => {
    const expressions = expressionsIn(dashboard);
    assert.ok(expressions.length >= 50);
    // Of processes that were started in another way, with a replica, or by the command line.
    const elsewhere = ["bursar_log_lines_lost_total", "up"];
    const recorded = [...rules.matchAll(/record: (\S+)/g)].map(([, name]) => name);
    for (const expression of expressions) {
      const names = [...expression.matchAll(/\b(?:bursar|process|nodejs)[_:][\w:]+|\bup\b/g)].map(([name]) => name);
      assert.ok(names.length > 0, expression);
      const unknown = names.filter(
        (name) => !typeOf.has(withoutSuffix(name)) && !elsewhere.includes(name) && !recorded.includes(name),
      );
      assert.deepEqual(unknown, [], expression);
    }
    const file = join(tmpdir(), `bursar-dashboard-${process.pid}.yml`);
    const asRules = expressions.map((expression, at) => ({
      record: `dashboard:expression_${at}`,
      expr: expression.replaceAll("$__rate_interval", "5m").replaceAll("$job", "bursar"),
    }));
    // JSON is YAML.
    writeFileSync(file, JSON.stringify({ groups: [{ name: "dashboard", rules: asRules }] }));
    try {
      assert.equal(promtool(["check", "rules", file]), "");
    } finally {
      rmSync(file);
    }
  });
});

/** Every expression of the dashboard's panels. */
function expressionsIn(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    name === "expr" && typeof member === "string" ? [member] : expressionsIn(member),
  );
}
