import type { Command } from "commander";
import { withScratchDatabase } from "#kernel/embedded/open-embedded.ts";
import { NoPrograms } from "#kernel/embedded/programs.ts";
import { readConfig } from "#kernel/process/config.ts";
import { createLog } from "#kernel/process/log.ts";
import { planMigrations } from "#kernel/sql/migrations/dry-run.ts";
import { grantServingRole, RoleRefused } from "#kernel/sql/serving-role.ts";
import { inspectDatabase, type OpenService, openService } from "#main/open-service.ts";
import { StartUpProblem } from "#main/start-up-problem.ts";
import { action, type Outcome, WrongUsage } from "../action.ts";
import type { Terminal } from "../output.ts";
import { commandIn, dryRunOption } from "../settings-options.ts";
import { LONGEST_DELAY_MS, planText } from "./migration-plan.ts";

/** `bursar migrate`: updates the schema and exits. Starting the service as the owner of the tables does the same. */
export function migrateCommand(program: Command, terminal: Terminal): void {
  const command = commandIn(program, {
    name: "migrate",
    description:
      "update the database schema without serving; run it as the owner of the tables; --dry-run shows the pending migrations, their locks, and how long these would be held",
    examples: ["bursar migrate --dry-run", "bursar migrate --grant-to bursar_service"],
  })
    .option("--grant-to <role>", "the serving role in PostgreSQL: gets only the privileges that the service needs")
    .option(...dryRunOption);
  action(command, terminal, async (own, { grantTo, dryRun }) => {
    if (dryRun === true) {
      if (grantTo !== undefined) throw new WrongUsage("--dry-run changes nothing: omit --grant-to.");
      return plan(own);
    }
    const config = readConfig(own.environment);
    const opened = await openService(config, createLog({ level: config.logLevel }), { keepsClock: true });
    try {
      const role = typeof grantTo === "string" ? grantTo : undefined;
      if (role !== undefined) await grant(opened, role);
      const { migrated } = opened;
      const text = migrated.length === 0 ? "The database is up to date." : `Applied ${migrated.join(", ")}.`;
      return {
        json: { applied: migrated, ...(role === undefined ? {} : { grantedTo: role }) },
        text:
          role === undefined ? text : `${text}\nThe role ${role} may serve. Later migrations update its privileges.`,
      };
    } finally {
      await opened.close();
    }
  });
}

/** The exit code is 1 if payments would have to wait. */
async function plan(terminal: Terminal): Promise<Outcome> {
  const config = readConfig(terminal.environment);
  try {
    return await withScratchDatabase(async (scratch) => {
      const planned = await inspectDatabase(config, createLog({ level: config.logLevel }), (database) =>
        planMigrations(database, scratch),
      );
      return { json: planned, text: planText(planned), exitCode: planned.longestDelayMs > LONGEST_DELAY_MS ? 1 : 0 };
    });
  } catch (error) {
    if (!(error instanceof NoPrograms)) throw error;
    throw new StartUpProblem(
      `To find the locks, the pending migrations run in an empty database of this machine's own. ${error.message}`,
      { cause: error },
    );
  }
}

async function grant({ service, standing }: OpenService, role: string): Promise<void> {
  if (standing === undefined)
    throw new StartUpProblem("The embedded database has no roles. Set DATABASE_URL, or omit --grant-to.");
  if (!standing.isOwner)
    throw new StartUpProblem(`The role ${standing.role} does not own the tables. Grant with the owner's DATABASE_URL.`);
  try {
    await grantServingRole(service.database, role);
  } catch (error) {
    throw error instanceof RoleRefused ? new StartUpProblem(error.message, { cause: error }) : error;
  }
}
