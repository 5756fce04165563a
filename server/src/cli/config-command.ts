import type { Command } from "commander";
import { type Config, readConfig, type SettingName, settings } from "#kernel/process/config.ts";
import { action } from "./action.ts";
import { withExamples } from "./examples.ts";
import { type Terminal, table } from "./output.ts";
import { flagsGiven, jsonOption, withSettings } from "./settings-options.ts";

interface Shown {
  readonly name: SettingName;
  readonly value: string | null;
  readonly source: "flag" | "environment" | "default";
  readonly meaning: string;
}

/** `bursar config`: every effective setting and its source; secrets are never shown. */
export function configCommand(program: Command, terminal: Terminal): void {
  const command = program
    .command("config")
    .description("print the effective settings and their sources, with secrets masked");
  withSettings(command, { shown: true }).option(...jsonOption);
  withExamples(command, ["bursar config", "bursar config --json"]);
  action(command, terminal, async (own, options) => {
    const rows = describeSettings(own.environment, flagsGiven(options));
    return {
      json: rows,
      text: table(
        [
          { title: "setting", value: (row: Shown) => row.name },
          { title: "value", value: (row) => row.value ?? "-" },
          { title: "from", value: (row) => row.source },
        ],
        rows,
      ),
    };
  });
}

function describeSettings(environment: Terminal["environment"], flags: ReadonlySet<string>): readonly Shown[] {
  const config = readConfig(environment);
  return settings.map((setting) => {
    const set = (environment[setting.name] ?? "").trim() !== "";
    const secret = "secret" in setting;
    return {
      name: setting.name,
      value: secret ? (set ? "(set)" : null) : shownValue(config, setting.name, environment),
      source: flags.has(setting.name) ? "flag" : set ? "environment" : "default",
      meaning: setting.meaning,
    };
  });
}

function shownValue(config: Config, name: SettingName, environment: Terminal["environment"]): string | null {
  switch (name) {
    case "BURSAR_MODE":
      return config.mode;
    case "HOST":
      return config.host;
    case "PORT":
      return String(config.port);
    case "PUBLIC_URL":
      return config.publicUrl;
    case "BURSAR_DATA_DIR":
      return config.dataDir;
    case "TRUSTED_PROXIES":
      return config.trustedProxies.join(", ") || null;
    case "BURSAR_ROLES":
      return config.roles.join(", ");
    case "BURSAR_CLOCK":
      return config.clock;
    case "BURSAR_POOL_SIZE":
      return String(config.poolSize);
    case "BURSAR_QUEUE_LIMIT":
      return String(config.queueLimit);
    case "BURSAR_RATE_LIMIT_PER_MINUTE":
      return String(config.rateLimitPerMinute);
    case "BURSAR_OPEN_PAGES":
      return config.openPages.join(", ") || "none";
    case "BURSAR_LOG":
      return config.logFormat;
    case "BURSAR_LOG_LEVEL":
      return config.logLevel;
    case "BURSAR_LOG_REQUESTS":
      return String(config.loggedRequests);
    default:
      return environment[name]?.trim() || null;
  }
}
