import type { Command } from "commander";
import { readConfig } from "#kernel/process/config.ts";
import { type Moved, moveToServer } from "#main/move/move-to-server.ts";
import { action } from "../action.ts";
import { count, type Terminal } from "../output.ts";
import { commandIn } from "../settings-options.ts";

/** Tables with fewer rows are not worth a line of progress. */
const ROWS_REPORTED = 1_000;

/** `bursar move embedded-to-postgres`. */
export function moveCommand(program: Command, terminal: Terminal): void {
  const group = program.command("move").description("move the database");
  const command = commandIn(group, {
    name: "embedded-to-postgres",
    description: "move the embedded database to an empty PostgreSQL database and verify both; stop the service first",
    examples: ["bursar move embedded-to-postgres --to postgres://owner@host/bursar"],
  }).requiredOption("--to <url>", "postgres://… of the empty database, as its owner");
  action(command, terminal, async (own, options) => {
    const config = readConfig(own.environment);
    const moved = await moveToServer(config, {
      to: String(options["to"]),
      onTable: (name, rows) => {
        if (rows >= ROWS_REPORTED) own.complain(`${name}: ${count(rows, "row")}`);
      },
    });
    return { json: moved, text: movedText(moved, config.dataDir) };
  });
}

function movedText({ to, tables, verified }: Moved, dataDir: string): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const { transactions, entries, auditRows } = verified;
  return [
    `Moved ${count(rows, "row")} of ${count(tables.length, "table")} to ${to}. Every table has the same sum on both sides.`,
    `On the server, the ledger balances and the audit chain is intact: ${count(transactions, "transaction")}, ${count(entries, "ledger entry", "ledger entries")}, ${count(auditRows, "audit row")}.`,
    `Now set DATABASE_URL, and keep BURSAR_DATA_DIR=${dataDir}: attachments, audit anchors, and the master key stay there. The service no longer starts with the embedded database of this folder; delete its subfolder "database" when you no longer need it.`,
  ].join("\n");
}
