import type { CompletedOption, Completions } from "./completions.ts";

export function fishCompletion(places: readonly Completions[]): string {
  return `# Completes the command line of Bursar in fish.
function __bursar_at
    set -l at ""
    for word in (commandline -opc)[2..-1]
        switch "$at $word"
            case ${places
              .filter(({ at }) => at !== "")
              .map(({ at }) => quoted(at))
              .join(" ")}
                set at "$at $word"
        end
    end
    test "$at" = "$argv[1]"
end
complete -c bursar -f
${places.flatMap(linesOf).join("\n")}`;
}

function linesOf({ at, words, takesFile, flags }: Completions): readonly string[] {
  const here = `complete -c bursar -n ${quoted(`__bursar_at ${quoted(at)}`)}`;
  return [
    ...words.map(({ name, description }) => `${here} -a ${quoted(name)} -d ${quoted(description)}`),
    ...(takesFile ? [`${here} -F`] : []),
    ...flags.map((flag) => `${here} ${flagText(flag)} -d ${quoted(flag.description)}`),
  ];
}

function flagText({ names, value }: CompletedOption): string {
  const named = names.map((name) => (name.startsWith("--") ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`)).join(" ");
  if (value === "none") return named;
  if (value === "file") return `${named} -r -F`;
  return value === "any" ? `${named} -x` : `${named} -x -a ${quoted(value.join(" "))}`;
}

const quoted = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
