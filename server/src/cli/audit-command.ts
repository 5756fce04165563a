import { resolve } from "node:path";
import type { Command } from "commander";
import type { ShownAuditExport, ShownAuditReport } from "#administration/commands/audit-commands.ts";
import { action } from "./action.ts";
import { administer } from "./administer.ts";
import type { Terminal } from "./output.ts";
import { subcommandsOf } from "./settings-options.ts";

/** `bursar audit verify|export`. */
export function auditCommand(program: Command, terminal: Terminal): void {
  const group = program.command("audit").description("the audit log");
  const sub = subcommandsOf(group);

  action(
    sub(
      "verify",
      "recompute the chain over all rows, of every organization unless one is named; exit code 1 if anything was changed",
      ["bursar audit verify", 'bursar audit verify --org "Acme, Inc." --json'],
    ),
    terminal,
    async (own, options) => {
      const reports = await administer<readonly ShownAuditReport[]>(own, "audit.verify", {
        organization: options["org"],
      });
      return {
        json: reports,
        text:
          reports.map(reportText).join("\n") || "There is no organization yet. Create one: bursar org create <name>",
        exitCode: reports.every(({ intact }) => intact) ? 0 : 1,
      };
    },
  );

  const write = sub("export", "write the log with its seals to a file that can be verified anywhere", [
    "bursar audit export audit.jsonl",
    "bursar audit export audit.jsonl --with-key",
  ])
    .argument("<file>", "a file that does not exist yet")
    .option("--with-key", "also print the key to verify it with; its holder could forge an export");
  action(write, terminal, async (own, options, [file = ""]) => {
    const written = await administer<ShownAuditExport>(own, "audit.export", {
      organization: options["org"],
      file: resolve(file),
      withKey: options["withKey"] === true,
    });
    const key = written.chainKey === null ? "" : `\nChain key: ${written.chainKey}`;
    return { json: written, text: `Wrote ${written.rows} rows and ${written.seals} seals to ${written.file}${key}` };
  });
}

function reportText(report: ShownAuditReport): string {
  const counted = `${report.rowsSealed} rows under ${report.seals} seals, ${report.rowsUnsealed} waiting for a seal`;
  const verdict = report.intact ? `intact: ${counted}` : `CHANGED: ${report.problems.length} problems in ${counted}`;
  const anchor = report.anchored
    ? []
    : ["  No anchor in this data folder: a rollback of the whole log would not be found."];
  return [`${report.organizationId}: ${verdict}`, ...report.problems.map((problem) => `  ${problem}`), ...anchor].join(
    "\n",
  );
}
