import type { CompletedOption, Completions } from "./completions.ts";

/** A script for bash 3.2 or newer. */
export function bashCompletion(places: readonly Completions[]): string {
  const values = places.flatMap(({ at, flags }) => flags.flatMap((flag) => valueCase(at, flag)));
  const words = places.map(
    ({ at, words, takesFile, flags }) =>
      `    ${quoted(at)}) words=${quoted(words.map(({ name }) => name).join(" "))} flags=${quoted(
        flags.flatMap(({ names }) => names).join(" "),
      )}${takesFile ? " files=1" : ""} ;;`,
  );
  return `# Completes the command line of Bursar in bash.
_bursar() {
  local current="\${COMP_WORDS[COMP_CWORD]}" at="" words="" flags="" files="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$at $word" in
    ${places.map(({ at }) => quoted(at)).join(" | ")}) at="$at $word" ;;
    esac
  done
  COMPREPLY=()
  case "$at \${COMP_WORDS[COMP_CWORD-1]}" in
${values.join("\n")}
    *)
    case "$at" in
${words.join("\n")}
    esac
    ;;
  esac
  case "$current" in
    -*) words="$flags" files="" ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  if [ -n "$files" ] && [ \${#COMPREPLY[@]} -eq 0 ]; then compopt -o default 2>/dev/null; fi
}
complete -F _bursar bursar`;
}

function valueCase(at: string, { names, value }: CompletedOption): readonly string[] {
  if (value === "none") return [];
  const completed =
    value === "any" ? "return" : value === "file" ? "files=1 flags=" : `words=${quoted(value.join(" "))}`;
  return [`    ${names.map((name) => quoted(`${at} ${name}`)).join(" | ")}) ${completed} ;;`];
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
