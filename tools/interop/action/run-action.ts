import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { build } from "../../package/build.ts";
import { run, talk } from "../run-program.ts";
import { emptyFolder } from "../sdks/check-sdks.ts";

/**
 * Executes the steps of the GitHub Action as GitHub's runner does, with the package of this clone: every expression is replaced,
 * each step is a script of bash with its own environment, and outputs are read from the file that the runner names.
 */
const ROOT = join(import.meta.dirname, "../../..");
const ACTIONLINT = "github.com/rhysd/actionlint/cmd/actionlint@v1.7.12";

interface Step {
  readonly id?: string;
  readonly name: string;
  readonly shell: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly run: string;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly description: string; readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

const EXPRESSION = /\$\{\{ *([^}]+?) *\}\}/g;

/** Replaces expressions by what they name, and throws for those that name nothing. */
const evaluate = (text: string, values: ReadonlyMap<string, string>): string =>
  text.replaceAll(EXPRESSION, (_, name: string) => {
    const value = values.get(name);
    if (value === undefined) throw new Error(`action.yml names ${name}, which does not exist`);
    return value;
  });

export async function runAction(work: string): Promise<string> {
  const action: Action = parse(readFileSync(join(ROOT, "action.yml"), "utf8"));
  if (action.runs.using !== "composite") throw new Error("action.yml is not a composite action");
  lintUse(emptyFolder(work, "action-use"), action);
  const temporary = emptyFolder(work, "action-runner");
  const values = new Map(Object.entries(action.inputs).map(([name, input]) => [`inputs.${name}`, input.default]));
  const { version } = JSON.parse(readFileSync(join(ROOT, "server/package.json"), "utf8"));
  if (values.get("inputs.version") !== version) throw new Error(`action.yml does not install version ${version}`);
  values.set("inputs.version", await build());
  for (const [index, step] of action.runs.steps.entries()) await runStep(step, { index, temporary, values });
  const outputs = new Map(Object.entries(action.outputs).map(([name, { value }]) => [name, evaluate(value, values)]));
  try {
    return await useOutputs(outputs);
  } finally {
    process.kill(Number(outputs.get("pid")), "SIGTERM");
  }
}

async function runStep(
  { id, name, shell, env = {}, run: script }: Step,
  { index, temporary, values }: { index: number; temporary: string; values: Map<string, string> },
): Promise<void> {
  // An input in a script could add commands to it.
  if (shell !== "bash" || EXPRESSION.test(script)) throw new Error(`The step "${name}" is not a plain script of bash`);
  const [scriptFile, outputFile] = [join(temporary, `step-${index}.sh`), join(temporary, `output-${index}`)];
  writeFileSync(scriptFile, script);
  writeFileSync(outputFile, "");
  const own = Object.fromEntries(Object.entries(env).map(([each, text]) => [each, evaluate(text, values)]));
  await talk(temporary, ["bash", "--noprofile", "--norc", "-eo", "pipefail", scriptFile], {
    ...own,
    RUNNER_TEMP: temporary,
    GITHUB_OUTPUT: outputFile,
  });
  for (const line of readFileSync(outputFile, "utf8").split("\n").filter(Boolean)) {
    const [output = "", ...value] = line.split("=");
    values.set(`steps.${id}.outputs.${output}`, value.join("="));
  }
}

/** Pays with the outputs, as the next steps of a job would. */
async function useOutputs(outputs: ReadonlyMap<string, string>): Promise<string> {
  const output = (name: string): string => outputs.get(name) ?? "";
  const call = async (path: string, token: string, body?: object): Promise<number> => {
    const response = await fetch(output("base-url") + path, {
      method: body === undefined ? "GET" : "POST",
      headers: { authorization: `Bearer ${output(token)}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    await response.body?.cancel();
    return response.status;
  };
  const payment = { recipientId: output("recipient-id"), amount: 12.5, paymentMethod: "ach", idempotencyKey: "action" };
  const account = `/account/${output("account-id")}`;
  const statuses = [
    await call("/accounts", "read-only-token"),
    await call(`${account}/transactions`, "token", payment),
    await call(`${account}/request-send-money`, "request-only-token", payment),
    await call(`${account}/transactions`, "read-only-token", payment),
  ];
  if (statuses.join() !== "200,200,200,403")
    throw new Error(`The tokens of the outputs were answered with ${statuses}`);
  if (JSON.parse(output("ready")).baseUrl !== output("base-url")) throw new Error("The output ready is not the line");
  return `its steps run, and its ${outputs.size} outputs pay`;
}

/** A workflow that uses the action and all of its inputs and outputs, as actionlint sees it. */
function lintUse(folder: string, { inputs, outputs }: Action): void {
  const lines = (entries: readonly string[]): string => entries.map((entry) => `          ${entry}\n`).join("");
  mkdirSync(join(folder, ".github/workflows"), { recursive: true });
  run(folder, "git", "init", "--quiet");
  writeFileSync(join(folder, "action.yml"), readFileSync(join(ROOT, "action.yml")));
  const withInputs = lines(Object.entries(inputs).map(([name, input]) => `${name}: ${JSON.stringify(input.default)}`));
  const withOutputs = lines(
    Object.keys(outputs).map((name, at) => `OUTPUT_${at}: \${{ steps.bursar.outputs.${name} }}`),
  );
  const workflow = `on: push\njobs:\n  test:\n    runs-on: ubuntu-24.04\n    steps:\n      - uses: ./\n        id: bursar\n        with:\n${withInputs}      - run: env\n        env:\n${withOutputs}`;
  writeFileSync(join(folder, ".github/workflows/use.yml"), workflow);
  run(folder, "go", "run", ACTIONLINT, "-no-color");
}
