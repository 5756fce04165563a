import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { Ajv } from "ajv";
import { parse } from "yaml";
import { settings } from "../../server/src/kernel/process/config.ts";

/** What of the Helm chart can be checked without Helm; `npm run interop -- chart` renders it and checks the result. */
const ROOT = join(import.meta.dirname, "../..");
const CHART = join(ROOT, "deploy/helm/bursar");
const read = (path: string): string => readFileSync(join(CHART, path), "utf8");
const templates = globSync("templates/*", { cwd: CHART }).map(read).join("\n");

const SECRET = ["DATABASE_REPLICA_URL", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY", "SMTP_URL"];
/** Decided by the chart, or by a flag of the command line only; the image has no program that a key command could run. */
const OF_THE_CHART = [
  "BURSAR_DATA_DIR",
  "BURSAR_DRAIN_SECONDS",
  "BURSAR_MASTER_KEY",
  "BURSAR_MASTER_KEY_COMMAND",
  "BURSAR_MASTER_KEY_FILE",
  "BURSAR_ROLES",
  "DATABASE_URL",
  "HOST",
  "PORT",
];

describe("the chart", () => {
  it("has the version of the service", () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, "server/package.json"), "utf8"));
    const chart = parse(read("Chart.yaml"));
    assert.deepEqual([chart.version, chart.appVersion], [version, version]);
  });

  it("accepts the settings that the service has, the secret ones by reference only", () => {
    const { properties } = JSON.parse(read("values.schema.json"));
    const ofValues: string[] = properties.settings.propertyNames.enum;
    const ofSecrets: string[] = properties.secrets.properties.settings.propertyNames.enum;
    assert.deepEqual([...ofSecrets].sort(), SECRET);
    assert.deepEqual(
      [...ofValues, ...ofSecrets, ...OF_THE_CHART].sort(),
      settings.map(({ name }) => name).sort(),
      "every setting is in deploy/helm/bursar/values.schema.json",
    );
    const set = [...templates.matchAll(/^ *- name: ([A-Z_]+)$/gm)].map(([, name]) => name);
    assert.deepEqual(
      [...new Set(set)].filter((name) => !OF_THE_CHART.includes(name ?? "")),
      [],
    );
  });

  it("has default values that its schema permits, and no value that nothing reads", () => {
    const values: Readonly<Record<string, unknown>> = parse(read("values.yaml"));
    const validate = new Ajv({ strict: false }).compile(JSON.parse(read("values.schema.json")));
    assert.ok(validate(values), JSON.stringify(validate.errors));
    assert.equal(validate({ ...values, setings: {} }), false);
    const unread = namesIn(values).filter((name) => !new RegExp(`\\.${name}\\b`).test(templates));
    assert.deepEqual(unread, []);
  });

  it("asks for pages that the service has", () => {
    const routes = readFileSync(join(ROOT, "server/test/laws/access/authorization.txt"), "utf8");
    const asked = [...templates.matchAll(/httpGet: \{ path: (\S+),/g)].map(([, path]) => path);
    assert.deepEqual(new Set(asked), new Set(["/healthz", "/readyz"]));
    for (const path of asked) assert.match(routes, new RegExp(`^GET +${path} `, "m"));
  });
});

/** Objects whose members are Kubernetes' or the service's, not the chart's. */
const PASSED_ON = ["settings", "resources"];

/** The names of all values, without the members of what is passed on. */
function namesIn(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => [
    name,
    ...(PASSED_ON.includes(name) ? [] : namesIn(member)),
  ]);
}
