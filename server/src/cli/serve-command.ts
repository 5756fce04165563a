import type { Command } from "commander";
import { serve } from "#main/serve.ts";
import type { Terminal } from "./output.ts";
import { environmentOf, withSettings } from "./settings-options.ts";

/** `bursar serve`: runs the service until it receives a signal. */
export function serveCommand(program: Command, terminal: Terminal): void {
  const command = withSettings(program.command("serve").description("run the service"), { shown: true });
  command.action((options: Readonly<Record<string, unknown>>) =>
    serve({ ...terminal, environment: environmentOf(terminal, options) }),
  );
}
