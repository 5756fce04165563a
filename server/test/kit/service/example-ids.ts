type Example = Readonly<Record<string, unknown>>;

/** The example with a test's own values instead of the document's, by name, also in its members and in lists of ids. */
export const withTestIds = (example: Example, values: Readonly<Record<string, string>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(example).map(([name, value]) => [name, withTestId(name, value, values)]));

function withTestId(name: string, value: unknown, values: Readonly<Record<string, string>>): unknown {
  const ofList = values[name.replace(/Ids$/, "Id")];
  if (Array.isArray(value)) return name.endsWith("Ids") && ofList !== undefined ? [ofList] : value;
  if (typeof value === "object" && value !== null) return withTestIds({ ...value }, values);
  return values[name] ?? value;
}
