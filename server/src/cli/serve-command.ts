import { type Command, Option } from "commander";
import { serve } from "#main/serve.ts";
import { serveEphemeral } from "#main/serve-ephemeral.ts";
import { withExamples } from "./examples.ts";
import type { Terminal } from "./output.ts";
import { environmentOf, flagsGiven, withSettings } from "./settings-options.ts";

/** What an ephemeral service decides itself. */
const OF_ITS_OWN = ["BURSAR_MODE", "BURSAR_DATA_DIR", "DATABASE_URL", "DATABASE_REPLICA_URL"];

/** `bursar serve`: runs the service until it receives a signal. */
export function serveCommand(program: Command, terminal: Terminal): void {
  const command = withSettings(program.command("serve").description("run the service"), { shown: true });
  command
    .option("--no-demo", "create no demo organization: a sandbox that begins like production")
    .addOption(
      new Option(
        "--ephemeral",
        "a sandbox for tests: keeps nothing, ignores the environment's settings, takes a free port, prints one line of JSON when it is ready, and ends with the program that started it",
      ),
    )
    .option("--outlive-parent", "with --ephemeral: run on when the program that started it ends, until a signal");
  withExamples(command, [
    "bursar serve",
    "bursar serve --no-demo --port 9000 --data-dir /var/lib/bursar",
    "bursar serve --ephemeral",
  ]);
  command.action((options: Readonly<Record<string, unknown>>) => {
    if (options["outliveParent"] === true && options["ephemeral"] !== true)
      command.error("--outlive-parent is for --ephemeral: any other service outlives the program that starts it");
    if (options["ephemeral"] !== true)
      return serve(
        { ...terminal, environment: environmentOf(terminal, options) },
        { withDemo: options["demo"] !== false },
      );
    const given = flagsGiven(options);
    if (options["demo"] === false || OF_ITS_OWN.some((name) => given.has(name)))
      command.error("--ephemeral has a demo organization and a database of its own, in sandbox mode");
    const environment = environmentOf({ ...terminal, environment: {} }, options);
    return serveEphemeral({ ...terminal, environment }, { outlivesParent: options["outliveParent"] === true });
  });
}
