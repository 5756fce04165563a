import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { parse } from "yaml";

/** What the workflows promise; `npm run interop -- workflows` checks their syntax. */
const ROOT = join(import.meta.dirname, "../..");

interface Step {
  readonly uses?: string;
  readonly run?: string;
}
interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly environment?: string;
  readonly needs?: readonly string[];
  readonly "timeout-minutes"?: number;
  readonly steps: readonly Step[];
}
interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const files = globSync(".github/workflows/*.yml", { cwd: ROOT });
const texts = files.map((path) => readFileSync(join(ROOT, path), "utf8"));
const workflows: readonly Workflow[] = texts.map((text) => parse(text));
const jobs = workflows.flatMap(({ jobs: ofWorkflow }) => Object.values(ofWorkflow));

describe("the workflows", () => {
  it("use actions by their commit, with the version in a comment", () => {
    const uses = texts.flatMap((text) => [...text.matchAll(/uses: (.*)/g)].map(([, action = ""]) => action));
    assert.ok(uses.length > 0);
    for (const action of uses) assert.match(action, /^actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it("may only read, except the job that publishes, which runs no code of the repository and waits for a person", () => {
    for (const { permissions } of workflows) assert.deepEqual(permissions, { contents: "read" });
    const [publish, ...others] = jobs.filter(({ permissions }) => permissions !== undefined);
    assert.deepEqual(others, []);
    assert.equal(publish?.environment, "release");
    assert.deepEqual(publish.needs, ["test", "build"]);
    const steps = publish.steps.map(({ uses = "", run = "" }) => uses + run).join("\n");
    assert.doesNotMatch(steps, /actions\/checkout|npm (?:ci|run|test|install)|npx/);
    assert.ok(jobs.every((job) => job["timeout-minutes"] !== undefined));
  });

  it("run the scripts that there are", () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
    const named = texts.flatMap((text) => [...text.matchAll(/npm run ([\w-]+)/g)].map(([, name = ""]) => name));
    assert.deepEqual(
      named.filter((name) => !Object.hasOwn(scripts, name)),
      [],
    );
  });
});
