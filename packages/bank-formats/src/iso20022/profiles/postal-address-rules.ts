import type { PostalAddress24 } from "../messages/generated.ts";
import type { PostalAddress6 } from "../messages/version-2009/parties.ts";
import type { ValueOf } from "../schema/element-types.ts";
import type { MessageProblem } from "../schema/problems.ts";

/** An address in either version. */
type Address = ValueOf<typeof PostalAddress24> | ValueOf<typeof PostalAddress6>;

/** Fedwire and CBPR+ since November 2026: two free lines of 70 characters next to the structured parts. */
const ADDRESS_LINES_MAX = 2;
const ADDRESS_LINE_LENGTH_MAX = 70;

/**
 * Rules of Fedwire and SWIFT for postal addresses since November 2026: structured or hybrid, with town and country, only
 * together with a name, and at most two free lines that repeat no structured part. Undefined is no address, which is valid.
 */
export function addressProblems(
  path: string,
  owner: { readonly Nm?: string | undefined; readonly PstlAdr?: Address | undefined } | undefined,
): readonly MessageProblem[] {
  const address = owner?.PstlAdr;
  if (address === undefined) return [];
  const at = `${path}/PstlAdr`;
  const problems: MessageProblem[] = [];
  if (owner?.Nm === undefined) problems.push({ path: at, rule: "is allowed only together with a name" });
  if (address.TwnNm === undefined)
    problems.push({ path: `${at}/TwnNm`, rule: "is missing: an address needs its town" });
  if (address.Ctry === undefined)
    problems.push({ path: `${at}/Ctry`, rule: "is missing: an address needs its country" });
  return [...problems, ...lineProblems(at, address)];
}

function lineProblems(path: string, address: Address): readonly MessageProblem[] {
  const lines = address.AdrLine ?? [];
  const problems: MessageProblem[] = [];
  if (lines.length > ADDRESS_LINES_MAX)
    problems.push({ path: `${path}/AdrLine`, rule: `may occur at most ${ADDRESS_LINES_MAX} times` });
  const parts = structuredParts(address);
  for (const [index, line] of lines.entries()) {
    const at = `${path}/AdrLine[${index + 1}]`;
    if (line.length > ADDRESS_LINE_LENGTH_MAX)
      problems.push({ path: at, rule: `may have at most ${ADDRESS_LINE_LENGTH_MAX} characters` });
    const repeated = parts.find(([, part]) => line.trim().toUpperCase() === part.trim().toUpperCase());
    if (repeated !== undefined) problems.push({ path: at, rule: `must not repeat ${repeated[0]}` });
  }
  return problems;
}

const structuredParts = (address: Address): readonly (readonly [name: string, part: string])[] =>
  Object.entries(address).flatMap(([name, part]) => (typeof part === "string" ? [[name, part] as const] : []));
