import type { Command } from "commander";
import type { ShownRotation } from "../administration/key-commands.ts";
import { action } from "./action.ts";
import { administer } from "./administer.ts";
import type { Terminal } from "./output.ts";
import { withSettings } from "./settings-options.ts";

/** `bursar key rotate`. */
export function keyCommand(program: Command, terminal: Terminal): void {
  const group = program.command("key").description("the keys bank details are encrypted with");
  const rotate = withSettings(
    group
      .command("rotate")
      .description(
        "new data keys, everything sealed anew, all keys wrapped by the newest master key; while the service runs",
      )
      .option("--org <organisation>", "only this one's data key, by id or name")
      .option("--json", "as JSON"),
    { shown: false },
  );
  action(rotate, terminal, async (own, options) => {
    const done = await administer<ShownRotation>(own, "key.rotate", { organization: options["org"] });
    const lines = done.organizations.map(
      ({ organizationId, keyVersion, resealed }) =>
        `${organizationId}: data key ${keyVersion}, ${resealed} texts sealed anew`,
    );
    return { json: done, text: [...lines, `${done.rewrapped} keys wrapped by the current master key`].join("\n") };
  });
}
