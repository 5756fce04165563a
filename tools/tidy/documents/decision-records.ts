import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** An ADR, or the list of them. */
export interface DecisionRecord {
  readonly name: string;
  readonly text: string;
}

const FOLDER = "docs/adr";
/** The parts of every ADR, each with a bold lead or a heading (docs/adr/README.md). */
const PARTS: Readonly<Record<string, string>> = {
  context: "Context",
  decision: "Decision",
  "what we gave up": "(?:What we gave|Given) up",
  "what would change our minds": "(?:What w|W)ould change our minds?",
};
/** A decision is read in two minutes; what it describes belongs to docs/develop. */
const WORDS_MAX = 500;
/** Its tables are a register that grows with each dependency. */
const REGISTER = "0011-dependencies.md";
const STATUS = /^\*\*Status\.\*\* (?:Accepted|Superseded by ADR (?<successor>\d{4}))\b/m;

export const readDecisionRecords = (root: string): readonly DecisionRecord[] =>
  readdirSync(join(root, FOLDER))
    .filter((name) => name.endsWith(".md"))
    .sort()
    .map((name) => ({ name, text: readFileSync(join(root, FOLDER, name), "utf8") }));

/** What is wrong with the ADRs and their list, one line each. */
export function incompleteRecords(files: readonly DecisionRecord[]): readonly string[] {
  const list = files.find(({ name }) => name === "README.md")?.text ?? "";
  const records = files.filter(({ name }) => /^\d{4}-/.test(name));
  return records.flatMap((record) => [
    ...problemsOf(record, records),
    ...(list.includes(`](${record.name}) |`) ? [] : [`${record.name} is not listed in ${FOLDER}/README.md`]),
  ]);
}

function problemsOf({ name, text }: DecisionRecord, records: readonly DecisionRecord[]): readonly string[] {
  const status = STATUS.exec(text);
  const successor = status?.groups?.["successor"];
  const missing = Object.entries(PARTS).filter(
    ([, words]) => !new RegExp(String.raw`^(?:\*\*${words}\.\*\*|#+ ${words}\.?$)`, "m").test(text),
  );
  const words = wordsIn(name === REGISTER ? text.replaceAll(/^\|.*$/gm, "") : text);
  return [
    ...(status ? [] : [`${name} has no status: "**Status.** Accepted." or "**Status.** Superseded by ADR 0000."`]),
    ...(successor === undefined || records.some((record) => record.name.startsWith(successor))
      ? []
      : [`${name} is superseded by ADR ${successor}, which does not exist`]),
    ...missing.map(([part]) => `${name} does not say: ${part}`),
    ...(words > WORDS_MAX
      ? [`${name} has ${words} words, more than ${WORDS_MAX}: describe features in docs/develop`]
      : []),
  ];
}

const wordsIn = (text: string): number => text.split(/\s+/).filter((word) => word !== "").length;
