import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../run-program.ts";

/**
 * The linters that authors of clients use, with their recommended rules. Installed for this run only, without install
 * scripts: Spectral brings 200 packages, one of which reports to its maintainers when it is installed.
 */
const LINTERS = { redocly: "@redocly/cli@2.77.0", spectral: "@stoplight/spectral-cli@6.16.3" };

interface RedoclyReport {
  readonly problems: readonly {
    readonly ruleId: string;
    readonly severity: string;
    readonly message: string;
    readonly location: readonly { readonly pointer?: string }[];
  }[];
}

/** Returns what both say about the document if they find nothing; throws with everything that they find. */
export function lintContract(folder: string, document: string): string {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{"private":true}');
  // An empty configuration keeps Redocly from looking for one in the folders above.
  writeFileSync(join(folder, "redocly.yaml"), "extends:\n  - recommended\ntelemetry: off\n");
  writeFileSync(join(folder, "ruleset.yaml"), 'extends: ["spectral:oas"]\n');
  run(
    folder,
    "npm",
    "install",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--save-exact",
    ...Object.values(LINTERS),
  );
  const program = (name: string) => join(folder, "node_modules/.bin", name);
  const problems = [
    ...redoclyProblems(run(folder, program("redocly"), "lint", document, "--format=json", "--max-problems=1000")),
  ];
  if (problems.length > 0) throw new Error(`Redocly finds:\n${problems.join("\n")}`);
  // Exits with 1 for a hint, too.
  run(folder, program("spectral"), "lint", document, "--ruleset=ruleset.yaml", "--fail-severity=hint");
  return `${LINTERS.redocly} and ${LINTERS.spectral} find nothing with their recommended rules`;
}

function redoclyProblems(output: string): readonly string[] {
  const report = JSON.parse(output.slice(output.indexOf("{"))) as RedoclyReport;
  return report.problems.map(
    ({ ruleId, severity, message, location }) => `${severity} ${ruleId} ${location[0]?.pointer ?? ""}: ${message}`,
  );
}
