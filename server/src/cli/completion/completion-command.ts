import { Argument, type Command } from "commander";
import { action } from "../action.ts";
import type { Terminal } from "../output.ts";
import { commandIn } from "../settings-options.ts";
import { bashCompletion } from "./bash.ts";
import { type Completions, completionsOf } from "./completions.ts";
import { fishCompletion } from "./fish.ts";
import { zshCompletion } from "./zsh.ts";

const scripts: Readonly<Record<string, (places: readonly Completions[]) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

/** `bursar completion bash|zsh|fish`. */
export function completionCommand(program: Command, terminal: Terminal): void {
  const command = commandIn(program, {
    name: "completion",
    description: "print a script that completes commands and options in a shell",
    examples: [
      "bursar completion bash > ~/.local/share/bash-completion/completions/bursar",
      "bursar completion zsh > ~/.zfunc/_bursar",
      "bursar completion fish > ~/.config/fish/completions/bursar.fish",
    ],
  }).addArgument(new Argument("<shell>", "the shell").choices(Object.keys(scripts)));
  action(command, terminal, async (_own, _options, [shell = ""]) => {
    const script = scripts[shell]?.(completionsOf(program)) ?? "";
    return { json: { shell, script }, text: script };
  });
}
