import { basename } from "node:path";
import { type Command, Option } from "commander";
import type { ShownImport } from "#administration/commands/treasury-commands.ts";
import { action } from "../action.ts";
import { administer } from "../administer.ts";
import { fileBytes } from "../input-file.ts";
import { count, type Terminal } from "../output.ts";
import { accountOption, dryRunOption, type Subcommands, subcommandsOf } from "../settings-options.ts";

/** `bursar treasury import|document|amend`. */
export function treasuryCommand(program: Command, terminal: Terminal): void {
  const group = program.command("treasury").description("treasury accounts and their custodian's files");
  const sub: Subcommands = (name, description, examples) =>
    subcommandsOf(group)(name, description, examples).option(...accountOption);

  const importFile = sub("import", "import a custodian's activity file (CSV): all of its rows, or none", [
    "bursar treasury import activity.csv --dry-run",
    "bursar treasury import activity.csv --account Treasury",
  ])
    .argument("<file>", "the file")
    .option(...dryRunOption)
    // Its name before it had the one that other commands have.
    .addOption(new Option("--preview").hideHelp());
  action(importFile, terminal, async (own, options, [file = ""]) => {
    const preview = options["dryRun"] === true || options["preview"] === true;
    const result = await administer<ShownImport>(own, "treasury.import", {
      organization: options["org"],
      account: options["account"],
      fileName: basename(file),
      content: fileBytes(file).toString("utf8"),
      preview,
    });
    const text = importText(result, preview);
    return { json: result, text, exitCode: result.problems.length === 0 ? 0 : 1 };
  });

  const document = sub("document", "add a document of the custodian, such as a 1099 form (PDF)", [
    'bursar treasury document 1099.pdf --type 1099 --from 2026-01-01 --to 2026-12-31 --description "1099-DIV for 2026"',
  ])
    .argument("<file>", "the PDF file")
    .requiredOption("--type <type>", "such as 1099 or MonthlyStatement")
    .requiredOption("--from <day>", "the first day that it covers, YYYY-MM-DD")
    .requiredOption("--to <day>", "the last day that it covers, YYYY-MM-DD")
    .requiredOption("--description <text>", "what it is");
  action(document, terminal, async (own, options, [file = ""]) => {
    const { documentId } = await administer<{ documentId: string | null }>(own, "treasury.document", {
      organization: options["org"],
      account: options["account"],
      documentType: options["type"],
      description: options["description"],
      periodStart: options["from"],
      periodEnd: options["to"],
      contentBase64: fileBytes(file).toString("base64"),
    });
    return {
      json: { documentId },
      text: documentId === null ? "This document was added before." : `Added ${documentId}.`,
    };
  });

  const amend = sub("amend", "correct the cash of a treasury account, with a reason for the audit log", [
    'bursar treasury amend "(12.50)" "Fee charged twice by the custodian" --reference correction-2026-12',
  ])
    .argument("<amount>", "dollars, such as 12.50 or (12.50) to take it away")
    .argument("<reason>", "why")
    .requiredOption("--reference <text>", "a text of your choice; the same reference amends once");
  action(amend, terminal, async (own, options, [amount = "", reason = ""]) => {
    const result = await administer<ShownImport>(own, "treasury.amend", {
      organization: options["org"],
      account: options["account"],
      amount,
      reason,
      reference: options["reference"],
    });
    return { json: result, text: importText(result, false) };
  });
}

const usd = (dollars: number): string =>
  dollars.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

function importText(result: ShownImport, isPreview: boolean): string {
  if (result.problems.length > 0)
    return [
      `Nothing can be imported: ${count(result.problems.length, "problem")}.`,
      ...result.problems.map(({ line, message }) => `  line ${line}: ${message}`),
    ].join("\n");
  const verb = isPreview ? "Would add" : "Added";
  const earlier = result.alreadyImported === 0 ? "" : `, ${count(result.alreadyImported, "row")} imported earlier`;
  return `${verb} ${count(result.added, "row")}${earlier}. Balance: ${usd(result.balanceBefore)} → ${usd(result.balanceAfter)} USD.`;
}
