import type { Command } from "commander";
import { readConfig } from "../kernel/config.ts";
import { createLog } from "../kernel/log.ts";
import { openService } from "../open-service.ts";
import { action } from "./action.ts";
import type { Terminal } from "./output.ts";
import { withSettings } from "./settings-options.ts";

/** `bursar migrate`: brings the database up to date and ends. Starting the service does the same. */
export function migrateCommand(program: Command, terminal: Terminal): void {
  const command = withSettings(
    program
      .command("migrate")
      .description("bring the database up to date, without serving")
      .option("--json", "as JSON"),
    { shown: false },
  );
  action(command, terminal, async (own) => {
    const config = readConfig(own.environment);
    const opened = await openService(config, createLog({ level: config.logLevel }), { keepsClock: true });
    await opened.close();
    const text =
      opened.migrated.length === 0 ? "The database is up to date." : `Applied ${opened.migrated.join(", ")}.`;
    return { json: { applied: opened.migrated }, text };
  });
}
