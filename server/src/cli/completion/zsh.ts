import type { CompletedOption, Completions, Word } from "./completions.ts";

/** A script that works from a folder of `fpath` and when it is sourced. */
export function zshCompletion(places: readonly Completions[]): string {
  const values = places.flatMap(({ at, flags }) => flags.flatMap((flag) => valueCase(at, flag)));
  const words = places.map(
    ({ at, words, takesFile, flags }) =>
      `    ${quoted(at)}) found=(${described(words)}) flags=(${described(
        flags.flatMap(({ names, description }) => names.map((name) => ({ name, description }))),
      )})${takesFile ? " files=1" : ""} ;;`,
  );
  return `#compdef bursar
# Completes the command line of Bursar in zsh.
_bursar() {
  local at="" files="" word
  local -a found flags
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$at $word" in
    ${places.map(({ at }) => quoted(at)).join(" | ")}) at="$at $word" ;;
    esac
  done
  case "$at $words[CURRENT-1]" in
${values.join("\n")}
  esac
  case "$at" in
${words.join("\n")}
  esac
  if [[ "$words[CURRENT]" == -* ]]; then
    _describe option flags
  elif [[ -n "$files" ]]; then
    _files
  else
    _describe command found
  fi
}
if [[ "$funcstack[1]" == _bursar ]]; then _bursar "$@"; else compdef _bursar bursar; fi`;
}

function valueCase(at: string, { names, value }: CompletedOption): readonly string[] {
  if (value === "none") return [];
  const completed =
    value === "any"
      ? "return"
      : value === "file"
        ? "_files; return"
        : `found=(${value.map(quoted).join(" ")}); _describe value found; return`;
  return [`    ${names.map((name) => quoted(`${at} ${name}`)).join(" | ")}) ${completed} ;;`];
}

/** A backslash or colon would end the name. */
const described = (words: readonly Word[]): string =>
  words.map(({ name, description }) => quoted(`${name}:${description}`)).join(" ");

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
