const WIDTH = 120;

/** JSON in which whatever fits on a line is on one line: a third of the size, and a review sees a schema at a glance. */
export function compactJson(value: unknown, indent = ""): string {
  const flat = JSON.stringify(value);
  if (typeof value !== "object" || value === null || indent.length + flat.length <= WIDTH) return flat;
  const deeper = `${indent} `;
  if (Array.isArray(value)) {
    const members = value.map((member) => deeper + compactJson(member, deeper));
    return `[\n${members.join(",\n")}\n${indent}]`;
  }
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => `${deeper}${JSON.stringify(name)}: ${compactJson(member, deeper)}`);
  return `{\n${members.join(",\n")}\n${indent}}`;
}
