const LEVELS = 3;

/**
 * JSON with one line for each operation and component, without indentation: less than half the size, and a diff shows
 * which of them changed.
 */
export function compactJson(value: unknown, level = 0): string {
  if (typeof value !== "object" || value === null || level === LEVELS) return JSON.stringify(value);
  if (Array.isArray(value)) {
    return `[${value.map((member) => `\n${compactJson(member, level + 1)}`).join(",")}\n]`;
  }
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => `\n${JSON.stringify(name)}:${compactJson(member, level + 1)}`);
  return `{${members.join(",")}\n}`;
}
