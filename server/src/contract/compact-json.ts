const LEVELS = 3;

/** JSON with one line for each operation and component: half the size, and a diff shows which of them changed. */
export function compactJson(value: unknown, level = 0): string {
  if (typeof value !== "object" || value === null || level === LEVELS) return JSON.stringify(value);
  const indent = "\n".padEnd(level + 2);
  const end = "\n".padEnd(level + 1);
  if (Array.isArray(value)) {
    return `[${value.map((member) => indent + compactJson(member, level + 1)).join(",")}${end}]`;
  }
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => `${indent}${JSON.stringify(name)}: ${compactJson(member, level + 1)}`);
  return `{${members.join(",")}${end}}`;
}
