import type { Command } from "commander";
import type { ShownFinding } from "#administration/commands/doctor-commands.ts";
import { examine } from "#administration/doctor/examine.ts";
import { keyFinding } from "#administration/doctor/service-checks.ts";
import { openVault, type Vault } from "#kernel/crypto/vault.ts";
import { type Config, readConfig } from "#kernel/process/config.ts";
import { ensureDataFolder } from "#kernel/process/data-folder.ts";
import { openPostgres } from "#kernel/sql/postgres.ts";
import { acrossOrganizations } from "#kernel/sql/scope.ts";
import { KeyProblem, readMasterKeys } from "#main/master-keys.ts";
import { action } from "../action.ts";
import { administer } from "../administer.ts";
import { count, type Terminal, table } from "../output.ts";
import { commandIn } from "../settings-options.ts";

/** `bursar doctor`: exit code 1 if something is critical. */
export function doctorCommand(program: Command, terminal: Terminal): void {
  const command = commandIn(program, {
    name: "doctor",
    description: "report what is missing for production and what is wrong now; exit code 1 if anything is critical",
    examples: ["bursar doctor", "bursar doctor --json"],
  });
  action(command, terminal, async (own) => {
    const config = readConfig(own.environment);
    // A PostgreSQL server is examined even if the service could not start with it.
    const findings =
      config.databaseUrl === undefined
        ? await administer<readonly ShownFinding[]>(own, "doctor.examine", {}).catch(withoutKey)
        : await examineServer(config, config.databaseUrl);
    const critical = findings.filter(({ level }) => level === "critical").length;
    return { json: findings, text: reportText(findings, critical), exitCode: critical === 0 ? 0 : 1 };
  });
}

/** Without its key, an embedded database is not opened. */
function withoutKey(error: unknown): readonly ShownFinding[] {
  if (error instanceof KeyProblem) return [keyFinding(error.message)];
  throw error;
}

async function examineServer(config: Config, url: string): Promise<readonly ShownFinding[]> {
  ensureDataFolder(config.dataDir);
  const database = openPostgres({ url, poolSize: 1, sendsScope: true });
  try {
    // Read once: a key command may take seconds.
    let vault: Promise<Vault> | undefined;
    const keys = () => (vault ??= readMasterKeys(config).then((masterKeys) => openVault(database, masterKeys)));
    return await acrossOrganizations(() => examine({ config, database, keys }));
  } finally {
    await database.close();
  }
}

const marks = { ok: "ok", warning: "WARNING", critical: "CRITICAL" } as const;

function reportText(findings: readonly ShownFinding[], critical: number): string {
  const warnings = findings.filter(({ level }) => level === "warning").length;
  const rows = table(
    [
      { title: "level", value: ({ level }: ShownFinding) => marks[level] },
      { title: "check", value: ({ check }) => check },
      { title: "found", value: ({ found }) => found },
    ],
    findings,
  );
  const todo = findings.flatMap(({ check, todo: advice }) => (advice === undefined ? [] : [`  ${check}: ${advice}`]));
  const verdict =
    critical + warnings === 0
      ? "Nothing is missing."
      : `${count(critical, "critical finding")}, ${count(warnings, "warning")}.`;
  return [rows, ...(todo.length === 0 ? [] : ["", "What to do:", ...todo]), "", verdict].join("\n");
}
