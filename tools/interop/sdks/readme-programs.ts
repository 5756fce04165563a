import { readFileSync } from "node:fs";

/** A program in a document. */
export interface Program {
  /** Where its block begins, counted from 1. */
  readonly line: number;
  readonly text: string;
  /** It serves until it is stopped: `<!-- only compiled: … -->` on the line above. */
  readonly onlyCompiled: boolean;
}

/** The blocks of a language, each of which is a program. */
export function programsIn(path: string, language: string): readonly Program[] {
  const text = readFileSync(path, "utf8");
  const blocks = [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].filter(([, found]) => found === language);
  if (blocks.length === 0) throw new Error(`${path} has no program`);
  return blocks.map(({ index, 2: program = "" }) => {
    const before = text.slice(0, index).split("\n");
    return {
      line: before.length,
      text: program,
      onlyCompiled: /^<!-- only compiled: .+ -->$/.test(before.at(-2) ?? ""),
    };
  });
}
