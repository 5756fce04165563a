import type { Offense } from "./source.ts";

/** Offenders from before a rule, by rule, then by `path: what`; the number is their size where the rule is about size. */
export type Known = Readonly<Record<string, Readonly<Record<string, number>>>>;

const keyOf = ({ path, what }: Offense): string => `${path}: ${what}`;

/**
 * Compares offenders with the list of known ones and returns messages. The list may only shrink: a new or larger
 * offender is refused, and so is a line in the list that is no longer needed or could be smaller.
 */
export function judge(
  rule: { readonly name: string; readonly advice: string },
  offenses: readonly Offense[],
  known: Known,
): readonly string[] {
  const allowed = new Map(Object.entries(known[rule.name] ?? {}));
  const lines: string[] = [];
  for (const offense of offenses) {
    const key = keyOf(offense);
    const limit = allowed.get(key);
    const size = offense.size ?? 1;
    if (limit === undefined || size > limit) {
      const extent = offense.size === undefined ? "" : ` (${offense.size} lines)`;
      lines.push(`${offense.path}:${offense.line} ${rule.name}: ${offense.what}${extent}; ${rule.advice}`);
    } else if (size < limit) {
      lines.push(
        `tools/tidy/known.json: "${key}" has shrunk from ${limit} to ${size}: update it, under "${rule.name}"`,
      );
    }
  }
  const present = new Set(offenses.map(keyOf));
  for (const key of allowed.keys()) {
    if (!present.has(key)) lines.push(`tools/tidy/known.json: "${key}" is fixed: remove it, under "${rule.name}"`);
  }
  return lines;
}
