import type { Command } from "commander";
import type { ShownRow } from "#administration/commands/row-commands.ts";
import { action } from "./action.ts";
import { administer } from "./administer.ts";
import { count, type Terminal } from "./output.ts";
import { subcommandsOf } from "./settings-options.ts";

/** `bursar rows list` and `bursar rows accept ROW`. */
export function rowsCommand(program: Command, terminal: Terminal): void {
  const sub = subcommandsOf(program.command("rows").description("rows that were changed outside the service"));
  const list = sub(
    "list",
    "examine every proven row, and list what was reported about others; exit code 1 if there are any",
    ["bursar rows list"],
  );
  action(list, terminal, async (own, options) => {
    const rows = await administer<readonly ShownRow[]>(own, "rows.list", { organization: options["org"] });
    return { json: rows, text: textOf(rows), exitCode: rows.length === 0 ? 0 : 1 };
  });
  const accept = sub("accept", "vouch for a row as it is now, after comparing it with the audit log or a backup", [
    "bursar rows accept bank_connections/01999999-0000-7000-8000-000000000000",
  ]);
  action(accept.argument("<row>", "from rows list"), terminal, async (own, options, [row]) => {
    const given = { organization: options["org"], row };
    const { accepted } = await administer<{ readonly accepted: boolean }>(own, "rows.accept", given);
    return {
      json: { accepted },
      text: accepted ? `${row} is accepted as it is.` : `There is no row ${row} that needs to be accepted.`,
      exitCode: accepted ? 0 : 1,
    };
  });
}

function textOf(rows: readonly ShownRow[]): string {
  if (rows.length === 0) return "Every row that must be proven is as the service wrote it.";
  return [
    `${count(rows.length, "row")} changed outside the service, not used:`,
    ...rows.map(({ organizationId, row }) => `  ${row}  (organization ${organizationId})`),
    "Find out who wrote to the database. Restore each row, or accept it: bursar rows accept ROW --org ORGANIZATION",
  ].join("\n");
}
