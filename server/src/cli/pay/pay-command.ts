import { existsSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import type { Command } from "commander";
import type { RowProblem } from "#kernel/values/read-csv.ts";
import { action, type Options, type Outcome, WrongUsage } from "../action.ts";
import { type ApiClient, apiClient } from "../client/api-client.ts";
import { accessOf, withClientOptions } from "../client/client-of.ts";
import { fileText } from "../input-file.ts";
import { count, type Terminal } from "../output.ts";
import { accountOption, commandIn, dryRunOption } from "../settings-options.ts";
import { previewRows, shownPreviews } from "./preview-rows.ts";
import { readPayFile } from "./read-pay-file.ts";
import { type ResolvedPayment, resolveRows } from "./resolve-rows.ts";
import { runProgress } from "./run-progress.ts";
import { openResultFile, shownRun } from "./show-run.ts";

/** `bursar pay <file.csv>`: a client of the API, which may run on another machine than the service. */
export function payCommand(program: Command, terminal: Terminal): void {
  const command = withClientOptions(
    commandIn(program, {
      name: "pay",
      description:
        "request approval for each payment of a CSV file, or send them with --direct; rows without an account are paid from --account",
      examples: [
        "bursar pay run.csv --account Operating --dry-run",
        "bursar pay run.csv --account Operating --run 2026-12 --result result.csv",
        "bursar pay run.csv --account Operating --run 2026-12 --resume",
        "bursar pay run.csv --url https://bursar.example.com --token-file token.txt",
      ],
    })
      .argument(
        "<file>",
        "columns: recipient and amount; method, account, memo, note, date, purpose, and key if needed",
      )
      .option(...accountOption)
      .option("--run <name>", "such as 2026-12: pays rows again that were paid by a run of another name")
      .option("--direct", "send without approval; the token needs an address allowlist")
      .option("--result <file>", "write a CSV file with the status, ID, and error of each row")
      .option("--resume", "continue an interrupted run: rows that were accepted are not sent again")
      .option(...dryRunOption),
  );
  action(command, terminal, async (own, options, [path = ""]) => {
    // Otherwise, V8 collects garbage so rarely that ten thousand rows take 240 MB. Requests take longer than its work.
    for (const flag of ["--optimize-for-size", "--semi-space-growth-factor=1", "--heap-growing-percent=10"])
      setFlagsFromString(flag);
    const { account, run, result } = textsIn(options);
    const direct = options["direct"] === true;
    const { rows, problems } = readPayFile(fileText(path), run ?? "");
    if (problems.length > 0) return rejected(problems);
    if (options["resume"] === true) requireRun(journalOf(path));
    const access = accessOf(own, options);
    const client = apiClient(access);
    const resolved = await resolveRows(client, rows, { account, direct });
    if (resolved.problems.length > 0) return rejected(resolved.problems);
    const { payments } = resolved;
    if (options["dryRun"] === true) return dryRun(own, client, { payments, direct });
    const resultFile = result === undefined ? undefined : openResultFile(result);
    // Loaded when it is needed: a file that cannot be paid, and a dry run, need none of it.
    const { forgetRun, runPayments } = await import("./run-payments.ts");
    if (options["resume"] !== true) forgetRun(journalOf(path));
    const ran = await runPayments(own, payments, { access, direct, journal: journalOf(path) });
    if ("problems" in ran) return rejected(ran.problems);
    await resultFile?.write(ran.outcomes);
    return shownRun(ran, { direct, path, screen: own.screen?.() });
  });
}

const textsIn = (options: Options): Readonly<Partial<Record<"account" | "run" | "result", string>>> =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => typeof value === "string"));

/** Where a run of this file is remembered until all of its rows are accepted. */
const journalOf = (path: string): string => `${path}.journal`;

function requireRun(journal: string): void {
  if (!existsSync(journal))
    throw new WrongUsage(`There is no run to continue: ${journal} does not exist. Leave out --resume.`);
}

async function dryRun(
  own: Terminal,
  client: ApiClient,
  { payments, direct }: { readonly payments: readonly ResolvedPayment[]; readonly direct: boolean },
): Promise<Outcome> {
  const progress = runProgress(payments.length);
  const onProgress = (done: number) => own.showProgress?.(progress.line(done));
  const { previewed, problems } = await previewRows(client, payments, { direct, onProgress });
  return problems.length > 0 ? rejected(problems) : shownPreviews(previewed, own.screen?.());
}

/** Nothing is paid if a row is wrong: the file can be corrected and used again. */
function rejected(problems: readonly RowProblem[]): Outcome {
  const lines = problems.map(({ line, message }) => `Line ${line}: ${message}`);
  return {
    json: { problems },
    text: [...lines, `${count(problems.length, "problem")}. Nothing was paid.`].join("\n"),
    exitCode: 1,
  };
}
